"""Trivial systems, which ignore the pairs: the baselines of every score."""

from dataclasses import dataclass

import numpy as np

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.judgments import LABELS, Codes
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme


@brief
@dataclass(frozen=True)
class TrivialSystem:
    """A system that draws its labels at random or always gives the same label.

    `probabilities`, shape (4,), are those of each of `LABELS`.
    """

    name: str
    probabilities: FloatArray


def trivial_systems(gold: Codes, scheme: Scheme) -> list[TrivialSystem]:
    """Return each constant label, a uniform draw, and a draw by the gold distribution.

    `scheme` is that of the gold labels, shape (n,), and of the systems' labels. bergmair2009,
    section 3, recommends reporting them. It gives an accuracy of 0.394 for a uniform draw on RTE-4,
    which is that of a draw from the gold distribution; a uniform draw among three labels has 1/3.
    """
    in_scheme = np.isin(LABELS, scheme.labels)
    distribution = np.bincount(gold, minlength=len(LABELS)) / len(gold)
    return [
        *(
            TrivialSystem(f"always {label}", np.eye(len(LABELS))[LABELS.index(label)])
            for label in scheme.labels
        ),
        TrivialSystem("uniform random", in_scheme / in_scheme.sum()),
        TrivialSystem("random by gold shares", distribution),
    ]
