from textwrap import dedent

import pytest

from rte_baselines.logic.derivations import derive, explain, numbered
from rte_baselines.logic.formulas import FALSE
from rte_baselines.logic.problems import Axiom, CounterModel, Limits, Problem, Proof
from rte_baselines.logic.reading import read_formula
from tests.logic.engines.installed import ENGINES
from tests.logic.engines.problems import (
    CONTRADICTORY_PROBLEMS,
    ENTAILED_PROBLEMS,
    NOT_ENTAILED_PROBLEMS,
    problem,
    random_problems,
)


def test_example_1952_of_bos2006():
    premises = (
        Axiom("text", read_formula("? [X, E] : (price(X) & soar(E) & agent(E, X))"), "the text"),
        Axiom("1", read_formula("! [X] : (soar(X) => rise(X))"), "to soar is to rise (WordNet)"),
        Axiom("2", read_formula("! [X] : (dog(X) => animal(X))"), "a dog is an animal (WordNet)"),
    )
    goal = read_formula("? [X, E] : (price(X) & rise(E) & agent(E, X))")
    assert numbered(derive(Problem(premises, goal))).splitlines() == [
        "1. price(x1)  [the text]",
        "2. soar(x2)  [the text]",
        "3. agent(x2, x1)  [the text]",
        "4. rise(x2)  [to soar is to rise (WordNet); step 2]",
        "5. ∃X, E (price(X) ∧ rise(E) ∧ agent(E, X))  [conclusion; steps 1, 3 and 4]",
    ]


STEPS = {
    # A conditional goal assumes its condition.
    """! [X] : (dog(X) => animal(X))
    (! [X] : (~ dog(X) | barks(X)))
    ! [Y] : (dog(Y) => (barks(Y) & animal(Y)))""": """
    1. dog(x1)  [assumption]
    2. animal(x1)  [1; step 1]
    3. barks(x1)  [2; step 1]
    4. barks(x1) ∧ animal(x1)  [conclusion; steps 2 and 3]
    5. ∀Y (dog(Y) → (barks(Y) ∧ animal(Y)))  [conclusion; step 4]""",
    # A negated goal assumes the opposite.
    """~ ? [X] : (dog(X) & barks(X))
    dog(rex)
    ~ barks(rex)""": """
    1. dog(rex)  [2]
    2. barks(rex)  [assumption]
    3. \N{UP TACK}  [1; steps 1 and 2]
    4. ¬barks(rex)  [conclusion; step 3]""",
    # One individual with two names.
    """(john = jack)
    dog(jack) | cat(jack)
    ~ cat(john)
    dog(john)""": """
    1. john = jack  [1]
    2. dog(jack) \N{LOGICAL OR} cat(jack)  [2]
    3. ¬cat(john)  [3]
    4. ¬cat(jack)  [the same individual; steps 1 and 3]
    5. dog(jack)  [the other cases are excluded; steps 2 and 4]
    6. dog(john)  [the same individual; steps 1 and 5]
    7. dog(john)  [conclusion; step 6]""",
    # What is known is not derived again.
    "p\np\np": """
    1. p  [1]
    2. p  [conclusion; step 1]""",
    # Contradictory premises.
    "dog(rex)\n! [X] : ~ dog(X)\n$false": """
    1. dog(rex)  [1]
    2. \N{UP TACK}  [2; step 1]""",
    # Proofs by cases.
    """? [X] : (dog(X) | (cat(X) & big(X)))
    ! [X] : (dog(X) => animal(X))
    ! [X] : (cat(X) => animal(X))
    ? [X] : animal(X)""": """
    1. dog(x1) \N{LOGICAL OR} (cat(x1) ∧ big(x1))  [1]
    2. dog(x1)  [case; step 1]
    3. animal(x1)  [2; step 2]
    4. ∃X animal(X)  [conclusion; step 3]
    5. cat(x1)  [case; step 1]
    6. animal(x1)  [3; step 5]
    7. ∃X animal(X)  [conclusion; step 6]
    8. ∃X animal(X)  [in all cases; steps 1, 4 and 7]""",
}


@pytest.mark.parametrize(("lines", "steps"), STEPS.items())
def test_steps(lines, steps):
    assert numbered(derive(problem(lines))) == dedent(steps).strip()


@pytest.mark.parametrize(
    ("lines", "goal"),
    [
        # A case does not know of another.
        ("p | q\np => r", "r"),
        # Variables that are not bound yet wait.
        ("! [X, Y] : (((X = Y) & dog(X) & cat(Y)) => p)\ndog(rex)\ncat(tom)", "p"),
        # Alternatives are about the same individual: rex is a dog, and tom is asleep.
        (
            "! [X] : (((dog(X) | cat(X)) & (asleep(X) | tired(X))) => p)\ndog(rex)\nasleep(tom)",
            "p",
        ),
        # New individuals have new names.
        ("? [Y] : dog(Y)\ncat(x1)", "? [X] : (dog(X) & cat(X))"),
    ],
)
def test_what_does_not_follow(lines, goal):
    assert derive(problem(f"{lines}\n{goal}")) is None


@pytest.mark.parametrize(
    "lines",
    [
        "p | q\np => r\nr => s\nq => (r | s)\ns",
        "! [X, Y] : (((X = Y) & dog(X) & cat(Y)) => p)\ndog(rex)\ncat(rex)\np",
    ],
)
def test_what_follows(lines):
    assert derive(problem(lines)) is not None


def test_rules_are_not_turned_around():
    asked = problem("p => q\n~ p => q\nq")
    assert derive(asked) is None
    steps = explain(asked, Proof(("1", "2")))
    assert str(steps[-1]) == "q  [the opposite contradicts the premises; steps 1 and 2]"


@pytest.mark.slow
def test_chains_without_end_are_cut_off():
    assert derive(problem("p(a)\n! [X] : (p(X) => ? [Y] : (r(X, Y) & p(Y)))\nq")) is None


@pytest.mark.parametrize("asked", CONTRADICTORY_PROBLEMS)
def test_what_contradicts_itself(asked):
    assert derive(Problem(asked.premises, FALSE))[-1].formula == FALSE


@pytest.mark.parametrize("asked", NOT_ENTAILED_PROBLEMS)
def test_nothing_is_derived_that_does_not_follow(asked):
    assert derive(asked) is None


@pytest.mark.slow
def test_all_that_is_derived_follows():
    problems = [*ENTAILED_PROBLEMS, *random_problems(200, seed=5)]
    derived = [asked for asked in problems if derive(asked) is not None]
    assert len(derived) > 10
    for outcome in ENGINES["cvc5.v1"].prove_all(derived, Limits(seconds=1)):
        assert not isinstance(outcome, CounterModel)
