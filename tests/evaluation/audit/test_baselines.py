"""The pairs that an audit collects, and its baselines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.evaluation.audit.baselines import (
    baseline_scores,
    folds_of,
    hypothesis_only_difficulty,
    snippet_digest,
)
from rte_baselines.pairs import Label, Pair, Scheme


def test_case_spaces_and_punctuation_make_no_other_snippet():
    same = ["Two dogs, barking.", "two  dogs barking", " TWO dogs\tbarking !"]
    assert len(set(map(snippet_digest, same))) == 1
    assert snippet_digest("twodogs barking") != snippet_digest(same[0])
    assert snippet_digest("") == snippet_digest("...")
    assert isinstance(snippet_digest("\ud800"), int)


@pytest.mark.slow
def test_tables_are_joined_on_the_way(part_of, monkeypatch):
    rows = [(f"Ann has {n} dogs.", "Ann has dogs.", "YES") for n in range(3)]
    whole = part_of(*rows).table
    monkeypatch.setattr("rte_baselines.evaluation.audit.baselines._JOINED", 1)
    joined = part_of(*rows).table
    assert (joined.ids, joined.values.tolist()) == (whole.ids, whole.values.tolist())


@pytest.mark.parametrize(
    ("labels", "annotations", "message"),
    [
        ([], "", "data: holds no pair with a label; expected labelled pairs"),
        ([None], "", "data: holds no pair with a label; expected labelled pairs"),
        (["NO", "UNKNOWN"], "", "NO_ENTAILMENT.*UNKNOWN"),
        (
            ["YES"],
            "neutral",
            "data: pair 'data0': annotator_labels is 'neutral'; expected a JSON list",
        ),
        (
            ["YES"],
            '["maybe"]',
            "data: pair 'data0': annotator_labels is .*; expected a JSON list of",
        ),
    ],
)
def test_what_is_refused(part_of, labels, annotations, message):
    rows = (("a", "b", label) for label in labels)
    with pytest.raises(InputError, match=message) as caught:
        part_of(*rows, name="data", annotations=[annotations] * len(labels))
    assert "\n" not in str(caught.value)


def test_pairs_without_a_label_are_counted(part_of):
    with pytest.warns(InputWarning, match="data: .*1 of 3"):
        part = part_of(*(("a", "b", label) for label in ("NO", None, "YES")), name="data")
    assert len(part) == 2


def test_annotations_are_read(part_of):
    given = '["neutral", "entailment", "", "-", null]'
    part = part_of(("a", "b", "UNKNOWN"), annotations=[given])
    assert part.annotations == [[Label.UNKNOWN, Label.ENTAILMENT]]
    assert part_of(("a", "b", "UNKNOWN")).annotations == [()]
    (labels,) = part.conflated().annotations
    assert labels == [Label.NO_ENTAILMENT, Label.ENTAILMENT]


@pytest.mark.slow
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=40), st.integers(2, 5), st.data())
def test_folds_keep_groups_together(keys, folds, data):
    labels = data.draw(arrays(np.int8, len(keys), elements=st.integers(0, 2)))
    found = folds_of(np.array(keys), labels, folds)
    assert set(found) <= set(range(folds))
    for key in set(keys):
        assert len(set(found[np.array(keys) == key])) == 1


def test_folds_are_stratified():
    labels = np.repeat(np.array([0, 1, 2], np.int8), [50, 30, 20])
    folds = folds_of(np.arange(100), labels, 5)
    counts = [np.bincount(labels[folds == fold]).tolist() for fold in range(5)]
    assert counts == [[10, 6, 4]] * 5


@pytest.mark.slow
@pytest.mark.parametrize("reads", ["hypothesis", "text"])
def test_snippets_that_are_read_twice_are_in_one_fold(part_of, reads):
    """Else a baseline would know half of the labels from the other fold."""
    rows = []
    for number in range(40):
        snippets = f"Other{number}.", f"Twice{number // 2}."
        text, hypothesis = snippets if reads == "hypothesis" else snippets[::-1]
        rows.append((text, hypothesis, ("ENTAILMENT", "NO_ENTAILMENT")[number // 2 % 2]))
    scores = {score.name: score for score in baseline_scores(part_of(*rows), None, Scheme.TWO_WAY)}
    assert scores[f"{reads}-only"].accuracy.value < 0.7


@pytest.mark.slow
def test_a_fold_with_nothing_to_learn_from_gets_the_most_frequent_label(part_of):
    # All pairs have one hypothesis, so that they are in one fold.
    rows = [(f"Text {n}.", "Dogs bark.", ("YES", "NO")[n % 3 > 1]) for n in range(9)]
    hypothesis, *_ = baseline_scores(part_of(*rows), None, Scheme.TWO_WAY)
    assert (hypothesis.accuracy.value, hypothesis.majority) == (6 / 9, 6 / 9)


@pytest.mark.slow
def test_a_baseline_learns_from_a_sample_of_many_pairs(part_of, monkeypatch):
    part = part_of(*((f"a {n}", f"b {n % 2}", ("YES", "NO")[n % 2]) for n in range(40)))
    monkeypatch.setattr("rte_baselines.evaluation.audit.baselines.MOST_TRAINING_PAIRS", 10)
    hypothesis, *_ = baseline_scores(part, part, Scheme.TWO_WAY)
    assert hypothesis.accuracy.value == 1


@pytest.mark.slow
def test_a_word_makes_pairs_easy():
    # "Nobody" is in contradictions, but for one pair; other hypotheses say nothing.
    rows = [(f"Nobody runs {n}.", "NO" if n else "YES") for n in range(20)]
    rows += [(f"Men run {n}.", "YES") for n in range(20)]
    pairs = [Pair(of, f"Text {n}.", of, None, label) for n, (of, label) in enumerate(rows)]
    assert hypothesis_only_difficulty(pairs) == ["hard"] + ["easy"] * 39
