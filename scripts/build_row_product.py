"""Writes the ONNX model of a product of matrices, with which sentences are parsed.

    python scripts/build_row_product.py [--output FILE]

The model has one operation, the product of a matrix with a transposed one, and no numbers.
"""

import argparse
from pathlib import Path

from onnx import ModelProto, TensorProto, checker, helper

from rte_baselines.analysis.english.row_product import MODEL
from rte_baselines.core.files.writing import atomic_bytes


def product_of_rows() -> ModelProto:
    """Return the model: ``product`` is ``rows`` times the transpose of ``weights``."""
    axes = {"rows": ("n", "k"), "weights": ("m", "k"), "product": ("n", "m")}
    rows, weights, product = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in axes.items()
    )
    node = helper.make_node("Gemm", ["rows", "weights"], ["product"], transB=1)
    graph = helper.make_graph([node], "product of rows", [rows, weights], [product])
    # The versions of ONNX Runtime 1.8, which all later ones read.
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=7)
    checker.check_model(model, full_check=True)
    return model


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=MODEL, help="by default the shipped file")
    with atomic_bytes(parser.parse_args().output) as file:
        file.write(product_of_rows().SerializeToString())


if __name__ == "__main__":
    main()
