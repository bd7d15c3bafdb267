"""Labels that a run would be more accurate without, though they tell something.

bergmair2009, section 5.2: a system that says UNKNOWN where it knows nothing may gain
accuracy, and kappa, by saying ENTAILMENT instead, only because that is the most frequent
label. "In information theoretic terms, it is considered good to know when exactly we know
nothing": information falls.
"""

from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

import numpy as np

from rte_baselines.evaluation.confusion import Confusion
from rte_baselines.evaluation.judgments import Judgments
from rte_baselines.evaluation.measures.information import information
from rte_baselines.evaluation.measures.kappa import cohens_kappa
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme

# Bits: a smaller loss does not show in print.
_SMALLEST_LOSS = 0.0005


@dataclass(frozen=True)
class Standing:
    """How a labelling does, in the scheme of its judgments.

    Parameters
    ----------
    accuracy : float
        The share of correct labels.
    kappa : float
        Cohen's.
    mutual_information : float
        I(G;L), in bits.
    """

    accuracy: float
    kappa: float
    mutual_information: float

    @classmethod
    def of(cls, counts: FloatArray) -> "Standing":
        """Return that of a table of counts, gold labels in rows, which are not all alike."""
        return cls(
            accuracy=float(np.trace(counts) / counts.sum()),
            kappa=float(cohens_kappa(counts)),
            mutual_information=float(information(counts).mutual_information),
        )


@dataclass(frozen=True)
class Degradation:
    """Two labels of a run that would be more accurate, yet say less, if it gave only one.

    Parameters
    ----------
    given, instead : Label
        Which label to replace everywhere, and by which.
    before, after : Standing
        How the run does, and how it would do then.
    """

    given: Label
    instead: Label
    before: Standing
    after: Standing

    def describe(self) -> str:
        """Return one line that says what would be gained and lost."""
        given, instead = (label.replace("_", " ") for label in (self.given, self.instead))
        known, left = self.before.mutual_information, self.after.mutual_information
        return (
            f"labelling every {given} as {instead} would raise accuracy from "
            f"{self.before.accuracy:.3f} to {self.after.accuracy:.3f}, yet lose "
            f"{known - left:.3f} of {known:.3f} bits"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the labels and both standings as JSON has them."""
        return {**asdict(self), "given": str(self.given), "instead": str(self.instead)}


def find_degradation(judgments: Judgments) -> tuple[Degradation, ...]:
    """Return the pairs of labels whose conflation would raise accuracy and lose information.

    Parameters
    ----------
    judgments : Judgments

    Returns
    -------
    tuple of Degradation
        The largest gain of accuracy first; of each two labels, in either direction. Empty
        where no conflation of the run's labels is a temptation.

    Notes
    -----
    bergmair2009, section 5.2. Accuracy and information are three-way if gold labels and
    the run's can be read so, else two-way, where the conflation of the two labels makes a
    constant system.
    """
    confusion = Confusion.of(judgments, judgments.scheme or Scheme.TWO_WAY)
    counts, labels = confusion.counts.astype(np.float64), confusion.labels
    found = [
        Degradation(labels[given], labels[instead], Standing.of(counts), Standing.of(conflated))
        for given, instead in permutations(range(len(labels)), 2)
        if _is_degraded(counts, conflated := _conflate(counts, given, instead))
    ]
    return tuple(sorted(found, key=lambda degradation: -degradation.after.accuracy))


def _conflate(counts: FloatArray, given: int, instead: int) -> FloatArray:
    conflated: FloatArray = counts.copy()
    conflated[:, instead] += conflated[:, given]
    conflated[:, given] = 0
    return conflated


def _is_degraded(before: FloatArray, after: FloatArray) -> bool:
    if np.trace(after) <= np.trace(before):
        return False
    known, left = (information(table).mutual_information for table in (before, after))
    return bool(left < known - _SMALLEST_LOSS)
