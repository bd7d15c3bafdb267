"""Equations (1) and (2) of akhmatova2006, section 5.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.lexicon.wordnet import Part
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import sense_relatedness

NOUNS = "poodle dog animal beast cat pet rover plant entity zzzz".split()


def related(wordnet, first, second, decay=0.5, longest=3, part=Part.NOUN):
    return sense_relatedness(wordnet, (first, part), (second, part), decay, longest)


def senses(wordnet, word):
    return len(wordnet.senses(word, Part.NOUN))


def test_worked_by_hand(small):
    # A poodle is a dog, which is an animal: 2 links, and 1 more to the entity. Its other hypernym,
    # a pet, is an animal, too. Equation (2): 0.5 ** (2 - 1).
    probabilities = 1 / senses(small, "poodle") / senses(small, "animal")
    assert related(small, "poodle", "animal") == pytest.approx(probabilities * 0.5)
    assert related(small, "poodle", "animal", decay=0.1) == pytest.approx(probabilities * 0.1)
    assert related(small, "poodle", "animal", longest=1) == 0
    # One link: 0.5 ** 0. The dog that is a plant is another sense, so that 1 of 2 * 1 pairs counts.
    assert senses(small, "dog") == 2
    assert related(small, "dog", "animal") == pytest.approx(1 / 2 / senses(small, "animal"))


def test_synonyms_score_one_for_each_sense_in_common(small):
    assert related(small, "animal", "beast") == pytest.approx(
        1 / senses(small, "animal") / senses(small, "beast")
    )


def test_paths_lead_up(small):
    assert related(small, "poodle", "dog") > 0
    assert related(small, "dog", "poodle") == 0
    assert related(small, "cat", "dog") == 0
    assert related(small, "zzzz", "dog") == related(small, "dog", "zzzz") == 0


@pytest.mark.slow
@given(st.sampled_from(NOUNS), st.sampled_from(NOUNS), st.floats(0.01, 1), st.floats(0.01, 1))
def test_is_between_0_and_1_and_grows_with_the_constant(small, first, second, one, other):
    low, high = sorted((one, other))
    assert 0 <= related(small, first, second, low) <= related(small, first, second, high) <= 1


@pytest.mark.slow
def test_figure_3_in_wordnet_3():
    # "Provide" implies "give" by its first sense. Figure 3 has 0.0042 with an earlier WordNet.
    wordnet = wordnet_in_use()
    value = related(wordnet, "provide", "give", part=Part.VERB)
    direct = 1 / len(wordnet.senses("provide", Part.VERB)) / len(wordnet.senses("give", Part.VERB))
    assert direct <= value < 10 * direct


def test_adjectives_of_nouns():
    pair = ("brazilian", Part.ADJECTIVE), ("brazil", Part.NOUN)
    assert sense_relatedness(wordnet_in_use(), *pair, 0.5, 3) > 0
