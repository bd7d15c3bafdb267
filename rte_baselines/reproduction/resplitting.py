"""Score recognizers on random splits of a dataset, to see how much a figure depends on the split.

jijkoun2006 section 4, Table 2: "splitting the entire collection randomly into development
and test data, keeping the proportion of positive/negative examples and examples for the six
subtasks as they were in the original split".
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputError
from rte_baselines.core.importing import version
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.measures.base import select_measures
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label, Pair
from rte_baselines.recognizers import Recognizer
from rte_baselines.rendering.tables import Table, percentage
from rte_baselines.reproduction.experiment import load_family, refuse_duplicates
from rte_baselines.reproduction.extracted_features import Extraction

_MEASURES = ("accuracy_2way", "cws")

Split = tuple[list[Pair], list[Pair]]
"""A development part and a test part."""


@brief
@dataclass(frozen=True)
class Spread:
    """The values of a measure on the official split and on random splits.

    Parameters
    ----------
    official : float
    resplits : tuple of float
        One value for each random split, at least one.
    """

    official: float
    resplits: tuple[float, ...]

    def summary(self) -> dict[str, float]:
        """Return the official value, and the lowest, the median and the highest at random."""
        return {
            "official": self.official,
            "minimum": min(self.resplits),
            "median": median(self.resplits),
            "maximum": max(self.resplits),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the values as a JSON object."""
        return {**self.summary(), "resplits": list(self.resplits)}


@brief
@dataclass(frozen=True)
class RecognizerSpreads:
    """The scores of a recognizer on the official split and on random splits, by measure."""

    recognizer: str
    measures: Mapping[str, Spread]

    def to_dict(self) -> dict[str, Any]:
        """Return the values as a JSON object."""
        measures = {name: spread.to_dict() for name, spread in self.measures.items()}
        return {"recognizer": self.recognizer, "measures": measures}


@brief
@dataclass(frozen=True)
class ResplitResults:
    """The scores of recognizers on the official split of a dataset and on random splits.

    Parameters
    ----------
    family : str
    splits : int
        The number of random splits.
    recognizers : tuple of RecognizerSpreads
    signature : str
        Everything that the figures depend on.
    """

    family: str
    splits: int
    recognizers: tuple[RecognizerSpreads, ...]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Return the results as a JSON object."""
        return {
            "dataset": self.family,
            "splits": self.splits,
            "recognizers": [spreads.to_dict() for spreads in self.recognizers],
            "signature": self.signature,
        }


def pool(dev: Sequence[Pair], test: Sequence[Pair]) -> list[Pair]:
    """Concatenate the parts of a dataset, development pairs first.

    Since the parts of RTE-2 and RTE-3 share ids, the name of the part is put in front of each
    id: ``dev:8``, ``test:8``.
    """
    parts = {"dev": dev, "test": test}
    return [replace(p, id=f"{part}:{p.id}") for part, pairs in parts.items() for p in pairs]


def resplits(
    dev: Sequence[Pair], test: Sequence[Pair], count: int = 10, seed: int = 0
) -> Iterator[Split]:
    """Yield random splits of all pairs into a development and a test part.

    Each part has as many pairs of each task and label as in the original split. Pairs are in
    the order of `pool` and have its ids.

    Parameters
    ----------
    dev, test : sequence of Pair
        The original split. All pairs must have labels.
    count : int
        The number of splits, at least 1.
    seed : int
        Not negative; the same seed gives the same splits.

    Raises
    ------
    InputError
        If a pair has no label or `count` is less than 1.
    """
    if count < 1:
        raise InputError(f"{count} random splits; expected at least 1")
    pairs = pool(dev, test)
    unlabelled = [pair.id for pair in pairs if pair.label is None]
    if unlabelled:
        raise InputError(
            f"pair {quoted(unlabelled[0])} has no label; expected one for every pair, since random "
            "splits keep the shares of labels"
        )
    return _random_splits(pairs, len(dev), count, np.random.default_rng(seed))


def run_resplits(
    configs: Sequence[str],
    family: str,
    *,
    splits: int = 10,
    seed: int = 0,
    data_dir: str | Path | None = None,
    advance: Callable[[], None] = lambda: None,
) -> ResplitResults:
    """Train and test recognizers on the official split of a dataset and on random splits.

    Parameters
    ----------
    configs : sequence of str
        Config files or names of shipped configs, at least one.
    family : str
        Such as ``rte1`` or ``sample``.
    splits : int
        The number of random splits, at least 1.
    seed : int
        Not negative; the same seed gives the same splits, for all recognizers.
    data_dir : str or Path, optional
        The only folder to look for the data in; see `find_dataset`.
    advance : callable, optional
        Called after each split with each recognizer.

    Raises
    ------
    InputError
        If a config is wrong, two have the same name, the family is unknown or not found, a
        pair has no label, or `splits` is less than 1; all of this is checked before any
        training.
    """
    recognizers = [Recognizer.from_config(config) for config in configs]
    refuse_duplicates("recognizers", [recognizer.name for recognizer in recognizers])
    dev, test = load_family(family, data_dir)
    pairs = pool(dev, test)
    divisions = [(pairs[: len(dev)], pairs[len(dev) :]), *resplits(dev, test, splits, seed)]
    spreads = []
    read: dict[str, str | None] = {}
    extraction = Extraction(pairs)
    with default_analyzer().remembering():
        for recognizer in recognizers:
            prepared = extraction.for_recognizer(recognizer)
            spreads.append(_spreads(prepared, divisions, advance))
            read |= prepared.resources_
    fields = {"dev": len(dev), "test": len(test), "splits": splits, "seed": seed}
    return ResplitResults(family, splits, tuple(spreads), _signature(fields, pairs, read))


def _random_splits(
    pairs: Sequence[Pair], dev_size: int, count: int, generator: np.random.Generator
) -> Iterator[Split]:
    cells = _cells(pairs)
    for _ in range(count):
        in_dev = np.zeros(len(pairs), dtype=np.bool_)
        for positions in cells:
            size = int(np.sum(positions < dev_size))
            in_dev[generator.permutation(positions)[:size]] = True
        dev, test = (np.flatnonzero(mask).tolist() for mask in (in_dev, ~in_dev))
        yield [pairs[position] for position in dev], [pairs[position] for position in test]


def _cells(pairs: Sequence[Pair]) -> list[IntArray]:
    """Return the positions of the pairs of each label and task."""
    cells: dict[tuple[Label | None, str | None], list[int]] = {}
    for position, pair in enumerate(pairs):
        cells.setdefault((pair.label, pair.task), []).append(position)
    return [np.array(positions) for positions in cells.values()]


def _spreads(
    recognizer: Recognizer, divisions: Sequence[Split], advance: Callable[[], None]
) -> RecognizerSpreads:
    """Train and test on each division; the first is the official split."""
    measures = select_measures(_MEASURES)
    values: dict[str, list[float]] = {measure.name: [] for measure in measures}
    for dev, test in divisions:
        run = recognizer.fit(dev).predict(test)
        gold = [str(pair.label) for pair in test]
        for measure in measures:
            values[measure.name].append(measure(gold, run.labels, run.ranking, run.confidences))
        advance()
    return RecognizerSpreads(
        recognizer.name,
        {name: Spread(official, tuple(others)) for name, (official, *others) in values.items()},
    )


def _signature(
    fields: Mapping[str, int], pairs: Sequence[Pair], read: Mapping[str, str | None]
) -> str:
    digests = {name: digest or "none" for name, digest in sorted(read.items())}
    known = {"gold": Gold.from_pairs(pairs).digest(), "version": version("rte-baselines")}
    return "|".join(f"{name}:{value}" for name, value in {**fields, **known, **digests}.items())


def resplit_table(results: ResplitResults) -> Table:
    """Return a row for each recognizer and measure, in percent (jijkoun2006, Table 2)."""
    rows = [
        [scores.recognizer, measure, *map(percentage, spread.summary().values())]
        for scores in results.recognizers
        for measure, spread in scores.measures.items()
    ]
    title = (
        f"{results.family}, percent on the test part: the official split "
        f"and {results.splits} at random"
    )
    header = ("recognizer", "measure", "official", "min", "median", "max")
    return Table(title, header, rows, keys=2)
