"""The command ``compare``: test whether runs differ."""

from typing import Annotated

import typer

from rte_baselines.cli.console import show, show_in_form
from rte_baselines.cli.options import (
    GoldArgument,
    JsonOption,
    LatexOption,
    MarkdownOption,
    MeasuresOption,
    PaperOption,
    SystemsOption,
    parse_names,
    refuse_two,
)
from rte_baselines.cli.reading import ScoringOptions


def compare(
    context: typer.Context,
    gold: GoldArgument,
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RUN_A RUN_B...",
            show_default=False,
            help="Two or more run files, of any system.",
        ),
    ] = None,
    systems: SystemsOption = None,
    measures: MeasuresOption = None,
    differences: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="How many differently labelled pairs to list for two runs; by default 10, and "
            "none for three runs or more.",
        ),
    ] = None,
    show_all: Annotated[
        bool,
        typer.Option(
            "--all", help="For three runs or more, also show the tables of every two runs."
        ),
    ] = False,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    paper: PaperOption = False,
    as_json: JsonOption = False,
) -> None:
    """Test whether runs differ by more than chance, and show on which pairs.

    Every two runs are compared. For three runs or more, verdicts and a matrix
    for each measure are shown; --all shows the rest. JSON has everything, with
    all differently labelled pairs.

    --system 'bert=bert-seed*.jsonl', given for each system, compares systems
    with several seeds, over pairs and seeds, with each other and with runs.

    Example:
    rte-baselines compare rte1:test overlap.jsonl other.jsonl --measures cws
    """
    from rte_baselines.evaluation import compare as compare_runs

    refuse_two({"--markdown": markdown, "--latex": latex, "--paper": paper, "--json": as_json})
    options = ScoringOptions.of(context)
    given = options.read_systems(runs, systems or [])
    with options.reading_gold(gold) as pairs:
        comparison = compare_runs(
            pairs, given, measures=parse_names(measures), partial=options.partial
        )
    if paper:
        from rte_baselines.evaluation.paper import paper_of_comparison

        show(paper_of_comparison(comparison, parse_names(measures)).to_latex())
        return
    show_in_form(
        comparison,
        markdown=markdown,
        latex=latex,
        as_json=as_json,
        pairwise=len(given) == 2 or show_all or differences is not None,
        differences=10 if differences is None else differences,
    )
