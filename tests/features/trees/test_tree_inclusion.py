"""Branches of the hypothesis's tree that match the text's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.trees.entailed_nodes import EntailedNodes, TreeInclusion
from rte_baselines.rendering.drawings.shapes import TreeNode
from tests.features.computing import number_of, numbers_of, parsed

from ..random_parses import parse_of, sentences

BY_WORDNET, BY_WORD = TreeInclusion("wordnet"), TreeInclusion("same_word")
ANYWHERE = TreeInclusion("same_word", branches="anywhere")

snippets = st.lists(sentences(), max_size=3)


SALE = parsed("The old captain sold two boats to Oslo .", heads="3 3 4 0 6 4 8 4 4")


@pytest.mark.parametrize(
    ("hypothesis", "heads", "included", "anywhere"),
    [
        ("The captain sold boats .", "2 3 0 3 3", 4 / 4, 4 / 4),
        # sold-captain-The and sold-boats match; sold-quickly does not.
        ("The captain sold boats quickly", "2 3 0 3 3", 4 / 5, 4 / 5),
        # The branch captain-a fails, so that only sold-boats is left; anywhere, the edge
        # captain-a does, and sold-captain and sold-boats are kept.
        ("A captain sold boats", "2 3 0 3", 2 / 4, 3 / 4),
        # "The" is not below "boats", nor "sold" below "captain"; anywhere, sold-boats is kept.
        ("The boats sold", "2 3 0", 0, 2 / 3),
        # Nodes of the text may be skipped: between "sold" and "two" stands "boats".
        ("sold two", "0 1", 2 / 2, 2 / 2),
        # The root fails, and all branches with it; anywhere, captain-The is kept, and "boats" is
        # left without its parent.
        ("The captain bought boats", "2 3 0 3", 0, 2 / 4),
        # A tree of one node.
        ("boats", "0", 1, 1),
        (".", "0", 0, 0),
        ("", "", 0, 0),
    ],
)
def test_share_of_branches(hypothesis, heads, included, anywhere):
    pair = SALE, parsed(hypothesis, heads=heads)
    assert number_of(BY_WORD, *pair) == included
    assert number_of(ANYWHERE, *pair) == anywhere


def test_branches_may_match_different_sentences():
    text = parsed("Bo sold cars . Kim sold boats .", heads="2 0 2 2 6 0 6 6")
    hypothesis = parsed("Bo sold boats", heads="2 0 2")
    assert numbers_of(BY_WORD, (text, hypothesis)).tolist() == [[1]]


def test_nodes_are_entailed_by_lexical_entailment():
    text = parsed("melanoma that she fears", pos="NOUN PRON PRON VERB", heads="0 4 4 1")
    hypothesis = parsed("skin cancer", heads="2 0")
    values = [number_of(feature, text, hypothesis) for feature in (BY_WORDNET, BY_WORD)]
    assert values == [1, 0]


def test_the_tree_is_drawn_with_its_matching_branches():
    hypothesis = parsed("The captain sold boats quickly .", heads="2 3 0 3 3 3")
    [illustration] = BY_WORD.illustrate(SALE, hypothesis)
    assert illustration.lines == ("* sold", "*   captain", "*     The", "*   boats", "    quickly")
    assert illustration.drawing.text == ()
    assert illustration.drawing.hypothesis == (
        TreeNode("sold", None, "same"),
        TreeNode("captain", 0, "same"),
        TreeNode("The", 1, "same"),
        TreeNode("boats", 0, "same"),
        TreeNode("quickly", 0),
    )
    assert BY_WORD.illustrate(SALE, parsed("")) == ()
    [illustration] = BY_WORD.illustrate(SALE, parsed("."))
    assert illustration.lines == ("  .",)


@given(text=snippets, hypothesis=snippets)
def test_no_more_is_included_than_entailed(text, hypothesis):
    pair = parse_of(text), parse_of(hypothesis)
    included = number_of(BY_WORDNET, *pair)
    anywhere = number_of(TreeInclusion("wordnet", branches="anywhere"), *pair)
    entailed = numbers_of(EntailedNodes("wordnet"), pair)[0, 2]
    assert 0 <= included <= anywhere <= entailed <= 1


@given(before=snippets, hypothesis=snippets.filter(bool), after=snippets)
def test_a_text_with_the_tree_of_the_hypothesis_includes_it(before, hypothesis, after):
    text = parse_of(before + hypothesis + after)
    hypothesis = parse_of(hypothesis)
    # Marks are nodes where there are no words: a text with words has not those of the hypothesis.
    has_nodes = not hypothesis.is_punctuation.all() or text.is_punctuation.all()
    for feature in (BY_WORDNET, BY_WORD, ANYWHERE):
        assert numbers_of(feature, (text, hypothesis)).tolist() == [[has_nodes]]
