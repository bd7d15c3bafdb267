from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.knowledge.wordnet_axioms import WordNetAxioms, exclusion_axioms
from rte_baselines.logic.notations import to_unicode


def formulas(*predicates, **options):
    found = WordNetAxioms(**options).axioms([Predicate(p, 1) for p in predicates])
    return [to_unicode(axiom.formula) for axiom in found]


ALL, SISTERS, PERSONS = {"senses": "all"}, {"sisters": True}, {"sisters": True, "persons": True}


@pytest.mark.parametrize(
    ("predicates", "options", "expected"),
    [
        ("dog.n animal.n", ALL, ["dog.n(x) → animal.n(x)"]),
        ("car.n automobile.n", ALL, ["automobile.n(x) ↔ car.n(x)"]),
        ("snore.v sleep.v", ALL, ["snore.v(x) → sleep.v(x)"]),
        ("dead.a alive.a", ALL, ["alive.a(x) → ¬dead.a(x)"]),
        # "Small" is an antonym of "large", which is a synonym of "big".
        ("small.a big.a", ALL, ["big.a(x) → ¬small.a(x)"]),
        # Example 1952 of bos2006.
        ("price.n soar.v level.n rise.v", ALL, ["soar.v(x) → rise.v(x)"]),
        ("murder.n murder.v", ALL, ["murder.n(x) ↔ murder.v(x)"]),
        ("killer.n kill.v", ALL, ["killer.n(x) → ∃y (kill.v(y) ∧ agent(y, x))"]),
        ("quickly.r quick.a", ALL, ["quickly.r(x) ↔ quick.a(x)"]),
        ("future:dog.n future:animal.n", ALL, ["'future:dog.n'(x) → 'future:animal.n'(x)"]),
        # What is not related.
        ("animal.n dog.v", {}, []),
        ("possible:dog.n animal.n", {}, []),
        ("dog animal.n", {}, []),
        ("at_least_2 animal.n", {}, []),
        ("nonsense_word.n animal.n", {}, []),
        (".n animal.n", {}, []),
        # Some people are called dogs, which is not the first sense of "dog".
        ("dog.n person.n animal.n", ALL, ["dog.n(x) → animal.n(x)", "dog.n(x) → person.n(x)"]),
        ("dog.n person.n animal.n", {"senses": "first_to_any"}, ["dog.n(x) → animal.n(x)"]),
        # "Bank" is a slope first, and an institution in another sense.
        ("bank.n institution.n", {}, []),
        ("bank.n institution.n", ALL, ["bank.n(x) → institution.n(x)"]),
        # Sisters are disjoint if asked.
        ("dog.n wolf.n", {}, []),
        ("dog.n wolf.n", SISTERS, ["dog.n(x) → ¬wolf.n(x)"]),
        ("dog.n animal.n", SISTERS, ["dog.n(x) → animal.n(x)"]),
        # A book is an artifact, and a woman a living thing, as in example 78 of bos2006.
        ("book.n woman.n", SISTERS, ["book.n(x) → ¬woman.n(x)"]),
        ("walk.v fly.v", SISTERS, ["fly.v(x) → ¬walk.v(x)"]),
        ("big.a old.a", SISTERS, []),
        # One is a kind of the other: the first sense of "baby" is a sister of that of "child".
        ("baby.n child.n", PERSONS, []),
        ("painting.n picture.n", SISTERS, []),
        # Persons are disjoint only if asked.
        ("doctor.n father.n", SISTERS, []),
        ("doctor.n father.n", PERSONS, ["doctor.n(x) → ¬father.n(x)"]),
        ("man.n woman.n", SISTERS, ["man.n(x) → ¬woman.n(x)"]),
        # Nouns are events of verbs in their first sense.
        ("capital.n capitalize.v", ALL, []),
        ("destruction.n destroy.v", ALL, ["destruction.n(x) ↔ destroy.v(x)"]),
        # A person is an organism and a causal agent, and so keeps these sisters together.
        ("causal_agent.n organism.n", SISTERS, ["causal_agent.n(x) → ¬organism.n(x)"]),
        (
            "causal_agent.n organism.n person.n",
            *(SISTERS, ["person.n(x) → causal_agent.n(x)", "person.n(x) → organism.n(x)"]),
        ),
        ("clinton.name president.n", {}, []),
    ],
)
def test_relations_of_words(predicates, options, expected):
    found = formulas(*predicates.split(), **options)
    assert found == [f"∀x ({body})" for body in expected]


def test_instances_if_asked():
    found = formulas("clinton.name", "person.n", "president.n", instances=True, senses="all")
    assert "∀x (clinton.name(x) → person.n(x))" in found


def test_words_for_people():
    (axiom,) = WordNetAxioms().axioms([Predicate("dog.n", 1), Predicate("animal.n", 1)])
    assert axiom.words == "dog is a kind of animal (WordNet)"
    assert axiom.name == "WordNet: dog.n => animal.n"


NOUNS = "dog cat animal person child woman tool bank car vehicle tree plant water book city".split()


@pytest.mark.slow
def test_hyponymy_agrees_with_nltk(nltk_wordnet):
    for first, second in permutations(NOUNS, 2):
        one, other = (nltk_wordnet.synsets(noun, "n")[0] for noun in (first, second))
        above = set(one.closure(lambda synset: synset.hypernyms() + synset.instance_hypernyms()))
        found = formulas(f"{first}.n", f"{second}.n")
        is_kind = f"∀x ({first}.n(x) → {second}.n(x))" in found
        assert is_kind == (other in above and one != other)
        assert any("↔" in formula for formula in found) == (one == other)


EXCLUDING = (
    "dog.n cat.n animal.n book.n woman.n war.n destruction.n walk.v chase.v fly.v possible:walk.v "
    "ann.name big.a zzzz.n in"
).split()


def exclusions(*names):
    return [to_unicode(a.formula) for a in exclusion_axioms([Predicate(n, 1) for n in names])]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # Words below sisters.
        ("book.n", "woman.n", ["∀x (book.n(x) → ¬woman.n(x))"]),
        ("dog.n", "animal.n", []),
        # Verbs are said of events. "Cat" is a tomography, too, which is an event.
        ("walk.v", "dog.n", ["∀x (walk.v(x) → ¬dog.n(x))"]),
        ("walk.v", "cat.n", ["∀x (walk.v(x) → ¬cat.n(x))"]),
        # A war is an event, and WordNet does not know what a zzzz is.
        ("walk.v", "war.n", []),
        ("walk.v", "zzzz.n", []),
        ("possible:walk.v", "dog.n", []),
    ],
)
def test_words_that_exclude_each_other(first, second, expected):
    assert exclusions(first, second) == expected


@given(st.permutations(EXCLUDING))
def test_exclusions_of_words_in_any_order(names):
    found = exclusions(*names)
    assert found == exclusions(*EXCLUDING)
    assert len(set(found)) == len(found)
    assert not any("name" in formula or "zzzz" in formula for formula in found)
