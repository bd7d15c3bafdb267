from itertools import permutations

import pytest

from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.knowledge.wordnet_axioms import WordNetAxioms
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import Axiom, Problem, Proof
from rte_baselines.logic.reading import read_formula
from tests.logic.engines.installed import ENGINES


def formulas(*predicates, **options):
    found = WordNetAxioms(**options).axioms([Predicate(p, 1) for p in predicates])
    return [to_unicode(axiom.formula) for axiom in found]


@pytest.mark.parametrize(
    ("predicates", "expected"),
    [
        (("dog.n", "animal.n"), "∀x (dog.n(x) → animal.n(x))"),
        (("car.n", "automobile.n"), "∀x (automobile.n(x) ↔ car.n(x))"),
        (("snore.v", "sleep.v"), "∀x (snore.v(x) → sleep.v(x))"),
        (("dead.a", "alive.a"), "∀x (alive.a(x) → ¬dead.a(x))"),
        # "Small" is an antonym of "large", which is a synonym of "big".
        (("small.a", "big.a"), "∀x (big.a(x) → ¬small.a(x))"),
        (("murder.n", "murder.v"), "∀x (murder.n(x) ↔ murder.v(x))"),
        (("killer.n", "kill.v"), "∀x (killer.n(x) → ∃y (kill.v(y) ∧ agent(y, x)))"),
        (("quickly.r", "quick.a"), "∀x (quickly.r(x) ↔ quick.a(x))"),
        (
            ("possible:dog.n", "possible:animal.n"),
            "∀x ('possible:dog.n'(x) → 'possible:animal.n'(x))",
        ),
    ],
)
def test_relations(predicates, expected):
    assert formulas(*predicates, senses="all") == [expected]


@pytest.mark.parametrize(
    "predicates",
    [
        ("animal.n", "dog.v"),
        ("possible:dog.n", "animal.n"),
        ("dog", "animal.n"),
        ("at_least_2", "animal.n"),
        ("nonsense_word.n", "animal.n"),
        (".n", "animal.n"),
    ],
)
def test_what_is_not_related(predicates):
    assert formulas(*predicates) == []


def test_first_senses_that_imply_any():
    # Some people are called dogs, which is not the first sense of "dog".
    predicates = "dog.n", "person.n", "animal.n"
    expected = ["∀x (dog.n(x) → animal.n(x))", "∀x (dog.n(x) → person.n(x))"]
    assert formulas(*predicates, senses="all") == expected
    assert formulas(*predicates, senses="first_to_any") == expected[:1]
    # The institution is not the first sense of "bank", but it may be meant by the word.
    words = "bank.n", "depository_financial_institution.n"
    assert formulas(*words, senses="first_to_any") == [
        "∀x (depository_financial_institution.n(x) → bank.n(x))"
    ]


def test_senses():
    # "Bank" is a slope first, and an institution in another sense.
    assert formulas("bank.n", "institution.n") == []
    assert formulas("bank.n", "institution.n", senses="all") == [
        "∀x (bank.n(x) → institution.n(x))"
    ]


def test_sisters_are_disjoint_if_asked():
    assert formulas("dog.n", "wolf.n") == []
    assert formulas("dog.n", "wolf.n", sisters=True) == ["∀x (dog.n(x) → ¬wolf.n(x))"]
    assert formulas("dog.n", "animal.n", sisters=True) == ["∀x (dog.n(x) → animal.n(x))"]
    # A book is an artifact, and a woman a living thing, as in example 78 of bos2006.
    assert formulas("book.n", "woman.n", sisters=True) == ["∀x (book.n(x) → ¬woman.n(x))"]
    assert formulas("walk.v", "fly.v", sisters=True) == ["∀x (fly.v(x) → ¬walk.v(x))"]
    assert formulas("big.a", "old.a", sisters=True) == []


def test_sisters_of_which_one_is_a_kind_of_the_other_are_not_disjoint():
    # The first sense of "baby" is a sister of that of "child".
    assert formulas("baby.n", "child.n", sisters=True, persons=True) == []
    assert formulas("painting.n", "picture.n", sisters=True) == []
    assert formulas("home.n", "house.n", sisters=True) == []


def test_persons_are_disjoint_only_if_asked():
    assert formulas("doctor.n", "father.n", sisters=True) == []
    assert formulas("doctor.n", "father.n", sisters=True, persons=True) == [
        "∀x (doctor.n(x) → ¬father.n(x))"
    ]
    assert formulas("man.n", "woman.n", sisters=True) == ["∀x (man.n(x) → ¬woman.n(x))"]


def test_nouns_are_events_of_verbs_in_their_first_sense():
    assert formulas("capital.n", "capitalize.v", senses="all") == []
    assert formulas("destruction.n", "destroy.v", senses="all") == [
        "∀x (destruction.n(x) ↔ destroy.v(x))"
    ]


def test_what_is_below_two_sisters_keeps_them_together():
    # A person is an organism, and what can cause something.
    sisters = "causal_agent.n", "organism.n"
    assert formulas(*sisters, sisters=True) == ["∀x (causal_agent.n(x) → ¬organism.n(x))"]
    assert formulas(*sisters, "person.n", sisters=True) == [
        "∀x (person.n(x) → causal_agent.n(x))",
        "∀x (person.n(x) → organism.n(x))",
    ]


def test_instances_if_asked():
    assert formulas("clinton.name", "president.n") == []
    found = formulas("clinton.name", "person.n", "president.n", instances=True, senses="all")
    assert "∀x (clinton.name(x) → person.n(x))" in found


def test_words_for_people():
    (axiom,) = WordNetAxioms().axioms([Predicate("dog.n", 1), Predicate("animal.n", 1)])
    assert axiom.words == "dog is a kind of animal (WordNet)"
    assert axiom.name == "WordNet: dog.n => animal.n"


def test_example_1952_of_bos2006():
    text = read_formula("? [X, E, L] : (price.n(X) & soar.v(E) & agent(E, X) & level.n(L))")
    goal = read_formula("? [X, E] : (price.n(X) & rise.v(E) & agent(E, X))")
    words = [Predicate(name, 1) for name in ("price.n", "soar.v", "level.n", "rise.v")]
    axioms = WordNetAxioms(senses="all").axioms(words)
    outcome = ENGINES["cvc5.v1"].prove(Problem((Axiom("text", text), *axioms), goal))
    assert isinstance(outcome, Proof)
    assert "WordNet: soar.v => rise.v" in outcome.used


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
