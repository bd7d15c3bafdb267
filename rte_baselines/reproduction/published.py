"""The published figures of the papers on RTE-1."""

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

OVERVIEW = "dagan2006"
"""The overview of the challenge, which reports all submitted runs under its own names."""

ALL_TASKS = "all"
"""The subset of all pairs; the other subsets are tasks."""


class PublishedFigure(NamedTuple):
    """A figure of a paper.

    Parameters
    ----------
    paper, system : str
    dataset, split : str
        Such as ``rte1`` and ``test``.
    subset : str
        A task, or ``all``.
    metric : str
        accuracy, cws, coverage, or precision, recall or f1 of the entailed class.
    value : float
        As published, between 0 and 1.
    source : str
        The table or section.
    """

    paper: str
    system: str
    dataset: str
    split: str
    subset: str
    metric: str
    value: float
    source: str


@cache
def published_figures() -> tuple[PublishedFigure, ...]:
    """Return all figures of ``published_results.csv``, which were copied from the papers."""
    table = files("rte_baselines.reproduction").joinpath("published_results.csv")
    _, *rows = csv.reader(table.read_text("utf-8").splitlines())
    return tuple(
        PublishedFigure(paper, system, dataset, split, subset, metric, float(value), source)
        for paper, system, dataset, split, subset, metric, value, source in rows
    )


def published_test_figures(
    paper: str, system: str | None, dataset: str
) -> Mapping[tuple[str, str], float]:
    """Return the published figures of a system on a test part, by subset and metric.

    Parameters
    ----------
    paper : str
    system : str or None
        The name in the paper's tables, or the name of a run in the challenge's overview.
    dataset : str
    """
    return {
        (figure.subset, figure.metric): figure.value
        for figure in published_figures()
        if figure.paper in (paper, OVERVIEW)
        and (figure.system, figure.dataset, figure.split) == (system, dataset, "test")
    }
