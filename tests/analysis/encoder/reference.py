"""BERT in plain NumPy, after Devlin et al. (2019) and Vaswani et al. (2017)."""

import numpy as np
from scipy.special import erf, softmax


def bert(weights, settings, ids):
    """The vectors of the last layer for one sequence, shape (pieces, dimensions)."""

    def normalized(name, state):
        centred = state - state.mean(axis=1, keepdims=True)
        spread = np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + settings.epsilon)
        return centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def dense(name, state):
        return state @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    embeddings = "embeddings.{}_embeddings.weight"
    state = weights[embeddings.format("word")][ids]
    state = state + weights[embeddings.format("position")][: len(ids)]
    state = normalized("embeddings.LayerNorm", state + weights[embeddings.format("token_type")][0])
    for number in range(settings.layers):
        layer = f"encoder.layer.{number}"
        attention = f"{layer}.attention"
        query, key, value = (
            np.split(dense(f"{attention}.self.{part}", state), settings.heads, axis=1)
            for part in ("query", "key", "value")
        )
        heads = [
            softmax(q @ k.T / np.sqrt(q.shape[1]), axis=1) @ v
            for q, k, v in zip(query, key, value, strict=True)
        ]
        attended = dense(f"{attention}.output.dense", np.hstack(heads))
        state = normalized(f"{attention}.output.LayerNorm", attended + state)
        inner = dense(f"{layer}.intermediate.dense", state)
        inner = inner * (1 + erf(inner / np.sqrt(2))) / 2
        state = normalized(
            f"{layer}.output.LayerNorm", dense(f"{layer}.output.dense", inner) + state
        )
    return state
