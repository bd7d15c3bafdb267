"""McNemar's exact test of two systems' accuracies."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.significance.chance import binomial_test


@dataclass(frozen=True)
class McNemar:
    """The discordant pairs of two systems, and the p-value of McNemar's test.

    Parameters
    ----------
    only_a, only_b : int
        The numbers of pairs that only A, or only B, gets right.
    p_value : float
        Two-sided, in (0, 1].
    """

    only_a: int
    only_b: int
    p_value: float


def mcnemar(correct_a: ArrayLike, correct_b: ArrayLike) -> McNemar:
    """Test whether two systems are equally accurate, on the pairs that only one gets right.

    If they are, A gets each of these discordant pairs right with a probability of 1/2, so
    that the number of pairs that only A gets right is binomial.

    Parameters
    ----------
    correct_a, correct_b : array_like of bool, shape (n,)
        Whether each system labels each pair correctly.

    Returns
    -------
    McNemar
        The p-value is exact, and 1 if there are no discordant pairs.

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
        raise RunError(f"{of_a.size} judgments of A and {of_b.size} of B; expected as many of each")
    return mcnemar_of_counts(int((of_a & ~of_b).sum()), int((of_b & ~of_a).sum()))


def mcnemar_of_counts(only_a: int, only_b: int) -> McNemar:
    """Return McNemar's test of two systems by the numbers of pairs that only one gets right."""
    discordant = only_a + only_b
    return McNemar(only_a, only_b, binomial_test(only_a, discordant, 0.5) if discordant else 1.0)
