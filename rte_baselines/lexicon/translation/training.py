"""Training of alignment models by expectation maximization on pairs of sentences.

The hidden Markov model is initialized by IBM Model 1, as in Och and Ney 2003, "A systematic
comparison of various statistical alignment models".
"""

from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from rte_baselines.kernels.hidden_alignment_counts import Passed, count_passes, improved_jumps
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.sentence_cooccurrence import Cells
from rte_baselines.kernels.word_translation import Counted, count_translations
from rte_baselines.lexicon.translation.model import TO_NULL

LONGEST_JUMP = 20
"""Longer jumps over source words are treated as jumps of this length."""

_PARTS = 16
"""The number of parts that the pairs are divided into for parallel work. It does not depend on the
number of jobs, because the order of summation determines the last digits of sums."""

Progress = Callable[[], object]
"""Called after each pass over the pairs."""


class TrainedModel1(NamedTuple):
    """The parameters of IBM Model 1."""

    probabilities: FloatArray
    """P(target word | source word) of each cell; those of a source word sum to 1."""

    log_likelihoods: list[float]
    """The log likelihood of all target sentences before each iteration, in nats; never
    decreasing."""


class TrainedHiddenMarkov(NamedTuple):
    """The parameters of the hidden Markov model."""

    probabilities: FloatArray
    """P(target word | source word) of each cell; those of a source word sum to 1."""

    jumps: FloatArray
    """The weights of jumps, from ``-LONGEST_JUMP`` to `LONGEST_JUMP`; their sum is 1."""

    log_likelihoods: list[float]
    """The log likelihood of all target sentences before each iteration, in nats; never
    decreasing."""


def train_model_1(
    cells: Cells, iterations: int, *, jobs: int = 1, progress: Progress | None = None
) -> TrainedModel1:
    """Train IBM Model 1, starting from equally probable translations.

    Parameters
    ----------
    cells : Cells
    iterations : int
    jobs : int
        The number of threads; -1 for one per core. The result does not depend on it.
    progress : callable, optional
    """
    probabilities = np.full(len(cells.targets), 1 / len(np.unique(cells.targets)))
    log_likelihoods = []
    for _ in range(iterations):
        counted = Counted(*_sums(jobs, count_translations, cells, probabilities))
        log_likelihoods.append(counted.log_likelihood)
        probabilities = _normalized(cells, counted.expected_counts)
        if progress:
            progress()
    return TrainedModel1(probabilities, log_likelihoods)


def train_hidden_markov(
    cells: Cells,
    probabilities: FloatArray,
    iterations: int,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> TrainedHiddenMarkov:
    """Train the hidden Markov model, starting from equally probable jumps.

    Parameters
    ----------
    cells : Cells
    probabilities : ndarray of float64, shape (cells,)
        The initial translation probabilities, from Model 1.
    iterations, jobs, progress
        See `train_model_1`.
    """
    jumps = np.full(2 * LONGEST_JUMP + 1, 1 / (2 * LONGEST_JUMP + 1))
    log_likelihoods = []
    for _ in range(iterations):
        counted = Passed(*_sums(jobs, count_passes, cells, probabilities, jumps, TO_NULL))
        log_likelihoods.append(counted.log_likelihood)
        probabilities = _normalized(cells, counted.expected_counts)
        jumps = improved_jumps(jumps, counted.jumps, counted.departures)
        if progress:
            progress()
    return TrainedHiddenMarkov(probabilities, jumps, log_likelihoods)


def _sums(jobs: int, count: Callable[..., Any], cells: Cells, *given: Any) -> list[Any]:
    """Return the sums of a kernel's counts over the parts of the pairs."""
    edges = np.linspace(0, len(cells.sentences.widths), _PARTS + 1).astype(np.int64).tolist()
    work = (delayed(count)(*given, cells.sentences, start, end) for start, end in pairwise(edges))
    # The kernels release the global interpreter lock.
    with closing(Parallel(jobs, prefer="threads", return_as="generator")(work)) as parts:
        sums = list(next(parts))
        for part in parts:
            sums = [total + more for total, more in zip(sums, part, strict=True)]
    return sums


def _normalized(cells: Cells, counts: FloatArray) -> FloatArray:
    """Return the count of each cell divided by the total of its source word."""
    totals = np.bincount(cells.sources, counts)[cells.sources]
    # The total of a source word can be 0 if its expected counts have vanished.
    return np.divide(counts, totals, out=np.zeros(len(counts)), where=totals > 0)
