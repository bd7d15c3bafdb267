"""Reproduce published systems and compare our figures with the published ones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.processes.workers import Workers
from rte_baselines.core.progress import Progress, no_progress
from rte_baselines.core.representing import brief
from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.curves import accuracy_by_threshold
from rte_baselines.evaluation.report.scoring import Scores
from rte_baselines.features import FeatureSet, PairBatch
from rte_baselines.features.trees.tree_edit_distance import TreeEditDistance
from rte_baselines.features.trees.tree_edits import OperationCounts
from rte_baselines.pairs import Label, Pair
from rte_baselines.recognizers import Recognizer
from rte_baselines.reproduction.experiment import DatasetResults, load_family, parts_of_family
from rte_baselines.reproduction.extracted_features import Extraction, extractions, slices
from rte_baselines.reproduction.published import ALL_TASKS, PublishedSystem, published_test_figures
from rte_baselines.runs import Run

METRICS = {"accuracy": "accuracy_2way", "cws": "cws"}
"""The metrics that papers report of every system, and the corresponding measures."""

CLASS_METRICS = {"precision": "precision", "recall": "recall", "f1": "f1"}
"""Metrics of the entailed class, which some papers report as well."""

THREE_WAY = "accuracy_3way"
"""The additional measure of runs with three labels."""

ORACLE = "oracle_accuracy"
"""The metric of `oracle_accuracy`, which is computed only on the pairs of all tasks together."""

_MEASURES = METRICS | CLASS_METRICS | {THREE_WAY: THREE_WAY}


@brief
@dataclass(frozen=True)
class Figure:
    """One of our figures on the test part of a dataset, and the published one.

    The subset is a task or ``all``, the metric one of those above. `low` and `high` are the ends of
    our 95% interval, None for `ORACLE`. Stand-ins are parts of the paper's system that ours
    replaces.
    """

    paper: str
    system: str
    dataset: str
    subset: str
    metric: str
    ours: float
    low: float | None
    high: float | None
    published: float | None
    stand_ins: tuple[str, ...]

    @property
    def difference(self) -> float | None:
        """Our figure minus the published one."""
        return None if self.published is None else self.ours - self.published

    @property
    def holds_published(self) -> bool | None:
        """Whether the published figure lies within our interval."""
        if self.published is None or self.low is None or self.high is None:
            return None
        return self.low <= self.published <= self.high


@brief
@dataclass(frozen=True)
class Reproduction:
    """The figures of published systems on the test part of a dataset.

    There is one for each system, metric and subset. The results have the full scores of the runs;
    `operations` has the edit operations of tree edit distance systems, by config.
    """

    systems: tuple[PublishedSystem, ...]
    figures: tuple[Figure, ...]
    results: DatasetResults
    operations: Mapping[str, OperationCounts]

    @property
    def dataset(self) -> str:
        """The family of datasets, such as ``rte1``."""
        return self.results.family

    def of(self, system: PublishedSystem, metric: str, subset: str = ALL_TASKS) -> Figure | None:
        """Return the figure of a system, metric and subset, None if there is none."""
        key = system.paper, system.name, metric, subset
        return next(
            (f for f in self.figures if (f.paper, f.system, f.metric, f.subset) == key), None
        )


def reproduce(
    systems: Sequence[PublishedSystem],
    families: Sequence[str],
    *,
    per_task: bool = False,
    data_dir: str | Path | None = None,
    workers: int = 1,
    progress: Progress = no_progress,
) -> list[Reproduction]:
    """Train systems on the development part of datasets and score them on the test part.

    Families are such as ``rte1``; `data_dir` is the only folder to look for them in. The results
    are the same for any number of workers, which compute features.

    Raises
    ------
    InputError
        If a dataset is unknown or not found; this is checked before any training.
    """
    loaded = [load_family(family, data_dir) for family in families]
    recognizers = [Recognizer.from_config(system.config) for system in systems]
    pairs = [[*train, *test] for train, test in loaded]
    steps = sum(len(slices(part)) for part in pairs)
    with Workers(workers) as pool, progress("Computing features", steps) as advance:
        extracted = extractions(recognizers, pairs, pool, advance)
    with progress("Training and testing", len(families) * len(systems)) as advance:
        return [
            _reproduce(systems, recognizers, family, *parts, extraction, per_task, advance)
            for family, parts, extraction in zip(families, loaded, extracted, strict=True)
        ]


def _reproduce(
    systems: Sequence[PublishedSystem],
    recognizers: Sequence[Recognizer],
    family: str,
    train: Sequence[Pair],
    test: Sequence[Pair],
    extraction: Extraction,
    per_task: bool,
    advance: Callable[[], None],
) -> Reproduction:
    runs: list[Run] = []
    read: dict[str, str | None] = {}
    operations: dict[str, OperationCounts] = {}
    with default_analyzer().remembering():
        for system, unfitted in zip(systems, recognizers, strict=True):
            recognizer = extraction.for_recognizer(unfitted).fit(train)
            runs.append(recognizer.predict(test))
            read |= recognizer.resources_
            counts = operation_counts(recognizer.features, test)
            operations |= {} if counts is None else {system.config: counts}
            advance()
    report = evaluate(test, runs, measures=list(_MEASURES.values()), by_task=per_task)
    figures: list[Figure] = []
    for system, run, scores in zip(systems, runs, report.runs, strict=True):
        by_subset = {ALL_TASKS: scores.overall, **scores.tasks}
        figures += _figures(system, family, by_subset, run, test)
    return Reproduction(
        systems=tuple(systems),
        figures=tuple(figures),
        results=DatasetResults(family, *parts_of_family(family), report, read),
        operations=operations,
    )


def _figures(
    system: PublishedSystem,
    family: str,
    scores: Mapping[str, Scores],
    run: Run,
    test: Sequence[Pair],
) -> Iterator[Figure]:
    published = published_test_figures(system.paper, system.published_name, family)
    found: list[tuple[str, str, float, float | None, float | None]] = []
    for subset, scored in scores.items():
        for metric, measure in _MEASURES.items():
            estimate = scored.measures.get(measure)
            if estimate is not None and estimate.value is not None:
                found.append((subset, metric, estimate.value, estimate.low, estimate.high))
    oracle = oracle_accuracy(run, test)
    if oracle is not None:
        found.append((ALL_TASKS, ORACLE, oracle, None, None))
    for subset, metric, ours, low, high in found:
        yield Figure(
            paper=system.paper,
            system=system.name,
            dataset=family,
            subset=subset,
            metric=metric,
            ours=ours,
            low=low,
            high=high,
            published=published.get((subset, metric)),
            stand_ins=system.stand_ins,
        )


def oracle_accuracy(run: Run, pairs: Sequence[Pair]) -> float | None:
    """Return the best two-way accuracy that any threshold on the scores of a run would have.

    The threshold is chosen by the gold labels of the same pairs, so it must not tune anything. It
    only shows whether a figure is out of reach of the ranking, or of the chosen threshold alone.
    None for a run without scores. The pairs are in its order, with gold labels.

    The scores of the run, of a threshold or of a classifier, rank all pairs labelled ENTAILMENT
    before the others, so that the accuracy of the run itself is among those compared.
    """
    if run.scores is None:
        return None
    entailed = np.array([pair.label is Label.ENTAILMENT for pair in pairs])
    return float(accuracy_by_threshold(run.scores, entailed).accuracy.max())


def operation_counts(features: FeatureSet, pairs: Sequence[Pair]) -> OperationCounts | None:
    """Count the operations that transform the texts of pairs into their hypotheses.

    None unless the only feature is a tree edit distance.
    """
    feature, *others = features.features.values()
    if others or not isinstance(feature, TreeEditDistance):
        return None
    snippets = (snippet for pair in pairs for snippet in (pair.text, pair.hypothesis))
    analyses = default_analyzer().analyze(snippets, feature.layers)
    return feature.operation_counts(PairBatch(analyses[0::2], analyses[1::2]))
