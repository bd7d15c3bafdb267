"""Discourse representation structures, and their translation to first-order logic.

References
----------
.. [1] Kamp, H. and Reyle, U. (1993). From Discourse to Logic. Kluwer.
.. [2] Bos, J. and Markert, K. (2006). Recognising textual entailment with robust logical
   inference, section 3.2.
"""

from dataclasses import dataclass
from typing import TypeAlias

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
)
from rte_baselines.logic.nesting import refuses_deep_nesting


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
