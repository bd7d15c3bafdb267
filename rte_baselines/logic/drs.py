"""Discourse representation structures: their translation to first-order logic, boxes and NLTK.

References
----------
.. [1] Kamp, H. and Reyle, U. (1993). From Discourse to Logic. Kluwer.
.. [2] Bos, J. and Markert, K. (2006). Recognising textual entailment with robust logical
   inference, section 3.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Equal,
    Exists,
    ForAll,
    Formula,
    Implies,
    Not,
    Or,
    Variable,
    refuses_deep_nesting,
)
from rte_baselines.logic.notations import from_nltk, to_nltk, to_unicode


@dataclass(frozen=True, slots=True)
class DRS:
    """A discourse representation structure: referents, and conditions on them.

    It is true if the referents can be assigned individuals such that all conditions hold.
    """

    referents: "tuple[Variable, ...]" = ()
    conditions: "tuple[Condition, ...]" = ()


@dataclass(frozen=True, slots=True)
class Negation:
    """The negation of a structure: no individuals for its referents make all conditions hold."""

    body: DRS


@dataclass(frozen=True, slots=True)
class Implication:
    """Whenever the antecedent holds of some individuals, the consequent does.

    The referents of the antecedent can be used in the consequent.
    """

    antecedent: DRS
    consequent: DRS


@dataclass(frozen=True, slots=True)
class Disjunction:
    """At least one of some structures is true."""

    parts: tuple[DRS, ...]


Condition: TypeAlias = Atom | Equal | Negation | Implication | Disjunction


def merged(first: DRS, second: DRS) -> DRS:
    """Return one structure of two.

    Referents of the same name are the same referent, so that conditions of the second may use those
    of the first.
    """
    return DRS(
        tuple(dict.fromkeys(first.referents + second.referents)),
        tuple(dict.fromkeys(first.conditions + second.conditions)),
    )


@refuses_deep_nesting
def to_formula(drs: DRS) -> Formula:
    """Return the standard translation of a structure to first-order logic.

    It is the function f of [2]_, section 3.2: referents become existential quantifiers, those of
    an antecedent universal ones.

    Parameters
    ----------
    drs : DRS

    Returns
    -------
    Formula
        Closed if each referent that a condition uses is in the structure of the condition, in
        one around it, or in the antecedent of an implication whose consequent it is in.
    """
    body = _conjunction(drs)
    return Exists(drs.referents, body) if drs.referents else body


def _conjunction(drs: DRS) -> Formula:
    parts = tuple(map(_of_condition, drs.conditions))
    return parts[0] if len(parts) == 1 else And(parts)


def _of_condition(condition: Condition) -> Formula:
    match condition:
        case Negation(body):
            return Not(to_formula(body))
        case Disjunction(parts):
            return Or(tuple(map(to_formula, parts)))
        case Implication(antecedent, consequent):
            implies = Implies(_conjunction(antecedent), to_formula(consequent))
            return ForAll(antecedent.referents, implies) if antecedent.referents else implies
        case _:
            return condition


@refuses_deep_nesting
def to_box(drs: DRS) -> str:
    """Return a structure in the box notation of discourse representation theory.

    Referents are above the line and conditions below it, one on each line. The lines have equal
    lengths.
    """
    return "\n".join(_box(drs))


def _box(drs: DRS) -> list[str]:
    referents = " ".join(referent.name for referent in drs.referents)
    conditions = [line for condition in drs.conditions for line in _condition(condition)]
    width = max(map(len, [referents, *conditions]))
    lines = [referents, *conditions]
    bodies = [f"│ {line.ljust(width)} │" for line in lines]
    rule = "─" * (width + 2)
    return [f"┌{rule}┐", bodies[0], f"├{rule}┤", *bodies[1:], f"└{rule}┘"]


def _condition(condition: Condition) -> list[str]:
    match condition:
        case Negation(body):
            return _beside(["¬"], _box(body))
        case Implication(antecedent, consequent):
            return _beside(_box(antecedent), ["⇒"], _box(consequent))
        case Disjunction(parts):
            blocks: list[list[str]] = []
            for part in parts:
                blocks += [["∨"], _box(part)] if blocks else [_box(part)]  # noqa: RUF001
            return _beside(*blocks) if blocks else ["⊥"]
        case _:
            return [to_unicode(condition)]


def _beside(*blocks: Sequence[str]) -> list[str]:
    """Return blocks of lines side by side, each in the middle of the height."""
    height = max(map(len, blocks))
    columns = [_in_the_middle(block, height) for block in blocks]
    return [" ".join(parts) for parts in zip(*columns, strict=True)]


def _in_the_middle(block: Sequence[str], height: int) -> list[str]:
    width = max(map(len, block))
    above = (height - len(block)) // 2
    padded = [""] * above + list(block) + [""] * (height - len(block) - above)
    return [line.ljust(width) for line in padded]


@refuses_deep_nesting
def to_nltk_drs(drs: DRS) -> Any:
    """Return a structure as one of NLTK, whose ``str`` NLTK can read.

    Names are escaped as in `to_nltk`. NLTK's implications are structures with a consequent, and
    its disjunctions have two parts.

    Parameters
    ----------
    drs : DRS
        With referents of a lower-case letter and digits, as NLTK demands of variables.
    """
    from nltk.sem import drt, logic

    for referent in drs.referents:
        if not (logic.is_indvar(referent.name) or logic.is_eventvar(referent.name)):
            raise ValueError(
                f"the referent {referent.name!r} is no variable of NLTK; expected a lower-case "
                "letter with digits, such as x1"
            )
    referents = [logic.Variable(referent.name) for referent in drs.referents]
    return drt.DRS(referents, [_nltk_condition(condition) for condition in drs.conditions])


def _nltk_condition(condition: Condition) -> Any:
    from nltk.sem import drt

    match condition:
        case Negation(body):
            return drt.DrtNegatedExpression(to_nltk_drs(body))
        case Implication(antecedent, consequent):
            before = to_nltk_drs(antecedent)
            return drt.DRS(before.refs, before.conds, to_nltk_drs(consequent))
        case Disjunction(()):
            raise ValueError("NLTK has no disjunction without parts")
        case Disjunction(parts):
            return reduce(drt.DrtOrExpression, map(to_nltk_drs, parts))
        case _:
            return drt.DrtExpression.fromstring(str(to_nltk(condition)))


def from_nltk_drs(expression: Any) -> DRS:
    """Return a structure of NLTK.

    Parameters
    ----------
    expression : nltk.sem.drt.DrtExpression
        A DRS without a consequent, or a concatenation of such. Conditions that NLTK built by
        lambda calculus must be simplified.

    Returns
    -------
    DRS
        Disjunctions have two parts, as in NLTK.
    """
    from nltk.sem import drt

    if isinstance(expression, drt.DrtConcatenation):
        expression = expression.simplify()
    if not isinstance(expression, drt.DRS) or expression.consequent is not None:
        raise ValueError(f"{expression} is no discourse representation structure")
    return _structure(expression)


def _structure(drs: Any) -> DRS:
    referents = tuple(Variable(referent.name) for referent in drs.refs)
    return DRS(referents, tuple(map(_condition_of_nltk, drs.conds)))


def _condition_of_nltk(expression: Any) -> Condition:
    from nltk.sem import drt

    match expression:
        case drt.DRS() if expression.consequent is not None:
            return Implication(_structure(expression), from_nltk_drs(expression.consequent))
        case drt.DrtNegatedExpression():
            return Negation(from_nltk_drs(expression.term))
        case drt.DrtOrExpression():
            return Disjunction((from_nltk_drs(expression.first), from_nltk_drs(expression.second)))
        case (
            drt.DrtApplicationExpression()
            | drt.DrtEqualityExpression()
            | drt.DrtConstantExpression()
        ):
            formula = from_nltk(expression.fol())
            if isinstance(formula, Atom | Equal):
                return formula
    raise ValueError(f"{expression} is no condition of a discourse representation structure")
