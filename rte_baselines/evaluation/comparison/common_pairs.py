"""The pairs that two runs both label, on which they are compared."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.errors import RunError
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.significance.randomization import comparable
from rte_baselines.kernels.ragged import IntArray


@dataclass(frozen=True)
class Entrant:
    """A run that is compared with others.

    Parameters
    ----------
    name : str
    answered : ndarray of int64
        The positions of the pairs that it labels among the gold pairs.
    judgments : Judgments
        Its judgments of these pairs, in their order.
    """

    name: str
    answered: IntArray
    judgments: Judgments


def on_common_pairs(a: Entrant, b: Entrant, pairs: int) -> tuple[IntArray, Judgments, Judgments]:
    """Return the pairs that two runs both label, and the judgments of each in one scheme.

    Parameters
    ----------
    a, b : Entrant
    pairs : int
        The number of gold pairs.

    Returns
    -------
    common : ndarray of int64
        Their positions among the gold pairs.
    of_a, of_b : Judgments

    Raises
    ------
    RunError
        If there are none.
    """
    common = np.intersect1d(a.answered, b.answered, assume_unique=True)
    if not len(common):
        raise RunError(f"{a.name} and {b.name} label no pair in common; expected one at least")
    of_a, of_b = (
        run.judgments.select(
            np.flatnonzero(np.isin(run.answered, common)), unanswered=pairs - len(common)
        )
        for run in (a, b)
    )
    of_a, of_b = comparable(of_a, of_b)
    return common, of_a, of_b
