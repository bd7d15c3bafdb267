"""Alignment models trained by expectation and maximization on pairs of sentences.

IBM Model 1 comes first, and the hidden Markov model starts from what it has learned, as in
Och and Ney 2003, "A systematic comparison of various statistical alignment models".
"""

from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from rte_baselines.kernels.hidden_alignment_counts import Passed, count_passes, improved_jumps
from rte_baselines.kernels.meetings import Cells
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.word_translation import Counted, count_translations
from rte_baselines.lexicon.alignment_model import TO_NULL

LONGEST_JUMP = 20
"""Jumps over more source words count as this one; most leads have not many more words."""

_PARTS = 16
"""Into how many parts the pairs are cut to share the work, whoever shares it: the order of sums
decides on their last digits."""

Progress = Callable[[], object]
"""Called after each pass over the pairs."""


class TrainedModel1(NamedTuple):
    """What IBM Model 1 has learned."""

    probabilities: FloatArray
    """Of the target word of each cell given its source word; those of a source word sum to 1."""

    log_likelihoods: list[float]
    """Of all target sentences before each iteration, in nats; they never fall."""


class TrainedHiddenMarkov(NamedTuple):
    """What the hidden Markov model has learned."""

    probabilities: FloatArray
    """Of the target word of each cell given its source word; those of a source word sum to 1."""

    jumps: FloatArray
    """What jumps weigh, from ``-LONGEST_JUMP`` to `LONGEST_JUMP`; their sum is 1."""

    log_likelihoods: list[float]
    """Of all target sentences before each iteration, in nats; they never fall."""


def train_model_1(
    cells: Cells, iterations: int, *, jobs: int = 1, progress: Progress | None = None
) -> TrainedModel1:
    """Train IBM Model 1, in which at first all translations are equally probable.

    Parameters
    ----------
    cells : Cells
    iterations : int
    jobs : int
        Threads; -1 for one on each core. What is learned does not depend on it.
    progress : callable, optional
    """
    probabilities = np.full(len(cells.targets), 1 / len(np.unique(cells.targets)))
    log_likelihoods = []
    for _ in range(iterations):
        counted = Counted(*_sums(jobs, count_translations, cells, probabilities))
        log_likelihoods.append(counted.log_likelihood)
        probabilities = _normalized(cells, counted.meetings)
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
    """Train the hidden Markov model, in which at first all jumps are equally probable.

    Parameters
    ----------
    cells : Cells
    probabilities : ndarray of float64, shape (cells,)
        Where to start from: what Model 1 has learned.
    iterations, jobs, progress
        As in `train_model_1`.
    """
    jumps = np.full(2 * LONGEST_JUMP + 1, 1 / (2 * LONGEST_JUMP + 1))
    log_likelihoods = []
    for _ in range(iterations):
        counted = Passed(*_sums(jobs, count_passes, cells, probabilities, jumps, TO_NULL))
        log_likelihoods.append(counted.log_likelihood)
        probabilities = _normalized(cells, counted.meetings)
        jumps = improved_jumps(jumps, counted.jumps, counted.departures)
        if progress:
            progress()
    return TrainedHiddenMarkov(probabilities, jumps, log_likelihoods)


def _sums(jobs: int, count: Callable[..., Any], cells: Cells, *given: Any) -> list[Any]:
    """Return the sums of what a kernel counts in parts of the pairs."""
    edges = np.linspace(0, len(cells.sentences.widths), _PARTS + 1).astype(np.int64).tolist()
    work = (delayed(count)(*given, cells.sentences, start, end) for start, end in pairwise(edges))
    # The kernels let go of the interpreter's lock.
    with closing(Parallel(jobs, prefer="threads", return_as="generator")(work)) as parts:
        sums = list(next(parts))
        for part in parts:
            sums = [total + more for total, more in zip(sums, part, strict=True)]
    return sums


def _normalized(cells: Cells, counts: FloatArray) -> FloatArray:
    """Return the share that each cell has in the counts of its source word."""
    totals = np.bincount(cells.sources, counts)[cells.sources]
    # A word that nothing is expected to be the translation of any more has lost all counts.
    return np.divide(counts, totals, out=np.zeros(len(counts)), where=totals > 0)
