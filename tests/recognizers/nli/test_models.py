"""NLI models of Hugging Face as recognizers, on tiny random models."""

import json
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Label, Pair, load
from rte_baselines.core.errors import (
    ConfigError,
    InputError,
    InputWarning,
    ModelError,
    ResourceError,
)
from rte_baselines.recognizers.nli.model import hub_folder
from tests.recognizers.nli.models import (
    MAX_PIECES,
    NAMES,
    WORDS,
    expected_probabilities,
    write_config,
    write_model,
    write_network,
)

LABELS = {"contradiction": "CONTRADICTION", "neutral": "UNKNOWN", "entailment": "ENTAILMENT"}
SNIPPETS = st.lists(st.sampled_from([*WORDS, "unseen"]), max_size=4).map(" ".join)
PAIRS = [
    Pair("1", "two old ferries sank off oslo", "ferries sank", label="ENTAILMENT"),
    Pair("2", "it rained", "it snowed", label="CONTRADICTION"),
    Pair("3", "two ferries", "old ferries", label="UNKNOWN"),
    Pair("4", "it rained .", "ferries", label="UNKNOWN"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_model(tmp_path_factory.mktemp("models") / "tiny-nli")


@pytest.fixture(scope="module")
def recognizer(folder):
    return load(folder)


@given(st.lists(st.tuples(SNIPPETS, SNIPPETS), min_size=1, max_size=6))
def test_probabilities_are_those_of_the_model(recognizer, pairs):
    run = recognizer.predict(pairs)
    for pair, prediction in zip(pairs, run, strict=True):
        expected = dict(zip(NAMES, expected_probabilities(*pair), strict=True))
        found = prediction.probabilities
        assert found == pytest.approx({LABELS[name]: p for name, p in expected.items()}, abs=1e-5)
        assert sum(found.values()) == pytest.approx(1)
        assert prediction.label.value == max(found, key=found.get)
        assert prediction.confidence == max(found.values())


@pytest.mark.slow
def test_it_is_a_recognizer_like_any_other(recognizer):
    assert (recognizer.name, recognizer.scheme_.value) == ("tiny-nli", "three-way")
    run = recognizer.predict(PAIRS)
    assert recognizer.score(PAIRS) == np.mean(run.labels == [pair.label.value for pair in PAIRS])
    found = recognizer.predict_proba(PAIRS)
    assert recognizer.classes_.tolist() == ["CONTRADICTION", "ENTAILMENT", "UNKNOWN"]
    np.testing.assert_array_equal(found[:, 1], run.probabilities[:, 0])
    prediction = run[0]
    assert prediction.trained_model.startswith("tiny-nli@")
    assert prediction.in_training is None
    assert prediction.pair_digest is not None
    explanation = recognizer.explain(PAIRS[0])
    assert f"the probability {prediction.confidence:.3f}, the highest" in explanation.sentence
    assert "training mean" not in explanation.to_text()
    assert "tiny-nli" in recognizer._repr_html_()
    with pytest.raises(InputError, match="is trained already"):
        recognizer.fit(PAIRS)


def test_long_texts_are_cut_with_a_warning_and_hypotheses_are_kept(recognizer):
    text, hypothesis = " ".join(["two", "old"] * 10), "ferries sank"
    with pytest.warns(InputWarning, match=f"tiny-nli reads {MAX_PIECES} word pieces; the ends of"):
        (found,) = recognizer.predict_proba([(text, hypothesis)])
    expected = dict(zip(NAMES, expected_probabilities(text, hypothesis), strict=True))
    assert found[1] == pytest.approx(expected["entailment"], abs=1e-5)
    with pytest.raises(InputError, match=r"the hypothesis 'two .* has more word pieces than"):
        recognizer.predict([(hypothesis, text)])


def test_two_classes(tmp_path):
    folder = write_model(tmp_path / "two", ["not_entailment", "entailment"])
    run = load(folder).predict(PAIRS[:1])
    expected = expected_probabilities(PAIRS[0].text, PAIRS[0].hypothesis, 2)
    assert run[0].probabilities == pytest.approx(
        {Label.NO_ENTAILMENT: expected[0], Label.ENTAILMENT: expected[1]}, abs=1e-5
    )


def test_classes_without_names_need_an_order(tmp_path, recognizer):
    folder = write_model(tmp_path / "tiny", ["LABEL_0", "LABEL_1", "LABEL_2"])
    with pytest.raises(ModelError, match=r"calls its classes 'LABEL_0', .*model_labels=\('entail"):
        load(folder)
    found = load(folder, model_labels=NAMES).predict(PAIRS)
    np.testing.assert_array_equal(found.probabilities, recognizer.predict(PAIRS).probabilities)
    with pytest.raises(ModelError, match="has 3 classes, and 2 labels are stated"):
        load(folder, model_labels=["entailment", "not_entailment"])


def test_an_order_that_contradicts_the_names_is_refused(folder):
    assert load(folder, model_labels=NAMES).name == "tiny-nli"
    with pytest.raises(ModelError, match="and the labels stated are ENTAILMENT, UNKNOWN"):
        load(folder, model_labels=NAMES[::-1])
    with pytest.raises(InputError, match="model_labels are for models of Hugging Face"):
        load("word-overlap", model_labels=NAMES)


@pytest.mark.parametrize(
    ("names", "further", "message"),
    [
        (["POSITIVE", "NEGATIVE"], {}, "'POSITIVE', 'NEGATIVE', which are no labels; expected an"),
        (["entailment", "neutral"], {}, "the classes ENTAILMENT, UNKNOWN; expected ENTAILMENT, C"),
        (NAMES, {"id2label": None}, "has no id2label"),
        (NAMES, {"id2label": {"0": "neutral", "2": "entailment"}}, r"numbers its classes \[0, 2\]"),
        (NAMES, {"label2id": dict.fromkeys(NAMES, 2)}, "in label2id that contradiction is 2"),
    ],
)
def test_classes_that_are_no_labels(tmp_path, names, further, message):
    write_config(tmp_path, names, **further)
    with pytest.raises(ModelError, match=rf"config\.json: .*{message}"):
        load(tmp_path)


def test_files_that_are_missing_or_damaged(tmp_path):
    folder = write_model(tmp_path / "tiny")
    (folder / "model.onnx").write_bytes(b"no ONNX")
    with pytest.raises(ResourceError, match=r"^model: .*model\.onnx cannot be loaded"):
        load(folder).predict(PAIRS)
    (folder / "model.onnx").unlink()
    (folder / "pytorch_model.bin").write_bytes(b"a pickle")
    with pytest.raises(ModelError, match="other weights may run code when they are read"):
        load(folder)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(ModelError, match=r"holds no tokenizer\.json; save the tokenizer there"):
        load(folder)
    (folder / "config.json").write_text("[]")
    with pytest.raises(ModelError, match=r"config\.json: is damaged; expected a JSON object"):
        load(folder)


def test_networks_that_do_not_fit(tmp_path):
    folder = write_model(tmp_path / "tiny")
    write_network(folder / "model.onnx", 2)
    with pytest.raises(ModelError, match=r"gives values of shape \(1, 2\) to 1 pair; expected a"):
        load(folder).predict(PAIRS[:1])
    other = write_model(tmp_path / "other")
    write_network(other / "model.onnx", outputs=("one", "two"))
    with pytest.raises(ModelError, match="has the outputs one, two; expected logits"):
        load(other).predict(PAIRS[:1])


def test_weights_for_pytorch_need_it(tmp_path, monkeypatch):
    folder = write_model(tmp_path / "tiny")
    (folder / "model.onnx").rename(folder / "model.safetensors")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(InputError, match=r"no model.onnx, .*'rte-baselines\[transformers\]'"):
        load(folder).predict(PAIRS)


@pytest.mark.slow
def test_weights_for_pytorch_give_the_same(tmp_path):
    torch = pytest.importorskip("torch", reason="weights for PyTorch: torch is not installed")
    transformers = pytest.importorskip("transformers")
    folder = write_model(tmp_path / "tiny")
    (folder / "model.onnx").unlink()
    torch.manual_seed(1)
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2}
    config = transformers.BertConfig(
        vocab_size=30,
        intermediate_size=8,
        max_position_embeddings=MAX_PIECES,
        id2label=dict(enumerate(NAMES)),
        label2id={name: number for number, name in enumerate(NAMES)},
        **sizes,
    )
    model = transformers.BertForSequenceClassification(config).eval()
    model.save_pretrained(folder)
    found = load(folder).predict_proba(PAIRS)
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    for pair, row in zip(PAIRS, found, strict=True):
        given = tokenizer(pair.text, pair.hypothesis, return_tensors="pt")
        with torch.no_grad():
            expected = model(**given).logits.softmax(-1)[0].numpy()
        np.testing.assert_allclose(row, expected[[0, 2, 1]], atol=1e-5)


def test_limits_of_word_pieces(tmp_path):
    write = {"model_type": "roberta", "max_position_embeddings": 14, "pad_token_id": 1}
    folder = write_model(tmp_path / "tiny", **write)
    with pytest.warns(InputWarning, match="tiny reads 12 word pieces"):
        load(folder).predict([("two " * 20, "old")])
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 10}))
    with pytest.warns(InputWarning, match="tiny reads 10 word pieces"):
        load(folder).predict([("two " * 20, "old")])


def test_it_is_not_saved_but_goes_to_other_processes(recognizer, tmp_path):
    with pytest.raises(ConfigError, match="a model of Hugging Face is not saved; load it from"):
        recognizer.save(tmp_path / "saved")
    features = pickle.loads(pickle.dumps(recognizer.features))
    assert features.get_feature_names_out().tolist() == [
        *("probability.entailment", "probability.contradiction", "probability.unknown")
    ]


@pytest.mark.slow
def test_models_on_the_hub_are_not_downloaded_unless_asked_for(tmp_path, monkeypatch, folder):
    constants = pytest.importorskip("huggingface_hub.constants")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("socket.socket.connect", _refuse_connections)
    with pytest.raises(ModelError, match=r"hf:owner/tiny: is not in the cache .* download=True"):
        load("hf:owner/tiny")
    with pytest.raises(ModelError, match="hf:a/b/c: is no name of a model"):
        hub_folder("hf:a/b/c")
    snapshot = tmp_path / "models--owner--tiny" / "snapshots" / ("0" * 40)
    write_model(snapshot)
    references = tmp_path / "models--owner--tiny" / "refs"
    references.mkdir()
    (references / "main").write_text("0" * 40)
    found = load("hf:owner/tiny")
    assert found.name == "tiny"
    expected = load(folder).predict_proba(PAIRS)
    np.testing.assert_array_equal(found.predict_proba(PAIRS), expected)


def _refuse_connections(*_):
    raise AssertionError("no connection is made unless asked for")
