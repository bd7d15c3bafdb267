"""Whether two labels of a run may be exchanged, as where its labels are numbered otherwise."""

from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from rte_baselines.evaluation.inputs.confusion import Confusion
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.significance.chance import binomial_test
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label, Scheme

_LEVEL = 0.01


@dataclass(frozen=True)
class Exchange:
    """Two labels of a run whose exchange makes it better than trivial systems, instead of worse.

    Parameters
    ----------
    first, second : Label
    before, after : float
        The run's accuracy as it is, and with the labels exchanged.
    best_trivial : float
        The share of the most frequent gold label.
    """

    first: Label
    second: Label
    before: float
    after: float
    best_trivial: float

    def describe(self) -> str:
        """Return one line with both accuracies, and what may be the cause."""
        first, second = (label.replace("_", " ") for label in (self.first, self.second))
        return (
            f"exchanging {first} and {second} in the whole run would raise accuracy from "
            f"{self.before:.3f} to {self.after:.3f}, from below the best trivial system "
            f"({self.best_trivial:.3f}) to above it; the order of labels or of columns may be "
            "another one"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the labels and accuracies as a JSON object."""
        return {**asdict(self), "first": str(self.first), "second": str(self.second)}


def find_exchange(judgments: Judgments) -> Exchange | None:
    """Return the labels whose exchange would raise accuracy most, if it is clearly better.

    Parameters
    ----------
    judgments : Judgments

    Returns
    -------
    Exchange or None
        None unless the run has significantly fewer correct labels than the best trivial system,
        the most frequent gold label, and significantly more with the two labels exchanged.

    Notes
    -----
    Both are exact one-sided binomial tests at the level 0.01, the latter with Bonferroni's
    correction for the exchanges that there are. However often a run that ignores the pairs gives
    each label, its expected accuracy is at most the share of the most frequent gold label, with
    labels exchanged as well: at most 1% of such runs have an exchange.
    """
    confusion = Confusion.of(judgments, judgments.scheme or Scheme.TWO_WAY)
    counts, labels = confusion.counts, confusion.labels
    pairs, hits = int(counts.sum()), int(np.trace(counts))
    best_trivial = float(counts.sum(axis=1).max() / pairs)
    exchanges = list(combinations(range(len(labels)), 2))
    first, second = max(exchanges, key=lambda both: _hits_exchanged(counts, *both))
    after = _hits_exchanged(counts, first, second)
    if not hits < best_trivial * pairs < after:
        return None
    is_worse = binomial_test(hits, pairs, best_trivial, "less") < _LEVEL
    level = _LEVEL / len(exchanges)
    if not (is_worse and binomial_test(after, pairs, best_trivial, "greater") < level):
        return None
    return Exchange(labels[first], labels[second], hits / pairs, after / pairs, best_trivial)


def _hits_exchanged(counts: IntArray, first: int, second: int) -> int:
    """Return the number of correct labels with two labels exchanged."""
    order = np.arange(len(counts))
    order[[first, second]] = second, first
    return int(np.trace(counts[:, order]))
