"""The command ``power``: what an experiment can show, before it."""

from typing import Annotated

import typer

from rte_baselines.cli.console import say, show_in_form
from rte_baselines.cli.options import JsonOption, LatexOption, MarkdownOption, refuse_two


def power(
    pairs: Annotated[int, typer.Option(metavar="N", help="How many pairs the test set has.")] = 800,
    difference: Annotated[
        float,
        typer.Option(
            metavar="D", help="The difference in accuracy to be shown; 0.02 is two points."
        ),
    ] = 0.02,
    accuracy: Annotated[
        float | None,
        typer.Option(
            metavar="A",
            show_default=False,
            help="The accuracy of the worse system: leaves out what is impossible, and adds the "
            "agreement of systems with independent errors.",
        ),
    ] = None,
    agreement: Annotated[
        list[float] | None,
        typer.Option(
            metavar="SHARE",
            show_default=False,
            help="Share of the pairs that both systems get right or both get wrong; repeatable. By "
            "default 0.7, 0.8, 0.9 and 0.95.",
        ),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Also write a plot of the power by difference: .pdf, .png or .svg.",
        ),
    ] = None,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show how small a difference pairs can show, and how many pairs one needs.

    The test is McNemar's exact test of two systems on the same pairs, at the
    level 0.05 and with a power of 80%. The more often systems agree, the
    smaller is the difference that is shown.

    Example:
    rte-baselines power --pairs 800 --accuracy 0.65 --plot power.png
    """
    from rte_baselines.evaluation.power import power_table

    refuse_two({"--markdown": markdown, "--latex": latex, "--json": as_json})
    found = power_table(pairs, difference, accuracy=accuracy, agreements=agreement)
    if plot is not None:
        found.plot(plot)
        say(f"{plot}: written")
    show_in_form(found, markdown=markdown, latex=latex, as_json=as_json)
