"""The properties of pairs by which commands break scores down."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rte_baselines.cli.options import parse_names

if TYPE_CHECKING:
    from rte_baselines.pairs import Pair

PHENOMENON = "phenomenon"
DEFAULT_BREAKDOWN = "task"
DIFFICULTY = "hypothesis_only"
"""The name of the breakdown by whether pairs are easy without their text."""


def breakdown_names(given: Sequence[str] | None) -> Sequence[str]:
    """Return the names in all uses of ``--by``."""
    if given is None:
        return [DEFAULT_BREAKDOWN]
    return [name for names in given for name in parse_names(names) or []]


def slices_and_groups(
    pairs: "Sequence[Pair]", breakdowns: Sequence[str], groups: Sequence[str]
) -> dict[str, Any]:
    """Return the arguments ``slices`` and ``groups`` of `evaluate`.

    Tasks and phenomena are left out, since `evaluate` has parameters of their own for them.
    """
    from rte_baselines.evaluation.properties import attributes_of, property_values, single_names

    names = [name for name in breakdowns if name not in (DEFAULT_BREAKDOWN, PHENOMENON)]
    further = {}
    if DIFFICULTY in single_names([*names, *groups]) and DIFFICULTY not in attributes_of(pairs):
        from rte_baselines.evaluation.audit.baselines import hypothesis_only_difficulty

        further[DIFFICULTY] = hypothesis_only_difficulty(pairs)
    return {
        "slices": property_values(pairs, names, further=further),
        "groups": property_values(pairs, groups, further=further),
    }
