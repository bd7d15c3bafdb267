"""The command ``demo``: train, run and score the shipped recognizers."""

from pathlib import Path
from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import progress_bar, say, show, show_json, terminal_width
from rte_baselines.cli.models import WorkersOption
from rte_baselines.cli.options import JsonOption, MarkdownOption, OptionsOfAll, output_option


def demo(
    context: typer.Context,
    output: Annotated[
        Path, output_option(metavar="FOLDER", help="The folder for models, runs and reports.")
    ] = Path("results"),
    dataset: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="rte1, rte2, rte3, rte3-3way or sample; repeatable.",
            autocompletion=completion.families,
        ),
    ] = None,
    recognizer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONFIG",
            help="A shipped config or a config file; repeatable.",
            autocompletion=completion.recognizers,
        ),
    ] = None,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    workers: WorkersOption = None,
) -> None:
    """Train recognizers on development pairs; label, rank and score test pairs.

    Runs the toolkit's own recognizers on RTE-1, 2 and 3 if their data is
    available, else on the sample; `reproduce` runs those of papers. Recognizers
    that look for proofs, which takes minutes, are run if --recognizer names
    them.

    Example:
    rte-baselines demo --dataset rte3 --recognizer word-overlap
    """
    from rte_baselines.core.processes.workers import default_workers
    from rte_baselines.rendering.markup import render_markdown
    from rte_baselines.rendering.tables import render_text
    from rte_baselines.reproduction.experiment import (
        families_at_hand,
        own_recognizers,
        run_experiments,
    )
    from rte_baselines.reproduction.tables import summary_table

    data_dir = OptionsOfAll.of(context).data_dir
    families, missing = (dataset, None) if dataset else families_at_hand(data_dir)
    if missing:
        say(f"{missing}\nRunning on the sample that comes with the package.")
    configs = recognizer or own_recognizers()
    results = run_experiments(
        configs,
        families,
        output,
        data_dir=data_dir,
        workers=workers or default_workers(),
        progress=progress_bar,
    )
    signatures = [f"{result.tested_on}: {result.signature}" for result in results]
    if as_json:
        show_json({result.family: result.report.to_dict() for result in results})
    elif markdown:
        show(render_markdown(summary_table(results)))
        show("".join(f"\n- {signature}" for signature in signatures))
    else:
        show(render_text(summary_table(results), terminal_width()))
        show("\n".join(signatures))
    say(f"Models, runs and reports are in {output}/, by dataset and recognizer.")
