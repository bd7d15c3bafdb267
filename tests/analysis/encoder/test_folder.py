import json
import shutil

import pytest

from rte_baselines.analysis.encoder import network
from rte_baselines.analysis.encoder.network import EncoderFolder, description_digest
from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources import resources
from tests.toy_encoder import write_bert, write_table

TABLE = {"ferry": (1, 0)}


@pytest.fixture
def own(tmp_path):
    return write_bert(tmp_path / "own")


@pytest.fixture
def shipped(own, tmp_path, monkeypatch):
    """A folder in the place of the shipped encoder, with the digest that the package knows."""
    models = tmp_path / "models"
    shutil.copytree(own, models / "sentence_encoder")
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    digest = json.loads((own / "resource.json").read_text())["digest"]
    monkeypatch.setattr(network, "shipped_digests", lambda: frozenset({digest}))
    return models / "sentence_encoder"


def test_a_folder_of_the_package(own):
    opened = EncoderFolder.open(own)
    assert opened.is_own
    assert (opened.network, opened.pooling, opened.max_pieces) == (own / "model.onnx", "mean", 16)
    assert opened.description["dimensions"] == 8


def test_a_folder_of_sentence_transformers(tmp_path):
    limit = {"max_seq_length": 128, "do_lower_case": False}
    path = write_table(tmp_path / "theirs", TABLE, sentence_bert_config=limit)
    (path / "onnx").mkdir()
    (path / "model.onnx").rename(path / "onnx" / "model.onnx")
    opened = EncoderFolder.open(path)
    assert not opened.is_own
    assert (opened.network, opened.max_pieces) == (path / "onnx" / "model.onnx", 128)


@pytest.mark.parametrize("limit", [None, 0, "many", 10**30])
def test_no_limit_is_256_pieces(tmp_path, limit):
    path = write_table(tmp_path / "theirs", TABLE, sentence_bert_config={"max_seq_length": limit})
    assert EncoderFolder.open(path).max_pieces == 256


def test_what_is_missing(tmp_path):
    with pytest.raises(ResourceError, match=r"^encoder: there is no folder .*absent; expected"):
        EncoderFolder.open(tmp_path / "absent")
    with pytest.raises(ResourceError, match=r"holds no model\.onnx or onnx/model\.onnx; expected"):
        EncoderFolder.open(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"")
    with pytest.raises(ResourceError, match=r"holds no tokenizer\.json; expected an ONNX model"):
        EncoderFolder.open(tmp_path)


def test_another_pooling(tmp_path):
    pooling = {"pooling_mode_max_tokens": True, "pooling_mode_mean_tokens": True}
    path = write_table(tmp_path / "max", TABLE, **{"1_Pooling__config": pooling})
    with pytest.raises(ResourceError, match="sets pooling_mode_max_tokens and pooling_mode_mean"):
        EncoderFolder.open(path)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "input_embeddings.npy"])
def test_a_file_that_has_changed_or_is_missing(own, name):
    content = bytearray((own / name).read_bytes())
    content[-1] ^= 1
    (own / name).write_bytes(content)
    with pytest.raises(ResourceError, match=rf"{name}: is damaged; build or install it again$"):
        EncoderFolder.open(own)
    (own / name).unlink()
    with pytest.raises(ResourceError, match=rf"{name}: cannot be read"):
        EncoderFolder.open(own)


@pytest.mark.parametrize("content", ["{", "[]", '{"format": "sentence-encoder.v1"}'])
def test_a_damaged_description(own, content):
    (own / "resource.json").write_text(content)
    with pytest.raises(ResourceError, match=r"resource\.json: is damaged"):
        EncoderFolder.open(own)


def test_another_encoder_in_the_place_of_the_shipped_one(shipped):
    described = json.loads((shipped / "resource.json").read_text())
    described["version"] = "2"
    described["digest"] = description_digest(described)
    (shipped / "resource.json").write_text(json.dumps(described))
    with pytest.raises(ResourceError, match=r"resource\.json: is damaged"):
        EncoderFolder.open(shipped)
    # The same folder is accepted elsewhere.
    elsewhere = shipped.parent.parent / "mine"
    shutil.copytree(shipped, elsewhere)
    assert EncoderFolder.open(elsewhere).description["version"] == "2"


def test_a_foreign_folder_in_the_place_of_the_shipped_one(shipped):
    assert EncoderFolder.open(shipped).is_own
    shutil.rmtree(shipped)
    write_table(shipped, TABLE)
    with pytest.raises(ResourceError, match=r"resource\.json: is damaged"):
        EncoderFolder.open(shipped)
