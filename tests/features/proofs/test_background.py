from collections import Counter

from rte_baselines.features.proofs.pair_problems import Background
from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.notations import to_unicode

OCCURRING = [Predicate(name, 2) for name in ("agent", "patient", "in", "on", "into", "of")]


def names(**which):
    fields = {"generic": False, "relations": False, "geography": False, "captions": False, **which}
    return [axiom.name for axiom in Background(None, **fields).axioms(OCCURRING)]


def test_there_are_no_axioms_that_are_not_asked_for():
    assert names() == []
    assert "relations.txt:5" in names(relations=True)
    assert "caption: agent, on" in names(captions=True)
    assert "generic.txt:10" in names(generic=True)


def test_what_will_be_in_a_place_will_be_in_whatever_contains_it():
    predicates = [Predicate("future:in", 2), Predicate("in", 2), Predicate("possible:on", 2)]
    background = Background(None, generic=True, relations=False, geography=False, captions=False)
    found = {axiom.name: axiom.formula for axiom in background.axioms(predicates)}
    assert to_unicode(found["places: future:in"]) == (
        "∀x, y, z (('future:in'(x, y) ∧ in(y, z)) → 'future:in'(x, z))"
    )
    assert [name for name in found if name.startswith("places")] == ["places: future:in"]


def test_no_axiom_is_there_twice():
    # That who does something in a place is there is generic, and an axiom for captions.
    assert "caption: agent, in" in names(captions=True)
    everything = names(generic=True, relations=True, captions=True)
    assert "generic.txt:10" in everything
    assert "caption: agent, in" not in everything
    assert "caption: in, agent" in everything
    assert set(Counter(everything).values()) == {1}
