"""The overlap of extended glosses."""

import math
from itertools import product

import pytest

from rte_baselines.lexicon.wordnet import AdaptedLesk


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


def test_normalized_by_the_overlaps_with_themselves(small):
    plain, normalized = AdaptedLesk(small), AdaptedLesk(small, normalize=True)
    synsets = range(len(small))
    own = [max(plain.of_synsets(synset, synset), 1) for synset in synsets]
    # What a synset shares with itself is known when it is compared for the second time.
    for first, second in [*product(synsets, synsets), *product(synsets, synsets)]:
        expected = plain.of_synsets(first, second) / math.sqrt(own[first] * own[second])
        assert normalized.of_synsets(first, second) == expected
