"""The simplest base class of features: what it takes from `compute_pair`, and what it refuses."""

import re
from fractions import Fraction

import numpy as np
import pytest

from rte_baselines.analysis import Analyzer
from rte_baselines.core.errors import ConfigError, RteBaselinesError
from rte_baselines.core.quoting import quoted
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
        ([], (), []),
    ],
)
def test_numbers_of_any_kind_are_taken(row, declared, expected):
    values = own(row, declared).compute(batch())
    assert values.dtype == np.float64
    assert values.tolist() == [[0.0] * len(declared), expected, [0.0] * len(declared)]


@pytest.mark.parametrize(
    "row", [None, [None], "0.5", ["0.5"], [1j], [[0.5], 1.0], {"year": 1.0}, [0.0, 1.0], []]
)
def test_what_is_no_number_for_each_output_is_refused(row):
    found = f"compute_pair of YearMatch returned {quoted(row)} for pair 'b'"
    with pytest.raises(RteBaselinesError, match=f"^{re.escape(found)}; expected 1 number, as"):
        own(row).compute(batch("a", "b", "c"))


def test_pairs_without_ids_are_counted():
    with pytest.raises(RteBaselinesError, match=r"for pair '2'; expected 2 numbers"):
        own([0.5], TWO).compute(batch())


@pytest.mark.parametrize(
    ("attribute", "value", "mistake"),
    [
        ("layers", "norms", 'a string; expected a tuple such as ("norms",)'),
        ("layers", ("norms", 5), "('norms', 5); expected a tuple of names of layers"),
        ("layers", 5, "5; expected a tuple of names of layers"),
        ("outputs", ("a",), "('a',); expected a tuple of Output, such as (Output(\"name\"),)"),
        ("outputs", 5, '5; expected a tuple of Output, such as (Output("name"),)'),
    ],
)
def test_what_a_feature_declares_is_checked(attribute, value, mistake):
    message = f"^{re.escape(f'`{attribute}` of YearMatch is {mistake}')}$"
    with pytest.raises(ConfigError, match=message):
        type("YearMatch", (PairFeature,), {attribute: value})
    declared_by_objects = {"layers": (), "outputs": ONE, "compute_pair": max}
    declared_by_objects[attribute] = property(lambda self: value)
    feature = type("YearMatch", (PairFeature,), declared_by_objects)()
    with pytest.raises(ConfigError, match=message):
        feature.check_fields("recognizer.features.years")


def test_a_range_and_a_direction_that_are_none_are_refused():
    for low, high in [(1.0, 0.0), (None, 1.0), (0.0, "1")]:
        message = f"^output 'x' of YearMatch has low = {low} and high = '?{high}'?; expected"
        with pytest.raises(ConfigError, match=message):
            type("YearMatch", (PairFeature,), {"outputs": (Output("x", low, high),)})
    for direction in (2, 0.5, "up", None):
        message = f"^output 'x' of YearMatch has direction = '?{direction}'?; expected 1 "
        with pytest.raises(ConfigError, match=message):
            type("YearMatch", (PairFeature,), {"outputs": (Output("x", direction=direction),)})


def test_a_misspelt_layer_is_told_before_anything_is_computed():
    feature = own([0.5])
    type(feature).layers = ("norm",)
    message = (
        r"^f: `layers` of YearMatch: there is no layer 'norm' of analysis; did you mean 'norms'\?"
    )
    with pytest.raises(ConfigError, match=message):
        feature.check_fields("f")


def test_layers_that_are_not_declared_are_refused():
    class Stems(PairFeature):
        layers = ("norms",)
        outputs = ONE

        def compute_pair(self, text, hypothesis):
            return [len(text.stems)]

    with pytest.raises(ConfigError, match=r"^layer 'stems' is not among the `layers` of Stems$"):
        Stems().compute(batch())


@pytest.mark.parametrize(("value", "is_refused"), [(1.0 + 1e-7, False), (1.1, True), (-0.1, True)])
def test_values_outside_of_the_declared_range_are_refused(value, is_refused):
    years = FeatureSet({"years": own([0.5, value], TWO)})
    pairs = [Pair("x", "1", "1"), Pair("y", "2", "2")]
    if not is_refused:
        assert years.extract(pairs, Analyzer()).values[1].tolist() == [0.5, value]
        return
    message = f"feature 'years.second' is {value} for pair 'y'; `low` and `high` of its Output are"
    with pytest.raises(RteBaselinesError, match=f"^{message} 0 and 1$"):
        years.extract(pairs, Analyzer())
