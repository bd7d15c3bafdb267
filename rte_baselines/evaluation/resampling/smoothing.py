"""Pseudo-pairs, which stand for errors and hits that a sample of pairs does not show.

Without them, a run that is right on all pairs of a sample would be right in all resamples, as
if it could not err. Agresti and Coull add successes and failures to a proportion for the same
reason: "Approximate is better than 'exact' for interval estimation of binomial proportions",
The American Statistician 52 (1998).
"""

from dataclasses import replace

import numpy as np

from rte_baselines.evaluation.inputs.judgments import LABELS, Judgments
from rte_baselines.pairs import Scheme

PSEUDO_WEIGHT = 1.0
"""The expected weight of all pseudo-pairs together; a pair of the data has 1."""

_OUTPUTS = 10


def with_pseudo_pairs(judgments: Judgments) -> Judgments:
    """Append pseudo-pairs: outputs of the run, each with every gold label in turn.

    The outputs are those of ten pairs, or of all if there are fewer, evenly spaced from the
    first to the last. Each gold label of the scheme follows each of them.

    Parameters
    ----------
    judgments : Judgments
        In `canonical_order`, if the outputs must not depend on the order of the pairs.

    Returns
    -------
    Judgments
        With the given ones first, and the number of the others as `pseudo_pairs`.
    """
    size = len(judgments.gold)
    outputs = min(_OUTPUTS, size)
    chosen = (2 * np.arange(outputs) + 1) * size // (2 * outputs)
    scheme = judgments.gold_scheme or judgments.scheme or Scheme.TWO_WAY
    gold = np.array([LABELS.index(label) for label in scheme.labels], dtype=np.int8)
    positions = np.concatenate((np.arange(size), np.repeat(chosen, len(gold))))
    extended = judgments.select(positions, unanswered=judgments.unanswered)
    return replace(
        extended,
        gold=np.concatenate((judgments.gold, np.tile(gold, outputs))),
        pseudo_pairs=outputs * len(gold),
    )
