"""BERT encoders as ONNX graphs, with weights of 32 or of 8 bits.

With 8 bits, matrix products are sums of integers: each row of the activations (one word piece) is
divided by its own largest absolute value and rounded, each column of the weights likewise, when the
graph is made. Integer sums are exact in any order and rows have nothing to do with each other, so
that the result for a sequence does not depend on the others of its batch. (ONNX Runtime's dynamic
quantization has one scale for all activations of a batch.)

Quantized weights are at most 64. Processors without VNNI add two products in 16 bits, and
2 x 255 x 64 still fits. Sums of up to 2,000 products of at most 127 x 64 are also exact in floats
of 32 bits.
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
    return _Graph(weights, settings, quantized).model()


class _Graph:
    """A graph under construction; every method returns the name of the value it adds."""

    def __init__(self, weights: Weights, settings: Settings, quantized: bool) -> None:
        self._weights = weights
        self._settings = settings
        self._quantized = quantized
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
        of = "embeddings"
        types = self._weights[f"{of}.token_type_embeddings.weight"]
        positions = self._weights[f"{of}.position_embeddings.weight"] + types[0]
        table = self._constant(f"{of}.positions", positions[: self._settings.max_pieces])
        shape = self._node("Shape", ["input_ids"], f"{of}.shape")
        length = self._node("Gather", [shape, self._whole_numbers([1])], f"{of}.length")
        zero = self._whole_numbers([0])
        position = self._node("Slice", [table, zero, length, zero], f"{of}.position")
        total = self._node("Add", [self._pieces(), position], f"{of}.sum")
        parameters = self._norm_parameters(f"{of}.LayerNorm")
        epsilon = self._settings.epsilon
        return self._node(
            "LayerNormalization", [total, *parameters], f"{of}.normalized", epsilon=epsilon, axis=-1
        )

    def _pieces(self) -> str:
        """Add the embeddings of the pieces."""
        table = self._weights["embeddings.word_embeddings.weight"]
        if not self._quantized:
            return self._node("Gather", [self._constant(EMBEDDINGS, table), "input_ids"], "pieces")
        whole, scales = quantized_rows(table, _LARGEST_ACTIVATION)
        rows = self._node("Gather", [self._constant(EMBEDDINGS, whole), "input_ids"], "piece_rows")
        scale_table = self._constant(SCALES, scales[:, np.newaxis])
        scale = self._node("Gather", [scale_table, "input_ids"], "piece_scales")
        numbers = self._node("Cast", [rows], "piece_numbers", to=TensorProto.FLOAT)
        return self._node("Mul", [numbers, scale], "pieces")

    def _layer(self, name: str, state: str) -> str:
        """Add a layer: attention and a feed-forward network, each with a residual connection."""
        attended = self._attention(f"{name}.attention", state)
        state = self._residual(f"{name}.attention.output", attended, state)
        inner, bias = self._product(f"{name}.intermediate.dense", state)
        inner = self._node("BiasGelu", [inner, bias], f"{name}.gelu", _CONTRIBUTED)
        return self._residual(f"{name}.output", inner, state)

    def _attention(self, name: str, state: str) -> str:
        """Add the attention heads, with one matrix product for queries, keys and values."""
        parts = [f"{name}.self.{part}" for part in _PARTS]
        matrix = np.vstack([self._weights[f"{part}.weight"] for part in parts])
        bias = np.concatenate([self._weights[f"{part}.bias"] for part in parts])
        product = self._multiplied(f"{name}.self", state, matrix)
        self._nodes.append(helper.make_node("Split", [product], parts, axis=-1, num_outputs=3))
        return self._node(
            "MultiHeadAttention",
            [*parts, self._constant(f"{name}.self.bias", bias)],
            f"{name}.heads",
            _CONTRIBUTED,
            num_heads=self._settings.heads,
        )

    def _residual(self, name: str, inner: str, state: str) -> str:
        """Add a matrix product, the residual connection and layer normalization."""
        product, bias = self._product(f"{name}.dense", inner)
        parameters = self._norm_parameters(f"{name}.LayerNorm")
        inputs = [product, state, *parameters, bias]
        epsilon = self._settings.epsilon
        return self._node(
            "SkipLayerNormalization", inputs, f"{name}.normalized", _CONTRIBUTED, epsilon=epsilon
        )

    def _product(self, name: str, state: str) -> tuple[str, str]:
        """Add the matrix product of a dense layer; return its name and that of the bias."""
        bias = self._constant(f"{name}.bias", self._weights[f"{name}.bias"])
        return self._multiplied(name, state, self._weights[f"{name}.weight"]), bias

    def _multiplied(self, name: str, state: str, matrix: np.ndarray) -> str:
        """Add the product of activations with the transpose of a matrix."""
        if not self._quantized:
            constant = self._constant(f"{name}.weight", matrix.T)
            return self._node("MatMul", [state, constant], f"{name}.product")
        whole, scales = quantized_rows(matrix, _LARGEST_WEIGHT)
        activations, activation_scales = self._quantized_state(state)
        inputs = [
            activations,
            self._constant(f"{name}.weight", whole.T),
            self._constant("one", np.float32(1)),
            self._constant(f"{name}.scales", scales),
            self._constant("zero_point", np.uint8(_ZERO_POINT)),
        ]
        product = self._node("MatMulIntegerToFloat", inputs, f"{name}.sums", _CONTRIBUTED)
        return self._node("Mul", [product, activation_scales], f"{name}.product")

    def _quantized_state(self, state: str) -> tuple[str, str]:
        """Quantize activations, each row by its own scale; return the names of both."""
        absolute = self._node("Abs", [state], f"{state}.absolute")
        axes = self._whole_numbers([-1])
        maximum = self._node("ReduceMax", [absolute, axes], f"{state}.maximum", keepdims=1)
        step = self._constant("step", np.float32(1 / _LARGEST_ACTIVATION))
        smallest = self._constant("smallest_scale", np.float32(_SMALLEST_SCALE))
        scaled = self._node("Mul", [maximum, step], f"{state}.scale")
        scales = self._node("Max", [scaled, smallest], f"{state}.scales")
        divided = self._node("Div", [state, scales], f"{state}.divided")
        one = self._constant("one", np.float32(1))
        zero_point = self._constant("zero_point", np.uint8(_ZERO_POINT))
        whole = self._node("QuantizeLinear", [divided, one, zero_point], f"{state}.whole")
        return whole, scales

    def _norm_parameters(self, name: str) -> list[str]:
        return [
            self._constant(f"{name}.{part}", self._weights[f"{name}.{part}"])
            for part in ("weight", "bias")
        ]

    def _whole_numbers(self, values: Sequence[int]) -> str:
        name = f"numbers{'_'.join(map(str, values))}"
        return self._constant(name, np.array(values, np.int64))

    def _constant(self, name: str, value: np.ndarray | np.generic) -> str:
        self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        if np.ndim(value) == 0:
            self._constants[name] = numpy_helper.from_array(np.asarray(value), name)
        return name

    def _node(
        self, operation: str, inputs: Sequence[str], output: str, domain: str = "", **settings: Any
    ) -> str:
        node = helper.make_node(operation, inputs, [output], output, domain=domain, **settings)
        self._nodes.append(node)
        return output
