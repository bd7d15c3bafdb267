"""The confusion matrix of gold labels and a system's labels."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments, conflate_codes
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label, Scheme


@brief
@dataclass(frozen=True)
class Confusion:
    """The confusion matrix of a system on a set of pairs.

    Parameters
    ----------
    labels : tuple of Label
        The scheme's labels.
    counts : ndarray of int64, shape (labels, labels)
        A row for each gold label, a column for each label of the system.
    """

    labels: tuple[Label, ...]
    counts: IntArray

    @classmethod
    def of(cls, judgments: Judgments, scheme: Scheme) -> "Confusion":
        """Count the labels, conflated first if the scheme is two-way."""
        gold, labels = judgments.gold, judgments.labels
        if scheme is Scheme.TWO_WAY:
            gold, labels = conflate_codes(gold), conflate_codes(labels)
        size = len(LABELS)
        cells = np.bincount(gold.astype(np.int64) * size + labels, minlength=size * size)
        codes = [LABELS.index(label) for label in scheme.labels]
        return cls(scheme.labels, cells.reshape(size, size)[np.ix_(codes, codes)])

    def to_dict(self) -> dict[str, Any]:
        """Return the labels, and the counts as nested lists with gold labels in rows."""
        return {"labels": [str(label) for label in self.labels], "counts": self.counts.tolist()}
