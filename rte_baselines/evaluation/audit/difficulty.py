"""Which pairs a baseline that reads the hypothesis alone gets right."""

from collections.abc import Iterable

from rte_baselines.core.processes.workers import Pool
from rte_baselines.evaluation.audit.auditing import comparable
from rte_baselines.evaluation.audit.baselines import BASELINES, feature_set, is_right
from rte_baselines.evaluation.audit.part import collect
from rte_baselines.pairs import Pair

EASY, HARD = "easy", "hard"


def hypothesis_only_difficulty(
    pairs: Iterable[Pair], workers: int | Pool | None = None
) -> list[str]:
    """Return "easy" for pairs that ``hypothesis-only`` gets right, and "hard" for the others.

    The baseline is trained and tested on the pairs themselves, in the cross-validation of an
    audit.

    Parameters
    ----------
    pairs : iterable of Pair
        Labelled ones.
    workers : int or Pool, optional
        The number of processes that compute features.

    Raises
    ------
    InputError
        As `audit` does.

    Notes
    -----
    After gururangan2018, which trains the baseline on the training part.
    """
    part = collect("the pairs", pairs, feature_set(), workers)
    (part,), scheme = comparable([part])
    right = is_right(BASELINES[0], part, None, scheme)
    return [EASY if hit else HARD for hit in right.tolist()]
