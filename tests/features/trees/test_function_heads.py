"""Trees in which prepositions and copulas are heads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.trees.dependency_forests import function_words_as_heads


def turned(words, heads, relations, parts):
    """Return {word: (its head, the relation)} of a turned tree of distinct words."""
    words = words.split()
    numbers = np.array([int(head) - 1 for head in heads.split()])
    above, names = function_words_as_heads(numbers, relations.split(), parts.split())
    return {
        word: (words[head] if head >= 0 else None, name)
        for word, head, name in zip(words, above.tolist(), names, strict=True)
    }


def test_prepositions_are_heads():
    # "in Oslo" modifies the verb, "of wood" the noun.
    found = turned(
        "Ann builds boats of wood in Oslo",
        "2 0 2 5 3 7 2",
        "nsubj root obj case nmod case obl",
        "PROPN VERB NOUN ADP NOUN ADP PROPN",
    )
    assert found == {
        "Ann": ("builds", "nsubj"),
        "builds": (None, "root"),
        "boats": ("builds", "obj"),
        "of": ("boats", "mod"),
        "wood": ("of", "pcomp-n"),
        "in": ("builds", "mod"),
        "Oslo": ("in", "pcomp-n"),
    }


def test_copulas_are_heads():
    found = turned(
        "Bo will be the best captain",
        "6 6 6 6 6 0",
        "nsubj aux cop det amod root",
        "PROPN AUX AUX DET ADJ NOUN",
    )
    assert found == {
        "Bo": ("be", "nsubj"),
        "will": ("be", "aux"),
        "be": (None, "root"),
        "the": ("captain", "det"),
        "best": ("captain", "amod"),
        "captain": ("be", "pred"),
    }


def test_a_prepositional_predicate_has_both_above_it():
    found = turned(
        "they say Bo is in Oslo",
        "2 0 6 6 6 2",
        "nsubj root nsubj:outer cop case ccomp",
        "PRON VERB PROPN AUX ADP PROPN",
    )
    assert found == {
        "they": ("say", "nsubj"),
        "say": (None, "root"),
        "Bo": ("is", "nsubj:outer"),
        "is": ("say", "ccomp"),
        "in": ("is", "pred"),
        "Oslo": ("in", "pcomp-n"),
    }


def test_the_first_of_two_prepositions_is_the_head_and_genitives_stay():
    found = turned(
        "out of Ann 's boat",
        "5 5 5 3 0",
        "case case nmod:poss case root",
        "ADP ADP PROPN PART NOUN",
    )
    assert found == {
        "out": (None, "root"),
        "of": ("boat", "case"),
        "Ann": ("boat", "nmod:poss"),
        "'s": ("Ann", "case"),
        "boat": ("out", "pcomp-n"),
    }


RELATIONS = ["nsubj", "aux:pass", "cop", "case", "obl:tmod", "nmod", "conj", "mark"]


@st.composite
def trees(draw):
    size = draw(st.integers(1, 9))
    heads = np.array([-1, *(draw(st.integers(0, word - 1)) for word in range(1, size))])
    order = np.array(draw(st.permutations(range(size))))
    shuffled = np.empty(size, np.int64)
    shuffled[order] = np.where(heads < 0, -1, order[heads])
    relations = [draw(st.sampled_from(RELATIONS)) if head >= 0 else "root" for head in shuffled]
    return (
        shuffled,
        relations,
        draw(st.lists(st.sampled_from(["ADP", "NOUN"]), min_size=size, max_size=size)),
    )


def depth(heads, word):
    steps = 0
    while heads[word] >= 0 and steps <= len(heads):
        word, steps = heads[word], steps + 1
    return steps


@pytest.mark.slow
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
