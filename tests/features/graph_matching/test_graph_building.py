"""Extended dependency graphs of sentences that are parsed by hand."""

import pytest

from .parses import ACTIVE, PASSIVE, RELATIVE, dependencies, names, tree_and_graph


def constituent(graph, lemma):
    [found] = (each for each in graph.constituents if each.governor.lemma == lemma)
    return found


def other_words(graph, lemma):
    return [word.surface for word in constituent(graph, lemma).others]


def test_passives_are_converted_to_actives():
    _, active = tree_and_graph(ACTIVE)
    _, passive = tree_and_graph(PASSIVE)
    assert dependencies(passive) == dependencies(active)
    assert dependencies(active) == {("eat", "subject", "cat"), ("eat", "object", "mouse")}
    # "By" is gone from the phrase it led, as it would be in the active voice.
    assert other_words(passive, "cat") == ["the", "old"]
    assert constituent(passive, "eat").words == (2, 3, 4)


def test_appositions_modifiers_and_relative_clauses():
    _, graph = tree_and_graph(RELATIVE)
    # The relative pronoun is no constituent: the mayor is who may resign.
    assert sorted(names(graph)) == ["Ann", "be", "mayor", "meet", "resign", "singer", "song"]
    assert dependencies(graph) == {
        ("be", "subject", "Ann"),
        ("be", "attribute", "singer"),
        ("singer", "modifier", "song"),
        ("meet", "subject", "Ann"),
        ("meet", "object", "mayor"),
        ("resign", "subject", "mayor"),
        ("mayor", "clause", "resign"),
    }
    assert constituent(graph, "be").words == ()
    resign = constituent(graph, "resign")
    assert (resign.modality, resign.words) == ("possible", (11, 12))
    assert other_words(graph, "mayor") == ["the", "city"]
    # The preposition of what is no subject or object stays.
    assert other_words(graph, "song") == ["of"]
    assert names(graph)[graph.main_verb] == "meet"


@pytest.mark.parametrize(
    ("words", "verb", "expected", "others"),
    [
        # A copula is a verb.
        (
            "Bo/Bo/NNP/4/nsubj 's/POS/1/case is/be/VBZ/4/cop here/RB/0",
            *("be", {("be", "subject", "Bo"), ("be", "attribute", "here")}, {"Bo": []}),
        ),
        # Coordinated modifiers depend on the same noun.
        (
            "king/NN/0 of/IN/3/case Mercia/Mercia/NNP/1/nmod and/CC/5/cc Kent/Kent/NNP/3/conj",
            *(None, {("king", "modifier", "Mercia"), ("king", "modifier", "Kent")}, {}),
        ),
        # A symbol heads a phrase with its number.
        (
            "It/PRP/2/nsubj rose/rise/VBD/0 5/CD/4/nummod %/NN/2/obj",
            *("rise", {("rise", "subject", "it"), ("rise", "object", "%")}, {"%": ["5"]}),
        ),
        # A parser that takes the subject for a compound loses no noun by it.
        ("The/DT/3/det cat/NN/3/compound eats/eat/VBZ/0", "eat", set(), {"cat": []}),
    ],
)
def test_phrases_and_what_depends_on_them(words, verb, expected, others):
    _, graph = tree_and_graph(words)
    assert dependencies(graph) == expected
    assert {lemma: other_words(graph, lemma) for lemma in others} == others
    assert (None if graph.main_verb is None else names(graph)[graph.main_verb]) == verb


def test_a_verb_with_a_particle_is_governed_by_both():
    _, graph = tree_and_graph("Ann/Ann/NNP/2/nsubj gave/give/VBD/0 up/RP/2/compound:prt")
    [verb] = (each for each in graph.constituents if each.type == "verb")
    assert set(verb.governor[:3]) == {"give_up"}
    assert verb.words == (1, 2)
