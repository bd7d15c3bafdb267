"""The best biparse of two sequences by a bracketing inversion transduction grammar."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import FloatArray, IntArray

STRAIGHT, INVERTED, TRANSDUCTION = 0, 1, 2
"""The kinds of nodes: two constituents in the same order or in opposite orders, or two words."""

LARGEST_GRID = 2_000
"""The largest grid, in pairs of positions between words, for which inverted rules are tried. The
chart has the square of this size, and time grows with its cube, to one or two seconds at most.
With the shipped configs the largest grid of a development pair of RTE-1 to 3 is 1,110."""

_ROUNDING = 1e-9
"""Tolerance for rounding errors of sums in different orders."""

_INVERSION_PENALTY = 1e-7
"""A small cost of each inversion, so that their number is minimal among ties."""


class Biparse(NamedTuple):
    """A tree over two sequences."""

    saving: float
    """The cost of leaving all words over minus the cost of the biparse."""

    nodes: IntArray
    """The nodes in preorder, children in the order of the text; shape (nodes, 3): the kind, and the
    positions of the two words, which are -1 unless the kind is `TRANSDUCTION`."""

    has_straight_rules_only: bool
    """Whether inverted rules were not tried, because the grid is larger than `LARGEST_GRID`."""


class _Chart(NamedTuple):
    """The chart; a cell is a range of each sequence: start and end, other start and other end."""

    savings: FloatArray
    """The largest saving of each cell."""

    splits: NDArray[np.int32]
    """The split of each cell: twice the flat index of the positions at which it is split, plus 1 if
    it is inverted. 0 if a narrower cell has the same saving."""


def biparse(savings: FloatArray, inversion: float = 0.0) -> Biparse:
    """Find the cheapest biparse of two sequences.

    The grammar (Wu 2006, "Textual entailment recognition using inversion transduction grammars",
    section 2) has one nonterminal, a straight and an inverted rule, whose cost is `inversion`,
    transductions, and singletons: words that are left over on either side. Instead of costs,
    savings are maximized: `savings`, shape (words, other words), has for each transduction the
    cost of leaving both words over minus its own cost, 0 for words that are not partners. The
    saving of the cell (s, t, u, v) of the paper's chart is then the maximum of

    - the saving of the transduction, if the cell has one word of each sequence;
    - the saving of the cell without its first or last word, of either sequence. The word is a
      singleton; it may be attached at the ends, because its position does not change the cost;
    - the sum of the savings of two parts, straight, or inverted minus the cost of the rule.

    A word without a partner is a singleton in every biparse, at the same cost. If it is removed
    together with the rule that attaches it, the rest is a biparse of the other words with no more
    inversions. Conversely, it can be attached to its neighbour in any biparse by a straight rule.
    Therefore the chart contains only words with a partner, and the result is exact.

    Among biparses whose costs are equal to six digits, the result has the fewest inversions.
    Further ties are resolved in favour of words that are closer together. For grids larger than
    `LARGEST_GRID`, it is the best biparse with straight rules only. With n and m words that have
    a partner, time is at most n^3 m^3, memory n^2 m^2.
    """
    is_linked = savings > 0
    words, others = np.flatnonzero(is_linked.any(axis=1)), np.flatnonzero(is_linked.any(axis=0))
    linked = savings[np.ix_(words, others)]
    is_small = (len(words) + 1) * (len(others) + 1) <= LARGEST_GRID
    if is_small:
        transposed = np.ascontiguousarray(linked.T)
        nodes = _parse(linked, transposed, inversion + _INVERSION_PENALTY)
    else:
        nodes = _straight_parse(linked)
    is_leaf = nodes[:, 0] == TRANSDUCTION
    nodes[is_leaf, 1] = words[nodes[is_leaf, 1]]
    nodes[is_leaf, 2] = others[nodes[is_leaf, 2]]
    inversions = np.count_nonzero(nodes[:, 0] == INVERTED)
    saving = savings[nodes[is_leaf, 1], nodes[is_leaf, 2]].sum() - inversions * inversion
    return Biparse(float(saving), nodes, not is_small)


@compiled
def _parse(savings: FloatArray, transposed: FloatArray, inversion: float) -> IntArray:
    """Return the nodes of the biparse with the largest saving."""
    rows, columns = savings.shape
    shape = (rows + 1, rows + 1, columns + 1, columns + 1)
    chart = _Chart(np.zeros(shape), np.zeros(shape, np.int32))
    _fill_chart(chart, savings, _best_in_ranges(savings), _best_in_ranges(transposed), inversion)
    return _trace(chart, rows, columns)


@compiled
def _best_in_ranges(savings: FloatArray) -> FloatArray:
    """Return the largest saving of each row in each range of columns, by row, start and end."""
    rows, columns = savings.shape
    best = np.zeros((rows, columns + 1, columns + 1))
    for row in range(rows):
        for start in range(columns):
            for end in range(start + 1, columns + 1):
                best[row, start, end] = max(best[row, start, end - 1], savings[row, end - 1])
    return best


@inlined
def _fill_chart(
    chart: _Chart,
    savings: FloatArray,
    row_best: FloatArray,
    column_best: FloatArray,
    inversion: float,
) -> None:
    """Fill in the cells, inner cells first."""
    rows, columns = savings.shape
    for start in range(rows - 1, -1, -1):
        for end in range(start + 1, rows + 1):
            for other_start in range(columns - 1, -1, -1):
                for other_end in range(other_start + 1, columns + 1):
                    if end - start == 1 and other_end - other_start == 1:
                        saving = savings[start, other_start]
                        chart.savings[start, end, other_start, other_end] = saving
                        continue
                    narrower, bound = _narrower(
                        chart.savings, start, end, other_start, other_end, row_best, column_best
                    )
                    chart.savings[start, end, other_start, other_end] = narrower
                    if narrower < bound - _ROUNDING:
                        _split(chart, start, end, other_start, other_end, bound, inversion)


@inlined
def _narrower(
    savings: FloatArray,
    start: int,
    end: int,
    other_start: int,
    other_end: int,
    row_best: FloatArray,
    column_best: FloatArray,
) -> tuple[float, float]:
    """Return the largest saving of the narrower cells, and a bound of the saving of the cell."""
    without_first = savings[start + 1, end, other_start, other_end]
    without_last = savings[start, end - 1, other_start, other_end]
    without_other_first = savings[start, end, other_start + 1, other_end]
    without_other_last = savings[start, end, other_start, other_end - 1]
    # A word adds at most the saving with its best partner in the cell.
    bound = min(
        min(
            without_first + row_best[start, other_start, other_end],
            without_last + row_best[end - 1, other_start, other_end],
        ),
        min(
            without_other_first + column_best[other_start, start, end],
            without_other_last + column_best[other_end - 1, start, end],
        ),
    )
    narrower = max(max(without_first, without_last), max(without_other_first, without_other_last))
    return narrower, bound


@compiled
def _split(
    chart: _Chart,
    start: int,
    end: int,
    other_start: int,
    other_end: int,
    bound: float,
    inversion: float,
) -> None:
    """Fill in the best split of a cell if it has a larger saving than the narrower cells.

    Among equal splits it is the first one, and a straight one rather than an inverted one.
    """
    savings = chart.savings
    for orientation in range(2):
        cost = inversion if orientation == INVERTED else 0.0
        best, most = savings[start, end, other_start, other_end] + cost, bound + cost
        best_position = best_other_position = 0
        for position in range(start + 1, end):
            if best >= most - _ROUNDING:
                break
            for other_position in range(other_start + 1, other_end):
                if orientation == STRAIGHT:
                    saving = (
                        savings[start, position, other_start, other_position]
                        + savings[position, end, other_position, other_end]
                    )
                else:
                    saving = (
                        savings[start, position, other_position, other_end]
                        + savings[position, end, other_start, other_position]
                    )
                if saving > best + _ROUNDING:
                    best, best_position, best_other_position = saving, position, other_position
        if best_position:
            savings[start, end, other_start, other_end] = best - cost
            packed = best_position * savings.shape[3] + best_other_position
            chart.splits[start, end, other_start, other_end] = 2 * packed + orientation


@inlined
def _trace(chart: _Chart, rows: int, columns: int) -> IntArray:
    """Return the nodes of the best biparse, following the splits from the whole sequences."""
    savings = chart.savings
    # The waiting cells have different words, and each becomes at least one transduction.
    most = min(rows, columns)
    nodes = np.zeros((max(2 * most - 1, 0), 3), np.int64)
    pending = np.zeros((most + 1, 4), np.int64)
    pending[0, 1], pending[0, 3] = rows, columns
    count, waiting = 0, 1
    while waiting:
        waiting -= 1
        start, end = pending[waiting, 0], pending[waiting, 1]
        other_start, other_end = pending[waiting, 2], pending[waiting, 3]
        saving = savings[start, end, other_start, other_end]
        # Words at the ends are removed as long as the saving does not change.
        while start < end and savings[start + 1, end, other_start, other_end] == saving:
            start += 1
        while start < end and savings[start, end - 1, other_start, other_end] == saving:
            end -= 1
        while other_start < other_end and savings[start, end, other_start + 1, other_end] == saving:
            other_start += 1
        while other_start < other_end and savings[start, end, other_start, other_end - 1] == saving:
            other_end -= 1
        split = chart.splits[start, end, other_start, other_end]
        if split:
            position, other_position = split // 2 // (columns + 1), split // 2 % (columns + 1)
            is_straight = split % 2 == STRAIGHT
            nodes[count, 0] = split % 2
            nodes[count, 1] = nodes[count, 2] = -1
            count += 1
            pending[waiting, 0], pending[waiting, 1] = position, end
            pending[waiting, 2] = other_position if is_straight else other_start
            pending[waiting, 3] = other_end if is_straight else other_position
            waiting += 1
            pending[waiting, 0], pending[waiting, 1] = start, position
            pending[waiting, 2] = other_start if is_straight else other_position
            pending[waiting, 3] = other_position if is_straight else other_end
            waiting += 1
        elif start < end and other_start < other_end:
            nodes[count, 0] = TRANSDUCTION
            nodes[count, 1], nodes[count, 2] = start, other_start
            count += 1
    return nodes[:count]


@compiled
def _straight_parse(savings: FloatArray) -> IntArray:
    """Return the nodes of the biparse with straight rules only with the largest saving."""
    rows, columns = savings.shape
    best = np.zeros((rows + 1, columns + 1))
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            matched = savings[row, column] + best[row + 1, column + 1]
            best[row, column] = max(matched, best[row + 1, column], best[row, column + 1])
    nodes = np.full((2 * min(rows, columns), 3), -1)
    row = column = count = 0
    while best[row, column] > 0:
        if best[row, column] == best[row + 1, column]:
            row += 1
        elif best[row, column] == best[row, column + 1]:
            column += 1
        else:
            nodes[count, 0] = STRAIGHT
            nodes[count + 1] = TRANSDUCTION, row, column
            row, column, count = row + 1, column + 1, count + 2
    # Each transduction was written with a straight node; the last needs none.
    nodes[count - 2] = nodes[count - 1]
    return nodes[: count - 1]
