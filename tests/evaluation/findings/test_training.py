"""Warnings of runs on the training pairs of their model."""

import warnings
from dataclasses import replace

import pytest
from sklearn.model_selection import cross_val_score

from rte_baselines import Recognizer, compare, evaluate, load_pairs, read_run, write_run
from rte_baselines.core.errors import InputWarning
from rte_baselines.pairs import conflate

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_resamples")]


@pytest.fixture(scope="module")
def recognizer():
    return Recognizer.from_config("word-overlap").fit(load_pairs("sample:train"))


@pytest.fixture(scope="module")
def model(recognizer):
    return f"word-overlap@{recognizer.training_digest_}"


def test_training_pairs_are_warned_of(recognizer, model):
    pairs = load_pairs("sample:train")
    expected = (
        f"word-overlap: 160 of 160 pairs were in the training data of its model {model}, whatever "
        "their case and punctuation, so its scores say nothing about new pairs"
    )
    with pytest.warns(InputWarning, match=expected):
        report = evaluate(pairs, recognizer.predict(pairs))
    assert expected in " ".join(report.to_text(10_000).split())
    (finding,) = [found for found in report.runs[0].findings if found.about == "training"]
    assert finding.to_dict()["seen"] == 160


def test_new_pairs_are_noted_without_a_warning(recognizer, model):
    pairs = load_pairs("sample:test")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = evaluate(pairs, recognizer.predict(pairs))
    note = f"its model is {model}; none of the 160 pairs was in its training data"
    assert note in report.to_text(10_000)


def test_comparisons_warn_too(recognizer, model):
    pairs = load_pairs("sample:train")
    other = Recognizer.from_config("bleu").fit(load_pairs("sample:test"))
    with pytest.warns(InputWarning, match="word-overlap: 160 of 160 pairs were in the training"):
        found = compare(pairs, [recognizer.predict(pairs), other.predict(pairs)])
    names = [note.partition(":")[0] for note in found.to_dict()["training"]]
    assert names == ["word-overlap", "bleu"]
    assert f"training data of its model {model}" in found.to_text(10_000)


def test_cross_validation_does_not_warn(recognizer):
    pairs = load_pairs("sample:train")
    labels = [str(conflate(pair.label)) for pair in pairs]
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*training data of")
        cross_val_score(Recognizer.from_config("word-overlap"), pairs, labels, cv=2)


def test_some_training_pairs_are_warned_of(recognizer, tmp_path):
    """Also as other editions have them: lowercased and tokenized, without full stops.

    Only those count that are scored.
    """
    train, test = load_pairs("sample:train"), load_pairs("sample:test")
    copies = [
        replace(
            pair, text=pair.text.lower().replace(",", " ,"), hypothesis=pair.hypothesis.rstrip(".")
        )
        for pair in train[:3]
    ]
    pairs = [*copies, *test, *train[3:5]]
    gold = [*pairs[:-2], *(replace(pair, label=None) for pair in pairs[-2:])]
    write_run(recognizer.predict(pairs), tmp_path / "mine.jsonl")
    with pytest.warns(InputWarning) as caught:
        evaluate(gold, read_run(tmp_path / "mine.jsonl"))
    (message,) = (text for of in caught if "training data" in (text := str(of.message)))
    assert message.startswith("mine: 3 of 163 pairs were in the training data of its model")
    assert "whatever their case and punctuation, so its scores say less about" in message
