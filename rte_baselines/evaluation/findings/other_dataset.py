"""Whether a run that is no better than guessing may be for another dataset with the same ids.

RTE-2 and RTE-3 both number their pairs from 1 to 800. A run that says which texts it
labelled is refused where they differ; of one that does not, only its score shows it.
"""

import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rte_baselines.errors import RteBaselinesError
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.significance.chance import binomial_test
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.pairs import Label, Pair, dataset_names, pair_digest, read_pairs
from rte_baselines.runs.columns import Digests
from rte_baselines.tables import percentage

_GUESSING = 0.5
_LEVEL = 0.05


@dataclass(frozen=True)
class OtherDataset:
    """A dataset with the ids of the pairs that a run is scored on, and other texts.

    Parameters
    ----------
    name : str
    accuracy : float
        The run's two-way accuracy there.
    """

    name: str
    accuracy: float

    def describe(self) -> str:
        """Return the name, and how the run does there."""
        return f"{self.name} (accuracy there {percentage(self.accuracy)}%)"

    def to_dict(self) -> dict[str, Any]:
        """Return both as JSON has them."""
        return asdict(self)


def find_other_datasets(
    judgments: Judgments,
    ids: Sequence[str],
    pair_digests: Digests,
    data_dir: str | Path | None = None,
) -> tuple[OtherDataset, ...]:
    """Return the known datasets that a run may be for, if it is no better than guessing here.

    Parameters
    ----------
    judgments : Judgments
    ids : sequence of str, of length n
        Of the pairs judged.
    pair_digests : ndarray of uint64, shape (n,)
        Their digests, 0 where they have no text.
    data_dir : str or Path, optional
        Where to look first for datasets; see `find_dataset`.

    Returns
    -------
    tuple of OtherDataset
        Those found on this machine that have just these ids and on which the run is more
        accurate, the most accurate first. Empty if two-way accuracy is above one half at the
        level 0.05.
    """
    hits, pairs = int(judgments.correct.sum()), len(ids)
    is_above = hits > pairs * _GUESSING
    if is_above and binomial_test(hits, pairs, _GUESSING) < _LEVEL:
        return ()
    found: list[OtherDataset] = []
    seen = [pair_digests]
    for name in dataset_names():
        other = _pairs_with(ids, name, data_dir)
        digests = np.array([pair_digest(pair) or 0 for pair in other], dtype=np.uint64)
        # RTE-3 is there twice, with other labels.
        if not other or any(np.array_equal(digests, those) for those in seen):
            continue
        entails = np.array([pair.label is Label.ENTAILMENT for pair in other])
        if pair_digests.any() or not np.array_equal(entails, judgments.gold_entails):
            seen.append(digests)
            found.append(OtherDataset(name, _accuracy(judgments, entails)))
    better = [other for other in found if other.accuracy > hits / pairs]
    return tuple(sorted(better, key=lambda other: -other.accuracy))


def _pairs_with(ids: Sequence[str], name: str, data_dir: str | Path | None) -> Sequence[Pair]:
    """Return the pairs of a dataset in the order of these ids; none if it has others."""
    wanted = set(ids)
    pairs: dict[str, Pair] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with read_pairs(name, data_dir=data_dir) as stream:
                for pair in stream:
                    # The first id of its own tells most datasets apart.
                    if pair.id not in wanted:
                        return []
                    pairs[pair.id] = pair
        except RteBaselinesError:
            return []
    return [pairs[pair_id] for pair_id in ids] if len(pairs) == len(wanted) else []


def _accuracy(judgments: Judgments, entails: BoolArray) -> float:
    return float(np.equal(judgments.labels_entail, entails).mean())
