"""Whether one system is right on more pairs than another."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.errors import RunError
from rte_baselines.evaluation.significance.chance import binomial_test


@dataclass(frozen=True)
class McNemar:
    """The pairs that only one of two systems gets right, and how probable their split is.

    Parameters
    ----------
    only_a, only_b : int
    p_value : float
        Two-sided, in (0, 1].
    """

    only_a: int
    only_b: int
    p_value: float


def mcnemar(correct_a: ArrayLike, correct_b: ArrayLike) -> McNemar:
    """Test whether two systems are right equally often, by the pairs where one alone is.

    If they are equally good, each such pair is one that A gets right with probability
    1/2, so that the number of those is binomial.

    Parameters
    ----------
    correct_a, correct_b : array_like of bool, shape (n,)
        Whether each system is right on each pair.

    Returns
    -------
    McNemar
        The p-value is exact, and 1 if there is no such pair.

    Raises
    ------
    RunError
        If the arrays differ in length.

    Notes
    -----
    Q. McNemar, "Note on the sampling error of the difference between correlated
    proportions or percentages", Psychometrika 12 (1947).
    """
    of_a, of_b = (np.asarray(correct, dtype=np.bool_) for correct in (correct_a, correct_b))
    if of_a.shape != of_b.shape:
        raise RunError(f"{of_a.size} judgments beside {of_b.size}; expected as many")
    only_a, only_b = int((of_a & ~of_b).sum()), int((of_b & ~of_a).sum())
    discordant = only_a + only_b
    return McNemar(only_a, only_b, binomial_test(only_a, discordant, 0.5) if discordant else 1.0)
