"""BERT in plain NumPy, after Devlin et al. (2019) and Vaswani et al. (2017)."""

import numpy as np
from scipy.special import erf, softmax


def rounded_rows(values, largest):
    """Each row as whole numbers times a scale."""
    scales = np.abs(values).max(axis=1, keepdims=True) / largest
    return np.rint(values / scales) * scales


def bert(weights, settings, ids, *, rounded=False):
    """The vectors of the last layer for one sequence, shape (pieces, dimensions).

    If rounded, the input embeddings and the operands of each dense layer have 8 bits.
    """

    def normalized(name, state):
        centred = state - state.mean(axis=1, keepdims=True)
        spread = np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + settings.epsilon)
        return centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def dense(name, state):
        matrix = weights[f"{name}.weight"]
        if rounded:
            state, matrix = rounded_rows(state, 127), rounded_rows(matrix, 64)
        return state @ matrix.T + weights[f"{name}.bias"]

    embeddings = "embeddings.{}_embeddings.weight"
    words = weights[embeddings.format("word")]
    state = (rounded_rows(words, 127) if rounded else words)[ids]
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
