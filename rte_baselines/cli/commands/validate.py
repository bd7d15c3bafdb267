"""The command ``validate``: check pairs or a run, and describe them."""

from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import (
    show,
    show_json,
)
from rte_baselines.cli.options import (
    AnswersOption,
    CodeOption,
    ColumnsOption,
    DataDirOption,
    DebugOption,
    InOrderOption,
    InputFormatOption,
    JsonOption,
    LabelColumnOption,
    LabelOrderOption,
    PartialOption,
    QuietOption,
    RunLabelOrderOption,
    ScoreOfOption,
    parse_answers,
    parse_names,
)
from rte_baselines.quoting import printable


def validate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Pairs, or with --gold a run; a path, - or a dataset.",
            autocompletion=completion.datasets,
        ),
    ],
    gold: Annotated[
        str | None,
        typer.Option(
            metavar="PAIRS",
            help="The pairs of the run.",
            autocompletion=completion.datasets,
        ),
    ] = None,
    partial: PartialOption = False,
    label_order: LabelOrderOption = None,
    run_label_order: RunLabelOrderOption = None,
    label_column: LabelColumnOption = None,
    in_order: InOrderOption = False,
    score_of: ScoreOfOption = None,
    answers: AnswersOption = None,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    input_format: InputFormatOption = None,
    columns: ColumnsOption = None,
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Check and describe a file of pairs, or a run against its pairs.

    Example:
    rte-baselines validate overlap.jsonl --gold rte1:test
    """
    from rte_baselines.cli.describing import describe_pairs, describe_run

    reading = {
        "data_dir": data_dir,
        "input_format": input_format,
        "columns": columns,
        "label_order": parse_names(label_order),
    }
    if gold is None:
        found = describe_pairs(file, **reading)
    else:
        found = describe_run(
            file,
            gold,
            partial=partial,
            run_label_order=parse_names(run_label_order),
            label_column=label_column,
            in_order=in_order,
            score_of=score_of,
            answers=parse_answers(answers),
            **reading,
        )
    if as_json:
        show_json(found)
    else:
        show("\n".join(f"{name}: {_plain(value)}" for name, value in found.items()))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(str(value))
