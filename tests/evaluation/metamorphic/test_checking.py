"""Which relations hold for stubs whose answers are known, and what is reported."""

import json
from contextlib import contextmanager

import pytest

from rte_baselines import Pair, Prediction, load
from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.metamorphic import RELATIONS, check
from rte_baselines.evaluation.metamorphic.relations import Expectation, Trial
from rte_baselines.evaluation.resampling.bootstrap import wilson_interval

pytestmark = pytest.mark.slow

TEXTS = [
    ("Ada Lovelace sang in 1994. Two proud men sat.", "Ada Lovelace was a proud singer in 1994."),
    ("Rain fell. Snow melted.", "Charles Babbage won."),
    ("Bo slept", "It did not rain."),
]
PAIRS = [Pair(str(number), *both) for number, both in enumerate(TEXTS, 1)]
LESS = ("negation", "number", "name", "antonym")


class Stub:
    """Labels and scores pairs by a function of text and hypothesis."""

    name = "stub"

    def __init__(self, decide):
        self.decide = decide

    def predict_stream(self, pairs, *, workers=None):
        for pair in pairs:
            label, score = self.decide(pair.text, pair.hypothesis)
            yield Prediction(pair.id, label, score=score)


def covered(text, hypothesis):
    """Entailed if all words of the hypothesis are in the text, as a set."""
    words, known = set(hypothesis.lower().split()), set(text.lower().split())
    share = len(words & known) / len(words)
    return "ENTAILMENT" if share == 1 else "UNKNOWN", share


def results_of(decide, pairs=PAIRS):
    return {result.relation.name: result for result in check(Stub(decide), pairs).results}


def test_what_always_entails_entails_nothing_less():
    results = results_of(lambda text, hypothesis: ("ENTAILMENT", 0.7))
    for name, result in results.items():
        assert result.holds == (0 if name in LESS else result.tried)
        assert result.tried + result.skipped == len(PAIRS)
        assert (result.entailed, result.mean_change) == (1, 0)
    tried = {name: result.tried for name, result in results.items() if result.tried < 3}
    assert tried == {"sentence": 2, "order": 2, "negation": 2, "number": 1, "name": 2, "antonym": 1}


def test_what_never_entails_is_tried_on_no_pair_that_must_be_entailed_less():
    for name, result in results_of(lambda text, hypothesis: ("NO_ENTAILMENT", None)).items():
        if name in LESS:
            assert (result.tried, result.skipped) == (0, 0)
            assert result.share is result.entailed is result.mean_change is None
        else:
            is_same = result.relation.expected is Expectation.SAME
            assert result.holds == (result.tried if is_same else 0)
            assert (result.entailed, result.mean_change) == (0, None)


def test_sets_of_words():
    ada = "Ada is a proud woman of 36 years."
    pairs = [
        Pair("1", f"{ada} Bo sang.", ada),
        Pair("2", "Rain fell. Snow melted.", "Ada Lovelace won."),
        Pair("3", "Two dogs barked.", "Charles Babbage barked."),
    ]
    results = results_of(covered, pairs)
    for result in results.values():
        assert result.holds == result.tried, result.relation.name
    assert results["negation"].mean_change == pytest.approx(8 / 9 - 1)  # "not" is new
    assert results["number"].mean_change == pytest.approx(7 / 8 - 1)
    # No word of the second hypothesis is in its text, and one of three of the third.
    assert results["hypothesis"].mean_change == pytest.approx((0 + 1 + 2 / 3) / 3)


def test_a_pair_counts_if_each_of_its_sentences_is_entailed():
    def first_only(text, hypothesis):
        return ("ENTAILMENT" if hypothesis.startswith("Rain") else "UNKNOWN"), None

    result = results_of(first_only, PAIRS[1:2])["sentence"]
    assert (result.tried, result.holds, result.entailed) == (1, 0, 1 / 2)


def test_the_worst_are_first():
    scores = {"Ada sang.": 0.2, "Bo sat.": 0.4, "Cy ran.": 0.3, "Di won.": 0.9}

    def decide(text, hypothesis):
        score = scores.get(hypothesis, 0.8)
        return ("ENTAILMENT" if score > 0.5 else "UNKNOWN"), score

    report = check(Stub(decide), [Pair(name, name, name) for name in scores], examples=2)
    shown = json.loads(report.to_json())["relations"][0]["worst"]
    worst = [("Ada sang.", 0.2), ("Cy ran.", 0.3)]
    assert [(trial["id"], trial["score"]) for trial in shown] == worst


@pytest.mark.parametrize(
    ("expected", "before", "after", "holds"),
    [
        ("entailed", ("UNKNOWN", 0.1), ("ENTAILMENT", 0.6), True),
        ("entailed", ("ENTAILMENT", 0.6), ("CONTRADICTION", 0.1), False),
        ("same label", ("UNKNOWN", 0.1), ("UNKNOWN", 0.4), True),
        ("same label", ("UNKNOWN", 0.1), ("CONTRADICTION", 0.1), False),
        ("less", ("ENTAILMENT", 0.9), ("ENTAILMENT", 0.8), True),
        ("less", ("ENTAILMENT", 0.9), ("ENTAILMENT", 0.9), False),
        ("less", ("ENTAILMENT", None), ("ENTAILMENT", None), False),
        ("less", ("ENTAILMENT", None), ("NO_ENTAILMENT", None), True),
    ],
)
def test_expectations_by_hand(expected, before, after, holds):
    predictions = (Prediction("1", label, score=score) for label, score in (before, after))
    assert Expectation(expected).holds(Trial(PAIRS[0], *predictions)) is holds


def test_the_report_in_every_form():
    pairs = [*PAIRS, Pair("4", "x & y_z", "x")]
    report = check(Stub(covered), pairs)
    rows = {row["name"]: row for row in json.loads(report.to_json())["relations"]}
    assert list(rows) == [relation.name for relation in RELATIONS]
    for row in rows.values():
        assert row["tried"] + row["skipped"] <= len(pairs)
        if row["tried"]:
            low, high = wilson_interval(row["holds"], row["tried"])
            assert row["share"] == {"value": row["holds"] / row["tried"], "low": low, "high": high}
    for shown in (report.to_text(), report.to_markdown(), report.to_latex(), report._repr_html_()):
        assert all(relation.name in shown for relation in RELATIONS)
    # A relation and what it expects are words, and numbers follow.
    assert "\n| --- | --- | ---: | ---: |" in report.to_markdown()


def test_progress_and_workers_change_nothing():
    steps = []

    @contextmanager
    def progress(what, total):
        done = []
        yield lambda: done.append(1)
        steps.append((what, total, len(done)))

    recognizer = load("word-overlap")
    report = check(recognizer, PAIRS, progress=progress)
    assert [total for _, total, _ in steps] == [done for _, _, done in steps]
    assert steps[0][1] == len(PAIRS)
    assert report.to_json() == check(recognizer, PAIRS, workers=2).to_json()


def test_without_pairs_nothing_is_tried():
    assert {result.tried for result in check(Stub(covered), []).results} == {0}


def test_what_is_refused():
    with pytest.raises(InputError, match="is a name; expected pairs"):
        check(Stub(covered), "sample:test")
