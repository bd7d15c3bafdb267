import pytest

from rte_baselines.lexicon.wordnet.relations import Relation
from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.knowledge.chain_axioms import ChainAxioms
from rte_baselines.logic.notations import to_unicode

PENALTIES = {Relation.HYPERNYM: 0.25, Relation.DERIVATION: 0.5, Relation.ENTAILMENT: 0.125}


def found(text, hypothesis, longest=2):
    sides = ([Predicate(word, 1) for word in side.split()] for side in (text, hypothesis))
    return {
        axiom.name.removeprefix("chain: "): (to_unicode(axiom.formula), axiom.words, penalty)
        for axiom, penalty in ChainAxioms(PENALTIES, longest).axioms(*sides)
    }


def test_the_example_of_the_paper():
    ((formula, words, penalty),) = found("region.n", "locate.v").values()
    assert formula == "∀x (region.n(x) → ∃y (locate.v(y) ∧ patient(y, x)))"
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


def test_longer_chains_if_asked():
    assert len(found("poodle.n", "animal.n", longest=20)) == 1
