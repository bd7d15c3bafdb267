"""The command ``calibrate``: scale probabilities by a temperature fitted on other pairs."""

from typing import Annotated

import typer

from rte_baselines.cli.console import say, show_in_form
from rte_baselines.cli.options import (
    JsonOption,
    LatexOption,
    MarkdownOption,
    output_option,
    pairs_argument,
    refuse_two,
)
from rte_baselines.cli.reading import ScoringOptions
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted


def calibrate(
    context: typer.Context,
    fit_gold: Annotated[
        str,
        pairs_argument(
            metavar="FIT_GOLD",
            help="Labelled pairs that the temperature is fitted on: a path or a dataset's name.",
        ),
    ],
    fit_run: Annotated[
        str, typer.Argument(metavar="FIT_RUN", help="The run file on these, with probabilities.")
    ],
    gold: Annotated[
        str, pairs_argument(metavar="GOLD", help="Other labelled pairs, on which it is measured.")
    ],
    run: Annotated[str, typer.Argument(metavar="RUN", help="The run file of the system on these.")],
    output: Annotated[
        str | None, output_option(metavar="FILE", help="Write RUN with scaled probabilities.")
    ] = None,
    write_anyway: Annotated[
        bool,
        typer.Option(
            "--write-anyway", help="Write FILE even if the temperature is at an end of its range."
        ),
    ] = False,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Fit a temperature on one part of a dataset, and measure it on another.

    Shows negative log likelihood, Brier score and calibration error before
    and after. Parts with pairs in common are refused.

    Example:
    rte-baselines calibrate rte1:dev dev.jsonl rte1:test test.jsonl
    """
    from rte_baselines.evaluation.temperature import CalibrationPart
    from rte_baselines.evaluation.temperature import calibrate as fit_and_measure
    from rte_baselines.runs import write_run

    refuse_two({"--markdown": markdown, "--latex": latex, "--json": as_json})
    if write_anyway and output is None:
        raise InputError("--write-anyway needs --output; expected the name of a file to write")
    if output in ("", "-"):
        raise InputError(f"--output is {quoted(output)}; expected the name of a file to write")
    options = ScoringOptions.of(context)
    runs = options.read_runs([fit_run, run])
    with options.reading_gold(fit_gold) as fitted, options.reading_gold(gold) as measured:
        report = fit_and_measure(*map(CalibrationPart, (fitted, measured), runs))
    is_written = output is not None and (report.is_identified or write_anyway)
    if output is not None and is_written:
        write_run(report.scaled, output)
    show_in_form(report, markdown=markdown, latex=latex, as_json=as_json)
    if output is not None and not is_written:
        raise InputError(
            f"{output}: not written, as the temperature is at an end of its range and so not "
            "identified; expected other pairs to fit it on (--write-anyway writes it)"
        )
    if output is not None:
        left = len(report.scaled.withheld)
        without_label = f" and {counted(left, 'answer')} without a label" if left else ""
        say(f"{output}: written, {counted(len(report.scaled), 'prediction')}{without_label}")
