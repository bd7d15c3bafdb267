"""What every registered feature must hold to, without being named here."""

import inspect
from functools import partial
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from sklearn.base import clone

from rte_baselines.analysis.analyzer import declared, default_analyzer
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features import PairBatch, PairFeature
from rte_baselines.features.batch import Drop
from rte_baselines.recognizers.config import ConfigRegistry
from tests.features.computing import numbers_of

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
    # More words than any limit of a feature.
    "word " * 1_100,
    "9" * 400,
    "\ud800",
]

# The fields of numbers, by those that they have by default.
NUMBERS = [
    (name, parameter.name)
    for name, feature in FEATURES.items()
    for parameter in inspect.signature(feature).parameters.values()
    if type(parameter.default) in (int, float)
]

pytestmark = pytest.mark.usefixtures("remembered_proofs")
every_feature = pytest.mark.parametrize("name", FEATURES)


def analyzed(pairs):
    """Analyze pairs for all features at once, because that takes longer than comparing them."""
    layers = {layer for feature in FEATURES.values() for layer in feature().layers}
    analyses = default_analyzer().analyze([snippet for pair in pairs for snippet in pair], layers)
    return PairBatch(analyses[0::2], analyses[1::2])


def compute(feature, batch):
    values, outputs = feature.compute(batch), feature.outputs
    assert values.shape == (len(batch.texts), len(outputs)), feature
    assert np.isfinite(values).all(), feature
    ranges = np.array([(output.low, output.high) for output in outputs]).reshape(-1, 2)
    is_in_range = (values >= ranges[:, 0]) & (values <= ranges[:, 1])
    outside = [outputs[column] for column in np.flatnonzero(~is_in_range.all(axis=0))]
    assert not outside, (feature, outside)
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
    built = ConfigRegistry.resolve({"feature": feature.to_config()})["feature"]
    assert built.to_config() == feature.to_config() == clone(feature).to_config()


@pytest.mark.longest
@settings(max_examples=8)
@given(pairs=st.lists(st.tuples(SNIPPETS, SNIPPETS), min_size=1, max_size=4))
def test_values_are_in_range_alone_and_in_batches(pairs):
    batch = analyzed(pairs)
    reverse = analyzed(pairs[::-1])
    single = [analyzed([pair]) for pair in pairs]
    for name, feature in FEATURES.items():
        together = compute(feature(), batch)
        backwards = compute(feature(), reverse)[::-1]
        alone = np.vstack([compute(feature(), pair) for pair in single])
        np.testing.assert_array_equal(together, backwards, name)
        np.testing.assert_array_equal(together, alone, name)


@pytest.mark.filterwarnings("ignore:.*(is cut|are ignored|are tried|is proved)")
@pytest.mark.slow
@pytest.mark.longest
def test_accepts_any_snippet():
    pairs = analyzed([(text, other) for text in ODD_SNIPPETS for other in ("Oslo 9", text)])
    for feature in FEATURES.values():
        compute(feature(), pairs)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name, feature in FEATURES.items() if issubclass(feature, PairFeature)]
)
def test_reads_the_layers_that_it_declares_and_no_others(name):
    feature = FEATURES[name]()
    snippets = ["Two old ferries from Oslo sank in 1994.", "In 1994, a ferry did not sink."]
    analyses = default_analyzer().analyze(snippets, feature.layers)
    text, hypothesis = declared(analyses, type(feature), feature.layers).values()
    assert len(feature.compute_pair(text, hypothesis)) == len(feature.outputs)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "field"), NUMBERS)
def test_numbers_that_are_accepted_can_be_computed_with(name, field):
    for number in (-1, 0, 1, 0.1, 1_000):
        feature = FEATURES[name](**{field: number})
        try:
            feature.check_fields("feature")
        except ConfigError:
            continue
        numbers_of(feature, ("Two old ferries sank.", "Two ferries sank."))


@pytest.mark.slow
def test_punctuation_alone_is_as_similar_to_itself_as_words_are():
    # Features of names, phrases or predicates find nothing in two conjunctions either. Latent
    # semantics know these, and no punctuation.
    batch = analyzed([(snippet, snippet) for snippet in ("?!", "... ...", "and or")])
    require_as_similar([of for name, of in FEATURES.items() if name != "lsi_cosine.v1"], batch)


@pytest.mark.slow
@pytest.mark.parametrize("drop", get_args(Drop))
def test_punctuation_alone_is_similar_to_itself_whatever_is_dropped(drop):
    dropping = [
        partial(feature, drop=drop)
        for feature in FEATURES.values()
        if "drop" in inspect.signature(feature).parameters
    ]
    batch = analyzed([(snippet, snippet) for snippet in ("?!", "... ...", "Oslo Paris")])
    assert require_as_similar(dropping, batch) >= {"word_overlap.v1", "similarity_overlap.v1"}


def require_as_similar(features, batch):
    """Check that outputs that are highest for the last pair are so for all; return whose exist."""
    found = set()
    for feature in features:
        made = feature()
        highest = np.array([output.high for output in made.outputs])
        is_highest = np.isclose(compute(made, batch), highest)
        of_words = is_highest[-1]
        assert is_highest[:, of_words].all(), made
        found.update([made.registered_name()] if of_words.any() else [])
    return found


@every_feature
def test_accepts_an_empty_batch(name):
    feature = FEATURES[name]()
    assert numbers_of(feature).shape == (0, len(feature.outputs))


@given(text=SNIPPETS, hypothesis=SNIPPETS)
def test_explains_within_the_snippets_in_phrases_and_lines(text, hypothesis):
    text, hypothesis = default_analyzer().analyze([text, hypothesis])
    for name, feature in FEATURES.items():
        for alignment in feature().align(text, hypothesis):
            assert 0 <= alignment.hypothesis < len(hypothesis), name
            assert alignment.text is None or 0 <= alignment.text < len(text), name
            assert alignment.relation, name
        described = feature().describe(text, hypothesis)
        assert not described.endswith((".", ";", ",")), name
        assert described.isprintable(), name
        for illustration in feature().illustrate(text, hypothesis):
            assert all(cell_len(line) <= 80 for line in illustration.lines), name
