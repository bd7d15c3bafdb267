"""The integer programme that finds the best unification of two graphs."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.features.subsumption.concept_graph import Edge
from rte_baselines.features.subsumption.costs import Unification
from rte_baselines.kernels.ragged import BoolArray, FloatArray

_MOST_BRANCHES = 200
"""The maximum number of branches, after which the best solution so far is used."""

_TOLERANCE = 1e-6


@dataclass(frozen=True)
class UnifiedNode:
    """A node of the hypothesis and one of the text that it can unify with, u(n, m).

    `saving`: the cost of leaving the node unmatched minus the cost of this unification; positive.
    """

    node: int
    text_node: int
    unification: Unification
    saving: float


@dataclass(frozen=True)
class UnifiedEdge:
    """An edge of the hypothesis and one of the text that it can unify with, u(e, f).

    `ends`: the indices of the unified nodes of its source and its target, among the candidates.
    `text_edge`: None for the order of words, between which other words may stand. `saving`: as for
    nodes.
    """

    edge: int
    ends: tuple[int, int]
    unification: Unification
    text_edge: Edge | None
    saving: float


def best_unification(
    nodes: Sequence[UnifiedNode], edges: Sequence[UnifiedEdge]
) -> tuple[BoolArray, BoolArray]:
    """Return the pairs of the unification with the largest total saving.

    desalvobraz2006 section 5.2: variables u(n, m) and u(e, f) that are 0 or 1, with

    - u(e, f) => u(n, m) for the sources and for the targets of the edges;
    - the sum of u(n, m) over m at most 1: a node unifies with at most one node of the text;
    - the sum of u(n, m) over n at most 1: a node of the text unifies with at most one node.

    In the paper the sum over m is 1, because all nodes must unify. Here the saving compared
    with unifying nothing is maximized, which is equivalent to minimizing the cost. A pair
    without competing pairs is in every best unification, so that only the others are
    variables. If the node variables are 0 or 1, so are the best edge variables; therefore edge
    variables need not be integers.

    The result marks the node pairs and the edge pairs.
    """
    chosen = np.array(_without_competitors(nodes), np.bool_)
    if not chosen.all():
        chosen = _solved(nodes, edges, chosen)
    return chosen, _best_edges(edges, chosen)


def _without_competitors(nodes: Sequence[UnifiedNode]) -> list[bool]:
    """Mark the pairs whose nodes are in no other pair."""
    counts = Counter(pair.node for pair in nodes)
    text_counts = Counter(pair.text_node for pair in nodes)
    return [counts[pair.node] == text_counts[pair.text_node] == 1 for pair in nodes]


def _best_edges(edges: Sequence[UnifiedEdge], chosen: BoolArray) -> BoolArray:
    """Mark the pair of each edge with the largest saving, among those whose ends unify."""
    best: dict[int, int] = {}
    for index, pair in enumerate(edges):
        if chosen[pair.ends[0]] and chosen[pair.ends[1]]:
            previous = best.get(pair.edge)
            if previous is None or pair.saving > edges[previous].saving:
                best[pair.edge] = index
    marks = np.zeros(len(edges), np.bool_)
    marks[list(best.values())] = True
    return marks


def _solved(
    nodes: Sequence[UnifiedNode], edges: Sequence[UnifiedEdge], fixed: BoolArray
) -> BoolArray:
    """Return the best node pairs, given those that are certainly among them."""
    open_nodes = np.flatnonzero(~fixed).tolist()
    variable_of = {pair: variable for variable, pair in enumerate(open_nodes)}
    open_edges = [pair for pair in edges if not (fixed[pair.ends[0]] and fixed[pair.ends[1]])]
    savings = [nodes[pair].saving for pair in open_nodes] + [pair.saving for pair in open_edges]
    rows = _Rows(len(savings))
    for pair_index, variable in variable_of.items():
        rows.at_most_one(("node", nodes[pair_index].node), variable)
        rows.at_most_one(("text node", nodes[pair_index].text_node), variable)
    for variable, pair in enumerate(open_edges, start=len(open_nodes)):
        rows.at_most_one(("edge", pair.edge), variable)
        for end in set(pair.ends) & variable_of.keys():
            # Targets unify one to one, so that the edges of a source pair can be summed.
            rows.implies((pair.edge, end), variable, variable_of[end])
    is_integer = np.arange(len(savings)) < len(open_nodes)
    values = rows.maximized(np.array(savings), is_integer)
    chosen: BoolArray = fixed.copy()
    chosen[open_nodes] = values[: len(open_nodes)] > 0.5
    return chosen


class _Rows:
    """The constraints of a programme, as rows: sums of variables with an upper bound."""

    def __init__(self, variables: int) -> None:
        self._variables = variables
        self._rows: dict[Hashable, int] = {}
        self._bounds: list[float] = []
        self._entries: list[tuple[float, int, int]] = []

    def at_most_one(self, key: Hashable, variable: int) -> None:
        """Constrain the sum of the variables with a key to at most 1."""
        self._entries.append((1.0, self._row(key, bound=1.0), variable))

    def implies(self, key: Hashable, variable: int, implied: int) -> None:
        """Constrain the variables with a key, of which at most one is 1, to imply another."""
        if key not in self._rows:
            self._entries.append((-1.0, self._row(key, bound=0.0), implied))
        self._entries.append((1.0, self._rows[key], variable))

    def maximized(self, savings: FloatArray, is_integer: BoolArray) -> FloatArray:
        """Return the values, from 0 to 1, with the largest saving; shape (variables,).

        The linear relaxation is solved first, because it is much faster and its solution is
        almost always integral. Otherwise the integer programme is solved.
        """
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        values, rows, columns = zip(*self._entries, strict=True)
        shape = len(self._rows), self._variables
        matrix = csr_array((values, (rows, columns)), shape=shape)
        constraints = LinearConstraint(matrix, -np.inf, self._bounds)
        relaxed = milp(-savings, bounds=Bounds(0, 1), constraints=constraints)
        if relaxed.success and _are_integral(relaxed.x[is_integer]):
            return np.asarray(relaxed.x)
        solution = milp(
            -savings,
            integrality=is_integer.astype(np.int64),
            bounds=Bounds(0, 1),
            constraints=constraints,
            options={"mip_rel_gap": 0.0, "node_limit": _MOST_BRANCHES},
        )
        # Without a solution within the limit of branches, nothing is unified.
        return np.zeros(self._variables) if solution.x is None else np.asarray(solution.x)

    def _row(self, key: Hashable, bound: float) -> int:
        if key not in self._rows:
            self._rows[key] = len(self._rows)
            self._bounds.append(bound)
        return self._rows[key]


def _are_integral(values: FloatArray) -> bool:
    return bool(np.abs(values - np.round(values)).max(initial=0.0) < _TOLERANCE)
