from itertools import pairwise

import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.predicates.predications import NounPhrase
from rte_baselines.features.subsumption.concept_graph import BEFORE, CONTAINS, Level
from rte_baselines.features.subsumption.graph_building import (
    LAYERS,
    compressed_predicates,
    concept_graph,
)
from tests.analysis.parses import parse

from ..predications_by_hand import predication, with_predications


def graph_of(text):
    (analysis,) = default_analyzer().analyze([text], LAYERS)
    return concept_graph(analysis)


def edges_of(graph, level):
    """Return the edges of a level as (source, name, target), words by their form."""

    def label(position):
        node = graph.nodes[position]
        return node.word or node.lemmas[0]

    return {
        (label(edge.source), "/".join(sorted(edge.names)), label(edge.target))
        for edge in graph.edges
        if graph.level_of(edge) is level
    }


def test_phrases_contain_words_and_phrases():
    graph = graph_of("Ann's brother bought a red house in Oslo.")
    assert edges_of(graph, Level.PHRASE) == {
        ("brother", CONTAINS, "brother"),
        ("brother", "POSS", "ann"),
        ("ann", CONTAINS, "ann"),
        ("house", CONTAINS, "red"),
        ("house", CONTAINS, "house"),
        ("house", "in", "oslo"),
        ("oslo", CONTAINS, "oslo"),
    }


def test_predicates_contain_their_verbs_and_have_arguments():
    graph = graph_of("Ann has carried out the plan.")
    assert edges_of(graph, Level.PREDICATE) == {
        ("carry_out", CONTAINS, "carried"),
        ("carry_out", "ARG0", "ann"),
        ("carry_out", "ARG1", "plan"),
    }


def test_words_are_content_words_and_quantifiers_in_their_order():
    graph = graph_of("All of the soldiers have left, and some towns burn.")
    words = [graph.nodes[position].word for position in graph.of_level(Level.WORD)]
    assert words == ["all", "soldiers", "left", "some", "towns", "burn"]
    assert edges_of(graph, Level.WORD) == {(one, BEFORE, other) for one, other in pairwise(words)}


def by_hand(*more, chains=(), she="pronoun"):
    """Ann left. She won."""
    analysis = parse(
        "Ann/PROPN/2/nsubj/B-PERSON left/leave/VERB/0 ./PUNCT/2/punct She/PRON/5/nsubj "
        "won/win/VERB/0 ./PUNCT/5/punct"
    )
    left, won = (
        predication(verb, lemma, (subject, "subject", "", "agent"))
        for verb, lemma, subject in ((1, "leave", 0), (4, "win", 3))
    )
    with_predications(analysis, [left, won, *more], chains=chains)
    analysis.layers["noun_phrases"] = (NounPhrase(0, (0,), "name"), NounPhrase(3, (3,), she))
    analysis.layers["tags"] = ("NNP", "VBD", ".", "PRP", "VBD", ".")
    return analysis


def test_coreferent_phrases_are_one_node():
    graph = concept_graph(by_hand(chains=((0, 3),)))
    (thing,) = graph.of_level(Level.PHRASE)
    assert graph.nodes[thing].lemmas == ("ann",)
    assert edges_of(graph, Level.PREDICATE) >= {("leave", "ARG0", "ann"), ("win", "ARG0", "ann")}


@pytest.mark.parametrize("kind", ["copula", "apposition"])
@pytest.mark.parametrize("merges_attributes", [True, False])
def test_predicative_mentions_have_their_own_node(kind, merges_attributes):
    # As if "She" were a noun that says what Ann is.
    arguments = (0, "subject", "", "theme"), (3, "attribute", "", "attribute")
    is_ann = predication(3, "be", *arguments, kind=kind)
    analysis = by_hand(is_ann, chains=((0, 3),), she="common")
    graph = concept_graph(analysis, merges_attributes=merges_attributes)
    found = {
        (graph.nodes[edge.source].lemmas[0], *graph.nodes[edge.target].lemmas)
        for edge in graph.edges
        if edge.names & {"ARG0", "ARG1", "ARG2"}
    }
    # In a text, she wins who is Ann; in a hypothesis, that is to be shown.
    ann = ("ann", "she") if merges_attributes else ("ann",)
    won = {("win", "she")} | ({("win", *ann)} if merges_attributes else set())
    assert found == {("leave", *ann), ("be", *ann), ("be", "she")} | won


def test_predicates_of_an_attribute_hold_of_the_subject():
    graph = graph_of("Ann is the author who wrote the book.")
    writers = {
        graph.nodes[edge.target].lemmas
        for edge in graph.edges
        if graph.nodes[edge.source].lemmas == ("write",) and "ARG0" in edge.names
    }
    assert writers == {("author",), ("ann", "author")}


def test_nouns_have_the_compounds_of_wordnet():
    graph = graph_of("Ann ate an old hot dog.")
    (phrase,) = (node for node in graph.nodes if node.level is Level.PHRASE and not node.names)
    (word,) = (node for node in graph.nodes if node.word == "dog")
    assert phrase.lemmas == word.lemmas == ("dog", "hot_dog")


def test_cuts_the_snippet_after_the_maximum_of_words():
    # Content words are Ann, left, won; "won" and what it is said of are cut.
    graph = concept_graph(by_hand(), most_words=2)
    assert [node.lemmas for node in graph.nodes if node.level is Level.PREDICATE] == [("leave",)]
    assert [node.word for node in graph.nodes if node.level is Level.WORD] == ["ann", "left"]
    assert [node.lemmas for node in graph.nodes if node.level is Level.PHRASE] == [("ann",)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The thieves managed to enter the house.", [("enter", "past", "factual")]),
        ("The minister threatened to dismiss Berg.", [("dismiss", "past", "potential")]),
        ("The witness failed to appear.", [("appear", "past", "counterfactual")]),
        # Somebody else is to leave; and saying is more than whether it comes about.
        ("She asked him to leave.", [("ask", "past", "factual"), ("leave", "none", "potential")]),
        ("She said that they left.", [("say", "past", "factual"), ("leave", "past", "reported")]),
        ("The party hopes to try to win.", [("win", "present", "potential")]),
        ("He did not manage to win.", [("win", "past", "counterfactual")]),
        # Not to hope is not the same as hoping.
        ("He did not hope to win.", [("hope", "past", "factual"), ("win", "none", "potential")]),
        ("", []),
    ],
)
def test_compounds_are_one_verb(text, expected):
    (analysis,) = default_analyzer().analyze([text], ["predications", "statuses"])
    found = [
        (predication.lemma, status.tense, status.commitment)
        for predication, status in compressed_predicates(analysis)
    ]
    assert found == expected
