"""The command ``disagreement``: score runs against the labels of several annotators."""

from typing import Annotated

import typer

from rte_baselines.cli.console import show_in_form
from rte_baselines.cli.options import (
    JsonOption,
    LatexOption,
    MarkdownOption,
    PairsArgument,
    RunsArgument,
    refuse_two,
)
from rte_baselines.cli.reading import ScoringOptions, reading_pairs


def disagreement(
    context: typer.Context,
    pairs: PairsArgument,
    runs: RunsArgument,
    annotations: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="The column or field with a JSON list of labels or counts by label, or "
            "LABEL=COLUMN,... with a count each; by default annotator_labels or label_counter.",
        ),
    ] = None,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score runs against the labels of several annotators for each pair.

    Runs with a probability for each label are compared with the shares of
    the annotators, and all runs with what a single annotator reaches.

    Example:
    rte-baselines disagreement annotated.jsonl my.jsonl
    """
    from rte_baselines.evaluation.disagreement import evaluate_disagreement
    from rte_baselines.evaluation.disagreement.annotations import parse_count_columns

    refuse_two({"--markdown": markdown, "--latex": latex, "--json": as_json})
    options = ScoringOptions.of(context)
    counts = None if annotations is None else parse_count_columns(annotations)
    loaded = options.read_runs(runs)
    with reading_pairs(pairs, "Reading", options, needs_texts=False) as stream:
        report = evaluate_disagreement(
            stream, loaded, annotations=counts, labels=options.labels, partial=options.partial
        )
    show_in_form(report, markdown=markdown, latex=latex, as_json=as_json)
