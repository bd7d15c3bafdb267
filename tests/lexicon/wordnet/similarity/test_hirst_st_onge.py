"""Hirst and St-Onge's relatedness in WordNet."""

import pytest

from rte_baselines.lexicon.wordnet import HirstStOnge, Part


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("dog.n.01", "dog.n.01", 16),
        # Antonyms, a satellite and its head, an attribute, and an adverb's adjective.
        ("good.a.01", "bad.a.01", 16),
        ("good.a.01", "nice.s.01", 16),
        ("good.a.01", "entity.n.01", 16),
        ("entity.n.01", "good.a.01", 16),
        ("well.r.01", "good.a.01", 16),
        # Up and down: two links and a turn.
        ("dog.n.01", "cat.n.01", 8 - 2 - 1),
        # Up twice.
        ("rover.n.01", "animal.n.01", 8 - 2),
        # By way of the dog or the pet and the animal.
        ("poodle.n.01", "cat.n.01", 8 - 3 - 1),
        # By way of the adjective they both lead to.
        ("well.r.01", "bad.a.01", 8 - 2),
        ("run.v.01", "muse.v.01", 0),
    ],
)
def test_hand_worked_pairs(small, first, second, expected):
    found = HirstStOnge(small).of_synsets(small.synset(first), small.synset(second))
    assert found == expected


def test_compounds_with_a_single_link_are_strongly_related(small):
    relatedness = HirstStOnge(small)
    assert relatedness.of_words("house_pet", "pet", Part.NOUN) == 16
    assert relatedness.of_words("dog", "animal", Part.NOUN) < 16


@pytest.mark.slow
def test_shipped_wordnet(wordnet):
    relatedness = HirstStOnge(wordnet)
    assert relatedness.of_words("school", "private_school", Part.NOUN) == 16
    dog, cat = wordnet.synset("dog.n.01"), wordnet.synset("cat.n.01")
    # dog, canine, carnivore, feline, cat
    assert relatedness.of_synsets(dog, cat) == 8 - 4 - 1
