import pytest

from rte_baselines.lexicon.wordnet.database.relations import Relation
from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.knowledge.abduction_axioms import chain_axioms
from rte_baselines.logic.notations import to_unicode

PENALTIES = {Relation.HYPERNYM: 0.25, Relation.DERIVATION: 0.5, Relation.ENTAILMENT: 0.125}


def predicates(text):
    """Words with the number of their arguments, 1 if none is given: "kill.v/3 animal.n"."""
    parts = (word.partition("/") for word in text.split())
    return [Predicate(name, int(arity or 1)) for name, _, arity in parts]


@pytest.mark.parametrize(
    ("text", "hypothesis", "formula", "penalty"),
    [
        # The example of the paper.
        ("region.n", "locate.v", "∀x (region.n(x) → ∃e (locate.v(e) ∧ patient(e, x)))", 0.75),
        ("takeover.n", "coup.n", "∀x (takeover.n(x) → coup.n(x))", 0.0),
        ("murder.v", "kill.v", "∀x (murder.v(x) → kill.v(x))", 0.25),
        ("snore.v", "sleep.v", "∀x (snore.v(x) → sleep.v(x))", 0.125),
        (
            *("possible:murder.v", "possible:kill.v"),
            *("∀x ('possible:murder.v'(x) → 'possible:kill.v'(x))", 0.25),
        ),
        # Verbs with slots.
        ("region.n", "locate.v/3", "∀x (region.n(x) → ∃e, y locate.v(e, y, x))", 0.75),
        ("murder.v/3", "kill.v/3", "∀x, y, z (murder.v(x, y, z) → kill.v(x, y, z))", 0.25),
        ("locate.v/3", "location.n", "∀x, y, z (locate.v(x, y, z) → location.n(x))", 0.5),
    ],
)
def test_chains(text, hypothesis, formula, penalty):
    (found,) = chain_axioms(predicates(text), predicates(hypothesis), PENALTIES)
    assert (to_unicode(found.axiom.formula), found.penalty) == (formula, penalty)


def test_a_chain_has_words():
    ((axiom, _),) = chain_axioms(predicates("region.n"), predicates("locate.v"), PENALTIES)
    assert axiom.words == "region -hypernym-> location -derivation-> locate (WordNet)"
    assert axiom.name == "chain: region.n => locate.v"


@pytest.mark.parametrize(
    ("text", "hypothesis"),
    [
        ("animal.n", "dog.n"),
        ("poodle.n", "animal.n"),
        ("murder.v kill.v", "kill.v"),
        ("possible:murder.v", "kill.v"),
        ("clinton.name", "president.n"),
        ("region", "locate.v"),
        # Other numbers of arguments are no words.
        ("murder.v/2", "kill.v/3"),
        ("takeover.n/3", "coup.n/3"),
    ],
)
def test_no_chain(text, hypothesis):
    assert not chain_axioms(predicates(text), predicates(hypothesis), PENALTIES)
