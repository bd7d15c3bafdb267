"""Dependency trees as forests in postorder, with either kind of heads, and what is negated."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.batch import Side
from rte_baselines.features.trees.dependency_forests import (
    NODES,
    DependencyForests,
    function_words_as_heads,
    negated_words,
    parents_of_nodes,
)
from tests.analysis.parses import parse
from tests.features.computing import parsed


def test_sentences_are_forests():
    # Two sentences; "old" hangs from a comma, which hangs from "dogs".
    snippet = parsed("Old , dogs bark loudly . Cats flee .", heads="2 3 4 0 4 4 8 0 8")
    forests = DependencyForests(Side([snippet]), "sentence")
    words = [snippet.words[word] for word in forests.words.tolist()]
    assert words == ["Old", "dogs", "loudly", "bark", "Cats", "flee"]
    assert forests.heads.tolist() == [2, 3, 3, -1, 7, -1]
    assert forests.leftmost.values.tolist() == [0, 0, 2, 0, 0, 0]
    assert forests.leftmost.lengths.tolist() == [4, 2]


@pytest.mark.parametrize(
    ("words", "heads", "relations", "expected"),
    [
        # As in figure 2, what governs the clause is not negated.
        (
            "They say it will not sink",
            "2 0 6 6 6 2",
            "nsubj root nsubj aux advmod ccomp",
            "will sink",
        ),
        ("Boats do n't sink", "4 4 4 0", "nsubj aux advmod root", "do sink"),
        # As in figure 3, of a predicate only the copula is negated.
        ("It is not a hit", "5 5 5 5 0", "nsubj cop advmod det root", "is"),
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
)
def test_negated_words(words, heads, relations, expected):
    analysis = parsed(words, heads=heads, relations=relations)
    found = [analysis.words[place] for place in np.flatnonzero(negated_words(analysis))]
    assert found == expected.split()


def test_punctuation_is_not_a_node():
    analysis = parsed("Boats , old boats - sank .", heads="6 1 5 5 1 0 6")
    assert NODES.positions(analysis).tolist() == [0, 2, 3, 5]
    # "old" and "boats" hang on the dash, and the dash on the first word.
    assert parents_of_nodes(analysis).tolist() == [3, 0, 0, -1]


def test_a_punctuation_root_is_replaced_by_several_roots():
    analysis = parsed("boats . cars", heads="2 0 2")
    assert parents_of_nodes(analysis).tolist() == [-1, -1]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # "in Oslo" modifies the verb, "of wood" the noun.
        (
            "Ann/PROPN/2/nsubj builds/VERB/0 boats/NOUN/2/obj of/ADP/5/case wood/NOUN/3/nmod "
            "in/ADP/7/case Oslo/PROPN/2/obl",
            "builds-nsubj -root builds-obj boats-mod of-pcomp-n builds-mod in-pcomp-n",
        ),
        (
            "Bo/PROPN/6/nsubj will/AUX/6/aux be/AUX/6/cop the/DET/6/det best/ADJ/6/amod "
            "captain/NOUN/0",
            "be-nsubj be-aux -root captain-det captain-amod be-pred",
        ),
        # A prepositional predicate has both above it.
        (
            "they/PRON/2/nsubj say/VERB/0 Bo/PROPN/6/nsubj:outer is/AUX/6/cop in/ADP/6/case "
            "Oslo/PROPN/2/ccomp",
            "say-nsubj -root is-nsubj:outer say-ccomp is-pred in-pcomp-n",
        ),
        # The first of two prepositions is the head, and genitives stay.
        (
            "out/ADP/5/case of/ADP/5/case Ann/PROPN/5/nmod:poss 's/PART/3/case boat/NOUN/0",
            "-root boat-case boat-nmod:poss Ann-case out-pcomp-n",
        ),
    ],
)
def test_function_words_are_heads(words, expected):
    """Of each word, its head and the relation to it are expected."""
    analysis = parse(words)
    above, names = function_words_as_heads(analysis.heads, analysis.relations, analysis.pos)
    heads_above = [analysis.words[head] if head >= 0 else "" for head in above.tolist()]
    found = [f"{head}-{name}" for head, name in zip(heads_above, names, strict=True)]
    assert found == expected.split()


RELATIONS = ["nsubj", "aux:pass", "cop", "case", "obl:tmod", "nmod", "conj", "mark"]


@st.composite
def trees(draw):
    size = draw(st.integers(1, 9))
    heads = np.array([-1, *(draw(st.integers(0, word - 1)) for word in range(1, size))])
    order = np.array(draw(st.permutations(range(size))))
    shuffled = np.empty(size, np.int64)
    shuffled[order] = np.where(heads < 0, -1, order[heads])
    relations = [draw(st.sampled_from(RELATIONS)) if head >= 0 else "root" for head in shuffled]
    return shuffled, relations, [draw(st.sampled_from(["ADP", "NOUN"])) for _ in range(size)]


def depth(heads, word):
    steps = 0
    while heads[word] >= 0 and steps <= len(heads):
        word, steps = heads[word], steps + 1
    return steps


@given(trees())
def test_trees_stay_trees(tree):
    heads, relations, _ = tree
    before = heads.copy()
    above, names = function_words_as_heads(*tree)
    assert (heads == before).all()
    assert (above < 0).sum() == 1
    assert all(depth(above, word) < len(heads) for word in range(len(heads)))
    assert names[int(np.flatnonzero(above < 0)[0])] == "root"
    if not {"cop", "case"} & set(relations):
        assert (above == heads).all()
        assert names == relations
