"""What every registered measure promises, whichever it is."""

from dataclasses import replace
from functools import cache
from itertools import product
from math import isfinite, log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.core.registry import registry
from rte_baselines.evaluation import Measure, available_measures
from rte_baselines.evaluation.inputs.arrays import encode_labels, judgments_of_arrays
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS, Judgments
from rte_baselines.evaluation.measures.base import estimate, select_measures
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.evaluation.significance.randomization import comparable
from rte_baselines.kernels.rankings.resampling import draw_counts
from rte_baselines.pairs import Label, Scheme
from tests.conftest import draw_few_resamples
from tests.evaluation.paired import paired_bootstraps

MEASURES = available_measures().values()
every_measure = pytest.mark.parametrize("measure", MEASURES, ids=available_measures().keys())


@pytest.fixture(scope="module", autouse=True)
def as_many_resamples_as_needed():
    """Draw few resamples: what is promised of intervals holds for any number."""
    with pytest.MonkeyPatch.context() as patch:
        draw_few_resamples(patch)
        yield


@st.composite
def judgments(draw, max_size=12, schemes=tuple(Scheme)):
    scheme = draw(st.sampled_from(schemes))
    labels = st.sampled_from(scheme.labels)
    # Measures of a label are undefined without it, so there are often all of them.
    every_label = list(scheme.labels) if draw(st.booleans()) else []
    size = max(draw(st.integers(1, max_size)), len(every_label))

    def column(values):
        return draw(st.lists(values, min_size=size, max_size=size))

    probabilities = column(st.sampled_from([(1, 0), (0.25, 0.75), (0.5, 0.5), (0, 1)]))
    return judgments_of_arrays(
        [*every_label, *column(labels)][:size],
        column(labels),
        column(st.integers(1, 4)),
        column(st.sampled_from([0, 0.5, 1, 1e308])),
        probabilities,
        label_order=Scheme.TWO_WAY.labels,
    )


def perfect(gold):
    """The judgments of a run that is right throughout, and sure of it."""
    return Judgments(
        gold,
        gold,
        ranking=np.where(gold == ENTAILMENT, 1, 2),
        confidences=np.ones(len(gold)),
        probabilities=np.eye(len(LABELS))[gold],
    )


@cache
def schemes_of(measure):
    """The schemes in which a measure is defined where every label occurs."""
    judged = {scheme: perfect(encode_labels(scheme.labels)) for scheme in Scheme}
    return [scheme for scheme, of in judged.items() if measure.why_undefined(of) is None]


def value_of(measure, judged):
    """The value, or None where there is a reason for having none."""
    reason = measure.why_undefined(judged)
    assert reason is None or reason.strip()
    return None if reason else measure.score(judged)


@every_measure
def test_its_metadata_is_complete(measure):
    assert measure.name == measure.name.lower()
    assert measure.description.strip()
    assert "\n" not in measure.description
    assert measure.citation.strip()
    for paragraph in ("Formula: ", "When to use: "):
        assert f"\n\n    {paragraph}" in type(measure).__doc__, f"no paragraph '{paragraph}'"
    assert measure.direction in ("higher", "lower", "neither")
    assert measure.range[0] < measure.range[1]
    assert measure.needs


def test_it_says_whether_its_value_is_in_the_scheme_of_the_run():
    """Beside a two-way run, three-way labels are conflated, and other values stay as they are."""
    generator = np.random.default_rng(7)
    gold, said = generator.choice(Scheme.THREE_WAY.labels, (2, 60))
    numbers = generator.permutation(60), generator.random(60), generator.dirichlet(np.ones(3), 60)
    order = Scheme.THREE_WAY.labels
    three_way = judgments_of_arrays(gold, said, *numbers, label_order=order)
    entails = np.where(gold == Label.ENTAILMENT, Label.ENTAILMENT, Label.NO_ENTAILMENT)
    conflated, _ = comparable(three_way, judgments_of_arrays(gold, entails))
    values = {of.name: (value_of(of, three_way), value_of(of, conflated)) for of in MEASURES}
    in_both = {name: both for name, both in values.items() if None not in both}
    changed = {name for name, (value, other) in in_both.items() if value != pytest.approx(other)}
    assert {of.name for of in MEASURES if of.follows_scheme and of.name in in_both} == changed


@pytest.mark.parametrize("registered", registry.all("measures"))
def test_it_is_registered_under_its_name_and_version(registered):
    measure = registry.get("measures", registered)()
    name, _, version = registered.rpartition(".v")
    assert (measure.name, version.isdigit()) == (name, True)
    assert [type(found) for found in select_measures([registered])] == [type(measure)]


# Judgments are drawn once for all measures, because drawing takes longer than scoring.
many_examples = settings(max_examples=60)


def labelled(size, scheme, share, right):
    """Pairs of which a share is entailed, with two or three labels, and a run that is often right.

    The others have every other label of the scheme in turn, as do wrong labels.
    """
    codes = [LABELS.index(label) for label in scheme.labels]
    generator = np.random.default_rng(size)
    others = np.resize(codes[1:], size)
    gold = np.where(np.arange(size) < share * size, codes[0], others).astype(np.int8)
    wrong = np.where(gold == codes[0], codes[1], codes[0])
    labels = np.where(generator.random(size) < right, gold, wrong).astype(np.int8)
    sure = np.round(0.5 + generator.random(size) / 2, 2)
    probabilities = np.zeros((size, len(LABELS)))
    probabilities[:, codes] = ((1 - sure) / (len(codes) - 1))[:, np.newaxis]
    probabilities[np.arange(size), labels] = sure
    return Judgments(gold, labels, -probabilities[:, 0], sure, probabilities)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize("size", [2, 10, 60, 800])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("right", [0.0, 0.7, 1.0])
def test_intervals_are_within_what_labels_allow(monkeypatch, scheme, size, share, right):
    """Two labels carry one bit, three log2 3; differences are as large as the range at most."""
    draw_few_resamples(monkeypatch)
    judged = labelled(size, scheme, share, right)
    defined = [measure for measure in MEASURES if measure.why_undefined(judged) is None]
    bits = log2(len(scheme.labels))
    limits = {
        measure.name: (0, bits) if measure.range == (0, log2(3)) else measure.range
        for measure in defined
    }
    for name, found in estimate(defined, judged).items():
        if found.low is not None:
            low, high = limits[name]
            assert low <= found.low <= found.value <= found.high <= high, name
    other = replace(judged, labels=labelled(size, scheme, share, 0.5).labels)
    both = [measure for measure in defined if measure.why_undefined(other) is None]
    for name, found in paired_bootstraps(both, judged, other).items():
        widest = limits[name][1] - limits[name][0]
        assert -widest <= found.low <= found.difference <= found.high <= widest, name


@pytest.mark.slow
@given(judged=judgments())
def test_their_values_are_finite_and_in_range(judged):
    values = {measure: value_of(measure, judged) for measure in MEASURES}
    values = {measure: value for measure, value in values.items() if value is not None}
    estimates = estimate(values, judged)
    for measure, value in values.items():
        assert isfinite(value), measure.name
        assert measure.range[0] <= value <= measure.range[1], measure.name
        # In an order of its own, by which a sum may differ in its last digit.
        found = estimates[measure.name]
        assert found.value == pytest.approx(value, abs=1e-12), measure.name
        assert (found.low is None) == (measure.resampling == "unfit"), measure.name
        if found.low is not None:
            ends = [measure.range[0], found.low, found.value, found.high, measure.range[1]]
            assert ends == sorted(ends), measure.name


@pytest.mark.slow
@many_examples
@given(judged=judgments())
def test_no_run_is_better_than_a_perfect_one(judged):
    run = replace(perfect(judged.gold), confidences=judged.confidences)
    for measure in MEASURES:
        value, best = value_of(measure, judged), value_of(measure, run)
        if value is not None and best is not None and measure.direction != "neither":
            better_by = value - best if measure.direction == "higher" else best - value
            assert better_by <= 1e-12, measure.name


@pytest.mark.slow
@pytest.mark.parametrize("scheme", Scheme)
@many_examples
@given(data=st.data(), seed=st.integers(0, 99))
def test_resamples_score_as_if_scored_one_by_one(scheme, data, seed):
    judged = data.draw(judgments(max_size=8, schemes=[scheme]))
    counts = draw_counts(len(judged.gold), 2, np.random.default_rng(seed))
    resamples = Resamples(judged, np.arange(len(judged.gold)), counts)
    one_by_one = list(resamples.written_out())
    for measure in MEASURES:
        if measure.why_undefined(judged) is None:
            values = measure.resampled(resamples)
            for value, drawn in zip(values, one_by_one, strict=True):
                expected = value_of(measure, drawn)
                assert expected is None or value == pytest.approx(expected), measure.name


@pytest.mark.slow
@many_examples
@given(judged=judgments(), data=st.data())
def test_the_order_of_the_pairs_does_not_matter(judged, data):
    order = data.draw(st.permutations(range(len(judged.gold))))
    reordered = judged.select(np.array(order))
    for measure in MEASURES:
        expected = value_of(measure, judged)
        assert value_of(measure, reordered) == pytest.approx(expected), measure.name


@pytest.mark.slow
@settings(max_examples=10)
@given(judged=judgments(), data=st.data())
def test_intervals_do_not_depend_on_the_order_of_the_pairs(judged, data):
    order = np.array(data.draw(st.permutations(range(len(judged.gold)))))
    measures = [measure for measure in MEASURES if measure.why_undefined(judged) is None]
    assert estimate(measures, judged.select(order)) == estimate(measures, judged)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", Scheme)
@given(data=st.data())
def test_their_expectations_are_the_means_over_all_labellings(scheme, data):
    """Of a system that draws labels at random, and is as sure of all as of any."""
    every_label = st.permutations(scheme.labels)
    some_labels = st.lists(st.sampled_from(scheme.labels), min_size=1, max_size=3)
    gold = encode_labels(data.draw(every_label | some_labels))
    size = len(gold)
    weight_of_each = [st.integers(0, 3)] * len(scheme.labels)
    weights = data.draw(st.tuples(*weight_of_each).filter(any))
    shares = dict(zip(scheme.labels, weights, strict=True))
    probabilities = np.array([shares.get(label, 0) for label in LABELS]) / sum(shares.values())
    # Labels that are never drawn are in no labelling that there is.
    drawn_labels = [label for label in scheme.labels if shares[label]]
    labellings = [encode_labels(labels) for labels in product(drawn_labels, repeat=size)]
    sure, shared = np.ones(size), np.tile(probabilities, (size, 1))
    tied = [Judgments(gold, codes, sure, sure, shared, known_scheme=scheme) for codes in labellings]
    chances = [probabilities[codes].prod() for codes in labellings]
    for measure in (measure for measure in MEASURES if scheme in schemes_of(measure)):
        found = zip(chances, (value_of(measure, judged) for judged in tied), strict=True)
        defined = [(chance, value) for chance, value in found if value is not None]
        expected = measure.expected(gold, probabilities) if defined else None
        if expected is not None:
            weights, of_each = zip(*defined, strict=True)
            mean = np.average(of_each, weights=weights)
            assert expected == pytest.approx(mean, abs=1e-12), measure.name


def test_unknown_measures_are_refused_with_the_names_of_the_known():
    with pytest.raises(InputError, match=r"mean 'accuracy'\? expected one of .*cws"):
        select_measures(["acuracy"])


def test_the_highest_version_has_the_plain_name(monkeypatch):
    class Constant(Measure):
        name = "constant"
        description = citation = "none"
        range = (0.0, 1.0)

        def score(self, judgments):
            return 1.0

    class OlderConstant(Constant):
        pass

    registered = {"constant.v10": Constant, "constant.v9": OlderConstant}
    monkeypatch.setattr(registry, "names", lambda kind: [*registered])
    monkeypatch.setattr(registry, "get", lambda kind, name: registered[name])
    assert type(available_measures()["constant"]) is Constant
    mine = OlderConstant()
    assert select_measures([mine]) == [mine]
    with pytest.raises(InputError, match="two measures have the name 'constant', OlderConstant "):
        select_measures([mine, "constant"])
