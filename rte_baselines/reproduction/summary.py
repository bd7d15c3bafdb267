"""A table of the scores of recognizers on several datasets."""

from collections.abc import Sequence

from rte_baselines.evaluation.report.scores import SystemScores
from rte_baselines.rendering.tables import Table, percentage
from rte_baselines.reproduction.experiment import DatasetResults

_MEASURES = {"accuracy_2way": "acc", "cws": "cws", "average_precision": "ap"}


def summary_table(results: Sequence[DatasetResults]) -> Table:
    """Return a row for each recognizer and the best trivial system, three columns for each dataset.

    Accuracy is two-way. Values are in percent, so that three datasets fit on a line.
    """
    header = ["recognizer"] + [
        f"{dataset.family}\n{short}" for dataset in results for short in _MEASURES.values()
    ]
    names = [run.name for run in results[0].report.runs]
    rows = [
        [name, *(cell for dataset in results for cell in _cells(dataset.report.runs[row]))]
        for row, name in enumerate(names)
    ]
    trivial = [cell for dataset in results for cell in _cells(_best_trivial(dataset))]
    rows.append(["best trivial", *trivial])
    return Table("Percent on the test pairs: accuracy, cws and average precision", header, rows)


def _cells(system: SystemScores) -> list[str]:
    measures = system.overall.measures
    return [percentage(measures[name].value) if name in measures else "-" for name in _MEASURES]


def _best_trivial(dataset: DatasetResults) -> SystemScores:
    return max(
        dataset.report.trivial,
        key=lambda system: system.overall.measures["accuracy_2way"].value,
    )
