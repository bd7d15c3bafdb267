"""Problems for engines: those of Pelletier's list without functions, others, and random ones.

Pelletier, F. J. (1986). Seventy-five problems for testing automatic theorem provers. Journal of
Automated Reasoning, 2(2), 191-216.
"""

import random
from pathlib import Path

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Constant,
    Equal,
    Exists,
    ForAll,
    Iff,
    Implies,
    Not,
    Or,
    Variable,
    free_variables,
)
from rte_baselines.logic.problems import Axiom, Problem
from rte_baselines.logic.reading import read_formula

NOT_ENTAILED = {
    "a converse": """! [X] : (dog(X) => animal(X))
        animal(rex)
        dog(rex)""",
    "two are not three": """a != b
        ? [X] : ((X != a) & (X != b))""",
    "some are not all": """? [X] : (dog(X) & barks(X))
        ? [X] : (dog(X) & sleeps(X))
        ? [X] : (dog(X) & barks(X) & sleeps(X))""",
    "the order of quantifiers": """! [X] : ? [Y] : loves(X, Y)
        ? [Y] : ! [X] : loves(X, Y)""",
    "reflexive from symmetric and transitive": """! [X, Y] : (r(X, Y) => r(Y, X))
        ! [X, Y, Z] : ((r(X, Y) & r(Y, Z)) => r(X, Z))
        ! [X] : r(X, X)""",
    "four cats": """? [W, X, Y, Z] : (cat(W) & cat(X) & cat(Y) & cat(Z) & (W != X) & \
        (W != Y) & (W != Z) & (X != Y) & (X != Z) & (Y != Z))
        $false""",
    "Hamlet's murder without a body": """! [X, Y] : (killed(X, Y) => hates(X, Y))
        hates(claudius, hamlet)
        killed(claudius, hamlet)""",
    "constants may denote the same": "a != b",
    "an implication that is not used": """p => q
        q""",
    "nothing said": "p",
}

# True in infinite models alone: engines may find out that there is no proof, or nothing.
INFINITE = {
    "no largest": """! [X] : ? [Y] : less(X, Y)
        ! [X] : ~ less(X, X)
        ! [X, Y, Z] : ((less(X, Y) & less(Y, Z)) => less(X, Z))
        $false"""
}

CONTRADICTORY_PREMISES = {
    "anything follows": """dog(rex)
        ! [X] : (dog(X) => ~ big(X))
        big(rex)
        sleeps(rex)""",
    "nothing is different from itself": """? [X] : (X != X)
        $false""",
}


def problem(lines):
    """The problem of some lines: premises named 1, 2 and so on, and the goal."""
    *premises, goal = (read_formula(line) for line in lines.splitlines())
    named = (Axiom(str(number), formula) for number, formula in enumerate(premises, 1))
    return Problem(tuple(named), goal)


PELLETIER = Path(__file__).with_name("pelletier.txt").read_text("utf-8").strip().split("\n\n")
"""Premises, one on each line, and then the goal, below the number of the problem."""

ENTAILED_PROBLEMS = [problem(lines.partition("\n")[2]) for lines in PELLETIER]
NOT_ENTAILED_PROBLEMS = [problem(lines) for lines in NOT_ENTAILED.values()]
CONTRADICTORY_PROBLEMS = [problem(lines) for lines in CONTRADICTORY_PREMISES.values()]
INFINITE_PROBLEMS = [problem(lines) for lines in INFINITE.values()]


def random_problems(number, seed):
    """Small random problems, the same for the same seed."""
    chance = random.Random(seed)
    return [_random_problem(chance) for _ in range(number)]


def _random_problem(chance):
    premises = tuple(
        Axiom(str(number), _closed(_random_formula(chance, 3)))
        for number in range(chance.randint(1, 5))
    )
    return Problem(premises, _closed(_random_formula(chance, 2)))


def _closed(formula):
    return ForAll(tuple(sorted(free_variables(formula))), formula)


def _random_formula(chance, depth):
    if not depth:
        return _random_literal(chance)
    kind = chance.choice([Not, And, And, Or, Implies, Iff, Exists, Exists, ForAll, ForAll, None])
    first, second = (_random_formula(chance, depth - 1) for _ in range(2))
    if kind in (And, Or):
        return kind((first, second))
    if kind in (Implies, Iff):
        return kind(first, second)
    if kind in (Exists, ForAll):
        return kind((chance.choice([Variable("x"), Variable("y")]),), first)
    return Not(first) if kind else first


def _random_literal(chance):
    terms = [Variable("x"), Variable("y"), Variable("x"), Variable("y"), Constant("a")]
    arity = chance.choice([1, 1, 2, 2])
    arguments = tuple(chance.choice(terms) for _ in range(arity))
    if arity == 2 and chance.random() < 0.2:
        atom = Equal(*arguments)
    else:
        atom = Atom(chance.choice("pq" if arity == 1 else "rs"), arguments)
    return Not(atom) if chance.random() < 0.4 else atom
