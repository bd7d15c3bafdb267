"""Sentence encoders that tests make: a table of vectors, and BERT with two layers."""

import json
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from build_sentence_encoder import write
from sentence_encoder.checkpoint import Checkpoint, Settings
from sentence_encoder.graph import bert_graph

WORDS = "a old two ferry ferries boat sank burned oslo in not . , ##s ##ing sink eat".split()
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
VOCABULARY = {piece: number for number, piece in enumerate((*SPECIAL, *WORDS))}
DIMENSIONS = 8
SETTINGS = Settings(layers=2, heads=2, epsilon=1e-12, max_pieces=16)


def toy_tokenizer():
    """A tokenizer of word pieces in lower case, as BERT's."""
    tokenizer = Tokenizer(WordPiece(VOCABULARY, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer()
    tokenizer.pre_tokenizer = BertPreTokenizer()
    special = [(piece, VOCABULARY[piece]) for piece in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B [SEP]", special_tokens=special
    )
    # What the library is asked to leave out again.
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding()
    return tokenizer


def toy_weights(seed=0):
    """Random weights of a BERT encoder with two layers."""
    random = np.random.default_rng(seed)
    shapes = {
        "embeddings.word_embeddings.weight": (len(VOCABULARY), DIMENSIONS),
        "embeddings.position_embeddings.weight": (20, DIMENSIONS),
        "embeddings.token_type_embeddings.weight": (2, DIMENSIONS),
    }
    norms = ["embeddings.LayerNorm"]
    for number in range(SETTINGS.layers):
        layer = f"encoder.layer.{number}"
        sizes = {
            **{f"attention.self.{part}": (8, 8) for part in ("query", "key", "value")},
            "attention.output.dense": (8, 8),
            "intermediate.dense": (16, 8),
            "output.dense": (8, 16),
        }
        for name, shape in sizes.items():
            shapes |= {f"{layer}.{name}.weight": shape, f"{layer}.{name}.bias": shape[:1]}
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    weights = {name: random.normal(size=shape) / 2 for name, shape in shapes.items()}
    for name in norms:
        weights[f"{name}.weight"] = random.uniform(0.5, 1.5, DIMENSIONS)
        weights[f"{name}.bias"] = random.normal(size=DIMENSIONS) / 4
    return {name: values.astype(np.float32) for name, values in weights.items()}


def toy_checkpoint(**settings):
    """A checkpoint of a BERT encoder with two layers."""
    pooling = {"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}
    files = {
        "tokenizer.json": toy_tokenizer().to_str().encode(),
        "1_Pooling/config.json": json.dumps(pooling).encode(),
    }
    return Checkpoint(toy_weights(), Settings(**{**vars(SETTINGS), **settings}), files)


def write_bert(folder, *, bits=8, **settings):
    """Write a BERT encoder of the package's format, with random weights."""
    write(folder, toy_checkpoint(**settings), "a test", bits)
    return folder


def write_graph(path, weights):
    """Write the network of 8 bits alone, for the settings of the toy encoder."""
    path.write_bytes(bert_graph(weights, SETTINGS, quantized=True).SerializeToString())
    return path


def write_table(folder, vectors, **files):
    """Write an encoder, not of the package's format, in which each piece has one given vector.

    Parameters
    ----------
    folder : Path
    vectors : mapping of str to sequence of float
        The vectors of some pieces; others have zeros.
    **files
        Settings by the name of their file, with ``_`` for ``/`` and without ``.json``.
    """
    dimensions = len(next(iter(vectors.values())))
    table = np.zeros((len(VOCABULARY), dimensions), np.float32)
    for piece, vector in vectors.items():
        table[VOCABULARY[piece]] = vector
    write_network(folder, [helper.make_node("Gather", ["table", "input_ids"], ["states"])], table)
    for name, content in files.items():
        path = folder / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content))
    return folder


def write_network(folder, nodes, table, *, inputs=("input_ids",), outputs=("states",)):
    """Write a network with a table as its only constant, and the tokenizer."""
    axes = ["sequences", "pieces"]
    graph = helper.make_graph(
        nodes,
        "toy",
        [helper.make_tensor_value_info(name, TensorProto.INT64, axes) for name in inputs],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, [*axes, table.shape[1]])
            for name in outputs
        ],
        [numpy_helper.from_array(table, "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    folder.mkdir(exist_ok=True)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    toy_tokenizer().save(str(folder / "tokenizer.json"))
