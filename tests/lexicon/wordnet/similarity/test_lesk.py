"""The overlap of extended glosses."""

import math
from itertools import product

import numpy as np
import pytest

from rte_baselines.lexicon.wordnet import AdaptedLesk, Part


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # "change place" and "use mind" share nothing, nor do those of their hyponyms.
        ("move.v.01", "think.v.01", 0),
        # "move" is a synonym here and in the definition there; "change place" is the
        # definition here and that of the hypernym there; "move fast" is that of the
        # hyponym here and the definition there.
        ("move.v.01", "run.v.01", 1 + 4 + 4),
        # Both definitions have "quality".
        ("good.a.01", "bad.a.01", 1),
    ],
)
def test_hand_worked_pairs(small, first, second, expected):
    found = AdaptedLesk(small).of_synsets(small.synset(first), small.synset(second))
    assert found == expected


def test_glosses_stand_by_kind_with_boundaries(small):
    words, kinds = AdaptedLesk(small)._extended_glosses(np.array([small.synset("rover.n.01")]))
    # Its hypernym's: animal bark cat; its own: certain dog, no examples, rover as a synonym.
    assert kinds.tolist() == [0] * 4 + [8] * 3 + [9] + [10] * 2
    boundaries = (words.values == -1).astype(int)
    assert boundaries.tolist() == [0, 0, 0, 1, 0, 0, 1, 1, 1, 1]


def test_normalized_by_the_overlaps_with_themselves(small):
    plain, normalized = AdaptedLesk(small), AdaptedLesk(small, normalize=True)
    synsets = range(len(small))
    own = [max(plain.of_synsets(synset, synset), 1) for synset in synsets]
    # What a synset shares with itself is known when it is compared for the second time.
    for first, second in [*product(synsets, synsets), *product(synsets, synsets)]:
        expected = plain.of_synsets(first, second) / math.sqrt(own[first] * own[second])
        assert normalized.of_synsets(first, second) == expected


@pytest.fixture(scope="module")
def lesk(wordnet):
    return AdaptedLesk(wordnet)


@pytest.mark.slow
def test_normalized_is_one_for_the_same_synset(wordnet):
    lesk = AdaptedLesk(wordnet, normalize=True)
    dog, cat = wordnet.synset("dog.n.01"), wordnet.synset("cat.n.01")
    assert lesk.of_synsets(dog, dog) == pytest.approx(1)
    assert 0 < lesk.of_synsets(dog, cat) < 1


@pytest.mark.slow
def test_unknown_words_overlap_with_nothing(wordnet, lesk):
    assert lesk.of_words("no such word", "dog", Part.NOUN) == 0
    assert lesk.of_words("no such word", "nor this", Part.NOUN) == 0


@pytest.mark.slow
def test_related_words_overlap_more(lesk):
    assert lesk.of_words("pen", "ink", Part.NOUN) > lesk.of_words("pen", "ferry", Part.NOUN)
