"""Pseudo-pairs, which stand for errors and hits that a sample of pairs does not show.

Without them, a run that is right on all pairs of a sample would be right in all resamples, as
if it could not err. Agresti and Coull add successes and failures to a proportion for the same
reason: "Approximate is better than 'exact' for interval estimation of binomial proportions",
The American Statistician 52 (1998).
"""

from collections.abc import Sequence
from dataclasses import replace
from math import lcm

import numpy as np

from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme

PSEUDO_WEIGHT = 1.0
"""The expected weight of all pseudo-pairs together; a pair of the data has 1."""

_OUTPUTS_OF_LABEL = 5


def with_pseudo_pairs_together(systems: Sequence[Judgments]) -> list[Judgments]:
    """Append the same number of pseudo-pairs to the judgments of each of several systems.

    If the systems give different numbers of labels, there are more outputs of each label than
    in `with_pseudo_pairs`.

    Parameters
    ----------
    systems : sequence of Judgments
        On the same pairs in the same order.

    Returns
    -------
    list of Judgments
    """
    labels = [len(np.unique(judgments.labels)) for judgments in systems]
    outputs = _OUTPUTS_OF_LABEL * lcm(*labels)
    return [
        with_pseudo_pairs(judgments, outputs // number)
        for judgments, number in zip(systems, labels, strict=True)
    ]


def with_pseudo_pairs(judgments: Judgments, outputs_of_label: int = _OUTPUTS_OF_LABEL) -> Judgments:
    """Append pseudo-pairs: outputs of the run, each with every gold label of the scheme.

    For each label that the run gives, the outputs are those of five pairs that are evenly
    spaced among the pairs with this label. If there are fewer, outputs are repeated, so that all
    labels have the same number of pseudo-pairs: a sample is most likely to miss the errors of a
    rare label.

    Parameters
    ----------
    judgments : Judgments
        In `canonical_order`, if the outputs must not depend on the order of the pairs.
    outputs_of_label : int
        The number of outputs for each label.

    Returns
    -------
    Judgments
        The given judgments, followed by the pseudo-pairs, whose number is in `pseudo_pairs`.
    """
    scheme = judgments.gold_scheme or judgments.scheme or Scheme.TWO_WAY
    gold = np.array([LABELS.index(label) for label in scheme.labels], dtype=np.int8)
    labels = np.flatnonzero(np.bincount(judgments.labels))
    outputs = np.concatenate(
        [
            _evenly_spaced(np.flatnonzero(judgments.labels == label), outputs_of_label)
            for label in labels
        ]
    )
    size = len(judgments.gold)
    positions = np.concatenate((np.arange(size), np.repeat(outputs, len(gold))))
    extended = judgments.select(positions, unanswered=judgments.unanswered)
    return replace(
        extended,
        gold=np.concatenate((judgments.gold, np.tile(gold, len(outputs)))),
        pseudo_pairs=len(outputs) * len(gold),
    )


def _evenly_spaced(positions: IntArray, number: int) -> IntArray:
    """Return `number` positions, evenly spaced from the first to the last."""
    steps = 2 * np.arange(number) + 1
    return positions[steps * len(positions) // (2 * number)]
