"""Probabilities of entailment by how many senses words have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.wordnet import Part
from rte_baselines.lexicon.wordnet.entailment_rules import EntailmentRules


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


@given(st.lists(st.sampled_from("dog animal snore sleep sad sadly zzzz".split()), max_size=5))
def test_probabilities_are_positive_where_there_is_a_path(rules, words):
    every = Ragged.concatenate([rules.wordnet.senses(word) for word in words])
    probabilities = rules.probabilities(every, every)
    assert ((probabilities >= 0) & (probabilities <= 1)).all()
    np.testing.assert_array_equal(probabilities > 0, np.isfinite(rules.lengths(every, every)))
