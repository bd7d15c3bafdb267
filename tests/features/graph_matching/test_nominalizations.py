"""Nouns of a text that are read as verbs."""

import pytest

from rte_baselines.features.graph_matching.nominalizations import with_nominalizations

from .parses import (
    ACTIVE,
    ARRIVAL,
    GENITIVE_KILLING,
    KILLER,
    KILLING,
    NO_KILLING,
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
    return {" ".join(each) for each in dependencies(extended) - dependencies(graph)}


MONDAY = "Monday/Monday/NNP"
BOTH_ARE_MICE = {"kill subject mouse", "kill object mouse"}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (KILLING, {"kill subject cat", "kill object mouse"}),
        (GENITIVE_KILLING, {"kill subject Tom", "kill object mouse"}),
        # A phrase with "by" can be attached to the object.
        (KILLING.replace("cat/NN/2", "cat/NN/4"), {"kill subject cat", "kill object mouse"}),
        # One argument may be either, and times are no arguments.
        (ARRIVAL, {"arrive subject cat", "arrive object cat"}),
        (KILLING.replace("cat/NN", MONDAY), BOTH_ARE_MICE),
        (GENITIVE_KILLING.replace("Tom/Tom/NNP", MONDAY), BOTH_ARE_MICE),
        # Agents. WordNet has "sing" for "singer", and none of the words around it.
        (KILLER, {"kill subject Tom", "kill object mouse", "kill object rat"}),
        (RELATIVE, {"sing subject Ann", "sing object song"}),
        # Nouns without arguments or verbs stay nouns.
        *((lines, set()) for lines in (ACTIVE, "Killing/NN/0", "killer/NN/0")),
    ],
)
def test_arguments_of_nouns(lines, expected):
    assert added(lines) == expected


@pytest.mark.parametrize(
    ("lines", "modality", "negated"),
    [
        (KILLER, "none", False),
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
