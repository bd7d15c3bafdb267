from collections import Counter

from rte_baselines.features.proofs.background import Background
from rte_baselines.logic.formulas import Predicate

OCCURRING = [Predicate(name, 2) for name in ("agent", "patient", "in", "on", "into", "of")]


def names(**which):
    fields = {"generic": False, "relations": False, "geography": False, "captions": False, **which}
    return [axiom.name for axiom in Background(None, **fields).axioms(OCCURRING)]


def test_there_are_no_axioms_that_are_not_asked_for():
    assert names() == []
    assert "relations.txt:5" in names(relations=True)
    assert "caption: agent, on" in names(captions=True)
    assert "generic.txt:10" in names(generic=True)


def test_no_axiom_is_there_twice():
    # That who does something in a place is there is generic, and an axiom for captions.
    assert "caption: agent, in" in names(captions=True)
    everything = names(generic=True, relations=True, captions=True)
    assert "generic.txt:10" in everything
    assert "caption: agent, in" not in everything
    assert "caption: in, agent" in everything
    assert set(Counter(everything).values()) == {1}
