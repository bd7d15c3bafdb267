"""Whether a run that is no better than guessing may be for another dataset with the same ids.

RTE-2 and RTE-3 both number their pairs from 1 to 800. A run that says which texts it labelled is
refused if these differ. If a run does not say so, only its score shows that it is for another
dataset.
"""

import warnings
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.significance.exact import binomial_test
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.pairs import (
    Label,
    Pair,
    dataset_names,
    find_dataset,
    named_dataset,
    pair_digest,
    read_pairs,
)
from rte_baselines.runs.columns import Digests

_GUESSING = 0.5
_LEVEL = 0.05
_DATASETS_KEPT = 32


@dataclass(frozen=True)
class OtherDataset:
    """A dataset with the ids of the pairs that a run is scored on, and other texts.

    `accuracy` is the run's two-way accuracy there.
    """

    name: str
    accuracy: float


def find_other_datasets(
    judgments: Judgments,
    ids: Sequence[str],
    pair_digests: Digests,
    data_dir: str | Path | None = None,
) -> tuple[OtherDataset, ...]:
    """Return the known datasets that a run may be for, if it is no better than guessing here.

    `ids` and `pair_digests`, shape (n,), 0 where there is no text, are of the pairs judged.
    `data_dir` is the only folder to search; see `find_dataset`. The datasets are those found on
    this machine that have just these ids and on which the run is more accurate, the most accurate
    first. Empty if two-way accuracy is above one half at the level 0.05.
    """
    hits, pairs = int(judgments.correct.sum()), len(ids)
    is_above = hits > pairs * _GUESSING
    if is_above and binomial_test(hits, pairs, _GUESSING) < _LEVEL:
        return ()
    found: list[OtherDataset] = []
    seen = [pair_digests]
    for name in dataset_names():
        other = _pairs_with(ids, name, data_dir)
        # RTE-3 is listed twice: with two-way and with three-way labels.
        if other is None or any(np.array_equal(other.digests, those) for those in seen):
            continue
        if pair_digests.any() or not np.array_equal(other.entails, judgments.gold_entails):
            seen.append(other.digests)
            accuracy = float(np.equal(judgments.labels_entail, other.entails).mean())
            found.append(OtherDataset(name, accuracy))
    better = [other for other in found if other.accuracy > hits / pairs]
    return tuple(sorted(better, key=lambda other: -other.accuracy))


class _Known(NamedTuple):
    """What is compared of the pairs of a dataset, in one order."""

    ids: Sequence[str]
    digests: Digests
    entails: BoolArray


def _pairs_with(ids: Sequence[str], name: str, data_dir: str | Path | None) -> _Known | None:
    """Return the pairs of a dataset in the order of these ids; None if it has others."""
    files = _files(name, data_dir)
    # For most datasets, the first id is enough to see that the ids differ.
    if files is None or _first_id(name, data_dir, files) not in ids:
        return None
    known = _read(name, data_dir, files)
    if known is None or {*known.ids} != {*ids}:
        return None
    positions = dict(zip(known.ids, range(len(known.ids)), strict=True))
    order = [positions[pair_id] for pair_id in ids]
    return _Known(ids, known.digests[order], known.entails[order])


def _files(name: str, data_dir: str | Path | None) -> Hashable:
    """Return a key that changes if a file of a dataset changes; None if a file is not found."""
    dataset = named_dataset(name)
    assert dataset is not None
    try:
        found = find_dataset(dataset, data_dir)
        states = [(path, path.stat()) for path in (found.pairs, found.labels) if path]
    except (RteBaselinesError, OSError):
        return None
    return tuple((path, state.st_mtime_ns, state.st_size) for path, state in states)


# Many runs are scored in one process; the files are part of the key, so that changes are seen.
@lru_cache(maxsize=_DATASETS_KEPT)
def _first_id(name: str, data_dir: str | Path | None, files: Hashable) -> str | None:
    return next((pair.id for pair in _first_pairs(name, data_dir, most=1)), None)


@lru_cache(maxsize=_DATASETS_KEPT)
def _read(name: str, data_dir: str | Path | None, files: Hashable) -> _Known | None:
    pairs = _first_pairs(name, data_dir)
    if not pairs:
        return None
    return _Known(
        [pair.id for pair in pairs],
        np.array([pair_digest(pair) or 0 for pair in pairs], np.uint64),
        np.array([pair.label is Label.ENTAILMENT for pair in pairs]),
    )


def _first_pairs(name: str, data_dir: str | Path | None, most: int | None = None) -> Sequence[Pair]:
    """Return the first pairs of a dataset, by default all; none if it cannot be read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with read_pairs(name, data_dir=data_dir) as stream:
                return list(islice(stream, most))
        except RteBaselinesError:
            return ()
