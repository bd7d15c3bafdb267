import pytest

from rte_baselines.lexicon.wordnet.database.relations import Relation
from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.knowledge.abduction_axioms import chain_axioms
from rte_baselines.logic.notations import to_unicode

PENALTIES = {Relation.HYPERNYM: 0.25, Relation.DERIVATION: 0.5, Relation.ENTAILMENT: 0.125}


def found(text, hypothesis):
    return axioms_between(
        *([Predicate(word, 1) for word in side.split()] for side in (text, hypothesis))
    )


def axioms_between(text, hypothesis):
    return {
        axiom.name.removeprefix("chain: "): (to_unicode(axiom.formula), axiom.words, penalty)
        for axiom, penalty in chain_axioms(text, hypothesis, PENALTIES)
    }


@pytest.mark.slow
def test_the_example_of_the_paper():
    ((formula, words, penalty),) = found("region.n", "locate.v").values()
    assert formula == "∀x (region.n(x) → ∃e (locate.v(e) ∧ patient(e, x)))"
    assert words == "region -hypernym-> location -derivation-> locate (WordNet)"
    assert penalty == 0.75


@pytest.mark.parametrize(
    ("text", "hypothesis", "penalty"),
    [
        ("takeover.n", "coup.n", 0.0),
        ("murder.v", "kill.v", 0.25),
        ("snore.v", "sleep.v", 0.125),
        ("possible:murder.v", "possible:kill.v", 0.25),
    ],
)
def test_penalties(text, hypothesis, penalty):
    ((formula, _, actual),) = found(text, hypothesis).values()
    assert "∃" not in formula
    assert actual == penalty


@pytest.mark.parametrize(
    ("text", "hypothesis"),
    [
        ("animal.n", "dog.n"),
        ("poodle.n", "animal.n"),
        ("murder.v kill.v", "kill.v"),
        ("possible:murder.v", "kill.v"),
        ("clinton.name", "president.n"),
        ("region", "locate.v"),
    ],
)
def test_no_chain(text, hypothesis):
    assert not found(text, hypothesis)
    # Other numbers of arguments are no words.
    assert not axioms_between([Predicate("murder.v", 2)], [Predicate("kill.v", 3)])
    assert not axioms_between([Predicate("takeover.n", 3)], [Predicate("coup.n", 3)])


@pytest.mark.parametrize(
    ("text", "hypothesis", "formula"),
    [
        (("region.n", 1), ("locate.v", 3), "∀x (region.n(x) → ∃e, y locate.v(e, y, x))"),
        (("murder.v", 3), ("kill.v", 3), "∀x, y, z (murder.v(x, y, z) → kill.v(x, y, z))"),
        (("locate.v", 3), ("location.n", 1), "∀x, y, z (locate.v(x, y, z) → location.n(x))"),
    ],
)
def test_verbs_with_slots(text, hypothesis, formula):
    ((actual, _, _),) = axioms_between([Predicate(*text)], [Predicate(*hypothesis)]).values()
    assert actual == formula
