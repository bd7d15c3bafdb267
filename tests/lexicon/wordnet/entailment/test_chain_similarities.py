"""Synonymy and derivation, entailment rules, and equations (1) and (2) of akhmatova2006."""

import numpy as np
import pytest

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.errors import ConfigError
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet import Part
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import (
    DerivationalSynonymySimilarity,
    WordNetRules,
    derivational_synonymy,
    entailment_rules,
    rule_probabilities,
    sense_relatedness,
)
from tests.lexicon.words import lemmas

WORDS = """
murder murderer murderous liquidator slay slayer kill killer election elect elector president
preside presidency buy buyer purchase purchaser quick quickness zzzz
""".split()


@pytest.fixture(scope="module")
def synonymy(wordnet):
    return derivational_synonymy(wordnet)


def path(synonymy, text, hypothesis):
    return synonymy.path(*(synonymy.wordnet.senses(word) for word in (text, hypothesis)))


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        ("murder", "slay", "murder -synonym-> slay"),
        ("liquidator", "murder", "liquidator -synonym-> murderer -derivation-> murder"),
        (
            "slay",
            "liquidator",
            "slay -synonym-> murder -derivation-> murderer -synonym-> liquidator",
        ),
    ],
)
def test_murders(synonymy, text, hypothesis, expected):
    assert path(synonymy, text, hypothesis).describe(synonymy.wordnet) == expected


def test_a_second_derivation_leads_too_far(synonymy):
    """From one who murders to what is like it, over what both derive from."""
    assert path(synonymy, "murderous", "murder")
    assert path(synonymy, "murder", "liquidator")
    assert path(synonymy, "murderous", "liquidator") is None


@pytest.mark.slow
def test_derivational_synonymy_equals_nltk(synonymy, nltk_wordnet):
    """Words that share a synset, or have synonyms of which one derives from the other."""
    for word in WORDS:
        for other in WORDS:
            goals = set(nltk_wordnet.synsets(other))
            starts = set(nltk_wordnet.synsets(word))
            derived = {
                form.synset()
                for synset in starts
                for lemma in synset.lemmas()
                for form in lemma.derivationally_related_forms()
            }
            expected = bool(goals & (starts | derived))
            assert (path(synonymy, word, other) is not None) == expected, (word, other)


def tagged(*words, part="NOUN"):
    return Lemmas(words, [part] * len(words), TokenIds()(words))


@pytest.mark.parametrize(
    ("hypothesis", "text", "related"),
    [
        ("murder", "liquidator", 1),  # by way of murderer
        ("discover", "find", 1),
        ("murder", "crime", 0),  # hyponymy is none of these
        ("qqzzx", "qqzzx", 1),
        ("qqzzx", "murder", 0),
    ],
)
def test_derivational_synonymy_by_hand(hypothesis, text, related):
    # All senses of a lemma count, so the part of speech makes no difference.
    for part in ("NOUN", "VERB", "X"):
        matrix = DerivationalSynonymySimilarity().matrix(
            tagged(hypothesis, part=part), tagged(text)
        )
        assert matrix.tolist() == [[related]]


@pytest.fixture(scope="module")
def rules(wordnet):
    return entailment_rules(wordnet)


def probability(rules, text, hypothesis):
    both = [Ragged.concatenate([rules.wordnet.senses(*word)]) for word in (text, hypothesis)]
    return rule_probabilities(rules, *both)[0, 0]


@pytest.mark.parametrize(
    ("text", "hypothesis", "senses"),
    [
        # Synonyms: a draw and a tie in a game.
        (("draw", Part.NOUN), ("tie", Part.NOUN), (9, 9)),
        # Hypernyms, one and several above: poodle, dog, domestic animal, animal.
        (("poodle", Part.NOUN), ("dog", Part.NOUN), (1, 7)),
        (("poodle", Part.NOUN), ("animal", Part.NOUN), (1, 1)),
        # Entailment of verbs.
        (("snore", Part.VERB), ("sleep", Part.VERB), (1, 2)),
        # Pertainyms: of an adjective the noun, of an adverb the adjective.
        (("italian", Part.ADJECTIVE), ("italy", Part.NOUN), (1, 1)),
        (("sadly", Part.ADVERB), ("sad", Part.ADJECTIVE), (3, 3)),
    ],
)
def test_one_over_the_senses_of_both(rules, text, hypothesis, senses):
    assert tuple(len(rules.wordnet.senses(*word)) for word in (text, hypothesis)) == senses
    assert probability(rules, text, hypothesis) == 1 / senses[0] / senses[1]


@pytest.mark.parametrize(
    ("text", "hypothesis"),
    [
        (("dog", Part.NOUN), ("poodle", Part.NOUN)),
        (("sleep", Part.VERB), ("snore", Part.VERB)),
        (("italy", Part.NOUN), ("italian", Part.ADJECTIVE)),
        # Entailment and hypernymy are not mixed: snore, sleep, rest.
        (("snore", Part.VERB), ("rest", Part.VERB)),
        (("poodle", Part.NOUN), ("zzzz", Part.NOUN)),
    ],
)
def test_no_rule(rules, text, hypothesis):
    assert probability(rules, text, hypothesis) == 0.0


@pytest.mark.parametrize(("minimum", "used"), [(0.0, True), (0.49, True), (0.5, False)])
def test_rules_must_be_surer_than_the_minimum_unless_lemmas_are_equal(minimum, used):
    found = WordNetRules(minimum).matrix(lemmas("sleep/VERB"), lemmas("snore/VERB"))
    assert (found[0, 0] > 0) == used
    side = lemmas("dog/NOUN", "zzyzx/NOUN", "the/DET")
    assert np.diagonal(WordNetRules(minimum).matrix(side, side)).tolist() == [1, 1, 1]


@pytest.mark.parametrize("minimum", [-0.1, 1.0])
def test_minimum_is_checked(minimum):
    with pytest.raises(ConfigError, match=rf"^rules\.minimum: {minimum} is not from 0 to below 1$"):
        WordNetRules(minimum).check_fields("rules")


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


def test_paths_lead_up(small):
    assert related(small, "poodle", "dog") > 0
    assert related(small, "dog", "poodle") == 0
    assert related(small, "cat", "dog") == 0
    assert related(small, "zzzz", "dog") == related(small, "dog", "zzzz") == 0


@pytest.mark.slow
def test_figure_3_in_wordnet_3():
    # "Provide" implies "give" by its first sense. Figure 3 has 0.0042 with an earlier WordNet.
    wordnet = wordnet_in_use()
    value = related(wordnet, "provide", "give", part=Part.VERB)
    direct = 1 / len(wordnet.senses("provide", Part.VERB)) / len(wordnet.senses("give", Part.VERB))
    assert direct <= value < 10 * direct
    # An adjective of a noun.
    pair = ("brazilian", Part.ADJECTIVE), ("brazil", Part.NOUN)
    assert sense_relatedness(wordnet, *pair, 0.5, 3) > 0
