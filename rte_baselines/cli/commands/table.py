"""The command ``table``: systems by datasets."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import show, show_in_form
from rte_baselines.cli.options import (
    JsonOption,
    LatexOption,
    MarkdownOption,
    PaperOption,
    pairs_argument,
    parse_names,
    refuse_two,
)
from rte_baselines.cli.reading import ScoringOptions
from rte_baselines.core.errors import InputError


def table(
    context: typer.Context,
    datasets: Annotated[
        list[str],
        pairs_argument(
            metavar="[NAME=]GOLD...",
            help="Labelled pairs: paths or datasets' names, and the names that replace {dataset} "
            "in --system. By default, rte1:test is called rte1-test, and a file as itself "
            "without its ending.",
        ),
    ],
    systems: Annotated[
        list[str],
        typer.Option(
            "--system",
            metavar="NAME=RUN,...",
            help="A system and its runs, or a pattern in quotes, with {dataset} in the names of "
            "files. Repeatable.",
        ),
    ],
    measures: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
            help="Measures to show, a table each; by default accuracy, which is three-way if all "
            "labels are.",
            autocompletion=completion.measures,
        ),
    ] = None,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    paper: PaperOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show a table of systems by datasets, with averages and the best in bold.

    A system has one run on each dataset or several with different seeds. The
    best is in bold if it is better than each other by more than chance.

    Example:
    rte-baselines table rte1:test rte2:test --system 'bert={dataset}-*.jsonl'
    """
    from rte_baselines.evaluation.seeds import DatasetRuns, tabulate_systems
    from rte_baselines.evaluation.systems.judged import DATASET

    refuse_two({"--markdown": markdown, "--latex": latex, "--paper": paper, "--json": as_json})
    options = ScoringOptions.of(context)
    named = [_named(dataset) for dataset in datasets]
    for system in systems:
        if len(named) > 1 and DATASET not in system:
            raise InputError(
                f"--system {system}: has the same runs for all datasets; expected {DATASET} in the "
                f"names of its files"
            )
    with ExitStack() as stack:
        given = []
        for name, source in named:
            runs = options.read_systems(None, systems, name)
            pairs = stack.enter_context(options.reading_gold(source))
            given.append(DatasetRuns(name, pairs, runs))
        found = tabulate_systems(given, measures=parse_names(measures), partial=options.partial)
    if paper:
        from rte_baselines.evaluation.paper import paper_of_table

        show(paper_of_table(found).to_latex())
        return
    show_in_form(found, markdown=markdown, latex=latex, as_json=as_json)


def _named(dataset: str) -> tuple[str, str]:
    """Return the name and the source of a dataset."""
    name, equals, source = dataset.partition("=")
    if equals and not Path(dataset).exists():
        if not (name and source):
            raise InputError(f"{dataset}: is not of the form NAME=GOLD, as in rte1=rte1:test")
        return name, source
    return Path(dataset).name.partition(".")[0].replace(":", "-"), dataset
