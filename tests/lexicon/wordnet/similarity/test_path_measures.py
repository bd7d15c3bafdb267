"""Is-a links between words, and Hirst and St-Onge's relatedness."""

import math

import pytest

from rte_baselines.lexicon.wordnet import HirstStOnge, Part
from rte_baselines.lexicon.wordnet.similarity.path_measures import distance_of_words, is_a_distance

REAL_WORDS = "car automobile dog cat entity hit strike kill murder be have run zzzz".split()


@pytest.mark.parametrize(
    ("first", "second", "links"),
    [
        ("animal", "beast", 0),  # one synset
        ("rover", "dog", 1),  # an instance is a link like a kind
        ("poodle", "pet", 1),  # one of two hypernyms
        ("poodle", "animal", 2),  # by dog or by pet
        ("cat", "pet", 2),  # up to animal, and down again
        ("dog", "plant", 1),  # the dog that is a plant is nearer than the animal
        ("rover", "plant", 4),  # dog, animal, entity, plant: one sense of dog, not two, is on it
    ],
)
def test_of_nouns(small, first, second, links):
    assert distance_of_words(small, first, second, Part.NOUN) == links
    assert distance_of_words(small, second, first, Part.NOUN) == links


def nltk_distance(nltk_wordnet, first, second, letter):
    """The fewest links by NLTK, which counts no made-up root here."""
    of_first, of_second = (
        # NLTK also takes a word for a form of another.
        {lemma.synset() for lemma in nltk_wordnet.lemmas(word, letter)}
        for word in (first, second)
    )
    lengths = [
        one.shortest_path_distance(other, simulate_root=False)
        for one in of_first
        for other in of_second
    ]
    return min((length for length in lengths if length is not None), default=math.inf)


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["n", "v"])
def test_equals_nltk(wordnet, nltk_wordnet, letter):
    for first in REAL_WORDS:
        for second in REAL_WORDS:
            expected = nltk_distance(nltk_wordnet, first, second, letter)
            assert distance_of_words(wordnet, first, second, Part.of_letter(letter)) == expected


@pytest.mark.parametrize(
    ("first", "second", "links"),
    [
        (("hit", "VERB"), ("strike", "VERB"), 0),
        (("car", "NOUN"), ("automobile", "NOUN"), 0),
        (("big", "ADJ"), ("large", "ADJ"), 0),
        (("lioness", "NOUN"), ("lion", "NOUN"), 1),
        (("oslo", "PROPN"), ("oslo", "PROPN"), 0),
        (("norwegian_capital", "NOUN"), ("oslo", "PROPN"), math.inf),
    ],
)
def test_well_known_words(first, second, links):
    assert is_a_distance(first, second) == is_a_distance(second, first) == links


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("hit", "VERB"), ("strike", "NOUN")),
        (("", "NOUN"), ("", "NOUN")),
        (("x" * 10_000, "VERB"), ("\x00", "VERB")),
    ],
)
def test_infinitely_far(first, second):
    assert is_a_distance(first, second) == is_a_distance(second, first) == math.inf


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("dog.n.01", "dog.n.01", 16),
        # Antonyms, a satellite and its head, an attribute, and an adverb's adjective.
        ("good.a.01", "bad.a.01", 16),
        ("good.a.01", "nice.s.01", 16),
        ("entity.n.01", "good.a.01", 16),
        ("well.r.01", "good.a.01", 16),
        # Up and down: two links and a turn.
        ("dog.n.01", "cat.n.01", 8 - 2 - 1),
        # Up twice.
        ("rover.n.01", "animal.n.01", 8 - 2),
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
