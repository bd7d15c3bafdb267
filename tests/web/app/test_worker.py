"""What processes answer: predictions, explanations, trained models, failures."""

import json

import pytest

from rte_baselines import load
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputError
from rte_baselines.core.resources.resources import shipped_models
from rte_baselines.pairs import Pair
from rte_baselines.recognizers import Recognizer
from rte_baselines.web.app import worker
from rte_baselines.web.app.served import Job
from rte_baselines.web.app.worker import Answerer

PAIR = Pair("a", "Two old ferries sank.", "Two ferries burned.", "QA")
FOLDER = str(shipped_models()["word-overlap"])


@pytest.fixture
def answerer():
    found = Answerer()
    yield found
    found.close()


@pytest.mark.slow
def test_answers_are_those_of_the_recognizer(answerer):
    recognizer = load("word-overlap")
    predicted = answerer.answer(Job("predict", FOLDER, (PAIR,)))
    (expected,) = recognizer.predict([PAIR])
    assert predicted["warnings"] == []
    (prediction,) = predicted["predictions"]
    assert prediction == {
        "id": "a",
        "label": str(expected.label),
        "confidence": expected.confidence,
        "score": expected.score,
        "probabilities": None,
        "in_training": False,
    }
    explained = answerer.answer(Job("explain", FOLDER, (PAIR,), width=300))
    assert explained["explanation"] == recognizer.explain(PAIR).to_dict()
    assert json.loads(json.dumps(explained))["html"].startswith("<p")


@pytest.mark.slow
def test_warnings_are_part_of_the_answer_each_time(answerer):
    for _ in range(2):
        answer = answerer.answer(Job("explain", FOLDER, (Pair("1", "", "Ann."),), width=300))
        assert answer["warnings"] == ["the text is empty"]
    pairs = (Pair("a", "Ann.", ""), PAIR)
    answer = answerer.answer(Job("predict", FOLDER, (Pair("b", "", "Ann."), *pairs)))
    assert len(answer["predictions"]) == 3
    assert answer["warnings"] == [
        "pair 'b' has an empty text; it is kept",
        "pair 'a' has an empty hypothesis; it is kept",
    ]


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (MemoryError(), "memory", "it needs too much memory for this"),
        (InputError("no such resource"), "failed", "no such resource"),
        (KeyError("a secret text"), "failed", "it has an error: KeyError"),
    ],
)
def test_failures(answerer, monkeypatch, error, kind, message):
    def fail(folder):
        raise error

    monkeypatch.setattr(worker, "_model", fail)
    answer = answerer.answer(Job("predict", "folder", (PAIR,)))
    assert answer == {"error": kind, "message": message}


@pytest.mark.slow
def test_a_config_is_trained_on_the_sample(answerer, tmp_path):
    folder = tmp_path / "model"
    trained = answerer.answer(Job("train", str(folder), config="majority"))
    (warning,) = trained.pop("warnings")
    assert "merged into NO_ENTAILMENT" in warning
    assert trained == {}
    assert Recognizer.load(folder).training_pairs_ == 160


def test_analyses_are_forgotten_with_their_pairs(answerer, monkeypatch):
    seen = []

    class Silent:
        def predict(self, pairs):
            seen.append(default_analyzer().analyze([pairs[0].text])[0])
            return ()

    monkeypatch.setattr(worker, "_model", lambda folder: Silent())
    for pair in (PAIR, PAIR, Pair("b", "Other.", "Other."), PAIR):
        answerer.answer(Job("predict", "folder", (pair,)))
    first, same, _, again = seen
    assert first is same
    assert first is not again
