"""The nodes of dependency trees, and which are negated."""

import numpy as np
import pytest

from rte_baselines.features.trees.dependency_forests import NODES, negated_words, parents_of_nodes
from tests.features.computing import parsed


def negated(analysis):
    return [analysis.words[place] for place in np.flatnonzero(negated_words(analysis))]


@pytest.mark.parametrize(
    ("words", "heads", "relations", "expected"),
    [
        # As in figure 2, what governs the clause is not negated.
        (
            "Envoys say the board will not change routes",
            "2 0 4 7 7 7 2 7",
            "nsubj root det nsubj aux advmod ccomp obj",
            "will change",
        ),
        ("Boats do n't sink", "4 4 4 0", "nsubj aux advmod root", "do sink"),
        # As in figure 3, of a predicate only the copula is negated.
        (
            "The film is not a big hit",
            "2 7 7 7 7 7 0",
            "det nsubj cop advmod det amod root",
            "is",
        ),
        # A determiner negates its noun, and what that depends on.
        ("No boat sank", "2 3 0", "det nsubj root", "boat sank"),
        ("It is no boat", "4 4 4 0", "nsubj cop det root", "is boat"),
        ("Crews of no boat sank", "5 4 4 1 0", "nsubj case det nmod root", "Crews boat sank"),
        # Clauses and conjuncts end the way up.
        ("He left not knowing why", "2 0 4 2 4", "nsubj root advmod advcl advmod", "knowing"),
        ("Boats and not cars sank", "5 4 4 1 0", "nsubj cc advmod conj root", "cars"),
        ("Not boats", "2 0", "advmod root", "boats"),
        # No leaf, no such relation, nothing to depend on: no negation.
        ("Not even boats sank", "3 1 4 0", "advmod advmod nsubj root", ""),
        ("Not", "0", "advmod", ""),
    ],
)  # fmt: skip
def test_negated_words(words, heads, relations, expected):
    analysis = parsed(words, heads=heads, relations=relations)
    assert negated(analysis) == expected.split()


def test_punctuation_is_not_a_node():
    analysis = parsed("Boats , old boats - sank .", heads="6 1 5 5 1 0 6")
    assert NODES.positions(analysis).tolist() == [0, 2, 3, 5]
    # "old" and "boats" hang on the dash, and the dash on the first word.
    assert parents_of_nodes(analysis).tolist() == [3, 0, 0, -1]


def test_a_punctuation_root_is_replaced_by_several_roots():
    analysis = parsed("boats . cars", heads="2 0 2")
    assert parents_of_nodes(analysis).tolist() == [-1, -1]
