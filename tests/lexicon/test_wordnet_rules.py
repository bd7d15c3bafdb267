"""WordNet's entailment rules as a word similarity."""

import numpy as np
import pytest

from rte_baselines.analysis.token_ids import TokenIds
from rte_baselines.errors import ConfigError
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet_rules import WordNetRules
from rte_baselines.registry import registry


def lemmas(*words):
    """Return lemmas from words with tags, such as ``dog/NOUN``."""
    strings, parts = zip(*(word.split("/") for word in words), strict=True)
    return Lemmas(strings, parts, TokenIds()(strings))


def test_is_registered():
    assert registry.get("word_similarities", "wordnet_rules.v1") is WordNetRules
    assert WordNetRules().resources == {"wordnet"}


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
