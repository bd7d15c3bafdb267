"""Which words of a text are compared with a word of the hypothesis."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.subsumption.concept_graph import Level, Node
from rte_baselines.features.subsumption.costs import _Candidates, _same_word


def word_node(word, lemma, part="NOUN"):
    return Node(Level.WORD, (lemma,), 0, type=part, word=word)


words = st.builds(
    word_node,
    st.sampled_from(["", "all", "dogs", "ran", "oslo"]),
    st.sampled_from(["all", "some", "dog", "run", "oslo"]),
    st.sampled_from(["NOUN", "PROPN", "DET"]),
)
lengths = st.sampled_from([0.0, 2.0, np.inf])


def test_equal_words_equal_lemmas_quantifiers_and_chains_are_compared():
    text = [
        word_node("dogs", "dog"),
        word_node("cats", "cat"),
        word_node("dog", "dog"),
        word_node("all", "all"),
        word_node("animals", "animal"),
    ]
    chains = np.array([np.inf, np.inf, np.inf, np.inf, 3.0])
    assert _Candidates(text).of(word_node("dogs", "dogs"), chains) == [0, 3, 4]
    assert _Candidates(text).of(word_node("doggy", "dog"), chains) == [0, 2, 3, 4]


@pytest.mark.slow
@given(st.lists(st.tuples(words, lengths), max_size=8), words)
def test_no_word_with_a_relation_is_left_out(of_text, node):
    text, chains = [word for word, _ in of_text], [length for _, length in of_text]
    related = {
        place
        for place, (word, length) in enumerate(of_text)
        if _same_word(node, word, length) is not None
    }
    found = _Candidates(text).of(node, np.array(chains))
    assert related <= set(found)
    assert found == sorted(found)
