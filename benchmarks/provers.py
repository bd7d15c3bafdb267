"""The time of provers and model builders on problems like those of entailment.

    python benchmarks/provers.py [ENGINE ...] [--problems N] [--seconds S] [--repeats N]

A text is a conjunction of predicates of some referents. Half of the hypotheses are about a part of
it, in other words that rules give, and the others differ from such a part in one predicate. Times
are processor times of the workers, in which engines run, without that of their start.
"""

import argparse
import random
import resource
from collections import Counter
from collections.abc import Sequence

from measuring import NOTE, Spread, ratios

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.registry import registry
from rte_baselines.logic.engines.engine import Engine, end_solvers
from rte_baselines.logic.formulas import And, Atom, Exists, ForAll, Implies, Not, Variable
from rte_baselines.logic.problems import Axiom, Limits, Outcome, Problem

REFERENTS = 15
WORDS = 300
RULES = 20
_X = Variable("x")


def problem(chance: random.Random) -> Problem:
    """Return a random problem."""
    referents = [Variable(f"x{number}") for number in range(REFERENTS)]
    words = chance.sample(range(WORDS), REFERENTS)
    named = [Atom(f"w{w}", (x,)) for w, x in zip(words, referents, strict=True)]
    linked = [
        Atom(chance.choice(["agent", "patient", "in", "of"]), (x, chance.choice(referents)))
        for x in referents
    ]
    premises = [Axiom("text", Exists(tuple(referents), And((*named, *linked))))]
    general = {}
    for number, word in enumerate(chance.sample(words, len(words) // 2)):
        general[word] = WORDS + number
        premises.append(_rule(f"kind {number}", word, WORDS + number, holds=True))
    for number in range(RULES):
        first, second = chance.sample(range(2 * WORDS), 2)
        premises.append(_rule(f"other {number}", first, second, holds=chance.random() < 0.5))
    links = chance.sample(linked, 3)
    about = {term for atom in links for term in atom.arguments}
    goal = [
        Atom(f"w{general.get(w, w)}", (x,))
        for w, x in zip(words, referents, strict=True)
        if x in about
    ]
    if chance.random() < 0.5:
        goal[0] = Atom("unheard", goal[0].arguments)
    variables = tuple(x for x in referents if x in about)
    return Problem(tuple(premises), Exists(variables, And((*links, *goal))))


def _rule(name: str, first: int, second: int, *, holds: bool) -> Axiom:
    head = Atom(f"w{second}", (_X,))
    body = Implies(Atom(f"w{first}", (_X,)), head if holds else Not(head))
    return Axiom(name, ForAll((_X,), body))


def measured(engine: Engine, problems: Sequence[Problem], limits: Limits) -> float:
    """Return the processor seconds of new workers for some problems."""
    end_solvers()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    list(engine.prove_all(problems, limits))
    end_solvers()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def summary(outcomes: Sequence[Outcome]) -> str:
    """Return how often each kind of outcome occurs."""
    counts = Counter(type(outcome).__name__ for outcome in outcomes)
    return ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))


def main() -> None:
    """Measure the engines in turn, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("engines", nargs="*", metavar="ENGINE")
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=2.0, help="the limit of a problem")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    chance = random.Random(1)
    problems = [problem(chance) for _ in range(arguments.problems)]
    limits = Limits(arguments.seconds)
    engines = {}
    for name in ["cvc5.v1", *arguments.engines] if arguments.engines else registry.all("engines"):
        engine = registry.get("engines", name)()
        try:
            engine.check_installed()
        except ResourceError as error:
            print(error)
        else:
            engines[name] = engine
    outcomes = {name: list(engine.prove_all(problems, limits)) for name, engine in engines.items()}
    times: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(arguments.repeats):
        for name, engine in engines.items():
            start = measured(engine, problems[:1], limits)
            times[name].append(measured(engine, problems, limits) - start)
    print(f"{len(problems)} problems; {NOTE} of {arguments.repeats} repeats\n")
    print(f"{'engine':10}{'ms a problem':22}{'times the default':22}outcomes")
    for name, spent in times.items():
        each = Spread.of(1000 * value / len(problems) for value in spent)
        slower = ratios(spent, times["cvc5.v1"])
        print(f"{name:10}{f'{each:.1f}':22}{f'{slower:.1f}':22}{summary(outcomes[name])}")


if __name__ == "__main__":
    main()
