"""The axioms that users add to a config, and checks for errors in them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rte_baselines.core.errors import InputError
from rte_baselines.features.base import warn_once
from rte_baselines.logic.engines.engine import Engine, minimized
from rte_baselines.logic.formulas import FALSE, Predicate, predicates_of
from rte_baselines.logic.knowledge.axiom_files import axioms_of_lines
from rte_baselines.logic.problems import Axiom, Limits, Problem, Proof

_NAME = "axioms"
_LIMITS = Limits(seconds=2)


Arity = Callable[[str], int | None]
"""A function of a predicate's name to the number of its arguments, None if that is not known."""


def arity_of(axioms: Iterable[Axiom], letters: Mapping[str, int]) -> Arity:
    """Return the arity of the predicates that texts are translated to.

    They are those of axioms, and all whose names have one of some letters after the last full stop,
    such as "n" in ``dog.n``.
    """
    known = {
        predicate.name: predicate.arity
        for axiom in axioms
        for predicate in predicates_of(axiom.formula)
    }

    def arity(name: str) -> int | None:
        return known.get(name, letters.get(name.rpartition(".")[2]))

    return arity


def own_axioms(lines: Sequence[str], arity: Arity) -> tuple[Axiom, ...]:
    """Return the axioms of a config.

    An axiom without a comment is shown in proofs as it is written in the config.

    `lines`: see `read_axioms`. `arity`: that of the predicates that axioms may share with texts.
    """
    written = "\n".join(lines).splitlines()
    return tuple(
        axiom if axiom.words else replace(axiom, words=f"own axiom {written[_line(axiom) - 1]}")
        for axiom in axioms_of_lines(lines, _NAME, arity)
    )


def _line(axiom: Axiom) -> int:
    return int(axiom.name.rpartition(":")[2])


def is_own(name: str) -> bool:
    """Whether a premise with a name is one of `own_axioms`."""
    return name.startswith(f"{_NAME}:")


def check_consistent(axioms: tuple[Axiom, ...], engine: Engine) -> None:
    """Check that axioms do not contradict each other, if the engine is installed."""
    if not axioms or not engine.is_installed():
        return
    problem = Problem(axioms, FALSE)
    outcome = engine.prove(problem, _LIMITS)
    if not isinstance(outcome, Proof):
        return
    used = set(minimized(engine, problem, outcome, _LIMITS).used)
    lines = [_line(axiom) for axiom in axioms if axiom.name in used]
    if len(lines) == 1:
        raise InputError(f"{_NAME}: line {lines[0]}: the axiom contradicts itself")
    if lines:
        numbers = f"{', '.join(map(str, lines[:-1]))} and {lines[-1]}"
        raise InputError(
            f"{_NAME}: lines {numbers} contradict each other; expected axioms that can all be true"
        )


def warn_of_unused(axioms: Sequence[Axiom], path: str) -> None:
    """Warn of each axiom that cannot be applied, because no text can have its predicates.

    `path`: the place of their feature in the config.
    """
    waiting = {axiom: predicates_of(axiom.formula) for axiom in axioms}
    produced: set[Predicate] = set()
    while used := [
        axiom
        for axiom, predicates in waiting.items()
        if not produced.isdisjoint(predicates) or any(map(_may_be_of_text, predicates))
    ]:
        for axiom in used:
            produced |= waiting.pop(axiom)
    for axiom, predicates in waiting.items():
        names = ", ".join(sorted({predicate.name for predicate in predicates}))
        warn_once(
            f"{path}.{_NAME}: line {_line(axiom)}: no text has the predicate {names}; expected "
            "one such as dog.n(X), bark.v(E), big.a(X), ann.name(X) or in(X, Y)"
        )


def _may_be_of_text(predicate: Predicate) -> bool:
    """Whether a text can have a predicate: a word with a letter, a preposition or a phrase."""
    # The predicates of numbers, and of superlatives with their phrase, have an underscore instead
    # of a letter.
    return predicate.arity == 2 or "." in predicate.name or "_" in predicate.name
