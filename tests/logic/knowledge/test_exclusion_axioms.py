from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.knowledge.wordnet_axioms import exclusion_axioms
from rte_baselines.logic.notations import to_unicode

NAMES = (
    "dog.n cat.n animal.n book.n woman.n war.n destruction.n walk.v chase.v fly.v possible:walk.v "
    "ann.name big.a zzzz.n in"
).split()


def formulas(*names):
    axioms = exclusion_axioms([Predicate(name, 1) for name in names])
    return [to_unicode(axiom.formula) for axiom in axioms]


def test_what_is_below_sisters():
    assert formulas("book.n", "woman.n") == ["∀x (book.n(x) → ¬woman.n(x))"]
    assert formulas("dog.n", "animal.n") == []


def test_verbs_are_said_of_events():
    assert formulas("walk.v", "dog.n") == ["∀x (walk.v(x) → ¬dog.n(x))"]
    # A war is an event, and WordNet does not know what a zzzz is.
    assert formulas("walk.v", "war.n") == formulas("walk.v", "zzzz.n") == []
    assert formulas("possible:walk.v", "dog.n") == []


def test_the_first_sense_counts():
    # "Cat" is a tomography, too, which is an event.
    assert formulas("walk.v", "cat.n") == ["∀x (walk.v(x) → ¬cat.n(x))"]


@given(st.permutations(NAMES))
def test_words_in_any_order(names):
    found = formulas(*names)
    assert found == formulas(*NAMES)
    assert len(set(found)) == len(found)
    assert not any("name" in formula or "zzzz" in formula for formula in found)
