"""Axioms in text files, which users extend and write themselves, and those for captions."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import input_name, open_input, utf8_text
from rte_baselines.core.processes.workers import naming
from rte_baselines.core.quoting import quoted
from rte_baselines.logic.formulas import (
    And,
    Atom,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Predicate,
    Variable,
    constants_of,
    free_variables,
    predicates_of,
    subformulas,
    universally,
)
from rte_baselines.logic.problems import Axiom
from rte_baselines.logic.reading import read_formula

_PREPOSITIONS = frozenset(
    "above across against along around at behind beneath beside between by during from in inside "
    "into near next_to on on_top_of onto outside over through to toward towards under with "
    "without".split()
)
_ROLES = ("agent", "patient")
_NOUN, _NAME = ".n", ".name"
# The variables of the axiom files, so that an axiom that is also in a file is the same formula.
_E, _X, _Y = Variable("E"), Variable("X"), Variable("Y")


def caption_axioms(predicates: Iterable[Predicate]) -> tuple[Axiom, ...]:
    """Return axioms for captions of pictures and films, with the predicates of a pair.

    ====================  ==========================================================================
    places                events and their participants are in the same places, as in
                          ``forall E, X, Y (agent(E, X) and on(E, Y) -> on(X, Y))``, and the other
                          way round: it makes no difference whether "on the stage" was attached to
                          a verb or to a noun
    names                 a noun that the parser takes for a name is the noun,
                          ``forall X (cereal.name(X) <-> cereal.n(X))``
    words                 those of ``captions.txt``, such as that a lady is a woman
    ====================  ==========================================================================

    They may be wrong where a text is about several times and places, or about people called Rose.
    """
    known = frozenset(predicates)
    nouns, names = (
        {name.removesuffix(end) for name, arity in known if arity == 1 and name.endswith(end)}
        for end in (_NOUN, _NAME)
    )
    relations = {name for name, arity in known if arity == 2}
    return (
        *packaged_axioms("captions.txt"),
        *map(_same_word, sorted(nouns & names)),
        *(
            axiom
            for preposition in sorted(relations & _PREPOSITIONS)
            for role in _ROLES
            if role in relations
            for axiom in _same_place(role, preposition)
        ),
    )


def _same_word(noun: str) -> Axiom:
    same = Iff(Atom(noun + _NAME, (_X,)), Atom(noun + _NOUN, (_X,)))
    return Axiom(f"caption: {noun}", universally(same), f"{noun} is no name (caption)")


def _same_place(role: str, preposition: str) -> tuple[Axiom, Axiom]:
    takes_part = Atom(role, (_E, _X))
    event, participant = (Atom(preposition, (place, _Y)) for place in (_E, _X))
    shown = preposition.replace("_", " ")
    return (
        Axiom(
            f"caption: {role}, {preposition}",
            universally(Implies(And((takes_part, event)), participant)),
            f"if an event is {shown} something, its {role} is {shown} it (caption)",
        ),
        Axiom(
            f"caption: {preposition}, {role}",
            universally(Implies(And((takes_part, participant)), event)),
            f"if the {role} of an event is {shown} something, the event is {shown} it (caption)",
        ),
    )


def read_axioms(source: str | Path) -> tuple[Axiom, ...]:
    """Read axioms from a text file.

    Each line is a formula in the notation of `rte_baselines.logic.reading`, such as
    ``in(X, Y) & in(Y, Z) => in(X, Z)``. Its free variables are universally quantified. Empty lines
    are separators. Lines that start with ``#`` are comments; the comments right above an axiom are
    its words, which proofs show.

    Returns
    -------
    tuple of Axiom
        Named by the file and the line, such as ``generic.txt:9``.
    """
    name = input_name(source)
    with open_input(source) as stream, utf8_text(stream, name) as text:
        return tuple(_axioms_of(text.read(), name))


def axioms_of_lines(
    lines: Iterable[str], name: str, arity: Callable[[str], int | None] | None = None
) -> tuple[Axiom, ...]:
    """Return the axioms of lines as they are in files; see `read_axioms`.

    The lines have a name in messages and in the names of axioms, as that of a file. `arity` returns
    the number of arguments that the predicate with a name must have; None for any.
    """
    return tuple(_axioms_of("\n".join(lines), name, arity))


def generic_axioms() -> tuple[Axiom, ...]:
    """Return the axioms of ``generic.txt`` in this package: bos2006, section 3.4."""
    return packaged_axioms("generic.txt")


def relation_axioms() -> tuple[Axiom, ...]:
    """Return the axioms of ``relations.txt`` in this package.

    They relate prepositions to each other; compounds to "of" and "for"; and wearing, holding and
    carrying to "in" and "with".
    """
    return packaged_axioms("relations.txt")


@cache
def packaged_axioms(file: str) -> tuple[Axiom, ...]:
    """Return the axioms of a file of this package.

    Those of ``rewriting.txt``, ``relation_calculus.txt`` and ``world.txt`` are for logic forms:
    hodges2006, sections 4.2 to 4.4.
    """
    text = files("rte_baselines.logic.knowledge").joinpath(file).read_text("utf-8")
    return tuple(_axioms_of(text, file))


def _axioms_of(
    text: str, name: str, arity: Callable[[str], int | None] | None = None
) -> Iterator[Axiom]:
    words: list[str] = []
    arities: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if content.startswith("#"):
            words.append(content.lstrip("# "))
            continue
        if content:
            with naming(f"{name}: line {number}"):
                formula = read_formula(content)
                _check(formula, arities, arity)
            yield Axiom(f"{name}:{number}", universally(formula), " ".join(words))
        words = []


def _check(
    formula: Formula, arities: dict[str, int], known: Callable[[str], int | None] | None
) -> None:
    _check_variables(formula)
    constants = constants_of(formula)
    if constants:
        name = min(constants).name
        raise InputError(
            f"{quoted(name)} is a constant, and nothing in a text is one; variables begin with a "
            "capital letter, as in dog.n(X), and names are predicates, as in rex.name(X)"
        )
    for predicate in sorted(predicates_of(formula)):
        expected = None if known is None else known(predicate.name)
        if expected not in (None, predicate.arity):
            raise InputError(
                f"{quoted(predicate.name)} has {_arguments(predicate.arity)}, and "
                f"{_arguments(expected or 0)} where texts have it"
            )
        arity = arities.setdefault(predicate.name, predicate.arity)
        if arity != predicate.arity:
            raise InputError(
                f"{quoted(predicate.name)} has {_arguments(predicate.arity)}, and {arity} in an "
                "earlier line; expected the same number everywhere"
            )


def _arguments(count: int) -> str:
    return f"{count or 'no'} argument{'' if count == 1 else 's'}"


def _check_variables(formula: Formula) -> None:
    """Raise an error for a variable that probably lacks a quantifier or is the wrong one."""
    if isinstance(formula, Iff):
        one_sided = free_variables(formula.left) ^ free_variables(formula.right)
        if one_sided:
            raise InputError(
                f"the variable {min(one_sided).name} occurs only on one side of '<=>'; expected a "
                "quantifier, or the same variables on both sides"
            )
    bound = {
        variable
        for part in subformulas(formula)
        if isinstance(part, ForAll | Exists)
        for variable in part.variables
    }
    outside = bound & free_variables(formula)
    if outside:
        name = min(outside).name
        raise InputError(
            f"the variable {name} is also used outside the scope of its quantifier, which ends "
            f"before '=>', '<=>', '&' and '|'; expected parentheses, such as '! [{name}] : (... => "
            "...)', or another variable"
        )
    if isinstance(formula, Implies):
        new = free_variables(formula.consequent) - free_variables(formula.antecedent)
        if new and free_variables(formula.antecedent):
            variable = min(new).name
            raise InputError(
                f"the variable {variable} occurs only behind '=>', so that the axiom would hold "
                f"for everything; expected a quantifier such as '? [{variable}] : (...)'"
            )
