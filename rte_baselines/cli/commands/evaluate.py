"""The command ``evaluate``: score runs."""

from collections.abc import Sequence
from typing import Annotated

import typer

from rte_baselines.cli.console import show, terminal_width, warn
from rte_baselines.cli.options import (
    BreakdownOption,
    CodeOption,
    ColumnsOption,
    DataDirOption,
    DebugOption,
    GoldArgument,
    InOrderOption,
    InputFormatOption,
    JsonOption,
    LabelColumnsOption,
    LabelOrderOption,
    LatexOption,
    MarkdownOption,
    MeasuresOption,
    PartialOption,
    QuietOption,
    RankedOption,
    RunLabelOrderOption,
    RunsArgument,
    ScoreOfOption,
    parse_names,
    refuse_two,
)
from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted
from rte_baselines.suggestions import did_you_mean

_BREAKDOWNS = ("task", "phenomenon")
_DEFAULT_BREAKDOWN = "task"


def evaluate(
    gold: GoldArgument,
    runs: RunsArgument,
    measures: MeasuresOption = None,
    by: BreakdownOption = _DEFAULT_BREAKDOWN,
    brief: Annotated[
        bool,
        typer.Option(
            "--brief", help="One line for each run: its name and the main measures, overall."
        ),
    ] = False,
    ranked: RankedOption = None,
    partial: PartialOption = False,
    label_order: LabelOrderOption = None,
    run_label_order: RunLabelOrderOption = None,
    label_column: LabelColumnsOption = None,
    in_order: InOrderOption = False,
    score_of: ScoreOfOption = None,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    input_format: InputFormatOption = None,
    columns: ColumnsOption = None,
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Score run files of any system against gold labels.

    Example:
    rte-baselines evaluate rte1:test overlap.jsonl other.jsonl --measures all
    """
    from rte_baselines.cli.reading import ScoringOptions
    from rte_baselines.evaluation import evaluate as score
    from rte_baselines.evaluation.report.report import MAIN_MEASURES

    forms = {"--brief": brief, "--markdown": markdown, "--latex": latex, "--json": as_json}
    refuse_two(forms)
    refuse_two({"--brief": brief, f"--by {by}": by != _DEFAULT_BREAKDOWN})
    breakdowns = [] if brief else _breakdowns(parse_names(by) or [])
    requested = parse_names(measures)
    options = ScoringOptions(
        ranked=ranked,
        label_order=label_order,
        run_label_order=run_label_order,
        label_column=label_column,
        in_order=in_order,
        score_of=score_of,
        data_dir=data_dir,
        input_format=input_format,
        columns=columns,
    )
    loaded = options.read_runs(runs)
    with options.reading_gold(gold) as pairs:
        report = score(
            pairs,
            loaded,
            measures=MAIN_MEASURES if brief and requested is None else requested,
            by_task="task" in breakdowns,
            by_phenomenon="phenomenon" in breakdowns,
            partial=partial,
            ignored=pairs.skipped_ids,
            data_dir=data_dir,
        )
    if brief:
        show(report.to_lines())
        for doubt in report.doubts():
            warn(doubt)
    elif as_json:
        show(report.to_json())
    elif latex:
        show(report.to_latex())
    else:
        show(report.to_markdown() if markdown else report.to_text(terminal_width()))


def _breakdowns(names: Sequence[str]) -> Sequence[str]:
    for name in names:
        if name not in _BREAKDOWNS:
            raise InputError(
                f"unknown breakdown {quoted(name)}; {did_you_mean(name, _BREAKDOWNS)}expected "
                f"{' or '.join(_BREAKDOWNS)}"
            )
    return names
