import pytest

from rte_baselines.features.surface.overlap import PartOfSpeechOverlap


@pytest.fixture
def pair(parsed):
    text = parsed(
        "Old boats ship cars to Oslo",
        lemmas="old boat ship car to oslo",
        pos="ADJ NOUN VERB NOUN ADP PROPN",
    )
    hypothesis = parsed(
        "The ship and boats reach Oslo and Bergen",
        lemmas="the ship and boat reach oslo and bergen",
        pos="DET NOUN CCONJ NOUN VERB PROPN CCONJ PROPN",
    )
    return text, hypothesis


@pytest.mark.parametrize(
    ("level", "nouns"),
    # Boat is a noun in both; ship is a verb in the text.
    [("lemmas", 1.0), ("tagged_lemmas", 0.5)],
)
def test_by_hand(numbers_of_parsed, pair, level, nouns):
    feature = PartOfSpeechOverlap(level)
    values = dict(
        zip(
            [output.name for output in feature.outputs],
            numbers_of_parsed(feature, pair)[0],
            strict=True,
        )
    )
    assert values == {
        "nouns": nouns,
        "proper_nouns": 0.5,
        "verbs": 0,
        "adjectives": 0,
        "adverbs": 0,
        "numbers": 0,
    }


def test_alignment_is_of_the_counted_words(aligned_parsed, pair):
    assert aligned_parsed(PartOfSpeechOverlap("tagged_lemmas"), *pair) == {
        "ship": (None, "missing"),
        "boats": ("boats", "same tagged lemma"),
        "reach": (None, "missing"),
        "Oslo": ("Oslo", "same tagged lemma"),
        "Bergen": (None, "missing"),
    }
