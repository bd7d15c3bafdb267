"""Problems for engines: those of Pelletier's list without functions, others, and random ones.

Pelletier, F. J. (1986). Seventy-five problems for testing automatic theorem provers. Journal of
Automated Reasoning, 2(2), 191-216.
"""

import random

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

# By number: premises, one on each line, and then the goal.
PELLETIER = {
    1: "(p => q) <=> (~ q => ~ p)",
    2: "~ ~ p <=> p",
    3: "~ (p => q) => (q => p)",
    4: "(~ p => q) <=> (~ q => p)",
    5: "((p | q) => (p | r)) => (p | (q => r))",
    6: "p | ~ p",
    7: "p | ~ ~ ~ p",
    8: "((p => q) => p) => p",
    9: "((p | q) & (~ p | q) & (p | ~ q)) => ~ (~ p | ~ q)",
    10: """q => r
        r => (p & q)
        p => (q | r)
        p <=> q""",
    11: "p <=> p",
    12: "((p <=> q) <=> r) <=> (p <=> (q <=> r))",
    13: "(p | (q & r)) <=> ((p | q) & (p | r))",
    14: "(p <=> q) <=> ((q | ~ p) & (~ q | p))",
    15: "(p => q) <=> (~ p | q)",
    16: "(p => q) | (q => p)",
    17: "((p & (q => r)) => s) <=> ((~ p | q | s) & (~ p | ~ r | s))",
    18: "? [Y] : ! [X] : (f(Y) => f(X))",
    19: "? [X] : ! [Y, Z] : ((p(Y) => q(Z)) => (p(X) => q(X)))",
    20: """! [X, Y] : ? [Z] : ! [W] : ((p(X) & q(Y)) => (r(Z) & s(W)))
        (? [X, Y] : (p(X) & q(Y))) => (? [Z] : r(Z))""",
    21: """? [X] : (p => f(X))
        ? [X] : (f(X) => p)
        ? [X] : (p <=> f(X))""",
    22: "(! [X] : (p <=> f(X))) => (p <=> (! [X] : f(X)))",
    23: "(! [X] : (p | f(X))) <=> (p | (! [X] : f(X)))",
    24: """~ ? [X] : (s(X) & q(X))
        ! [X] : (p(X) => (q(X) | r(X)))
        (~ ? [X] : p(X)) => (? [X] : q(X))
        ! [X] : ((q(X) | r(X)) => s(X))
        ? [X] : (p(X) & r(X))""",
    25: """? [X] : p(X)
        ! [X] : (f(X) => (~ g(X) & r(X)))
        ! [X] : (p(X) => (g(X) & f(X)))
        (! [X] : (p(X) => q(X))) | (? [X] : (p(X) & r(X)))
        ? [X] : (q(X) & p(X))""",
    26: """(? [X] : p(X)) <=> (? [X] : q(X))
        ! [X, Y] : ((p(X) & q(Y)) => (r(X) <=> s(Y)))
        (! [X] : (p(X) => r(X))) <=> (! [X] : (q(X) => s(X)))""",
    27: """? [X] : (f(X) & ~ g(X))
        ! [X] : (f(X) => h(X))
        ! [X] : ((j(X) & i(X)) => f(X))
        (? [X] : (h(X) & ~ g(X))) => (! [X] : (i(X) => ~ h(X)))
        ! [X] : (j(X) => ~ i(X))""",
    28: """! [X] : (p(X) => (! [Y] : q(Y)))
        (! [X] : (q(X) | r(X))) => (? [X] : (q(X) & s(X)))
        (? [X] : s(X)) => (! [X] : (f(X) => g(X)))
        ! [X] : ((p(X) & f(X)) => g(X))""",
    29: """(? [X] : f(X)) & (? [X] : g(X))
        ((! [X] : (f(X) => h(X))) & (! [X] : (g(X) => j(X)))) <=> \
        (! [X, Y] : ((f(X) & g(Y)) => (h(X) & j(Y))))""",
    30: """! [X] : ((f(X) | g(X)) => ~ h(X))
        ! [X] : ((g(X) => ~ i(X)) => (f(X) & h(X)))
        ! [X] : i(X)""",
    31: """~ ? [X] : (f(X) & (g(X) | h(X)))
        ? [X] : (i(X) & f(X))
        ! [X] : (~ h(X) => j(X))
        ? [X] : (i(X) & j(X))""",
    32: """! [X] : ((f(X) & (g(X) | h(X))) => i(X))
        ! [X] : ((i(X) & h(X)) => j(X))
        ! [X] : (k(X) => h(X))
        ! [X] : ((f(X) & k(X)) => j(X))""",
    33: """(! [X] : ((p(a) & (p(X) => p(b))) => p(c))) <=> \
        (! [X] : ((~ p(a) | p(X) | p(c)) & (~ p(a) | ~ p(b) | p(c))))""",
    34: """((? [X] : ! [Y] : (p(X) <=> p(Y))) <=> ((? [X] : q(X)) <=> (! [Y] : q(Y)))) <=> \
        ((? [X] : ! [Y] : (q(X) <=> q(Y))) <=> ((? [X] : p(X)) <=> (! [Y] : p(Y))))""",
    35: "? [X, Y] : (p(X, Y) => (! [Z, W] : p(Z, W)))",
    36: """! [X] : ? [Y] : f(X, Y)
        ! [X] : ? [Y] : g(X, Y)
        ! [X, Y] : ((f(X, Y) | g(X, Y)) => (! [Z] : ((f(Y, Z) | g(Y, Z)) => h(X, Z))))
        ! [X] : ? [Y] : h(X, Y)""",
    37: """! [Z] : ? [W] : ! [X] : ? [Y] : ((p(X, Z) => p(Y, W)) & p(Y, Z) & \
        (p(Y, W) => (? [U] : q(U, W))))
        ! [X, Z] : (~ p(X, Z) => (? [Y] : q(Y, Z)))
        (? [X, Y] : q(X, Y)) => (! [X] : r(X, X))
        ! [X] : ? [Y] : r(X, Y)""",
    39: "~ ? [X] : ! [Y] : (f(Y, X) <=> ~ f(Y, Y))",
    40: """(? [Y] : ! [X] : (f(X, Y) <=> f(X, X))) => \
        ~ ! [X] : ? [Y] : ! [Z] : (f(Z, Y) <=> ~ f(Z, X))""",
    41: """! [Z] : ? [Y] : ! [X] : (f(X, Y) <=> (f(X, Z) & ~ f(X, X)))
        ~ ? [Z] : ! [X] : f(X, Z)""",
    42: "~ ? [Y] : ! [X] : (f(X, Y) <=> ~ ? [Z] : (f(X, Z) & f(Z, X)))",
    43: """! [X, Y] : (q(X, Y) <=> (! [Z] : (f(Z, X) <=> f(Z, Y))))
        ! [X, Y] : (q(X, Y) <=> q(Y, X))""",
    44: """! [X] : (f(X) => ((? [Y] : (g(Y) & h(X, Y))) & (? [Y] : (g(Y) & ~ h(X, Y)))))
        ? [X] : (j(X) & (! [Y] : (g(Y) => h(X, Y))))
        ? [X] : (j(X) & ~ f(X))""",
    45: """! [X] : ((f(X) & (! [Y] : ((g(Y) & h(X, Y)) => j(X, Y)))) => \
        (! [Y] : ((g(Y) & h(X, Y)) => k(Y))))
        ~ ? [Y] : (l(Y) & k(Y))
        ? [X] : (f(X) & (! [Y] : (h(X, Y) => l(Y))) & (! [Y] : ((g(Y) & h(X, Y)) => j(X, Y))))
        ? [X] : (f(X) & ~ ? [Y] : (g(Y) & h(X, Y)))""",
    46: """! [X] : ((f(X) & (! [Y] : ((f(Y) & h(Y, X)) => g(Y)))) => g(X))
        (? [X] : (f(X) & ~ g(X))) => \
        (? [X] : (f(X) & ~ g(X) & (! [Y] : ((f(Y) & ~ g(Y)) => j(X, Y)))))
        ! [X, Y] : ((f(X) & f(Y) & h(X, Y)) => ~ j(Y, X))
        ! [X] : (f(X) => g(X))""",
    48: """(a = b) | (c = d)
        (a = c) | (b = d)
        (a = d) | (b = c)""",
    49: """? [X, Y] : ! [Z] : ((Z = X) | (Z = Y))
        p(a) & p(b)
        a != b
        ! [X] : p(X)""",
    50: """! [X] : (p(a, X) | (! [Y] : p(X, Y)))
        ? [X] : ! [Y] : p(X, Y)""",
    51: """? [Z, W] : ! [X, Y] : (f(X, Y) <=> ((X = Z) & (Y = W)))
        ? [Z] : ! [X] : ((? [W] : ! [Y] : (f(X, Y) <=> (Y = W))) <=> (X = Z))""",
    52: """? [Z, W] : ! [X, Y] : (f(X, Y) <=> ((X = Z) & (Y = W)))
        ? [W] : ! [Y] : ((? [Z] : ! [X] : (f(X, Y) <=> (X = Z))) <=> (Y = W))""",
    55: """? [X] : (lives(X) & killed(X, agatha))
        lives(agatha) & lives(butler) & lives(charles)
        ! [X] : (lives(X) => ((X = agatha) | (X = butler) | (X = charles)))
        ! [X, Y] : (killed(X, Y) => hates(X, Y))
        ! [X, Y] : (killed(X, Y) => ~ richer(X, Y))
        ! [X] : (hates(agatha, X) => ~ hates(charles, X))
        ! [X] : ((X != butler) => hates(agatha, X))
        ! [X] : (~ richer(X, agatha) => hates(butler, X))
        ! [X] : (hates(agatha, X) => hates(butler, X))
        ! [X] : ? [Y] : ~ hates(X, Y)
        agatha != butler
        killed(agatha, agatha)""",
}

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
        $false""",
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


ENTAILED_PROBLEMS = [problem(lines) for lines in PELLETIER.values()]
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
    parts = [_random_formula(chance, depth - 1) for _ in range(2)]
    if kind is None:
        return parts[0]
    if kind is Not:
        return Not(parts[0])
    if kind in (And, Or):
        return kind(tuple(parts))
    if kind in (Implies, Iff):
        return kind(*parts)
    return kind((chance.choice([Variable("x"), Variable("y")]),), parts[0])


def _random_literal(chance):
    terms = [Variable("x"), Variable("y"), Variable("x"), Variable("y"), Constant("a")]
    arity = chance.choice([1, 1, 2, 2])
    arguments = tuple(chance.choice(terms) for _ in range(arity))
    if arity == 2 and chance.random() < 0.2:
        atom = Equal(*arguments)
    else:
        atom = Atom(chance.choice("pq" if arity == 1 else "rs"), arguments)
    return Not(atom) if chance.random() < 0.4 else atom
