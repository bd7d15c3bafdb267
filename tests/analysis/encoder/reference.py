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


def bert_of_whole_numbers(weights, settings, ids):
    """The same bits as the network of 8 bits, by sums of integers and single steps of 32 bits."""
    f32 = np.float32

    def steps_of(values, largest, axes):
        highest = np.abs(values).max(axis=axes, keepdims=True)
        return np.maximum(highest * f32(1 / largest), f32(1e-12))

    def whole(values, largest, axes=-1):
        steps = steps_of(values, largest, axes)
        return np.rint(values / steps).astype(np.int64), steps

    def columns(values, largest):
        scales = (np.abs(values).max(axis=1, keepdims=True) / largest).astype(f32)
        return np.rint(values / scales).astype(np.int64), scales

    def normalized(name, values):
        size = values.shape[1]
        numbers, steps = whole(values, 2**24 // size)
        mean = np.rint(numbers.sum(axis=1, keepdims=True).astype(f32) / f32(size))
        centred = numbers - mean.astype(np.int64)
        variance = (centred**2).sum(axis=1, keepdims=True) / size
        deviation = np.sqrt(variance + f32(settings.epsilon) / (steps * steps)).astype(f32)
        unit = centred.astype(f32) / deviation
        return unit * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def dense(name, state):
        matrix, scales = columns(weights[f"{name}.weight"], 64)
        numbers, steps = whole(state, 127)
        sums = (numbers @ matrix.T).astype(f32)
        return sums * scales.T * steps + weights[f"{name}.bias"]

    def shares(products, scale):
        parts = scale * f32(1 / 32)
        numbers = products.astype(f32)
        highest = numbers.max(axis=1, keepdims=True)
        linear = (highest * parts + f32(1)) - numbers * parts
        power = linear * linear + f32(1)
        for _ in range(5):
            power = power * power
        exponentials = np.rint(f32(2**32 * (2**24 // settings.max_pieces)) / power)
        total = exponentials.astype(np.int64).sum(axis=1, keepdims=True).astype(f32)
        return np.rint(exponentials * (f32(2**14) / total)).astype(np.int64)

    def gelu(values):
        # Abramowitz and Stegun, 7.1.27, of |x| / sqrt(2), times the fourth root of 2.
        terms = (1, 0.278393, 0.230389, 0.000972, 0.078108)
        constants = [f32(2**0.25 * term / 2 ** (power / 2)) for power, term in enumerate(terms)]
        size = np.abs(values)
        total = size * constants[4]
        for constant in constants[3:0:-1]:
            total = (total + constant) * size
        square = (total + constants[0]) ** 2
        return np.maximum(values, f32(0)) - size / (square * square)

    rows, row_scales = columns(weights["embeddings.word_embeddings.weight"], 127)
    positions = (
        weights["embeddings.position_embeddings.weight"]
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    pieces = rows[ids].astype(f32) * row_scales[ids]
    state = normalized("embeddings.LayerNorm", pieces + positions[: len(ids)])
    for number in range(settings.layers):
        layer = f"encoder.layer.{number}"
        attention = f"{layer}.attention"
        by_part = [
            [
                whole(of_head, 512, (0, 1))
                for of_head in np.split(
                    dense(f"{attention}.self.{part}", state), settings.heads, axis=1
                )
            ]
            for part in ("query", "key", "value")
        ]
        heads = []
        for (query, query_step), (key, key_step), (value, value_step) in zip(*by_part, strict=True):
            scale = query_step * key_step * f32(query.shape[1] ** -0.5)
            sums = shares(query @ key.T, scale) @ value
            heads.append(sums.astype(f32) * (value_step * f32(1 / 2**14)))
        attended = dense(f"{attention}.output.dense", np.hstack(heads))
        state = normalized(f"{attention}.output.LayerNorm", attended + state)
        inner = gelu(dense(f"{layer}.intermediate.dense", state))
        state = normalized(
            f"{layer}.output.LayerNorm", dense(f"{layer}.output.dense", inner) + state
        )
    return state
