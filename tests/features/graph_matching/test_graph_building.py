"""Extended dependency graphs of sentences that are parsed by hand."""

from .parses import ACTIVE, FIVE_PERCENT, PASSIVE, RELATIVE, dependencies, names, tree_and_graph


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


def test_a_copula_is_a_verb_phrase():
    _, graph = tree_and_graph("Bo/Bo/NNP/4/nsubj 's/POS/1/case is/be/VBZ/4/cop here/RB/0")
    assert dependencies(graph) == {("be", "subject", "Bo"), ("be", "attribute", "here")}
    assert other_words(graph, "Bo") == []
    assert names(graph)[graph.main_verb] == "be"


def test_coordinated_modifiers_depend_on_the_same_noun():
    _, graph = tree_and_graph(
        """
        king/NN/0 of/IN/3/case Mercia/Mercia/NNP/1/nmod and/CC/5/cc Kent/Kent/NNP/3/conj
        """
    )
    assert dependencies(graph) == {("king", "modifier", "Mercia"), ("king", "modifier", "Kent")}
    assert graph.main_verb is None


def test_a_verb_with_a_particle_is_governed_by_both():
    _, graph = tree_and_graph("Ann/Ann/NNP/2/nsubj gave/give/VBD/0 up/RP/2/compound:prt")
    [verb] = (each for each in graph.constituents if each.type == "verb")
    assert set(verb.governor[:3]) == {"give_up"}
    assert verb.words == (1, 2)


def test_a_symbol_heads_a_phrase_with_its_number():
    _, graph = tree_and_graph(FIVE_PERCENT)
    assert dependencies(graph) == {("rise", "subject", "it"), ("rise", "object", "%")}
    assert other_words(graph, "%") == ["5"]


def test_misattached_dependents_of_a_verb_are_phrases():
    # A parser that takes the subject for a compound loses no noun by it.
    _, graph = tree_and_graph("The/DT/3/det cat/NN/3/compound eats/eat/VBZ/0")
    assert sorted(names(graph)) == ["cat", "eat"]
    assert dependencies(graph) == set()
