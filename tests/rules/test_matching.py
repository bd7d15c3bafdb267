from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.rules.corpus.index import matches_in
from rte_baselines.rules.dependencies import (
    Dependencies,
    Dependency,
    MatchedSnippet,
    dependencies_of,
)
from rte_baselines.rules.template import Template
from tests.analysis.parses import parse
from tests.rules.parses import parses, shard_of
from tests.rules.templates import templates

# Ann came and left the house of the man in the house.
LEMMAS = ["ann", "come", "leave", "house", "man", "house"]
EDGES = [
    Dependency(1, "nsubj", 0),
    Dependency(2, "nsubj", 0),
    Dependency(2, "obj", 3),
    Dependency(3, "nmod:of", 4),
    Dependency(4, "nmod:in", 5),
]


def plain_matches(template, dependencies):
    """All ways to give the nodes different words, each checked against the definition."""
    edges = set(dependencies.edges)
    places = range(len(dependencies.lemmas))
    return [
        match
        for match in permutations(places, len(template.words))
        if all(
            word in ("X", "Y") or dependencies.lemmas[place] == word
            for word, place in zip(template.words, match, strict=True)
        )
        and all(
            head < 0 or (match[head], template.relations[node], match[node]) in edges
            for node, head in enumerate(template.heads)
        )
    ]


@pytest.mark.parametrize(
    ("template", "matches"),
    [
        ("X <nsubj- leave -obj-> Y", [(0, 2, 3)]),
        ("X <obj- leave -nsubj-> Y", [(3, 2, 0)]),
        ("X <nsubj- come -obj-> Y", []),
        ("X <nsubj- leave -obj-> house -nmod:of-> Y", [(0, 2, 3, 4)]),
        ("X -nmod:of-> man -nmod:in-> Y", [(3, 4, 5)]),
        ("X <nsubj- leave[-obj-> house] -obl:in-> Y", []),
        ("X[-nmod:in-> house] <nmod:of- house <obj- leave -nsubj-> Y", [(4, 5, 3, 2, 0)]),
        ("X <nsubj- leave -obj-> Y[-nmod:of-> woman]", []),
    ],
)
def test_a_template_is_a_sub_tree(template, matches):
    assert MatchedSnippet(Dependencies(LEMMAS, EDGES)).matches(Template(template)) == matches


def test_different_nodes_are_different_words():
    edges = [Dependency(0, "obj", 1), Dependency(0, "obj", 2)]
    snippet = MatchedSnippet(Dependencies(["see", "a", "b"], edges))
    assert snippet.matches(Template("X <obj- see -obj-> Y")) == [(1, 0, 2), (2, 0, 1)]


def few_templates(most):
    """Templates with up to so many lemmas, which often match."""
    return templates(lemmas=("bank", "sale"), relations=("nmod:poss", "compound"), most=most)


@given(parses(), few_templates(2))
def test_matches_are_those_of_the_definition(analysis, template):
    dependencies = dependencies_of(analysis)
    found = MatchedSnippet(dependencies).matches(template)
    assert found == plain_matches(template, dependencies)


def scanned(template, analyses):
    """The matches found snippet by snippet, with the words numbered over all snippets."""
    matches, first = [], 0
    for analysis in analyses:
        snippet = MatchedSnippet(dependencies_of(analysis))
        matches += [[first + word for word in match] for match in snippet.matches(template)]
        first += len(analysis)
    return matches


@given(st.lists(parses(), max_size=4), few_templates(3))
def test_matches_are_those_of_a_scan(analyses, template):
    assert matches_in(shard_of(analyses), template).tolist() == scanned(template, analyses)


def test_matches_in_a_shard():
    rows = "big/NOUN/4/amod new/ADJ/4/amod oil/NOUN/4/compound price/NOUN/0"
    shard = shard_of([parse(rows)])
    assert matches_in(shard, Template("X[-amod-> big] -compound-> Y")).tolist() == [[3, 0, 2]]
    assert matches_in(shard, Template("X <compound- cost -compound-> Y")).shape == (0, 3)
    # Both ends of an edge have their lemma.
    for lemma, found in (("new", 1), ("oil", 0)):
        template = Template(f"X <amod- price[-amod-> {lemma}] -compound-> Y")
        assert len(matches_in(shard, template)) == found
