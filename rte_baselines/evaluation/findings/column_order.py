"""Whether columns of probabilities are in another order than assumed."""

from collections.abc import Iterator
from math import factorial

import numpy as np

from rte_baselines.evaluation.significance.chance import binomial_test
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.runs.by_probability import contradiction, count_contradicted, reordered
from rte_baselines.runs.columns import Codes

_LEVEL = 0.01


def better_order_of_columns(probabilities: FloatArray, gold: Codes) -> str | None:
    """Say which other order of the columns fits the gold labels much better, if one does.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n, 4)
        A column for each of `LABELS`.
    gold : ndarray of int8, shape (n,)
        The gold labels, as indices of `LABELS`.

    Returns
    -------
    str or None
        Such as "300 of 400 gold labels are not the most probable ones, and 20 if the columns ...".

    Notes
    -----
    In runs, an order fits if all labels are the most probable ones in it, and several are not as
    read. No classifier is always right, so that here, an order also fits if significantly more gold
    labels are the most probable ones than the most frequent one is right, and significantly fewer
    are as read: the tests of `find_exchange`.
    """
    if contradiction(probabilities, gold) is None:
        return None
    wrong = count_contradicted(probabilities, gold)
    fewest, how = min(_wrong_by_order(probabilities, gold), default=(wrong, ""))
    if fewest and not _is_much_better(wrong, fewest, probabilities, gold):
        return None
    return f"{wrong} of {len(gold)} gold labels are not the most probable ones, and {fewest} {how}"


def _wrong_by_order(probabilities: FloatArray, gold: Codes) -> Iterator[tuple[int, str]]:
    for moved, how in reordered(probabilities):
        yield count_contradicted(moved, gold), how


def _is_much_better(wrong: int, fewest: int, probabilities: FloatArray, gold: Codes) -> bool:
    """Whether the order as read is worse than the most frequent label, and the other is better."""
    pairs = len(gold)
    counts: IntArray = np.bincount(gold)
    most_frequent = float(counts.max() / pairs)
    # Bonferroni's correction, as the best of all orders is tested.
    level = _LEVEL / factorial(int(probabilities.any(axis=0).sum()))
    is_worse = binomial_test(pairs - wrong, pairs, most_frequent, "less") < _LEVEL
    return is_worse and binomial_test(pairs - fewest, pairs, most_frequent, "greater") < level
