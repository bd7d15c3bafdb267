"""The command ``check``: metamorphic tests of a recognizer, which need no labels."""

from typing import Annotated

import typer

from rte_baselines.cli.console import progress_bar, show_in_form
from rte_baselines.cli.models import (
    DownloadOption,
    EngineOption,
    ModelArgument,
    ModelLabelsOption,
    WorkersOption,
)
from rte_baselines.cli.options import (
    JsonOption,
    LatexOption,
    MarkdownOption,
    PairsArgument,
    parse_names,
    refuse_two,
)
from rte_baselines.cli.reading import ReadingOptions, reading_pairs


def check(
    context: typer.Context,
    model: ModelArgument,
    pairs: PairsArgument,
    examples: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="How many pairs to show for each relation that does not hold.",
        ),
    ] = 3,
    engine: EngineOption = None,
    model_labels: ModelLabelsOption = None,
    download: DownloadOption = False,
    workers: WorkersOption = None,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Test what a recognizer does with rewritten pairs, without labels.

    A text must entail itself, unrelated sentences must not change the
    label, and a negated hypothesis must be entailed less.

    Example:
    rte-baselines check word-overlap sample:test
    """
    from rte_baselines.cli.models import load_model
    from rte_baselines.core.processes.workers import Workers, default_workers
    from rte_baselines.evaluation.metamorphic import check as checked

    refuse_two({"--markdown": markdown, "--latex": latex, "--json": as_json})
    recognizer = load_model(
        model, engine, model_labels=parse_names(model_labels), download=download
    )
    with reading_pairs(pairs, "Reading", ReadingOptions.of(context)) as stream:
        found = list(stream)
    with Workers(workers or default_workers()) as pool:
        report = checked(recognizer, found, examples=examples, workers=pool, progress=progress_bar)
    show_in_form(report, markdown=markdown, latex=latex, as_json=as_json)
