"""Labels whose removal would raise a run's accuracy but lose information.

bergmair2009, section 5.2: a system that says UNKNOWN where it knows nothing may gain
accuracy, and kappa, by saying ENTAILMENT instead, only because that is the most frequent
label. "In information theoretic terms, it is considered good to know when exactly we know
nothing": information falls.
"""

from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

import numpy as np

from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.accuracy import cohens_kappa
from rte_baselines.evaluation.measures.contingency import Confusion
from rte_baselines.evaluation.measures.information import information
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.rendering.tables import decimal

# In bits. A smaller loss does not show at three decimal places.
_SMALLEST_LOSS = 0.0005


@dataclass(frozen=True)
class Standing:
    """Accuracy, Cohen's kappa and information I(G;L), in bits, in the scheme of the judgments."""

    accuracy: float
    kappa: float
    mutual_information: float

    @classmethod
    def of(cls, counts: FloatArray) -> "Standing":
        """Return the standing of a table of counts, with two or more gold labels, in rows."""
        return cls(
            accuracy=float(np.trace(counts) / counts.sum()),
            kappa=float(cohens_kappa(counts)),
            mutual_information=float(information(counts).mutual_information),
        )


@dataclass(frozen=True)
class Degradation:
    """Two labels of a run whose conflation would raise accuracy but lose information.

    `given` is the label to replace everywhere by `instead`; the run's standing is `before` as it
    is, and `after` with the replacement.
    """

    given: Label
    instead: Label
    before: Standing
    after: Standing

    def describe(self) -> str:
        """Return one line with the gain in accuracy and the loss of information."""
        given, instead = (label.replace("_", " ") for label in (self.given, self.instead))
        before, after = self.before.mutual_information, self.after.mutual_information
        return (
            f"labelling every {given} as {instead} would raise accuracy from "
            f"{decimal(self.before.accuracy)} to {decimal(self.after.accuracy)}, but lose "
            f"{before - after:.3f} of {before:.3f} bits of mutual information"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the labels and both standings as JSON objects."""
        return {**asdict(self), "given": str(self.given), "instead": str(self.instead)}


def find_degradation(judgments: Judgments) -> tuple[Degradation, ...]:
    """Return the pairs of labels whose conflation would raise accuracy and lose information.

    Both directions of a replacement are considered, and sorted by accuracy after it, highest first.
    bergmair2009, section 5.2. Accuracy and information are three-way if the gold labels and the
    run's labels allow it, else two-way, where the conflation of the two labels makes a constant
    system.
    """
    confusion = Confusion.of(judgments, judgments.scheme or Scheme.TWO_WAY)
    counts, labels = confusion.counts.astype(np.float64), confusion.labels
    degradations = [
        Degradation(labels[given], labels[instead], Standing.of(counts), Standing.of(conflated))
        for given, instead in permutations(range(len(labels)), 2)
        if _is_degraded(counts, conflated := _conflate(counts, given, instead))
    ]
    return tuple(sorted(degradations, key=lambda degradation: -degradation.after.accuracy))


def _conflate(counts: FloatArray, given: int, instead: int) -> FloatArray:
    conflated: FloatArray = counts.copy()
    conflated[:, instead] += conflated[:, given]
    conflated[:, given] = 0
    return conflated


def _is_degraded(before: FloatArray, after: FloatArray) -> bool:
    if np.trace(after) <= np.trace(before):
        return False
    bits_before, bits_after = (information(t).mutual_information for t in (before, after))
    return bool(bits_after < bits_before - _SMALLEST_LOSS)
