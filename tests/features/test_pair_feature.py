"""The simplest base class of features: what it takes from `compute_pair`, and what it refuses."""

import re
from fractions import Fraction

import numpy as np
import pytest

from rte_baselines.analysis import Analyzer
from rte_baselines.errors import RteBaselinesError
from rte_baselines.features import FeatureSet, Output, PairBatch, PairFeature
from rte_baselines.pairs import Pair

ONE = (Output(""),)
TWO = (Output("first"), Output("second"))


def own(row, declared=ONE):
    """A feature that returns this of the second pair, and zeros of the others."""

    class YearMatch(PairFeature):
        layers = ("norms",)
        outputs = declared

        def compute_pair(self, text, hypothesis):
            return row if hypothesis.text == "2" else [0.0] * len(declared)

    return YearMatch()


def batch(*pair_ids):
    analyses = Analyzer().analyze(["1", "2", "3"])
    return PairBatch(analyses, analyses, pair_ids or None)


@pytest.mark.parametrize(
    ("row", "declared", "expected"),
    [
        ([0.5], ONE, [0.5]),
        (0.5, ONE, [0.5]),
        ((True, 1), TWO, [1.0, 1.0]),
        ([np.float32(0.5), np.bool_(True)], TWO, [0.5, 1.0]),
        (np.array([0.5, 1.0], np.float16), TWO, [0.5, 1.0]),
        ([2**70, Fraction(1, 2)], TWO, [2.0**70, 0.5]),
        ([np.array(0.5), Fraction(1, 2)], TWO, [0.5, 0.5]),
        ([], (), []),
    ],
)
def test_numbers_of_any_kind_are_taken(row, declared, expected):
    values = own(row, declared).compute(batch())
    assert values.dtype == np.float64
    assert values.tolist() == [[0.0] * len(declared), expected, [0.0] * len(declared)]


REFUSED = [
    (None, "None", "1 number"),
    ([None], "None, which is no number,", "1 number"),
    ("0.5", "'0.5'", "1 number"),
    (["0.5"], "'0.5', which is no number,", "1 number"),
    ([1j], "1j, which is no number,", "1 number"),
    ([np.array([0.5])[np.newaxis, :].tolist()], "[[0.5]], which is no number,", "1 number"),
    ({"year": 1.0}, "{'year': 1.0}", "1 number"),
    ([0.0, 1.0], "2 values", "1"),
    ([], "0 values", "1"),
]


@pytest.mark.parametrize(("row", "found", "expected"), REFUSED)
def test_what_is_no_number_for_each_output_is_refused(row, found, expected):
    message = f"compute_pair of YearMatch returned {found} for pair 'b'; expected {expected}, as"
    with pytest.raises(RteBaselinesError, match=f"^{re.escape(message)} `outputs` has$"):
        own(row).compute(batch("a", "b", "c"))


def test_pairs_without_ids_are_counted():
    with pytest.raises(RteBaselinesError, match=r"1 value for pair '2'; expected 2, as `outputs`"):
        own([0.5], TWO).compute(batch())


def test_the_pair_is_named_by_its_own_id():
    pairs = [Pair("x", "1", "1"), Pair("y", "2", "2")]
    with pytest.raises(RteBaselinesError, match=r"returned None for pair 'y'; expected 1 number"):
        FeatureSet({"years": own(None)}).extract(pairs, Analyzer())
