"""What is too long for a method: cut by a rule, and said in a line."""

import warnings

import pytest

from rte_baselines.core.errors import InputWarning
from rte_baselines.features.abduction.abduction import AbductionScore
from rte_baselines.features.atomic_propositions.atomic_propositions import AtomicPropositions
from rte_baselines.features.base import warn_once
from rte_baselines.features.similarity.word_probabilities import AlignmentScore
from rte_baselines.features.subsumption.subsumption import ConceptSubsumption
from rte_baselines.features.trees.transduction_cost import TransductionCost
from tests.features.computing import numbers_of

WORD = "The ferry sank off the coast."


@pytest.fixture(autouse=True)
def nothing_said():
    warn_once.cache_clear()
    yield
    warn_once.cache_clear()


CUT = [
    (AlignmentScore("model_1"), ("ferry " * 501, WORD), "words of a side after the first 500"),
    (AbductionScore(), ("The ferry sank. " * 260, WORD), "a text is cut after 500 atoms"),
    (AtomicPropositions(), ("A ferry sank. " * 70, WORD), "only the first 60 propositions"),
    (TransductionCost(), ("ferry boat " * 30, "boat ferry " * 30), "no inversions are tried"),
    (
        ConceptSubsumption(),
        (WORD, "The ferry sank. " * 51),
        "a hypothesis is cut after 100 content words",
    ),
]


def said(caught):
    return [str(one.message) for one in caught if issubclass(one.category, InputWarning)]


@pytest.mark.parametrize(("feature", "pair", "rule"), CUT)
def test_a_cut_is_said_once_and_of_long_pairs_alone(feature, pair, rule):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        numbers_of(feature, (WORD * 3, WORD))
        assert said(caught) == []
        numbers_of(feature, pair, pair)
        numbers_of(feature, pair)
    [message] = said(caught)
    assert rule in message
    assert "\n" not in message
