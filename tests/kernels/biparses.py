"""The recurrences of wu2006 section 2 in plain Python."""

from itertools import product
from math import inf


def least_cost(transductions, singletons, other_singletons, inversion=0.0):
    """Return the cost of the best biparse, infinite if there is none.

    As the paper has them, step by step: initialization, then recursion over cells of more
    than two words, with splits of which one part may have words of one side only. Costs stand
    for the negative logarithms of its probabilities, and there is one nonterminal.

    Parameters
    ----------
    transductions : sequence of sequences of float
        What each word costs with each other; infinite where they are no partners.
    singletons, other_singletons : sequence of float
        What each word costs alone.
    inversion : float
        What an inverted rule costs.
    """
    rows, columns = len(singletons), len(other_singletons)
    delta = {}
    for t, v in product(range(1, rows + 1), range(1, columns + 1)):
        delta[t - 1, t, v - 1, v] = transductions[t - 1][v - 1]
    for t, v in product(range(1, rows + 1), range(columns + 1)):
        delta[t - 1, t, v, v] = singletons[t - 1]
    for t, v in product(range(rows + 1), range(1, columns + 1)):
        delta[t, t, v - 1, v] = other_singletons[v - 1]
    cells = product(range(rows, -1, -1), range(columns, -1, -1))
    for s, u in cells:
        for t, v in product(range(s, rows + 1), range(u, columns + 1)):
            if t - s + v - u >= 2 and (t - s, v - u) != (1, 1):
                delta[s, t, u, v] = _best_split(delta, s, t, u, v, inversion)
    return delta.get((0, rows, 0, columns), 0.0)


def _best_split(delta, s, t, u, v, inversion):
    best = inf
    # The S and U of the paper.
    for middle, other in product(range(s, t + 1), range(u, v + 1)):
        if (middle - s) * (t - middle) + (other - u) * (v - other) != 0:
            straight = delta[s, middle, u, other] + delta[middle, t, other, v]
            inverted = delta[s, middle, other, v] + delta[middle, t, u, other] + inversion
            best = min(best, straight, inverted)
    return best


def most_saved(savings, inversion=0.0):
    """Return the same in what is saved: for a word and its partner, up to 1 for each of them."""
    rows, columns = len(savings), len(savings[0]) if len(savings) else 0
    costs = [[2.0 - saving if saving > 0 else inf for saving in row] for row in savings]
    all_left_over = float(rows + columns)
    least = least_cost(costs, [1.0] * rows, [1.0] * columns, inversion)
    return all_left_over - min(least, all_left_over)
