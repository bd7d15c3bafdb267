"""Whether a labelling follows from its ranking by a cutoff."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rte_baselines.errors import RunError
from rte_baselines.evaluation.judgments import Judgments
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.quoting import quoted


@dataclass(frozen=True)
class Soundness:
    """Whether all pairs down to some rank are labelled ENTAILMENT, and none below it.

    Parameters
    ----------
    is_sound : bool
        If not, the labels and the ranking are self-contradictory: no gold standard could
        give both the accuracy and the average precision 1.
    cutoff : int or None
        How many pairs there are down to that rank; None if there is no such rank.
    needs_ties : bool
        Whether tied pairs are labelled differently at the cutoff, so that some orders of
        them make the run sound and others do not.
    contradiction : tuple of int, or None
        The positions of the best-ranked pair not labelled ENTAILMENT, and of the first
        ranked below it that is; None if the run is sound.
    """

    is_sound: bool
    cutoff: int | None
    needs_ties: bool
    contradiction: tuple[int, int] | None

    def describe(self, ids: Sequence[str]) -> str:
        """Say it in one line, with the ids of the pairs, given in their order."""
        if self.contradiction is not None:
            above, below = (ids[position] for position in self.contradiction)
            return (
                f"self-contradictory: pair {quoted(below)} is labelled ENTAILMENT, "
                f"pair {quoted(above)} is not but is ranked above it"
            )
        condition = "sound if tied pairs are put in that order" if self.needs_ties else "sound"
        return f"{condition}: ENTAILMENT down to rank {self.cutoff} of {len(ids)}, none below it"

    def to_dict(self, ids: Sequence[str]) -> dict[str, Any]:
        """Return it as JSON has it, the contradiction as two ids."""
        contradiction = self.contradiction and [ids[position] for position in self.contradiction]
        return {
            "is_sound": self.is_sound,
            "cutoff": self.cutoff,
            "needs_ties": self.needs_ties,
            "contradiction": contradiction,
        }


def check_soundness(judgments: Judgments) -> Soundness:
    """Look for a rank down to which all pairs are labelled ENTAILMENT, and none below.

    Gold labels do not matter. Where pairs are tied, a run is sound if some order of them
    makes it so.

    Parameters
    ----------
    judgments : Judgments

    Raises
    ------
    RunError
        If the run is not ranked.

    Notes
    -----
    bergmair2009, section 4; tac2008 expects it of a ranked run.
    """
    if judgments.ranking is None:
        raise RunError("the run is not ranked; soundness needs a rank or score of every pair")
    ranking, entails = judgments.ranking, judgments.labels_entail
    cutoff = int(entails.sum())
    if cutoff == len(entails):
        return Soundness(is_sound=True, cutoff=cutoff, needs_ties=False, contradiction=None)
    above = _best_ranked(ranking, ~entails)
    out_of_place = entails & (ranking > ranking[above])
    if out_of_place.any():
        pair = (above, _best_ranked(ranking, out_of_place))
        return Soundness(is_sound=False, cutoff=None, needs_ties=False, contradiction=pair)
    needs_ties = bool((entails & (ranking == ranking[above])).any())
    return Soundness(is_sound=True, cutoff=cutoff, needs_ties=needs_ties, contradiction=None)


def _best_ranked(ranking: IntArray | FloatArray, among: BoolArray) -> int:
    """Return the position of the best-ranked of some pairs, of tied ones the first."""
    positions = np.flatnonzero(among)
    return int(positions[np.argmin(ranking[positions])])
