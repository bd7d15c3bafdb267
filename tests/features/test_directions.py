"""The direction that outputs declare, checked on pairs of a snippet with itself."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.registry import registry
from rte_baselines.features import PairBatch
from rte_baselines.recognizers import Recognizer, shipped_configs

SNIPPETS = [
    "The bakery is not open.",
    "There is no cheese left.",
    "Yes.",
    "?!",
    "It is.",
    "Two old ferries from Oslo sank in 1994.",
    "Anna Berg, the mayor of Bergen, did not sell 1,000 houses on Monday.",
    "The dog slept. Every cat ate the fish quickly.",
]

WORDS = "the a not no never Oslo Anna two 2 1,000 1994 old ferry ferries sank , . ?".split()

WITHOUT_PARSE = (
    "bleu capitalized_mismatch lexical_alignment lsi_cosine negation_mismatch ngram_overlap "
    "nltk_rte number_mismatch perez_bleu perez_bleu_recall rouge_l rouge_n rouge_s rouge_w "
    "string_metrics transduction_cost word_overlap"
).split()

pytestmark = pytest.mark.usefixtures("remembered_analyses", "remembered_proofs")


@cache
def features():
    """Every registered feature, and those of the shipped configs, by what they are."""
    built = [feature() for feature in registry.all("features").values()]
    for name in shipped_configs():
        built += Recognizer.from_config(name).features.features.values()
    return list({str(feature.to_config()): feature for feature in built}.values())


def worse_than_others(feature, snippets):
    """Return the outputs, and the snippets, of which another hypothesis is better than the text.

    An output without a direction is no better for one hypothesis than for another.
    """
    analyses = default_analyzer().analyze(snippets, feature.layers)
    pairs = [(text, hypothesis) for text in analyses for hypothesis in analyses]
    values = feature.compute(PairBatch(*map(list, zip(*pairs, strict=True))))
    directions = [output.direction for output in feature.outputs]
    goodness = (values * directions).reshape(len(snippets), len(snippets), -1)
    of_equals = goodness.diagonal().T
    # A mean can differ by a rounding error.
    rows, columns = np.nonzero(of_equals < goodness.max(axis=1) - 1e-9)
    return [
        (feature.outputs[column].name, snippets[row])
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]


@pytest.mark.slow
@pytest.mark.longest
@pytest.mark.parametrize("name", registry.all("features"))
def test_no_hypothesis_is_better_than_the_text_itself(name):
    alike = [feature for feature in features() if feature.registered_name() == name]
    assert alike
    for feature in alike:
        assert not worse_than_others(feature, SNIPPETS), feature.to_config()


@given(words=st.lists(st.lists(st.sampled_from(WORDS), max_size=8), min_size=1, max_size=4))
def test_no_random_words_are_better_than_the_text_itself(words):
    snippets = list(map(" ".join, words))
    for name in WITHOUT_PARSE:
        feature = registry.get("features", f"{name}.v1")()
        assert not worse_than_others(feature, snippets), name
