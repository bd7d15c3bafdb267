"""BERT encoders as ONNX graphs, with weights of 32 or of 8 bits.

With 8 bits, matrix products are sums of integers: each row of the activations (one word piece) is
divided by its own largest absolute value and rounded, each column of the weights likewise, when the
graph is made. Integer sums are exact in any order and rows have nothing to do with each other, so
that the result for a sequence does not depend on the others of its batch. (ONNX Runtime's dynamic
quantization has one scale for all activations of a batch.)

Quantized weights are at most 64. Processors without VNNI add two products in 16 bits, and
2 x 255 x 64 still fits. Sums of up to 2,000 products of at most 127 x 64 are also exact in floats
of 32 bits.

Vectors of 8 bits have the same bits on every processor. Fused operations for attention, layer
normalization and GELU have other instructions, and so other last bits, on each kind of processor,
and a last bit decides to which whole number a value is rounded. All nodes of this graph are
therefore single operations with one result: IEEE 754's ``+ - * /`` and square root, rounding,
comparisons, and sums of whole numbers that floats hold exactly, whatever their order.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from sentence_encoder.checkpoint import Settings, Weights

EMBEDDINGS, SCALES = "input_embeddings", "input_embedding_scales"
"""The names of the quantized embeddings of the word pieces and of their scales."""

_CONTRIBUTED = "com.microsoft"
_OPSETS = (("", 18), (_CONTRIBUTED, 1))
_IR_VERSION = 8
_LARGEST_WEIGHT, _LARGEST_ACTIVATION = 64, 127
_ZERO_POINT = 128
# Sums up to here are exact in floats of 32 bits.
_LARGEST_EXACT = 2**24
# Of queries, keys and values: sums of 64 products of two, and of one with shares, are exact.
_LARGEST_IN_HEAD = 512
_WHOLE = 2**14
_POWER = 32
_SWAPPED = (0, 2, 1, 3)
# Abramowitz and Stegun (1964), equation 7.1.27: 1 - erf(x) is the fourth power of the inverse of
# this polynomial, with an error of at most 0.0005.
_ERROR_FUNCTION = (1, 0.278393, 0.230389, 0.000972, 0.078108)
_SMALLEST_SCALE = 1e-12
_PARTS = ("query", "key", "value")


def quantized_rows(values: np.ndarray, largest: int) -> tuple[np.ndarray, np.ndarray]:
    """Divide each row by its scale and round it to whole numbers.

    Parameters
    ----------
    values : ndarray, shape (rows, columns)
    largest : int
        The largest absolute value of the result.

    Returns
    -------
    whole : ndarray of int8, shape (rows, columns)
    scales : ndarray of float32, shape (rows,)
        ``whole * scales[:, None]`` approximates `values`.
    """
    scales = np.maximum(np.abs(values).max(axis=1) / largest, _SMALLEST_SCALE).astype(np.float32)
    return np.rint(values / scales[:, np.newaxis]).astype(np.int8), scales


def bert_graph(weights: Weights, settings: Settings, *, quantized: bool) -> ModelProto:
    """Return the ONNX graph of a BERT encoder.

    Its input ``input_ids`` has shape (sequences, pieces): sequences of one batch have the same
    length, because there is no attention mask. Its output ``last_hidden_state`` has shape
    (sequences, pieces, dimensions).

    Parameters
    ----------
    weights : mapping of str to ndarray
    settings : Settings
    quantized : bool
        Whether weights have 8 bits; otherwise they have 32.
    """
    graph = _WholeGraph if quantized else _Graph
    return graph(weights, settings).model()


class _Graph:
    """A graph of 32 bits under construction; methods return the name of the value they add."""

    def __init__(self, weights: Weights, settings: Settings) -> None:
        self._weights = weights
        self._settings = settings
        self._nodes: list[NodeProto] = []
        self._constants: dict[str, TensorProto] = {}

    def model(self) -> ModelProto:
        """Build the whole graph."""
        state = self._embeddings()
        for number in range(self._settings.layers):
            state = self._layer(f"encoder.layer.{number}", state)
        self._nodes.append(helper.make_node("Identity", [state], ["last_hidden_state"]))
        dimensions = self._weights["embeddings.LayerNorm.weight"].size
        shape = ["sequences", "pieces"]
        ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, shape)
        states = helper.make_tensor_value_info(
            "last_hidden_state", TensorProto.FLOAT, [*shape, dimensions]
        )
        graph = helper.make_graph(
            self._nodes, "sentence_encoder", [ids], [states], list(self._constants.values())
        )
        opsets = [helper.make_opsetid(*opset) for opset in _OPSETS]
        return helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)

    def _embeddings(self) -> str:
        """Add the embeddings of pieces and positions; all pieces have the first token type."""
        types = self._weights["embeddings.token_type_embeddings.weight"]
        positions = self._weights["embeddings.position_embeddings.weight"] + types[0]
        table = self._constant("embeddings.positions", positions[: self._settings.max_pieces])
        length = self._node("Gather", self._node("Shape", "input_ids"), self._whole_numbers(1))
        zero = self._whole_numbers(0)
        position = self._node("Slice", table, zero, length, zero)
        return self._normalized("embeddings.LayerNorm", self._node("Add", self._pieces(), position))

    def _pieces(self) -> str:
        """Add the embeddings of the pieces."""
        table = self._weights["embeddings.word_embeddings.weight"]
        return self._node("Gather", self._constant(EMBEDDINGS, table), "input_ids")

    def _layer(self, name: str, state: str) -> str:
        """Add a layer: attention and a feed-forward network, each with a residual connection."""
        attended = self._attention(f"{name}.attention.self", state)
        state = self._residual(f"{name}.attention.output", attended, state)
        inner = self._gelu(self._dense(f"{name}.intermediate.dense", state))
        return self._residual(f"{name}.output", inner, state)

    def _attention(self, name: str, state: str) -> str:
        """Add the attention heads, with one matrix product for queries, keys and values."""
        parts = [f"{name}.{part}" for part in _PARTS]
        matrix = np.vstack([self._weights[f"{part}.weight"] for part in parts])
        bias = np.concatenate([self._weights[f"{part}.bias"] for part in parts])
        return self._heads(self._biased(name, state, matrix, bias))

    def _heads(self, parts: str) -> str:
        """Add attention, given queries, keys and values side by side."""
        separate = self._split(parts, -1)
        heads = self._settings.heads
        return self._node("MultiHeadAttention", *separate, domain=_CONTRIBUTED, num_heads=heads)

    def _residual(self, name: str, inner: str, state: str) -> str:
        """Add a dense layer, the residual connection and layer normalization."""
        total = self._node("Add", self._dense(f"{name}.dense", inner), state)
        return self._normalized(f"{name}.LayerNorm", total)

    def _normalized(self, name: str, values: str) -> str:
        """Add layer normalization."""
        inputs = [values, *self._norm_parameters(name)]
        return self._node("LayerNormalization", *inputs, epsilon=self._settings.epsilon, axis=-1)

    def _gelu(self, values: str) -> str:
        """Add the activation function, the Gaussian error linear unit."""
        return self._node("Gelu", values, domain=_CONTRIBUTED)

    def _dense(self, name: str, state: str) -> str:
        """Add a dense layer."""
        return self._biased(
            name, state, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        )

    def _biased(self, name: str, state: str, matrix: np.ndarray, bias: np.ndarray) -> str:
        """Add the product of activations with the transpose of a matrix, and a bias."""
        product = self._multiplied(name, state, matrix)
        return self._node("Add", product, self._constant(f"{name}.bias", bias))

    def _multiplied(self, name: str, state: str, matrix: np.ndarray) -> str:
        """Add the product of activations with the transpose of a matrix."""
        return self._node("MatMul", state, self._constant(f"{name}.weight", matrix.T))

    def _norm_parameters(self, name: str) -> list[str]:
        return [
            self._constant(f"{name}.{part}", self._weights[f"{name}.{part}"])
            for part in ("weight", "bias")
        ]

    def _whole_numbers(self, *values: int) -> str:
        return self._constant(f"numbers{'_'.join(map(str, values))}", np.array(values, np.int64))

    def _constant(self, name: str, value: np.ndarray | np.generic) -> str:
        contiguous = np.asarray(value, order="C")
        self._constants[name] = numpy_helper.from_array(contiguous, name)
        return name

    def _split(self, values: str, axis: int) -> list[str]:
        """Split values into those of queries, keys and values."""
        outputs = [f"value{len(self._nodes)}.{part}" for part in _PARTS]
        self._nodes.append(
            helper.make_node("Split", [values], outputs, axis=axis, num_outputs=len(_PARTS))
        )
        return outputs

    def _node(self, operation: str, *inputs: str, domain: str = "", **settings: Any) -> str:
        output = f"value{len(self._nodes)}"
        node = helper.make_node(operation, inputs, [output], domain=domain, **settings)
        self._nodes.append(node)
        return output


class _WholeGraph(_Graph):
    """A graph of 8 bits: each node has one possible result, on any processor."""

    def _pieces(self) -> str:
        table = self._weights["embeddings.word_embeddings.weight"]
        whole, scales = quantized_rows(table, _LARGEST_ACTIVATION)
        rows = self._node("Gather", self._constant(EMBEDDINGS, whole), "input_ids")
        scale_table = self._constant(SCALES, scales[:, np.newaxis])
        scale = self._node("Gather", scale_table, "input_ids")
        return self._node("Mul", self._node("Cast", rows, to=TensorProto.FLOAT), scale)

    def _multiplied(self, name: str, state: str, matrix: np.ndarray) -> str:
        whole, scales = quantized_rows(matrix, _LARGEST_WEIGHT)
        activations, steps = self._divided(state, _LARGEST_ACTIVATION, -1)
        one, zero_point = self._number(1), self._constant("zero_point", np.uint8(_ZERO_POINT))
        sums = self._node(
            "MatMulIntegerToFloat",
            self._node("QuantizeLinear", activations, one, zero_point),
            self._constant(f"{name}.weight", whole.T),
            one,
            self._constant(f"{name}.scales", scales),
            zero_point,
            domain=_CONTRIBUTED,
        )
        return self._node("Mul", sums, steps)

    def _heads(self, parts: str) -> str:
        """Add attention; queries, keys, values and weights are whole numbers."""
        heads = self._settings.heads
        size = self._weights["embeddings.LayerNorm.weight"].size // heads
        shape = self._whole_numbers(0, 0, len(_PARTS) * heads, size)
        by_head = self._node("Transpose", self._node("Reshape", parts, shape), perm=_SWAPPED)
        divided, steps = self._divided(by_head, _LARGEST_IN_HEAD, -1, -2)
        query, key, value = self._split(self._node("Round", divided), 1)
        query_step, key_step, value_step = self._split(steps, 1)
        products = self._node("MatMul", query, self._node("Transpose", key, perm=(0, 1, 3, 2)))
        step = self._node("Mul", query_step, key_step)
        scale = self._node("Mul", step, self._number(size**-0.5))
        attended = self._node("MatMul", self._shares(products, scale), value)
        factor = self._node("Mul", value_step, self._number(1 / _WHOLE))
        scaled = self._node("Mul", attended, factor)
        together = self._node("Transpose", scaled, perm=_SWAPPED)
        return self._node("Reshape", together, self._whole_numbers(0, 0, -1))

    def _shares(self, products: str, scale: str) -> str:
        """Add the softmax of scaled products, in whole numbers with the sum `_WHOLE`.

        The exponential of -x is 1 / (1 + x / 32 + (x / 32)^2 / 2)^32, where the inner sum is half
        of (1 + x / 32)^2 + 1. Exponentials are whole numbers, so that their sum is exact.
        """
        last = self._whole_numbers(-1)
        parts = self._node("Mul", scale, self._number(1 / _POWER))
        highest = self._node("ReduceMax", products, last, keepdims=1)
        above = self._node("Add", self._node("Mul", highest, parts), self._number(1))
        linear = self._node("Sub", above, self._node("Mul", products, parts))
        doubled = self._node("Add", self._raised(linear, 2), self._number(1))
        largest = 2**_POWER * (_LARGEST_EXACT // self._settings.max_pieces)
        weights = self._node("Div", self._number(largest), self._raised(doubled, _POWER))
        whole = self._node("Round", weights)
        total = self._node("ReduceSum", whole, last, keepdims=1)
        share = self._node("Div", self._number(_WHOLE), total)
        return self._node("Round", self._node("Mul", whole, share))

    def _normalized(self, name: str, values: str) -> str:
        """Add layer normalization of values that are rounded so that their sum is exact.

        Squares are added in 64 bits, where they are exact as well.
        """
        weight, bias = self._norm_parameters(name)
        dimensions = self._weights[f"{name}.weight"].size
        last = self._whole_numbers(-1)
        divided, steps = self._divided(values, _LARGEST_EXACT // dimensions, -1)
        whole = self._node("Round", divided)
        total = self._node("ReduceSum", whole, last, keepdims=1)
        mean = self._node("Round", self._node("Div", total, self._number(dimensions)))
        centred = self._node("Sub", whole, mean)
        wide = self._node("Cast", centred, to=TensorProto.DOUBLE)
        squares = self._node("ReduceSumSquare", wide, last, keepdims=1)
        mean_square = self._node("Div", squares, self._constant("size", np.float64(dimensions)))
        square_step = self._node("Mul", steps, steps)
        epsilon = self._node("Div", self._number(self._settings.epsilon), square_step)
        wide_epsilon = self._node("Cast", epsilon, to=TensorProto.DOUBLE)
        # ONNX Runtime's square root of 32 bits is not the nearest number in all of its versions.
        wide_root = self._node("Sqrt", self._node("Add", mean_square, wide_epsilon))
        deviation = self._node("Cast", wide_root, to=TensorProto.FLOAT)
        unit = self._node("Div", centred, deviation)
        return self._node("Add", self._node("Mul", unit, weight), bias)

    def _gelu(self, values: str) -> str:
        """Add GELU, max(x, 0) - |x| erfc(|x| / sqrt(2)) / 2, with `_ERROR_FUNCTION`."""
        absolute = self._node("Abs", values)
        # The factor 2 and the square root of 2 are part of the coefficients.
        terms = [2**0.25 * term / 2 ** (power / 2) for power, term in enumerate(_ERROR_FUNCTION)]
        divisor = self._raised(self._polynomial(absolute, terms), 4)
        below = self._node("Div", absolute, divisor)
        return self._node("Sub", self._node("Relu", values), below)

    def _divided(self, values: str, largest: int, *axes: int) -> tuple[str, str]:
        """Divide by steps, along axes, so that `largest` is the largest; return both names."""
        maximum = self._node("Abs", values)
        # One axis after the other takes less time than both at once.
        for axis in axes:
            maximum = self._node("ReduceMax", maximum, self._whole_numbers(axis), keepdims=1)
        scaled = self._node("Mul", maximum, self._number(1 / largest))
        steps = self._node("Max", scaled, self._number(_SMALLEST_SCALE))
        return self._node("Div", values, steps), steps

    def _polynomial(self, values: str, terms: Sequence[float]) -> str:
        """Add a polynomial by Horner's rule, given its terms from the constant one."""
        *others, highest = terms
        total = self._node("Mul", values, self._number(highest))
        for term in others[:0:-1]:
            total = self._node("Mul", self._node("Add", total, self._number(term)), values)
        return self._node("Add", total, self._number(others[0]))

    def _raised(self, values: str, power: int) -> str:
        """Add a power, which is itself a power of 2."""
        while power > 1:
            values, power = self._node("Mul", values, values), power // 2
        return values

    def _number(self, value: float) -> str:
        return self._constant(f"number{value!r}", np.float32(value))
