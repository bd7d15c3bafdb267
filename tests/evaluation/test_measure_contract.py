"""What every registered measure promises, whichever it is."""

from itertools import product
from math import isfinite

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.evaluation import Measure, available_measures
from rte_baselines.evaluation.judgments import ENTAILMENT, LABELS, Judgments, encode_labels
from rte_baselines.evaluation.measure import select_measures
from rte_baselines.pairs import Scheme
from rte_baselines.registry import registry

every_measure = pytest.mark.parametrize(
    "measure", available_measures().values(), ids=available_measures().keys()
)


@st.composite
def judgments(draw, max_size=12):
    labels = st.sampled_from(draw(st.sampled_from(Scheme)).labels)
    size = draw(st.integers(1, max_size))

    def column(values):
        return draw(st.lists(values, min_size=size, max_size=size))

    return Judgments.from_arrays(
        column(labels), column(labels), column(st.integers(1, 4)), column(st.sampled_from([0, 0.5]))
    )


def value_of(measure, judged):
    """The value, or None where there is a reason for having none."""
    reason = measure.why_undefined(judged)
    assert reason is None or reason.strip()
    return None if reason else measure.score(judged)


@every_measure
def test_it_says_what_it_is(measure):
    assert measure.name == measure.name.lower()
    assert measure.description.strip()
    assert "\n" not in measure.description
    assert measure.citation.strip()
    assert measure.direction in ("higher", "lower")
    assert measure.range[0] < measure.range[1]
    assert measure.needs


@pytest.mark.parametrize("registered", registry.all("measures"))
def test_it_is_registered_under_its_name_and_version(registered):
    measure = registry.get("measures", registered)()
    name, _, version = registered.rpartition(".v")
    assert (measure.name, version.isdigit()) == (name, True)
    assert [type(found) for found in select_measures([registered])] == [type(measure)]


@every_measure
@settings(max_examples=40)
@given(judged=judgments())
def test_its_values_are_finite_and_in_range(measure, judged):
    value = value_of(measure, judged)
    if value is not None:
        assert isfinite(value)
        assert measure.range[0] <= value <= measure.range[1]
        low, high = measure.interval(judged) or (value, value)
        assert low <= value <= high


@every_measure
@settings(max_examples=40)
@given(judged=judgments())
def test_a_perfect_run_gets_the_best_value(measure, judged):
    perfect = Judgments(
        judged.gold,
        judged.gold,
        ranking=np.where(judged.gold == ENTAILMENT, 1, 2),
        confidences=np.ones(len(judged.gold)),
    )
    value = value_of(measure, perfect)
    assert value in (None, measure.best)


@every_measure
@settings(max_examples=40)
@given(judged=judgments(), data=st.data())
def test_the_order_of_the_pairs_does_not_matter(measure, judged, data):
    order = data.draw(st.permutations(range(len(judged.gold))))
    assert value_of(measure, judged.select(np.array(order))) == pytest.approx(
        value_of(measure, judged)
    )


@every_measure
@pytest.mark.parametrize("label", LABELS)
def test_one_pair(measure, label):
    judged = Judgments.from_arrays([label], [label], ranking=[1], confidences=[1.0])
    assert value_of(measure, judged) in (None, measure.best)


@every_measure
@settings(max_examples=25)
@given(judged=judgments(max_size=3), data=st.data())
def test_its_expectation_is_the_mean_over_all_labellings(measure, judged, data):
    """Of a system that draws labels at random, and is as sure of all as of any."""
    gold, size = judged.gold, len(judged.gold)
    scheme = judged.scheme or Scheme.TWO_WAY
    weights = data.draw(st.lists(st.integers(0, 3), min_size=3, max_size=3).filter(any))
    shares = dict(zip(scheme.labels, weights, strict=False))
    assume(sum(shares.values()))
    probabilities = np.array([shares.get(label, 0) for label in LABELS]) / sum(shares.values())

    mean = 0.0
    for labels in product(scheme.labels, repeat=size):
        codes = encode_labels(labels)
        tied = Judgments(gold, codes, ranking=np.zeros(size), confidences=np.zeros(size))
        value = value_of(measure, tied)
        assume(value is not None)
        mean += value * probabilities[codes].prod()

    expected = measure.expected(gold, probabilities)
    assert expected is None or expected == pytest.approx(mean)


def test_unknown_measures_are_refused_with_the_names_of_the_known():
    with pytest.raises(InputError, match=r"unknown measure 'acuracy'; expected one of .*cws"):
        select_measures(["acuracy"])


def test_the_highest_version_has_the_plain_name(monkeypatch):
    class Constant(Measure):
        name = "constant"
        description = "always the same"
        range = (0.0, 1.0)
        citation = "none"

        def score(self, judgments):
            return 1.0

    class OlderConstant(Constant):
        pass

    registered = {"constant.v10": Constant, "constant.v9": OlderConstant}
    monkeypatch.setattr(registry, "all", lambda kind: registered)
    assert type(available_measures()["constant"]) is Constant
    mine = OlderConstant()
    assert select_measures([mine]) == [mine]
