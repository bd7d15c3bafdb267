"""Cycles in a set of rules."""

from collections.abc import Sequence

import numpy as np
import scipy

from rte_baselines.rules.rule import Rule
from rte_baselines.rules.template import Template


def cycles_of(rules: Sequence[Rule]) -> list[list[Template]]:
    """Return the groups of templates that entail each other by chains of rules.

    Rules are applied in chains of limited length, so that a cycle does no harm. It may be
    meant: a paraphrase is a cycle of two rules. Three and more templates in a cycle are often
    a sign of rules in the wrong direction.

    Returns
    -------
    list of list of Template
        The strongly connected components with two templates or more; the largest first, and
        otherwise in the order of the rules. Templates are the same whichever way round their
        variables are.
    """
    numbers: dict[Template, int] = {}
    edges = [
        tuple(numbers.setdefault(_either_way(side), len(numbers)) for side in (one.left, one.right))
        for one in rules
    ]
    starts, ends = np.array(edges, np.int64).reshape(-1, 2).T
    shape = len(numbers), len(numbers)
    graph = scipy.sparse.coo_array((np.ones(len(starts)), (starts, ends)), shape=shape)
    if not numbers:
        return []
    _, labels = scipy.sparse.csgraph.connected_components(graph, directed=True, connection="strong")
    groups: dict[int, list[Template]] = {}
    for template, number in numbers.items():
        groups.setdefault(int(labels[number]), []).append(template)
    return sorted((group for group in groups.values() if len(group) > 1), key=len, reverse=True)


def _either_way(template: Template) -> Template:
    return min(template, template.swapped, key=str)
