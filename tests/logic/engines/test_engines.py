"""What holds for every engine."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, ResourceError
from rte_baselines.core.registry import registry
from rte_baselines.logic.engines.engine import minimized
from rte_baselines.logic.formulas import (
    FALSE,
    Atom,
    Constant,
    Exists,
    ForAll,
    Implies,
    Not,
    Predicate,
    Variable,
)
from rte_baselines.logic.problems import Axiom, CounterModel, Problem, Proof, Saturation
from rte_baselines.logic.reading import read_formula
from tests.logic.engines.installed import ENGINES
from tests.logic.engines.problems import problem
from tests.logic.random_formulas import ODD_NAMES

X = Variable("x")
REX = Constant("Rex's \"dog\"), ~'")
DOGS = (
    Axiom("unused", read_formula("! [X] : (cat(X) => animal(X))")),
    Axiom("dogs are animals", ForAll((X,), Implies(Atom("dog", (X,)), Atom("animal", (X,))))),
    Axiom("Rex is a dog", Atom("dog", (REX,))),
)

every_engine = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)


@every_engine
def test_a_proof_names_the_premises_it_uses(engine):
    outcome = engine.prove(Problem(DOGS, Atom("animal", (REX,))))
    assert outcome == Proof(("dogs are animals", "Rex is a dog"))


@every_engine
def test_contradictory_premises_do_not_need_the_goal(engine):
    premises = (*DOGS, Axiom("no animals", Not(Exists((X,), Atom("animal", (X,))))))
    outcome = engine.prove(Problem(premises, FALSE))
    assert set(outcome.used) == {"dogs are animals", "Rex is a dog", "no animals"}


@every_engine
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (Problem(DOGS, Atom("cat", (REX,))), (CounterModel, Saturation)),
        (problem("$true"), Proof),
        (problem("$false"), (CounterModel, Saturation)),
        # Domains are not empty.
        (problem("? [X] : (p(X) | ~ p(X))"), Proof),
        # Names of different kinds are different.
        (
            problem("p(p)\n~ p(p, p)\n~ p\n~ 'p/1'(p)\n~ 'P'(p)\n$false"),
            (CounterModel, Saturation),
        ),
    ],
)
def test_what_follows(engine, asked, expected):
    assert isinstance(engine.prove(asked), expected)


@every_engine
def test_outcomes_come_in_the_order_of_the_problems(engine):
    problems = [Problem(DOGS, Atom(name, (REX,))) for name in ("animal", "cat") * 2]
    outcomes = list(engine.prove_all(iter(problems), workers=2))
    assert [isinstance(outcome, Proof) for outcome in outcomes] == [True, False] * 2


@pytest.mark.slow
@every_engine
def test_stopping_early_is_no_harm(engine):
    problems = (Problem(DOGS, Atom(name, (REX,))) for name in ("animal", "cat") * 4)
    assert isinstance(next(engine.prove_all(problems, workers=2)), Proof)
    assert isinstance(engine.prove(Problem(DOGS, Atom("animal", (REX,)))), Proof)


@pytest.mark.parametrize("name", ["cvc5.v1", "z3.v1"])
def test_a_model_has_the_names_of_the_problem(name):
    (model,) = vars(ENGINES[name].prove(Problem(DOGS, Atom("cat", (REX,))))).values()
    assert model.size == 1
    assert model.constants == {REX: 0}
    assert model.relations[Predicate("dog", 1)] == {(0,)}
    assert model.relations[Predicate("cat", 1)] == frozenset()
    # The smallest domain.
    cats = "? [W, X, Y, Z] : (cat(W) & cat(X) & cat(Y) & ~ cat(Z) & (W != X) & (W != Y) & (X != Y))"
    assert ENGINES[name].prove(problem(f"{cats}\n$false")).model.size == 4


@pytest.mark.parametrize("name", sorted(registry.all("engines")))
def test_a_missing_engine_says_how_to_install_it(name, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    module = sys.modules[registry.get("engines", name).__module__]
    monkeypatch.setattr(module, "find_spec", lambda _: None, raising=False)
    with pytest.raises(ResourceError, match=r"not installed; install it with: (pip|apt-get) inst"):
        registry.get("engines", name)().prove(problem("p"))


@every_engine
@settings(max_examples=10)
@given(names=st.lists(ODD_NAMES, min_size=2, max_size=2, unique=True))
def test_no_name_proves_anything(engine, names):
    known, other = names
    premises = (Axiom("it", Exists((X,), Atom(known, (X, Constant(other))))),)
    goal = Exists((X,), Atom(other, (X, Constant(known))))
    assert isinstance(engine.prove(Problem(premises, goal)), CounterModel | Saturation)
    assert isinstance(engine.prove(Problem(premises, premises[0].formula)), Proof)


def test_there_is_at_least_one_worker():
    with pytest.raises(InputError, match="0 workers; expected at least 1"):
        list(ENGINES["cvc5.v1"].prove_all([problem("p")], workers=0))


@pytest.mark.parametrize(
    ("lines", "used", "minimal"),
    [
        ("p\nq => r\np => r\nq\nr", "1234", Proof(("1", "3"))),
        # Contradictory premises, of which the goal is not used, as one that is false.
        ("p\n~ p\nq\nq & q", "123", Proof(("1", "2"), uses_goal=False)),
        ("p\n~ p\n$false", "12", Proof(("1", "2"), uses_goal=False)),
        ("p\np", "1", Proof(("1",))),
        ("p\np | ~ p", "", Proof(())),
    ],
)
def test_what_is_not_needed_is_left_out(lines, used, minimal):
    assert minimized(ENGINES["cvc5.v1"], problem(lines), Proof(tuple(used))) == minimal
