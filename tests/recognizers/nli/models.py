"""Tiny NLI models in the layout of Hugging Face, made of random numbers."""

import json

import numpy as np
from scipy.special import softmax

SPECIAL = ("[UNK]", "[CLS]", "[SEP]", "[PAD]")
WORDS = ("two", "old", "ferries", "sank", "off", "oslo", "it", "rained", "snowed", ".")
VOCABULARY = {word: number for number, word in enumerate((*SPECIAL, *WORDS))}
NAMES = ("contradiction", "neutral", "entailment")
CLASSES = len(NAMES)
MAX_PIECES = 12
HIDDEN = 4


def weights(classes):
    """A table of pieces, one of segments, and the matrix of the classes."""
    random = np.random.default_rng(7)
    shapes = ((len(VOCABULARY), HIDDEN), (2, HIDDEN), (HIDDEN, classes))
    return [random.normal(scale=2, size=shape).astype(np.float32) for shape in shapes]


def expected_probabilities(text, hypothesis, classes=CLASSES, *, limit=MAX_PIECES):
    """What the model gives, computed without it."""
    first, second = (text.lower().split(), hypothesis.lower().split())
    first = first[: max(limit - len(second) - 3, 0)]
    words = ["[CLS]", *first, "[SEP]", *second, "[SEP]"]
    types = [0] * (len(first) + 2) + [1] * (len(second) + 1)
    pieces, segments, matrix = weights(classes)
    ids = [VOCABULARY.get(word, 0) for word in words]
    return softmax(np.tanh(pieces[ids] + segments[types]).mean(axis=0).astype(float) @ matrix)


def write_tokenizer(folder):
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordLevel(VOCABULARY, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[(word, VOCABULARY[word]) for word in ("[CLS]", "[SEP]")],
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def write_config(folder, names=NAMES, **further):
    config = {
        "model_type": "bert",
        "id2label": {str(number): name for number, name in enumerate(names)},
        "label2id": {name: number for number, name in enumerate(names)},
        "max_position_embeddings": MAX_PIECES,
        **further,
    }
    (folder / "config.json").write_text(json.dumps(config), "utf-8")


def write_network(path, classes=CLASSES, *, outputs=("logits",)):
    from onnx import TensorProto, helper, numpy_helper, save

    names = ("pieces", "segments", "matrix")
    tables = [
        numpy_helper.from_array(table, name)
        for name, table in zip(names, weights(classes), strict=True)
    ]
    nodes = [
        helper.make_node("Gather", ["pieces", "input_ids"], ["of_pieces"]),
        helper.make_node("Gather", ["segments", "token_type_ids"], ["of_segments"]),
        helper.make_node("Add", ["of_pieces", "of_segments"], ["sums"]),
        helper.make_node("Tanh", ["sums"], ["states"]),
        helper.make_node("ReduceMean", ["states"], ["means"], axes=[1], keepdims=0),
        *(helper.make_node("MatMul", ["means", "matrix"], [output]) for output in outputs),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["pairs", "pieces"])
        for name in ("input_ids", "token_type_ids")
    ]
    given = [
        helper.make_tensor_value_info(output, TensorProto.FLOAT, ["pairs", classes])
        for output in outputs
    ]
    graph = helper.make_graph(nodes, "nli", inputs, given, tables)
    opset = [helper.make_opsetid("", 17)]
    save(helper.make_model(graph, opset_imports=opset, ir_version=8), str(path))


def write_model(folder, names=NAMES, **further):
    """Write a whole folder, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    write_config(folder, names, **further)
    write_tokenizer(folder)
    write_network(folder / "model.onnx", len(names))
    return folder
