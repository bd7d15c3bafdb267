"""Paths between given words, and the words below them."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.rules.corpus.joining import matches_in
from rte_baselines.rules.learning.paths import paths_of, relations_of
from rte_baselines.rules.learning.sentences import ShardWords, edges_by_sentence
from rte_baselines.rules.learning.spanning import SentenceSpans, with_branches
from rte_baselines.rules.template import Template
from tests.rules.corpus.test_joining import shard_of
from tests.rules.parses import parsed, parses

# big -amod-> oil firm's (of acme) price rise; "acme" is a name, "24" a number.
PHRASE = parsed(
    ["big", "oil", "acme", "24", "firm", "price", "rise"],
    [4, 4, 4, 4, 5, 6, -1],
    ["amod", "compound", "compound", "nummod", "nmod:poss", "compound", "root"],
    ["ADJ", "NOUN", "PROPN", "NUM", "NOUN", "NOUN", "NOUN"],
)
BIG, OIL, ACME, FIRM, PRICE, RISE = 0, 1, 2, 4, 5, 6


def spans_of(analysis, longest=4):
    """The spans of a snippet of one sentence."""
    shard = shard_of([analysis])
    ((_, edges),) = edges_by_sentence(shard)
    return SentenceSpans(edges, ShardWords(shard), longest)


def test_paths_lead_up_and_down():
    spans = spans_of(PHRASE)
    (down,) = spans.between(RISE, ACME)
    assert down.path == "X -compound-> price -nmod:poss-> firm -compound-> Y"
    assert (down.words, down.ends) == ((PRICE, FIRM), (RISE, ACME))
    (up,) = spans.between(ACME, RISE)
    assert up.path == "X <compound- firm <nmod:poss- price <compound- Y"
    assert up.words == (FIRM, PRICE)
    assert list(spans.between(FIRM, PRICE)) == []
    assert list(spans.between(OIL, ACME)) == []
    assert list(spans_of(PHRASE, longest=2).between(RISE, ACME)) == []


def test_branches_are_words_below_the_path():
    spans = spans_of(PHRASE)
    (span,) = spans.between(RISE, ACME)
    assert list(spans.branches(span)) == [(1, (("amod", "big"),)), (1, (("compound", "oil"),))]


def test_branches_are_two_relations_deep():
    chain = parsed(
        ["top", "rate", "tax", "cut", "acme", "plan"],
        [1, 2, 3, 5, 5, -1],
        ["compound", "compound", "compound", "compound", "nmod:poss", "root"],
    )
    longer = parsed(
        ["ann", "top", "rate", "tax", "cut", "acme"],
        [4, 2, 3, 4, 5, -1],
        ["nmod:poss", "compound", "compound", "compound", "compound", "root"],
    )
    assert list(spans_of(chain).between(3, 4)) == [
        ("X <compound- plan -nmod:poss-> Y", (5,), (3, 4))
    ]
    spans = spans_of(longer)
    (span,) = spans.between(0, 5)
    tax = (0, (("compound", "tax"),))
    assert list(spans.branches(span)) == [tax, (0, (*tax[1], ("compound", "rate")))]


def test_below_two_words_that_are_alike_nothing_is_taken():
    analysis = parsed(
        ["ann", "old", "tax", "tax", "cut", "plan"],
        [4, 2, 4, 4, 5, -1],
        ["nmod:poss", "amod", "compound", "compound", "compound", "root"],
        ["PROPN", "ADJ", "NOUN", "NOUN", "NOUN", "NOUN"],
    )
    spans = spans_of(analysis)
    (span,) = spans.between(0, 5)
    assert list(spans.branches(span)) == [(0, (("compound", "tax"),))]


def test_templates_with_branches():
    path = "X <nsubj- take -obj-> part -nmod:in-> Y"
    part, active, again = (
        (1, (("amod", "active"),)),
        (1, (("amod", "active"), ("advmod", "very"))),
        (0, (("advmod", "again"),)),
    )
    assert with_branches(path, []) == Template(path)
    assert with_branches(path, [again, active, part]) == Template(
        "X <nsubj- take[-advmod-> again] -obj-> part[-amod-> active[-advmod-> very]] -nmod:in-> Y"
    )


@pytest.mark.slow
@given(st.lists(parses(), min_size=1, max_size=2))
def test_paths_are_those_of_dirt_without_its_minimum(analyses):
    shard = shard_of(analyses)
    words = ShardWords(shard)
    found = Counter()
    for sentence, edges in edges_by_sentence(shard):
        spans = SentenceSpans(edges, words, 4)
        of_sentence = shard.words_of(sentence)
        for x in of_sentence:
            for y in of_sentence:
                if x != y:
                    paths = [span.path for span in spans.between(x, y)]
                    found.update((path, shard.lemma(x), shard.lemma(y)) for path in paths)
    expected = Counter()
    for path, x, y in paths_of(shard, set(relations_of(shard)), 4):
        reverse = str(Template(path).swapped)
        expected[path, x, y] += 1
        # A path that is the same both ways is yielded both ways.
        if path != reverse:
            expected[reverse, y, x] += 1
    assert found == expected


@pytest.mark.slow
@given(parses())
def test_templates_with_all_branches_match_their_words(analysis):
    shard = shard_of([analysis])
    for _, edges in edges_by_sentence(shard):
        spans = SentenceSpans(edges, ShardWords(shard), 3)
        for x in range(len(analysis)):
            for span in spans.between(x, (x + 1) % len(analysis)):
                template = with_branches(span.path, list(spans.branches(span)))
                columns = [template.words.index(variable) for variable in "XY"]
                assert list(span.ends) in matches_in(shard, template)[:, columns].tolist()
                assert template.path == span.path
