"""Nouns of a text that are read as verbs."""

from rte_baselines.features.graph_matching.nominalizations import with_nominalizations

from .parses import (
    ACTIVE,
    ARRIVAL,
    GENITIVE_KILLING,
    KILLER,
    KILLING,
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


def test_by_may_be_attached_to_the_object():
    misattached = KILLING.replace("cat     cat     NOUN  NN  2", "cat     cat     NOUN  NN  4")
    assert added(misattached) == added(KILLING)


def test_one_argument_of_an_event_may_be_either():
    assert added(ARRIVAL) == {("arrive", "subject", "cat"), ("arrive", "object", "cat")}


def test_an_agent_is_who_it_is_said_of():
    assert added(KILLER) == {
        ("kill", "subject", "Tom"),
        ("kill", "object", "mouse"),
        ("kill", "object", "rat"),
    }
    # WordNet has "sing" for "singer", and none of the words around it.
    assert added(RELATIVE) == {("sing", "subject", "Ann"), ("sing", "object", "song")}


def test_nouns_without_arguments_or_verbs_stay_nouns():
    assert added(ACTIVE) == set()
    assert added("Killing killing NOUN NN 0 root") == set()
    assert added("killer killer NOUN NN 0 root") == set()
