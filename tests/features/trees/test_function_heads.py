"""Trees in which prepositions and copulas are heads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.trees.dependency_forests import function_words_as_heads


@pytest.mark.parametrize(
    ("words", "heads", "relations", "parts", "expected"),
    [
        # "in Oslo" modifies the verb, "of wood" the noun.
        (
            "Ann builds boats of wood in Oslo",
            "2 0 2 5 3 7 2",
            "nsubj root obj case nmod case obl",
            "PROPN VERB NOUN ADP NOUN ADP PROPN",
            "builds-nsubj -root builds-obj boats-mod of-pcomp-n builds-mod in-pcomp-n",
        ),
        (
            "Bo will be the best captain",
            "6 6 6 6 6 0",
            "nsubj aux cop det amod root",
            "PROPN AUX AUX DET ADJ NOUN",
            "be-nsubj be-aux -root captain-det captain-amod be-pred",
        ),
        # A prepositional predicate has both above it.
        (
            "they say Bo is in Oslo",
            "2 0 6 6 6 2",
            "nsubj root nsubj:outer cop case ccomp",
            "PRON VERB PROPN AUX ADP PROPN",
            "say-nsubj -root is-nsubj:outer say-ccomp is-pred in-pcomp-n",
        ),
        # The first of two prepositions is the head, and genitives stay.
        (
            "out of Ann 's boat",
            "5 5 5 3 0",
            "case case nmod:poss case root",
            "ADP ADP PROPN PART NOUN",
            "-root boat-case boat-nmod:poss Ann-case out-pcomp-n",
        ),
    ],
)
def test_function_words_are_heads(words, heads, relations, parts, expected):
    """Of each word, its head and the relation to it are expected."""
    words = words.split()
    numbers = np.array([int(head) - 1 for head in heads.split()])
    above, names = function_words_as_heads(numbers, relations.split(), parts.split())
    heads_above = [words[head] if head >= 0 else "" for head in above.tolist()]
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
