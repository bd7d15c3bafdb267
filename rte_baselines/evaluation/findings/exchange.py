"""Whether labels of a run may be exchanged, for example if they were numbered in another order."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments, conflate_codes
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label, Scheme, conflate
from rte_baselines.rendering.tables import decimal

_LEAST_GAIN = 0.2


@dataclass(frozen=True)
class Exchange:
    """Labels of a run whose exchange makes it far better, and better than trivial systems.

    `meant` is what each of two or three labels would have to be read as, `before` and `after` the
    run's accuracy as it is and then, and `best_trivial` the share of the most frequent gold label.
    """

    meant: Mapping[Label, Label]
    before: float
    after: float
    best_trivial: float

    def describe(self) -> str:
        """Return one line with both accuracies, and what may be the cause."""
        return (
            f"{self._exchanging()} in the whole run would raise accuracy from "
            f"{decimal(self.before)} to {decimal(self.after)}, above the best trivial system "
            f"({decimal(self.best_trivial)}); the order of labels or of columns may be another one"
        )

    def _exchanging(self) -> str:
        names = {
            label.replace("_", " "): meant.replace("_", " ") for label, meant in self.meant.items()
        }
        if len(names) == 2:
            return f"exchanging {' and '.join(names)}"
        return "reading " + ", ".join(f"{label} as {meant}" for label, meant in names.items())

    def to_dict(self) -> dict[str, Any]:
        """Return the labels and accuracies as a JSON object."""
        return {
            "meant": {str(label): str(meant) for label, meant in self.meant.items()},
            "before": self.before,
            "after": self.after,
            "best_trivial": self.best_trivial,
        }


def find_exchange(judgments: Judgments) -> Exchange | None:
    """Return the exchange of labels that would raise accuracy most, if it is far better.

    None unless accuracy would be higher by 0.2 or more, and above that of the best trivial system,
    which always gives the most frequent gold label. Two labels may be exchanged, or three in a
    circle, as when ENTAILMENT, UNKNOWN and CONTRADICTION are numbered in this order and read in the
    order CONTRADICTION, ENTAILMENT and UNKNOWN. The labels of a three-way run are exchanged as they
    are, and conflated afterwards if the gold labels are two-way.
    """
    counts, labels, right = _counts(judgments)
    pairs, most_frequent, before = counts.sum(), counts.sum(axis=1).max(), _hits(counts, right)
    # The first of those that are as good exchanges fewest labels.
    order = max(_exchanges(len(labels)), key=lambda order: _hits(counts, right[order]))
    after = _hits(counts, right[order])
    if after <= most_frequent or (after - before) / pairs < _LEAST_GAIN:
        return None
    meant = {labels[i]: labels[j] for i, j in enumerate(order) if i != j}
    return Exchange(meant, *(float(hits / pairs) for hits in (before, after, most_frequent)))


def _counts(judgments: Judgments) -> tuple[IntArray, tuple[Label, ...], IntArray]:
    """Count gold labels in rows, conflated if need be, and the run's own labels in columns.

    Also return the labels of the columns and, for each, the row with which it is right.
    """
    scheme = judgments.scheme or Scheme.TWO_WAY
    is_two_way = scheme is Scheme.TWO_WAY
    is_own_three_way = judgments.labels_scheme is Scheme.THREE_WAY
    labels = (Scheme.THREE_WAY if is_own_three_way else scheme).labels
    gold = conflate_codes(judgments.gold) if is_two_way else judgments.gold
    shape = len(LABELS), len(LABELS)
    codes = np.ravel_multi_index((gold, judgments.labels), shape)
    cells: IntArray = np.bincount(codes, minlength=len(LABELS) ** 2).reshape(shape)
    rows, columns = (list(map(LABELS.index, each)) for each in (scheme.labels, labels))
    said = map(conflate, labels) if is_two_way else labels
    right = np.array([scheme.labels.index(label) for label in said])
    return cells[np.ix_(rows, columns)], labels, right


def _hits(counts: IntArray, right: IntArray) -> int:
    """Return the number of correct labels, given the row of the gold label of each column."""
    return int(counts[right, np.arange(len(right))].sum())


def _exchanges(labels: int) -> list[list[int]]:
    """Return all orders of so many labels but the one as read, those of two labels first."""
    as_read, *others = map(list, permutations(range(labels)))
    return sorted(others, key=lambda order: np.not_equal(order, as_read).sum())
