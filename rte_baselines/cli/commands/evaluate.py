"""The command ``evaluate``: score runs."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from rte_baselines.cli.console import show, show_in_form, warn
from rte_baselines.cli.options import (
    DEFAULT_BREAKDOWN,
    PHENOMENON,
    BaselinesOption,
    BreakdownsOption,
    GoldArgument,
    GroupsOption,
    JsonOption,
    LatexOption,
    MarkdownOption,
    MeasuresOption,
    RunsArgument,
    breakdown_names,
    parse_names,
    refuse_two,
    slices_and_groups,
)
from rte_baselines.cli.reading import ScoringOptions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rte_baselines.pairs import Pair


def evaluate(
    context: typer.Context,
    gold: GoldArgument,
    runs: RunsArgument,
    measures: MeasuresOption = None,
    by: BreakdownsOption = None,
    groups: GroupsOption = None,
    baselines: BaselinesOption = False,
    brief: Annotated[
        bool,
        typer.Option(
            "--brief", help="One line for each run: its name and the main measures, overall."
        ),
    ] = False,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score run files of any system against gold labels.

    --baselines adds what word-overlap, lexical-logistic and strongest reach on
    the pairs. Systems with several seeds are scored by table and compare.

    Example:
    rte-baselines evaluate rte1:test overlap.jsonl --measures accuracy,macro_f1
    """
    from rte_baselines.evaluation import evaluate as score
    from rte_baselines.evaluation.report.report import MAIN_MEASURES
    from rte_baselines.evaluation.scores import gap_notes

    forms = {"--brief": brief, "--markdown": markdown, "--latex": latex, "--json": as_json}
    refuse_two(forms)
    refuse_two({"--brief": brief, "--by": by is not None})
    refuse_two({"--brief": brief, "--groups": groups is not None})
    breakdowns = [] if brief else breakdown_names(by)
    requested = parse_names(measures)
    options = ScoringOptions.of(context)
    loaded = options.read_runs(runs)
    with options.reading_gold(gold) as stream:
        pairs: Iterable[Pair] = stream
        if baselines:
            from rte_baselines.cli.models import runs_of_baselines

            pairs = list(stream)
            loaded += runs_of_baselines(pairs, loaded)
        properties: dict[str, Any] = {}
        if groups or set(breakdowns) - {DEFAULT_BREAKDOWN, PHENOMENON}:
            # Slices and groups need the pairs in memory.
            pairs = list(pairs)
            properties = slices_and_groups(pairs, breakdowns, parse_names(groups) or [])
        report = score(
            pairs,
            loaded,
            measures=MAIN_MEASURES if brief and requested is None else requested,
            by_task=DEFAULT_BREAKDOWN in breakdowns,
            by_phenomenon=PHENOMENON in breakdowns,
            **properties,
            partial=options.partial,
            # Lines show no intervals.
            intervals=not brief,
        )
    if brief:
        for doubt in report.doubts():
            warn(doubt)
        # A line has the measures with a value for some run.
        for note in gap_notes(report.gaps()) if requested else ():
            warn(note)
        show(report.to_lines())
    else:
        show_in_form(report, markdown=markdown, latex=latex, as_json=as_json)
