"""The command ``resplit``: scores on random splits."""

from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import progress_bar, show, show_json, terminal_width
from rte_baselines.cli.options import JsonOption, MarkdownOption, OptionsOfAll, count_option


def resplit(
    context: typer.Context,
    configs: Annotated[
        list[str],
        typer.Argument(
            metavar="CONFIG",
            help="Config files or names of shipped configs.",
            autocompletion=completion.recognizers,
        ),
    ],
    dataset: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="rte1, rte2, rte3, rte3-3way or sample.",
            autocompletion=completion.families,
        ),
    ] = "rte1",
    splits: Annotated[int, count_option(help="How many random splits to make.")] = 10,
    seed: Annotated[int, count_option(min=0, help="The seed of the random splits.")] = 0,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show how much the figures of a recognizer depend on the split of the dataset.

    Splits a dataset at random, with the official number of pairs of each label
    and task in each part.

    Example:
    rte-baselines resplit word-overlap stem-overlap --dataset rte1
    """
    from rte_baselines.core.representing import plain
    from rte_baselines.rendering.markup import render_markdown
    from rte_baselines.rendering.tables import render_text
    from rte_baselines.reproduction.resplitting import resplit_table, run_resplits

    data_dir = OptionsOfAll.of(context).data_dir
    with progress_bar("Training and testing", len(configs) * (splits + 1)) as advance:
        results = run_resplits(
            configs, dataset, splits=splits, seed=seed, data_dir=data_dir, advance=advance
        )
    if as_json:
        show_json(plain(results))
    elif markdown:
        show(f"{render_markdown(resplit_table(results))}\n\n- {results.signature}")
    else:
        show(f"{render_text(resplit_table(results), terminal_width())}\n{results.signature}")
