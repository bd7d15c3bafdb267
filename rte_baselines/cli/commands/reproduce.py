"""The command ``reproduce``: published figures compared with ours."""

from pathlib import Path
from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import progress_bar, say, show, show_json, terminal_width
from rte_baselines.cli.models import WorkersOption
from rte_baselines.cli.options import JsonOption, MarkdownOption, OptionsOfAll, output_option


def reproduce(
    context: typer.Context,
    papers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PAPER",
            help="Such as perez2006, or a config, such as jijkoun2006/m; by default, all papers.",
            autocompletion=completion.papers,
        ),
    ] = None,
    dataset: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="rte1, rte2 or rte3; repeatable. By default, rte1.",
            autocompletion=completion.families,
        ),
    ] = None,
    per_task: Annotated[
        bool, typer.Option("--per-task", help="Score the pairs of each task as well.")
    ] = False,
    output: Annotated[
        Path | None,
        output_option(
            metavar="FOLDER",
            help="Write a page of all systems with a plot, and one for each paper with its tables "
            "and the reasons for deviations.",
        ),
    ] = None,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    workers: WorkersOption = None,
) -> None:
    """Run the papers' systems, and compare our figures with the published ones.

    Each is trained on the development part of the dataset and scored on its test part.

    Example:
    rte-baselines reproduce jijkoun2006 --dataset rte1 --per-task
    """
    from rte_baselines.core.processes.workers import default_workers
    from rte_baselines.core.representing import plain
    from rte_baselines.reproduction.document import to_markdown, to_text
    from rte_baselines.reproduction.experiment import make_folder
    from rte_baselines.reproduction.pages import write_pages
    from rte_baselines.reproduction.published import published_systems
    from rte_baselines.reproduction.reproducing import reproduce as run_systems

    systems = published_systems(papers or [])
    families = dataset or ["rte1"]
    if output is not None:
        make_folder(output)
    found = run_systems(
        systems,
        families,
        per_task=per_task or output is not None,
        data_dir=OptionsOfAll.of(context).data_dir,
        workers=workers or default_workers(),
        progress=progress_bar,
    )
    if output is not None:
        named = [*(papers or []), *(f"--dataset {name}" for name in families)]
        command = f"rte-baselines reproduce {' '.join(named)} --output {output.name}"
        write_pages(found, output, command=command)
        say(f"{output}: written")
    elif as_json:
        show_json(plain([figure for reproduction in found for figure in reproduction.figures]))
    elif markdown:
        show(to_markdown(found, per_task=per_task))
    else:
        show(to_text(found, terminal_width(), per_task=per_task))
