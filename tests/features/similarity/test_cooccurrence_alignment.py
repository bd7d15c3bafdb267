"""Equations 4 to 7 of glickman2006 by hand, on counts that a reader can count."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources import resources
from rte_baselines.features.similarity.word_probabilities import LexicalAlignment
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.frequency.cooccurrence import build_cooccurrence
from tests.features.computing import aligned_parsed, analyses_of, numbers_of
from tests.lexicon.small_corpus import PROVENANCE

# Documents with each word: bomb 4, blast 2 (both with bomb), market 3 (one with bomb), tram 2.
DOCUMENTS = ["bomb blast", "bomb blast tram", "bomb market", "bomb", "market tram", "market"]
ALL = ["probability", "entscore", "entscore2"]


def use_counts(folder, patch, level):
    """Use the counts of words of a level in the documents."""
    documents = [Document("", text) for text in DOCUMENTS]
    build_cooccurrence(documents, folder / "small", provenance=PROVENANCE, level=level)
    patch.setenv(resources.RESOURCES["cooccurrence"].variable, str(folder / "small"))


@pytest.fixture(scope="module")
def small_counts(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        use_counts(tmp_path_factory.mktemp("counts"), patch, "content_tokens")
        yield


@pytest.mark.parametrize(
    ("text", "hypothesis", "probability", "entscore", "entscore2"),
    [
        # P(bomb | blast) = 1, P(tram | blast) = 1/2, P(tram | market) = 1/3.
        ("blast market", "bomb tram", 1 / 2, 0, (log(6 / 4) + log(6 / 2) / 2) / log(6 / 4 * 6 / 2)),
        # P(market | bomb) = 1/4, and tram entails itself.
        ("bomb tram", "tram market", 1 / 2, log(3) / log(6), (log(3) + log(2) / 2) / log(6)),
        ("bomb", "tram market", 1 / 16, 0, 1 / 4),  # P(tram | bomb) = P(market | bomb) = 1/4
        ("the bomb", "The bomb.", 1, 1, 1),
        ("bomb", "ferry", 0, 0, 0),  # not in the corpus
        ("ferry", "a ferry", 1, 1, 1),
        # An unknown word is as rare as one document of six: ln 6, against ln 3/2.
        ("bomb", "bomb ferry", 0, log(1.5) / log(9), log(1.5) / log(9)),
        ("bomb", "of the", 1, 0, 0),
        ("of the", "bomb", 0, 0, 0),
        # Said twice, true once.
        ("bomb", "market, market", 1 / 4, 0, 1 / 4),
    ],
)
def test_by_hand(small_counts, text, hypothesis, probability, entscore, entscore2):
    numbers = numbers_of(LexicalAlignment(ALL), (text, hypothesis))[0]
    np.testing.assert_allclose(numbers, [probability, entscore, entscore2])


def test_alignment_by_probability(small_counts):
    sides = analyses_of(
        LexicalAlignment, "A blast at the market.", "The market: a bomb, a tram, a kite."
    )
    assert aligned_parsed(LexicalAlignment(), *sides) == {
        "market": ("market", "same word"),
        "bomb": ("blast", "P(u|v) 1"),
        "tram": ("blast", "P(u|v) 0.5"),
        "kite": (None, "missing"),
    }
    sides = analyses_of(LexicalAlignment, "A blast, a bomb.", "The bomb")
    assert aligned_parsed(LexicalAlignment(), *sides) == {"bomb": ("bomb", "same word")}


def test_counts_of_another_tokenization(tmp_path, monkeypatch):
    use_counts(tmp_path, monkeypatch, "norms")
    with pytest.raises(ResourceError, match=r"is of norms; lexical_alignment\.v1 needs one of"):
        numbers_of(LexicalAlignment(), ("bomb", "bomb"))


snippets = st.lists(st.sampled_from("oil prices Iraq rose the dinar 9 qqzzx".split())).map(" ".join)


@given(snippets, snippets, snippets)
def test_longer_texts_never_decrease_the_probability(text, more, hypothesis):
    feature = LexicalAlignment(ALL)
    before, after = numbers_of(feature, (text, hypothesis), (f"{text} {more}", hypothesis))
    assert (after >= before).all()
    # A word that is in the text has probability 1, so entscore2 is the more lenient.
    assert before[2] >= before[1]
