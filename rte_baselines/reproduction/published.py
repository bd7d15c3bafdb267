"""The figures that the papers on RTE-1 published."""

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

OVERVIEW = "dagan2006"
"""The paper that reports all submitted runs under names of its own."""

ALL_TASKS = "all"
"""The subset that holds all pairs; the others are tasks."""


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
        accuracy, cws, precision, recall, f1 or coverage; of the entailed class where it is
        of a class.
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
    """Return all figures of ``published_results.csv``, which was read off the papers."""
    table = files("rte_baselines.reproduction").joinpath("published_results.csv")
    _, *rows = csv.reader(table.read_text("utf-8").splitlines())
    return tuple(
        PublishedFigure(paper, system, dataset, split, subset, metric, float(value), source)
        for paper, system, dataset, split, subset, metric, value, source in rows
    )


def published_test_figures(
    paper: str, system: str | None, dataset: str
) -> Mapping[tuple[str, str], float]:
    """Return what a system scored on the test part of a dataset, by subset and metric.

    Parameters
    ----------
    paper : str
    system : str or None
        As the paper's table has it, or the name of a run in the overview of the challenge.
    dataset : str
    """
    return {
        (figure.subset, figure.metric): figure.value
        for figure in published_figures()
        if figure.paper in (paper, OVERVIEW)
        and (figure.system, figure.dataset, figure.split) == (system, dataset, "test")
    }
