"""The published systems of the papers on RTE-1, which are configs, and their figures."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.recognizers import read_config, shipped_configs

OVERVIEW = "dagan2006"
"""The overview of the challenge, which reports all submitted runs under its own names."""

ALL_TASKS = "all"
"""The subset of all pairs; the other subsets are tasks."""


@brief
@dataclass(frozen=True)
class PublishedSystem:
    """A shipped config of a published system, with the ``paper`` in its ``[about]``.

    Its published name is that in `published_figures`, None for variants without published figures.
    Stand-ins are the parts of the paper's system that this one replaces: "the shipped parser
    instead of Minipar". The deviation is the reason why our figure differs from the published one,
    as far as the errors show it; for a system without a published figure, a remark on its figure.
    """

    config: str
    paper: str
    published_name: str | None
    description: str
    source: str
    stand_ins: tuple[str, ...]
    deviation: str | None

    @property
    def name(self) -> str:
        """The published name, or else the name of the config without its folder."""
        return self.published_name or self.config.rpartition("/")[2]


def published_systems(names: Sequence[str] = ()) -> list[PublishedSystem]:
    """Return the systems of some papers, single ones by their configs, or all.

    Raises
    ------
    InputError
        If a name is no paper with systems and no config of one; the message names the papers.
    """
    systems = _systems_of(tuple(shipped_configs().items()))
    papers = sorted({system.paper for system in systems})
    known = [*papers, *(system.config for system in systems)]
    for name in names:
        if name not in known:
            raise InputError(
                f"no system of {quoted(name)}; {did_you_mean(name, known)}expected one of "
                f"{', '.join(papers)}, or a config, such as jijkoun2006/m"
            )
    return [system for system in systems if not names or {system.paper, system.config} & {*names}]


@cache
def _systems_of(configs: tuple[tuple[str, Path], ...]) -> tuple[PublishedSystem, ...]:
    return tuple(
        PublishedSystem(
            config=name,
            paper=about["paper"],
            published_name=about.get("system"),
            description=about["description"],
            source=about["source"],
            stand_ins=tuple(about.get("stand_ins", ())),
            deviation=about.get("deviation"),
        )
        for name, path in configs
        if "paper" in (about := read_config(path)["about"])
    )


class PublishedFigure(NamedTuple):
    """A figure of a paper, between 0 and 1, and the table or section that has it.

    The subset is a task or ``all``; the metric is accuracy, cws, coverage, or precision, recall or
    f1 of the entailed class.
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

    The system has its name in the paper's tables, or that of a run in the challenge's overview.
    """
    return {
        (figure.subset, figure.metric): figure.value
        for figure in published_figures()
        if figure.paper in (paper, OVERVIEW)
        and (figure.system, figure.dataset, figure.split) == (system, dataset, "test")
    }
