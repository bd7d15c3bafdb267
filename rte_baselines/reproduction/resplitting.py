"""Score recognizers on random splits of a dataset, to see how much a figure depends on the split.

jijkoun2006 section 4, Table 2: "splitting the entire collection randomly into development
and test data, keeping the proportion of positive/negative examples and examples for the six
subtasks as they were in the original split".
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import numpy as np

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputError
from rte_baselines.core.importing import version
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.measures.base import select_measures
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
    """The values of a measure on the official split and on random splits, at least one."""

    official: float
    minimum: float
    median: float
    maximum: float
    resplits: tuple[float, ...]

    @classmethod
    def of(cls, official: float, *resplits: float) -> "Spread":
        """Return the spread of these values."""
        return cls(official, min(resplits), median(resplits), max(resplits), resplits)


@brief
@dataclass(frozen=True)
class RecognizerSpreads:
    """The scores of a recognizer on the official split and on random splits, by measure."""

    recognizer: str
    measures: Mapping[str, Spread]


@brief
@dataclass(frozen=True)
class ResplitResults:
    """The scores of recognizers on the official split of a dataset and on random splits.

    The signature is everything that the figures depend on.
    """

    dataset: str
    splits: int
    recognizers: tuple[RecognizerSpreads, ...]
    signature: str


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
    """Yield so many random splits of all pairs into a development and a test part.

    Each part has as many pairs of each task and label as in the original split. Pairs are in
    the order of `pool` and have its ids. The same seed gives the same splits.

    Raises
    ------
    InputError
        If a pair has no label.
    """
    pairs = pool(dev, test)
    unlabelled = [pair.id for pair in pairs if pair.label is None]
    if unlabelled:
        raise InputError(
            f"pair {quoted(unlabelled[0])} has no label; expected one for every pair, since random "
            "splits keep the shares of labels"
        )
    cells: dict[tuple[Label | None, str | None], list[int]] = {}
    for position, pair in enumerate(pairs):
        cells.setdefault((pair.label, pair.task), []).append(position)
    generator = np.random.default_rng(seed)
    for _ in range(count):
        in_dev = np.zeros(len(pairs), dtype=np.bool_)
        for positions in cells.values():
            size = sum(position < len(dev) for position in positions)
            in_dev[generator.permutation(positions)[:size]] = True
        new_dev, new_test = (np.flatnonzero(mask).tolist() for mask in (in_dev, ~in_dev))
        yield [pairs[position] for position in new_dev], [pairs[position] for position in new_test]


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

    There is at least one random split; they are the same for all recognizers. `advance` is called
    after each split with each recognizer; `data_dir` is the only folder to look for the data in.

    Raises
    ------
    InputError
        If a config is wrong, two have the same name, the family is unknown or not found, or a pair
        has no label; all of this is checked before any training.
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
    known = {
        **{"dev": len(dev), "test": len(test), "splits": splits, "seed": seed},
        **{"gold": Gold.from_pairs(pairs).digest(), "version": version("rte-baselines")},
        **{name: digest or "none" for name, digest in sorted(read.items())},
    }
    signature = "|".join(f"{name}:{value}" for name, value in known.items())
    return ResplitResults(family, splits, tuple(spreads), signature)


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
    spreads = {name: Spread.of(*numbers) for name, numbers in values.items()}
    return RecognizerSpreads(recognizer.name, spreads)


def resplit_table(results: ResplitResults) -> Table:
    """Return a row for each recognizer and measure, in percent (jijkoun2006, Table 2)."""
    rows = [
        [
            *(scores.recognizer, measure),
            *map(percentage, (spread.official, spread.minimum, spread.median, spread.maximum)),
        ]
        for scores in results.recognizers
        for measure, spread in scores.measures.items()
    ]
    title = (
        f"{results.dataset}, percent on the test part: the official split "
        f"and {results.splits} at random"
    )
    header = ("recognizer", "measure", "official", "min", "median", "max")
    return Table(title, header, rows, keys=2)
