"""Experiments: train and test recognizers on datasets, and reproduce published figures."""

from rte_baselines.core.processes.workers import default_workers
from rte_baselines.reproduction.document import to_markdown, to_text
from rte_baselines.reproduction.experiment import (
    DatasetResults,
    families_at_hand,
    own_recognizers,
    run_experiments,
)
from rte_baselines.reproduction.pages import write_pages
from rte_baselines.reproduction.published import (
    PublishedFigure,
    PublishedSystem,
    published_figures,
    published_systems,
)
from rte_baselines.reproduction.reproducing import Figure, Reproduction, reproduce
from rte_baselines.reproduction.resplitting import (
    ResplitResults,
    resplit_table,
    resplits,
    run_resplits,
)
from rte_baselines.reproduction.tables import summary_table
from rte_baselines.reproduction.warming import Warmed, warm

__all__ = [
    "DatasetResults",
    "Figure",
    "PublishedFigure",
    "PublishedSystem",
    "Reproduction",
    "ResplitResults",
    "Warmed",
    "default_workers",
    "families_at_hand",
    "own_recognizers",
    "published_figures",
    "published_systems",
    "reproduce",
    "resplit_table",
    "resplits",
    "run_experiments",
    "run_resplits",
    "summary_table",
    "to_markdown",
    "to_text",
    "warm",
    "write_pages",
]
