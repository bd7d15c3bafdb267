from rte_baselines.features.proofs.pair_problems import Background
from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.notations import to_unicode


def axioms(predicates, **which):
    fields = dict.fromkeys(("generic", "relations", "geography", "captions"), False)
    return Background(None, **{**fields, **which}).axioms(predicates)


def test_what_will_be_in_a_place_will_be_in_whatever_contains_it():
    predicates = [Predicate("future:in", 2), Predicate("in", 2), Predicate("possible:on", 2)]
    found = {axiom.name: axiom.formula for axiom in axioms(predicates, generic=True)}
    assert to_unicode(found["places: future:in"]) == (
        "∀x, y, z (('future:in'(x, y) ∧ in(y, z)) → 'future:in'(x, z))"
    )
    assert [name for name in found if name.startswith("places")] == ["places: future:in"]


def test_no_axiom_is_there_twice():
    # That who does something in a place is there is generic, and an axiom for captions.
    predicates = [Predicate(name, 2) for name in ("agent", "patient", "in", "on", "into", "of")]
    assert axioms(predicates) == ()
    alone = [axiom.name for axiom in axioms(predicates, captions=True)]
    assert {"caption: agent, in", "caption: in, agent"} <= set(alone)
    everything = axioms(predicates, generic=True, relations=True, captions=True)
    names = [axiom.name for axiom in everything]
    assert "caption: agent, in" not in names
    assert {"generic.txt:10", "relations.txt:5", "caption: in, agent"} <= set(names)
    assert len(set(names)) == len(names) == len({axiom.formula for axiom in everything})
