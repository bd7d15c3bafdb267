"""What every registered feature must hold to, without being named here."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.registry import registry

FEATURES = registry.all("features")

SNIPPETS = st.one_of(
    st.text(max_size=80),
    # Words that meet each other, so that the features have something to find.
    st.lists(st.sampled_from("The a cat Cat not n't 1,000 thousand Oslo . , - 2".split())).map(
        " ".join
    ),
)
ODD_SNIPPETS = [
    "",
    " ",
    "...",
    "\x00\x07",
    "🙂🙂 🙂",
    "שלום עולם",
    "a" * 5_000,
    "word " * 3_000,
    "9" * 400,
    "\ud800",
]

every_feature = pytest.mark.parametrize("name", FEATURES)


def compute(feature, numbers_of, pairs):
    values = numbers_of(feature, *pairs)
    assert values.shape == (len(pairs), len(feature.outputs))
    assert np.isfinite(values).all()
    for column, output in enumerate(feature.outputs):
        assert (values[:, column] >= output.low).all(), output
        assert (values[:, column] <= output.high).all(), output
    return values


@every_feature
def test_describes_itself(name):
    feature = FEATURES[name]()
    assert feature.source
    assert FEATURES[name].__doc__
    names = [output.name for output in feature.outputs]
    assert len(set(names)) == len(names) >= 1
    assert all(output.low <= output.high for output in feature.outputs)
    assert feature.registered_name() == name


@every_feature
def test_round_trips_through_its_config(name):
    feature = FEATURES[name]()
    built = registry.resolve({"feature": feature.to_config()})["feature"]
    assert built.to_config() == feature.to_config() == clone(feature).to_config()


@every_feature
@settings(max_examples=40)
@given(pairs=st.lists(st.tuples(SNIPPETS, SNIPPETS), min_size=1, max_size=4))
def test_values_are_in_range_alone_and_in_batches(name, numbers_of, pairs):
    feature = FEATURES[name]()
    together = compute(feature, numbers_of, pairs)
    backwards = compute(feature, numbers_of, pairs[::-1])[::-1]
    alone = np.vstack([compute(feature, numbers_of, [pair]) for pair in pairs])
    np.testing.assert_array_equal(together, backwards)
    np.testing.assert_array_equal(together, alone)


@every_feature
def test_accepts_any_snippet(name, numbers_of):
    pairs = [(text, hypothesis) for text in ODD_SNIPPETS for hypothesis in ("", "Oslo 9", text)]
    compute(FEATURES[name](), numbers_of, pairs)


@every_feature
def test_accepts_an_empty_batch(name, numbers_of):
    feature = FEATURES[name]()
    assert numbers_of(feature).shape == (0, len(feature.outputs))


@every_feature
@settings(max_examples=40)
@given(text=SNIPPETS, hypothesis=SNIPPETS)
def test_aligns_within_the_snippets(name, text, hypothesis):
    feature = FEATURES[name]()
    text, hypothesis = default_analyzer().analyze([text, hypothesis])
    for alignment in feature.align(text, hypothesis):
        assert 0 <= alignment.hypothesis < len(hypothesis)
        assert alignment.text is None or 0 <= alignment.text < len(text)
        assert alignment.relation


@every_feature
@settings(max_examples=20)
@given(text=SNIPPETS, hypothesis=SNIPPETS)
def test_describes_what_it_found_as_part_of_a_sentence(name, text, hypothesis):
    described = FEATURES[name]().describe(*default_analyzer().analyze([text, hypothesis]))
    assert not described.endswith((".", ";", ","))
    assert described.isprintable()
