"""The command ``evaluate``: score runs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rte_baselines.cli.console import say, show, show_in_form, warn
from rte_baselines.cli.models import pool_named
from rte_baselines.cli.options import (
    DEFAULT_BREAKDOWN,
    PHENOMENON,
    BreakdownsOption,
    GoldArgument,
    GroupsOption,
    JsonOption,
    LatexOption,
    MarkdownOption,
    MeasuresOption,
    SomeRunsArgument,
    SystemsOption,
    breakdown_names,
    parse_names,
    refuse_two,
    refuse_with_systems,
    slices_and_groups,
)
from rte_baselines.cli.reading import scoring_options
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rte_baselines.pairs import Pair
    from rte_baselines.runs import Run


def evaluate(
    context: typer.Context,
    gold: GoldArgument,
    runs: SomeRunsArgument = None,
    systems: SystemsOption = None,
    measures: MeasuresOption = None,
    by: BreakdownsOption = None,
    groups: GroupsOption = None,
    baselines: Annotated[
        bool,
        typer.Option(
            "--baselines",
            help="Score recognizers that come with the package on the same pairs, too.",
        ),
    ] = False,
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

    --system 'bert=bert-seed*.jsonl' scores the runs of a system with several
    seeds together: mean, standard deviation and interval. --baselines adds
    what word-overlap, lexical-logistic and strongest reach on the pairs.

    Example:
    rte-baselines evaluate rte1:test overlap.jsonl --measures accuracy,macro_f1
    """
    from rte_baselines.evaluation import evaluate as score
    from rte_baselines.evaluation.report.report import MAIN_MEASURES

    forms = {"--brief": brief, "--markdown": markdown, "--latex": latex, "--json": as_json}
    refuse_two(forms)
    refuse_two({"--brief": brief, "--by": by is not None})
    refuse_two({"--brief": brief, "--groups": groups is not None})
    if systems:
        refuse_with_systems(
            {
                "--baselines": baselines,
                "--brief": brief,
                "--by": by is not None,
                "--groups": groups is not None,
            }
        )
    elif not runs:
        raise InputError("Missing argument 'RUN', or --system NAME=RUN,RUN,... instead")
    breakdowns = [] if brief else breakdown_names(by)
    requested = parse_names(measures)
    options = scoring_options(context)
    if systems:
        from rte_baselines.evaluation.seeds import evaluate_systems

        seeded = options.read_systems(runs, systems)
        with options.reading_gold(gold) as stream:
            scores = evaluate_systems(stream, seeded, measures=requested, partial=options.partial)
        show_in_form(scores, markdown=markdown, latex=latex, as_json=as_json)
        return
    loaded = options.read_runs(runs or [])
    with options.reading_gold(gold) as stream:
        pairs: Iterable[Pair] = list(stream) if baselines else stream
        if baselines:
            loaded += _baseline_runs(pairs, loaded)
        pairs, properties = _properties(pairs, breakdowns, parse_names(groups) or [])
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
        show(report.to_lines())
    else:
        show_in_form(report, markdown=markdown, latex=latex, as_json=as_json)


def _baseline_runs(pairs: "Iterable[Pair]", runs: "Sequence[Run]") -> "list[Run]":
    """Return the runs of shipped models on the labelled pairs, in the scheme of the headline."""
    from rte_baselines.evaluation.inputs.judgments import scheme_of_codes
    from rte_baselines.evaluation.measures.accuracy import headline
    from rte_baselines.pairs import scheme_of
    from rte_baselines.recognizers.ready import BASELINES, baseline_runs

    labelled = [pair for pair in pairs if pair.label is not None]
    schemes = [scheme_of(pair.label for pair in labelled if pair.label)]
    schemes += [scheme_of_codes(run.columns.codes) for run in runs if run.has_labels]
    scheme = headline(schemes).scheme
    say(f"labelling {counted(len(labelled), 'pair')} with {', '.join(BASELINES[scheme])}")
    with pool_named(None, None) as pool:
        return baseline_runs(labelled, scheme, workers=pool)


def _properties(
    stream: "Iterable[Pair]", breakdowns: Sequence[str], groups: Sequence[str]
) -> "tuple[Iterable[Pair], dict[str, Any]]":
    """Return the pairs, which slices and groups need in memory, and those that are asked for."""
    if not (groups or set(breakdowns) - {DEFAULT_BREAKDOWN, PHENOMENON}):
        return stream, {}
    pairs = list(stream)
    return pairs, slices_and_groups(pairs, breakdowns, groups)
