import pytest

from rte_baselines.lexicon.antonyms import antonyms


@pytest.mark.parametrize(
    ("lemma", "tag", "antonym"),
    [
        ("hot", "ADJ", "cold"),
        ("win", "VERB", "lose"),
        ("victory", "NOUN", "defeat"),
        ("quickly", "ADV", "slowly"),
    ],
)
def test_well_known_antonyms(lemma, tag, antonym):
    assert antonym in antonyms(lemma, tag)
    assert lemma in antonyms(antonym, tag)


@pytest.mark.parametrize(
    ("lemma", "tag"),
    [("hot", "NOUN"), ("up", "ADP"), ("", "NOUN"), ("x" * 10_000, "VERB"), ("\x00", "ADJ")],
)
def test_words_without_antonyms(lemma, tag):
    assert antonyms(lemma, tag) == frozenset()


@pytest.fixture(scope="module")
def nltk_wordnet():
    """NLTK's reader of WordNet, where its data is."""
    from nltk.corpus import wordnet

    try:
        wordnet.ensure_loaded()
    except LookupError:
        pytest.skip("WordNet not found: set NLTK_DATA to a folder with corpora/wordnet")
    return wordnet


def test_equals_nltk(nltk_wordnet):
    tags = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
    for letter, tag in tags.items():
        for lemma in list(nltk_wordnet.all_lemma_names(letter))[::40]:
            expected = {
                antonym.name().lower()
                for sense in nltk_wordnet.lemmas(lemma, letter)
                for antonym in sense.antonyms()
            }
            assert antonyms(lemma, tag) == expected, (lemma, tag)
