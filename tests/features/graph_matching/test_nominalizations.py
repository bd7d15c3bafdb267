"""Nouns of a text that are read as verbs."""

import pytest

from rte_baselines.features.graph_matching.nominalizations import with_nominalizations

from .parses import (
    ACTIVE,
    ARRIVAL,
    GENITIVE_KILLING,
    KILLER,
    KILLING,
    NO_KILLER,
    NO_KILLING,
    POSSIBLE_KILLER,
    POSSIBLE_KILLING,
    RELATIVE,
    dependencies,
    tree_and_graph,
)


def added(lines):
    """The dependencies that the reading of nouns as verbs adds to a sentence's."""
    tree, graph = tree_and_graph(lines)
    extended = with_nominalizations(graph, tree)
    assert extended.constituents[: len(graph.constituents)] == graph.constituents
    assert extended.main_verb == graph.main_verb
    assert dependencies(extended) >= dependencies(graph)
    return dependencies(extended) - dependencies(graph)


def test_an_event_with_both_arguments():
    assert added(KILLING) == {("kill", "subject", "cat"), ("kill", "object", "mouse")}
    assert added(GENITIVE_KILLING) == {("kill", "subject", "Tom"), ("kill", "object", "mouse")}


def test_by_phrases_can_be_attached_to_the_object():
    misattached = KILLING.replace("cat/NN/2", "cat/NN/4")
    assert added(misattached) == added(KILLING)


def test_one_argument_of_an_event_may_be_either():
    assert added(ARRIVAL) == {("arrive", "subject", "cat"), ("arrive", "object", "cat")}


def test_times_are_not_arguments():
    monday = "Monday/Monday/NNP"
    by_monday = KILLING.replace("cat/NN", monday)
    assert added(by_monday) == {("kill", "subject", "mouse"), ("kill", "object", "mouse")}
    mondays = GENITIVE_KILLING.replace("Tom/Tom/NNP", monday)
    assert added(mondays) == added(by_monday)


@pytest.mark.parametrize(
    ("lines", "modality", "negated"),
    [
        (KILLER, "none", False),
        (NO_KILLER, "none", True),
        (POSSIBLE_KILLER, "possible", False),
        # "No killing scared us."
        (KILLING.replace("The/", "No/"), "none", True),
        # "The killing scared us not": it took place.
        (f"{KILLING} not/RB/8/advmod", "none", False),
        (NO_KILLING, "none", True),
        (POSSIBLE_KILLING, "possible", False),
    ],
)
def test_nominalizations_have_the_negation_and_modality_of_their_copula(lines, modality, negated):
    tree, graph = tree_and_graph(lines)
    constituents = with_nominalizations(graph, tree).constituents
    [verb] = (each for each in constituents if each.is_nominalization)
    assert verb.governor.lemma == "kill"
    assert (verb.modality, verb.negated) == (modality, negated)


def test_the_subject_of_an_agent_noun():
    assert added(KILLER) == {
        ("kill", "subject", "Tom"),
        ("kill", "object", "mouse"),
        ("kill", "object", "rat"),
    }
    # WordNet has "sing" for "singer", and none of the words around it.
    assert added(RELATIVE) == {("sing", "subject", "Ann"), ("sing", "object", "song")}


def test_nouns_without_arguments_or_verbs_stay_nouns():
    assert added(ACTIVE) == set()
    assert added("Killing/NN/0") == set()
    assert added("killer/NN/0") == set()
