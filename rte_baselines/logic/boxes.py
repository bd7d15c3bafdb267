"""Discourse representation structures drawn as boxes, for people."""

from collections.abc import Sequence

from rte_baselines.logic.drs import DRS, Condition, Disjunction, Implication, Negation
from rte_baselines.logic.nesting import refuses_deep_nesting
from rte_baselines.logic.notations import to_unicode


@refuses_deep_nesting
def to_box(drs: DRS) -> str:
    """Return a structure in the box notation of discourse representation theory.

    Referents are above the line and conditions below it, one on each line.

    Parameters
    ----------
    drs : DRS

    Returns
    -------
    str
        Lines of equal length, without a final line break.
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
