"""Probabilities of entailment by how many senses words have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet import Part
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import (
    EntailmentRules,
    WordNetRules,
)


@pytest.fixture(scope="module")
def rules(wordnet):
    return EntailmentRules(wordnet)


def probability(rules, text, hypothesis):
    both = [Ragged.concatenate([rules.wordnet.senses(*word)]) for word in (text, hypothesis)]
    return rules.probabilities(*both)[0, 0]


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


@pytest.mark.slow
@given(st.lists(st.sampled_from("dog animal snore sleep sad sadly zzzz".split()), max_size=5))
def test_probabilities_are_positive_where_there_is_a_path(rules, words):
    every = Ragged.concatenate([rules.wordnet.senses(word) for word in words])
    probabilities = rules.probabilities(every, every)
    assert ((probabilities >= 0) & (probabilities <= 1)).all()
    np.testing.assert_array_equal(probabilities > 0, np.isfinite(rules.lengths(every, every)))


def lemmas(*words):
    """Return lemmas from words with tags, such as ``dog/NOUN``."""
    strings, parts = zip(*(word.split("/") for word in words), strict=True)
    return Lemmas(strings, parts, TokenIds()(strings))


def test_is_registered():
    assert registry.get("word_similarities", "wordnet_rules.v1") is WordNetRules
    assert WordNetRules().resources == {"wordnet"}


@pytest.mark.slow
def test_text_entails_hypothesis_and_not_the_reverse():
    # A poodle has one sense, a dog seven; to snore has one, to sleep two.
    poodle, dog = lemmas("poodle/NOUN"), lemmas("dog/NOUN")
    assert WordNetRules().matrix(dog, poodle)[0, 0] == 1 / 7
    assert WordNetRules().matrix(poodle, dog)[0, 0] == 0
    assert WordNetRules().matrix(lemmas("sleep/VERB"), lemmas("snore/VERB"))[0, 0] == 1 / 2


def test_shape_is_hypothesis_by_text():
    found = WordNetRules().matrix(lemmas("dog/NOUN", "sleep/VERB"), lemmas("poodle/NOUN"))
    assert found.tolist() == [[1 / 7], [0]]


@pytest.mark.parametrize(("minimum", "used"), [(0.0, True), (0.49, True), (0.5, False)])
def test_rules_must_be_surer_than_the_minimum(minimum, used):
    found = WordNetRules(minimum).matrix(lemmas("sleep/VERB"), lemmas("snore/VERB"))
    assert (found[0, 0] > 0) == used


def test_equal_lemmas_are_sure_whatever_the_minimum():
    side = lemmas("dog/NOUN", "zzyzx/NOUN", "the/DET")
    assert np.diagonal(WordNetRules(0.9).matrix(side, side)).tolist() == [1, 1, 1]


def test_no_words():
    nothing = Lemmas((), (), np.empty(0, np.int64))
    assert WordNetRules().matrix(nothing, lemmas("dog/NOUN")).shape == (0, 1)
    assert WordNetRules().matrix(lemmas("dog/NOUN"), nothing).shape == (1, 0)


@pytest.mark.parametrize("minimum", [-0.1, 1.0])
def test_minimum_is_checked(minimum):
    with pytest.raises(ConfigError, match=rf"^rules\.minimum: {minimum} is not from 0 to below 1$"):
        WordNetRules(minimum).check_fields("rules")
