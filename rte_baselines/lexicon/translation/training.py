"""Training of alignment models by expectation maximization on pairs of sentences.

The hidden Markov model is initialized by IBM Model 1, as in Och and Ney 2003, "A systematic
comparison of various statistical alignment models".
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.translation.hidden_alignment import count_passes, improved_jumps
from rte_baselines.kernels.translation.word_translation import Cells, Sentences, count_translations
from rte_baselines.lexicon.translation.model import TO_NULL

Counts = TypeVar("Counts")

LONGEST_JUMP = 20
"""Longer jumps over source words are treated as jumps of this length."""

# The pairs are divided into parts, whose counts are summed in order. The parts do not depend on the
# number of workers, because the order of summation determines the last digits of the sums. There
# are enough parts for several workers, and more if a part would be too large to be sent.
_PARTS = 16
_MOST_PAIRS = 2048

Progress = Callable[[], object]
"""Called after each pass over the pairs."""


class Trained(NamedTuple):
    """The parameters of IBM Model 1 or of the hidden Markov model.

    `probabilities`: P(target word | source word) of each cell; those of a source word sum to 1.
    `log_likelihoods`: of all target sentences before each iteration, in nats; never decreasing.
    `jumps`: the weights from ``-LONGEST_JUMP`` to `LONGEST_JUMP`, with the sum 1; none in Model 1.
    """

    probabilities: FloatArray
    log_likelihoods: list[float]
    jumps: FloatArray = np.empty(0)


def train_model_1(
    cells: Cells, iterations: int, *, workers: int | Pool = 1, progress: Progress | None = None
) -> Trained:
    """Train IBM Model 1, starting from equally probable translations.

    The result does not depend on the number of workers. `progress` is called after each iteration.
    """
    probabilities = np.full(len(cells.targets), 1 / len(np.unique(cells.targets)))
    log_likelihoods = []
    parts = _parts(cells.sentences)
    with pool_of(workers) as pool:
        for _ in range(iterations):
            counts, log_likelihood = np.zeros(len(probabilities)), 0.0
            for part, counted in _counted(pool, count_translations, parts, probabilities):
                counts[part.cells] += counted.expected_counts
                log_likelihood += counted.log_likelihood
            log_likelihoods.append(log_likelihood)
            probabilities = _normalized(cells, counts)
            if progress:
                progress()
    return Trained(probabilities, log_likelihoods)


def train_hidden_markov(
    cells: Cells,
    probabilities: FloatArray,
    iterations: int,
    *,
    workers: int | Pool = 1,
    progress: Progress | None = None,
) -> Trained:
    """Train the hidden Markov model, starting from equally probable jumps.

    `probabilities`, shape (cells,), are the translation probabilities of Model 1 to start from. For
    the others see `train_model_1`.
    """
    jumps = np.full(2 * LONGEST_JUMP + 1, 1 / (2 * LONGEST_JUMP + 1))
    log_likelihoods = []
    parts = _parts(cells.sentences)
    most = int(cells.sentences.widths.max(initial=0))
    with pool_of(workers) as pool:
        for _ in range(iterations):
            counts, log_likelihood = np.zeros(len(probabilities)), 0.0
            counted_jumps, departures = np.zeros(len(jumps)), np.zeros((most, most))
            given = parts, probabilities, jumps, TO_NULL
            for part, counted in _counted(pool, count_passes, *given):
                counts[part.cells] += counted.expected_counts
                counted_jumps += counted.jumps
                width = len(counted.departures)
                departures[:width, :width] += counted.departures
                log_likelihood += counted.log_likelihood
            log_likelihoods.append(log_likelihood)
            probabilities = _normalized(cells, counts)
            jumps = improved_jumps(jumps, counted_jumps, departures)
            if progress:
                progress()
    return Trained(probabilities, log_likelihoods, jumps)


class _Part(NamedTuple):
    """Consecutive pairs, as `sentences` whose cells are indices into `cells`, ascending."""

    cells: NDArray[np.uint32]
    sentences: Sentences


def _parts(sentences: Sentences) -> list[_Part]:
    """Divide the pairs into parts, each with numbers of its own for its cells."""
    pairs = len(sentences.widths)
    count = max(_PARTS, -(-pairs // _MOST_PAIRS))
    edges = np.linspace(0, pairs, count + 1).astype(np.int64).tolist()
    return [_part(sentences, *bounds) for bounds in pairwise(edges)]


def _part(sentences: Sentences, start: int, end: int) -> _Part:
    offsets = sentences.block_offsets[start : end + 1]
    cells, numbers = np.unique(sentences.cells[offsets[0] : offsets[-1]], return_inverse=True)
    widths = sentences.widths[start:end].copy()
    return _Part(cells, Sentences(numbers.astype(np.uint32), offsets - offsets[0], widths))


def _counted(
    pool: Pool,
    count: Callable[..., Counts],
    parts: Sequence[_Part],
    probabilities: FloatArray,
    *given: Any,
) -> Iterator[tuple[_Part, Counts]]:
    """Yield each part with its counts, given the probabilities of its cells, in order."""
    calls = (("", (probabilities[part.cells], *given, part.sentences)) for part in parts)
    yield from zip(parts, pool.stream(count, calls), strict=True)


def _normalized(cells: Cells, counts: FloatArray) -> FloatArray:
    """Return the count of each cell divided by the total of its source word."""
    totals = np.bincount(cells.sources, counts)[cells.sources]
    # The total of a source word can be 0 if its expected counts have vanished.
    return np.divide(counts, totals, out=np.zeros(len(counts)), where=totals > 0)
