"""Pairs to look at: by hand, and against NumPy's correlation."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.items import MOST_ITEMS, discriminations
from rte_baselines.pairs import Label

pytestmark = pytest.mark.usefixtures("few_resamples")


@pytest.fixture
def items(pairs, run_of):
    """The report with the items of runs with labels by their first letters."""

    def build(gold, *runs):
        made = [run_of(letters, f"run-{place}") for place, letters in enumerate(runs, 1)]
        return evaluate(pairs(gold), made, partial=True)

    return build


def test_discriminations_by_hand():
    """The first run is right on all four pairs, the second on the first two, the third on none.

    Without the second pair, they are right on 3, 1 and 0 of the others, with deviations of 5/3,
    -1/3 and -4/3; those of the pair are 1/3, 1/3 and -2/3.
    """
    right = np.array([[1, 1, 1, 1], [1, 1, 0, 0], [0, 0, 0, 0]], dtype=bool)
    products = (5 - 1 + 8) / 9
    expected = products / np.sqrt(6 / 9 * (25 + 1 + 16) / 9)
    assert discriminations(right)[:2] == pytest.approx([expected] * 2)


@pytest.mark.slow
@given(arrays(bool, st.tuples(st.integers(2, 6), st.integers(2, 8))))
def test_discriminations_as_numpy_has_them(right):
    found = discriminations(right)
    for place, of_pair in enumerate(right.T):
        others = np.delete(right, place, axis=1).mean(axis=1)
        if np.ptp(others) == 0 or len(set(of_pair.tolist())) == 1:
            assert np.isnan(found[place])
        else:
            assert found[place] == pytest.approx(np.corrcoef(of_pair, others)[0, 1], abs=1e-6)


def test_better_runs_are_right_on_telling_pairs(items):
    """The second run alone is right on pair 2, and is the worse one on the others."""
    found = items("ENENE", "EEENE", "NNEEN").items
    assert [item.id for item in found.telling] == ["1", "4", "5"]
    assert (found.pairs, found.all_right, found.none_right) == (5, 1, 0)
    first = found.telling[0]
    assert first.labels == {"run-1": Label.ENTAILMENT, "run-2": Label.NO_ENTAILMENT}
    assert (first.gold, first.right, first.discrimination) == (Label.ENTAILMENT, ("run-1",), 1)
    assert not found.all_wrong
    assert found.at_least_as_telling == 3


def test_pairs_tied_with_the_last_telling_one_are_counted(items):
    """The better run alone is right on 12 pairs, which all have the correlation 1."""
    found = items("E" * 16, "E" * 14 + "NN", "E" * 2 + "N" * 14).items
    assert (len(found.telling), found.at_least_as_telling) == (MOST_ITEMS, 12)
    assert items("EN", "NE", "NE").items.at_least_as_telling == 0


def test_pairs_on_which_most_runs_agree_come_first(items):
    """No run is right: on pair 1 all say UNKNOWN, on pair 3 two of three, on pair 2 none twice."""
    found = items("CECE", "UCUE", "UUUE", "UUEE")
    assert str(found.items.scheme) == "three-way"
    assert [item.id for item in found.items.all_wrong] == ["1", "2", "3"]
    assert not found.items.telling


def test_only_pairs_that_all_runs_label_count(items):
    found = items("ENEN", "NEE ", "NEE ").items
    assert (found.pairs, found.all_right, found.none_right) == (3, 1, 2)
    assert items("EN", "E ", " N").items is None
    assert items("EN", "EN").items is None


def test_json_has_at_most_ten_of_each(items):
    found = json.loads(items("EN" * 12, "NE" * 12, "NE" * 12).to_json())["items"]
    assert len(found["all_wrong"]) == MOST_ITEMS == 10
    assert found["none_right"] == 24
    labels = {"run-1": "NO_ENTAILMENT", "run-2": "NO_ENTAILMENT"}
    expected = {"id": "1", "gold": "ENTAILMENT", "labels": labels}
    assert found["all_wrong"][0] == {**expected, "right": [], "discrimination": None}
