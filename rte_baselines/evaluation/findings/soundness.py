"""Soundness: whether a run's labels follow from its ranking by a cutoff."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import quoted
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class Soundness:
    """Whether all pairs down to a cutoff rank are labelled ENTAILMENT, and none below it.

    If not, the labels and the ranking are self-contradictory, as the paper says: no gold standard
    could give both the accuracy and the average precision 1. `cutoff` is the number of pairs down
    to the cutoff. `needs_ties` says whether pairs tied there have different labels, so that the run
    is sound in some orders of them only. `contradiction` has the positions of the best-ranked pair
    not labelled ENTAILMENT and of the best-ranked pair below it that is; None if the run is sound.
    """

    is_sound: bool
    cutoff: int | None
    needs_ties: bool
    contradiction: tuple[int, int] | None

    def describe(self, ids: Sequence[str]) -> str:
        """Return one line of text; `ids` are the ids of all pairs, in their order."""
        if self.contradiction is not None:
            above, below = (ids[position] for position in self.contradiction)
            return (
                f"no cutoff of the entailment ranking gives the labels: pair {quoted(above)}, not "
                f"labelled ENTAILMENT, ranks above pair {quoted(below)}, labelled ENTAILMENT"
            )
        condition = " if tied pairs are put in that order" if self.needs_ties else ""
        where = f"ENTAILMENT down to rank {self.cutoff} of {len(ids)}, none below it"
        return f"labels and ranking are sound{condition}: {where}"

    def to_dict(self, ids: Sequence[str]) -> dict[str, Any]:
        """Return a JSON object, with the contradiction as two ids."""
        contradiction = self.contradiction and [ids[position] for position in self.contradiction]
        return {
            "is_sound": self.is_sound,
            "cutoff": self.cutoff,
            "needs_ties": self.needs_ties,
            "contradiction": contradiction,
        }


def check_soundness(judgments: Judgments) -> Soundness:
    """Check whether a cutoff on a run's ranking gives its labels.

    Gold labels are not used. A run with ties is sound if it is sound in some order of the tied
    pairs. It is an error if the run is not ranked. bergmair2009, section 4; tac2008 expects ranked
    runs to be sound.
    """
    if judgments.ranking is None:
        raise RunError("the run is not ranked; soundness needs a rank or score of every pair")
    ranking, entails = judgments.ranking, judgments.labels_entail
    cutoff = int(entails.sum())
    if cutoff == len(entails):
        return Soundness(is_sound=True, cutoff=cutoff, needs_ties=False, contradiction=None)
    above = _best_ranked(ranking, ~entails)
    below = entails & (ranking > ranking[above])
    if below.any():
        pair = (above, _best_ranked(ranking, below))
        return Soundness(is_sound=False, cutoff=None, needs_ties=False, contradiction=pair)
    needs_ties = bool((entails & (ranking == ranking[above])).any())
    return Soundness(is_sound=True, cutoff=cutoff, needs_ties=needs_ties, contradiction=None)


def _best_ranked(ranking: IntArray | FloatArray, subset: BoolArray) -> int:
    """Return the position of the best-ranked pair of a subset, the first of tied ones."""
    positions = np.flatnonzero(subset)
    return int(positions[np.argmin(ranking[positions])])
