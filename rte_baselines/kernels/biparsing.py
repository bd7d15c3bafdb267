"""The best biparse of two sequences by a bracketing inversion transduction grammar."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.kernels.compile import compiled
from rte_baselines.kernels.ragged import FloatArray, IntArray

STRAIGHT, INVERTED, TRANSDUCTION = 0, 1, 2
"""What a node of a biparse is: two parts in one order, two in opposite orders, two words."""

LARGEST_GRID = 2_000
"""So many pairs of places between words may there be for inverted rules to be tried. The chart
has the square of it, and time grows with its cube, to a second or two at the most. With the
shipped configs the development pairs of RTE-1 to 3 come to 1,110."""

_ROUNDING = 1e-9
"""Sums that differ by no more are the same sum in another order."""

_RELUCTANCE = 1e-7
"""What an inversion costs in any case, so that there are no more of them than need be."""


_Cell = tuple[int, int, int, int]
"""A range of each sequence: start and end, other start and other end."""


class Biparse(NamedTuple):
    """The tree that two sequences have in common."""

    saving: float
    """What it costs less than leaving all words over."""

    nodes: IntArray
    """Its nodes, each before its parts and the parts in the text's order, shape (nodes, 3): what
    it is, and the positions of the two words, -1 unless it is a `TRANSDUCTION`."""

    has_straight_rules_only: bool
    """Whether inverted rules were not tried, as the sequences are beyond `LARGEST_GRID`."""


class _Split(NamedTuple):
    """Where a cell falls into two, and what the parts save."""

    saving: float
    place: int
    other_place: int


class _Chart(NamedTuple):
    """What is known of all cells, by the four numbers of a `_Cell`."""

    savings: FloatArray
    """The most that a cell saves."""

    splits: NDArray[np.int32]
    """How a cell falls into two: twice the place of the split, counted over the rows and columns
    of places, and one more if it is inverted. 0 if there is a narrower cell that saves as much."""


def biparse(savings: FloatArray, inversion: float = 0.0) -> Biparse:
    """Find the biparse of two sequences that costs the least.

    The grammar has one nonterminal, a straight and an inverted rule, transductions, and
    words that are left over on either side. Instead of costs it counts what they save: to
    leave both words over costs as much more than to transduce one into the other. Then
    the cell (s, t, u, v) of the paper's chart saves the most of

    - the transduction, if it has one word of each sequence;
    - what is saved without its first or last word, of either sequence: the word is left
      over, wherever it hangs, so its ends are as good as any place;
    - both parts of it, straight or, less the cost of the rule, inverted.

    A word that could not be transduced into any of the other sequence is left over in every
    biparse, at the same cost. Take it out, with the rule that hangs it: what is left is a
    biparse of the other words, which has no more inversions. Hang it beside its
    neighbour with a straight rule: what was a biparse is one. So the chart is of the words
    with a partner only, and the result is exact.

    Of biparses that cost the same to six digits, it is one with the fewest inversions. Other
    ties go to words that are closer together.

    Parameters
    ----------
    savings : ndarray of float64, shape (words, other words)
        What it costs less to transduce each word into each other than to leave both over; 0
        or more, 0 where they are no partners.
    inversion : float
        What an inverted rule costs; 0 or more.

    Returns
    -------
    Biparse
        Of sequences that are beyond `LARGEST_GRID`, the best one with straight rules only.

    References
    ----------
    Wu 2006, "Textual entailment recognition using inversion transduction grammars", section
    2. With n and m words that have a partner, time is n^3 m^3 at the most, memory n^2 m^2.
    """
    is_linked = savings > 0
    words, others = np.flatnonzero(is_linked.any(axis=1)), np.flatnonzero(is_linked.any(axis=0))
    linked = savings[np.ix_(words, others)]
    is_small = (len(words) + 1) * (len(others) + 1) <= LARGEST_GRID
    nodes = _parse(linked, inversion + _RELUCTANCE) if is_small else _straight_parse(linked)
    is_leaf = nodes[:, 0] == TRANSDUCTION
    nodes[is_leaf, 1] = words[nodes[is_leaf, 1]]
    nodes[is_leaf, 2] = others[nodes[is_leaf, 2]]
    inversions = np.count_nonzero(nodes[:, 0] == INVERTED)
    saving = savings[nodes[is_leaf, 1], nodes[is_leaf, 2]].sum() - inversions * inversion
    return Biparse(float(saving), nodes, not is_small)


@compiled
def _parse(savings: FloatArray, inversion: float) -> IntArray:
    """Return the nodes of the biparse that saves the most."""
    return _trace(_chart(savings, inversion), *savings.shape)


@compiled
def _chart(savings: FloatArray, inversion: float) -> _Chart:
    """Fill the cells in, those inside others first."""
    rows, columns = savings.shape
    shape = (rows + 1, rows + 1, columns + 1, columns + 1)
    chart = _Chart(np.zeros(shape), np.zeros(shape, np.int32))
    row_best, column_best = _best_in_ranges(savings), _best_in_ranges(savings.T)
    for start in range(rows - 1, -1, -1):
        for end in range(start + 1, rows + 1):
            for other_start in range(columns - 1, -1, -1):
                for other_end in range(other_start + 1, columns + 1):
                    cell = (start, end, other_start, other_end)
                    if end - start == 1 and other_end - other_start == 1:
                        chart.savings[cell] = savings[start, other_start]
                    else:
                        _fill(chart, cell, row_best, column_best, inversion)
    return chart


@compiled
def _best_in_ranges(savings: FloatArray) -> FloatArray:
    """Return the most that each row saves in each range of columns, by row, start and end."""
    rows, columns = savings.shape
    best = np.zeros((rows, columns + 1, columns + 1))
    for row in range(rows):
        for start in range(columns):
            for end in range(start + 1, columns + 1):
                best[row, start, end] = max(best[row, start, end - 1], savings[row, end - 1])
    return best


@compiled
def _fill(
    chart: _Chart, cell: _Cell, row_best: FloatArray, column_best: FloatArray, inversion: float
) -> None:
    """Fill in a cell of more than two words."""
    start, end, other_start, other_end = cell
    without_first = chart.savings[start + 1, end, other_start, other_end]
    without_last = chart.savings[start, end - 1, other_start, other_end]
    without_other_first = chart.savings[start, end, other_start + 1, other_end]
    without_other_last = chart.savings[start, end, other_start, other_end - 1]
    # A word adds what it saves with its best partner at the most: nothing if it has none here.
    bound = min(
        without_first + row_best[start, other_start, other_end],
        without_last + row_best[end - 1, other_start, other_end],
        without_other_first + column_best[other_start, start, end],
        without_other_last + column_best[other_end - 1, start, end],
    )
    narrower = max(without_first, without_last, without_other_first, without_other_last)
    chart.savings[cell] = narrower
    if narrower < bound - _ROUNDING:
        _split(chart, cell, bound, inversion)


@compiled
def _split(chart: _Chart, cell: _Cell, bound: float, inversion: float) -> None:
    """Fill in the best split of a cell if it saves more than is known already."""
    paid = (0.0, inversion)
    for orientation in (STRAIGHT, INVERTED):
        known, cost = chart.savings[cell], paid[orientation]
        split = _best_split(chart.savings, cell, orientation, known + cost, bound + cost)
        if split.place:
            chart.savings[cell] = split.saving - cost
            packed = split.place * chart.splits.shape[3] + split.other_place
            chart.splits[cell] = 2 * packed + orientation


@compiled
def _best_split(
    savings: FloatArray, cell: _Cell, orientation: int, least: float, most: float
) -> _Split:
    """Return the first of the splits that save the most; places of 0 if that is just `least`."""
    start, end, other_start, other_end = cell
    best, best_place, best_other_place = least, 0, 0
    for place in range(start + 1, end):
        if best >= most - _ROUNDING:
            break
        first, second = savings[start, place], savings[place, end]
        for other_place in range(other_start + 1, other_end):
            if orientation == STRAIGHT:
                saving = first[other_start, other_place] + second[other_place, other_end]
            else:
                saving = first[other_place, other_end] + second[other_start, other_place]
            if saving > best + _ROUNDING:
                best, best_place, best_other_place = saving, place, other_place
    return _Split(best, best_place, best_other_place)


@compiled
def _trace(chart: _Chart, rows: int, columns: int) -> IntArray:
    """Return the nodes of the best biparse by following the splits from the whole."""
    nodes = np.full((max(2 * min(rows, columns) - 1, 0), 3), -1)
    count = 0
    waiting = [(0, rows, 0, columns)]
    while waiting:
        cell = _narrowed(chart.savings, waiting.pop())
        start, end, other_start, other_end = cell
        split = chart.splits[cell]
        if split:
            place, other_place = divmod(split // 2, columns + 1)
            nodes[count, 0] = split % 2
            if split % 2 == STRAIGHT:
                waiting.append((place, end, other_place, other_end))
                waiting.append((start, place, other_start, other_place))
            else:
                waiting.append((place, end, other_start, other_place))
                waiting.append((start, place, other_place, other_end))
            count += 1
        elif start < end and other_start < other_end:
            nodes[count] = TRANSDUCTION, start, other_start
            count += 1
    return nodes[:count]


@compiled
def _narrowed(savings: FloatArray, cell: _Cell) -> _Cell:
    """Leave words out at the ends of a cell as long as it saves as much without them."""
    start, end, other_start, other_end = cell
    saving = savings[cell]
    while start < end and savings[start + 1, end, other_start, other_end] == saving:
        start += 1
    while start < end and savings[start, end - 1, other_start, other_end] == saving:
        end -= 1
    while other_start < other_end and savings[start, end, other_start + 1, other_end] == saving:
        other_start += 1
    while other_start < other_end and savings[start, end, other_start, other_end - 1] == saving:
        other_end -= 1
    return (start, end, other_start, other_end)


@compiled
def _straight_parse(savings: FloatArray) -> IntArray:
    """Return the nodes of the biparse with straight rules only that saves the most."""
    rows, columns = savings.shape
    best = np.zeros((rows + 1, columns + 1))
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            met = savings[row, column] + best[row + 1, column + 1]
            best[row, column] = max(met, best[row + 1, column], best[row, column + 1])
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
    # Every node but the last was written as the first part of a straight one.
    nodes[count - 2] = nodes[count - 1]
    return nodes[: count - 1]
