from rte_baselines.logic.formulas import Predicate, predicates_of
from rte_baselines.logic.knowledge.axiom_files import caption_axioms, packaged_axioms
from rte_baselines.logic.notations import to_unicode


def axioms(*predicates):
    """The axioms that are not in the file, by their words."""
    found = caption_axioms([Predicate(*predicate) for predicate in predicates])
    return {a.words: to_unicode(a.formula) for a in found[len(packaged_axioms("captions.txt")) :]}


def test_events_and_participants_are_in_the_same_places():
    assert axioms(("agent", 2), ("on_top_of", 2), ("patient", 3)) == {
        "if an event is on top of something, its agent is on top of it (caption)": "∀E, X, Y "
        "((agent(E, X) ∧ on_top_of(E, Y)) → on_top_of(X, Y))",
        "if the agent of an event is on top of something, the event is on top of it (caption)": (
            "∀E, X, Y ((agent(E, X) ∧ on_top_of(X, Y)) → on_top_of(E, Y))"
        ),
    }
    assert not axioms(("agent", 2), ("of", 2), ("on", 1))


def test_nouns_taken_for_names():
    assert axioms(("cereal.name", 1), ("cereal.n", 1), ("ann.name", 1), ("dog.n", 1)) == {
        "cereal is no name (caption)": "∀X (cereal.name(X) ↔ cereal.n(X))"
    }


def test_predicates_of_the_file_have_parts_of_speech():
    found = packaged_axioms("captions.txt")
    # A word without the part of speech would never be in a formula.
    unary = {p.name for a in found for p in predicates_of(a.formula) if p.arity == 1}
    assert all(name.endswith((".n", ".v", ".a", ".r")) for name in unary)
