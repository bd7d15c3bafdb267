"""The command ``disagreement``: score runs against the labels of several annotators."""

from typing import Annotated

import typer

from rte_baselines.cli.console import show_in_form
from rte_baselines.cli.options import (
    AnswersOption,
    CodeOption,
    ColumnsOption,
    DataDirOption,
    DebugOption,
    InOrderOption,
    InputFormatOption,
    JsonOption,
    LabelColumnsOption,
    LabelOrderOption,
    LatexOption,
    MarkdownOption,
    PairsArgument,
    PartialOption,
    QuietOption,
    RunLabelOrderOption,
    RunsArgument,
    ScoreOfOption,
    parse_answers,
    parse_names,
    refuse_two,
)


def disagreement(
    pairs: PairsArgument,
    runs: RunsArgument,
    annotations: Annotated[
        str | None,
        typer.Option(
            "--annotations",
            metavar="COLUMN",
            help="The column or field with a JSON list of labels or counts by label, or "
            "LABEL=COLUMN,... with a count each; by default annotator_labels or label_counter.",
        ),
    ] = None,
    partial: PartialOption = False,
    label_order: LabelOrderOption = None,
    run_label_order: RunLabelOrderOption = None,
    label_column: LabelColumnsOption = None,
    in_order: InOrderOption = False,
    score_of: ScoreOfOption = None,
    answers: AnswersOption = None,
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
    """Score runs against the labels of several annotators for each pair.

    Runs with a probability for each label are compared with the shares of
    the annotators, and all runs with what a single annotator reaches.

    Example:
    rte-baselines disagreement annotated.jsonl my.jsonl
    """
    from rte_baselines.cli.reading import ScoringOptions
    from rte_baselines.evaluation.disagreement import evaluate_disagreement
    from rte_baselines.pairs.annotations import parse_count_columns

    refuse_two({"--markdown": markdown, "--latex": latex, "--json": as_json})
    options = ScoringOptions(
        ranked=None,
        label_order=label_order,
        run_label_order=run_label_order,
        label_column=label_column,
        in_order=in_order,
        score_of=score_of,
        answers=parse_answers(answers),
        data_dir=data_dir,
        input_format=input_format,
        columns=columns,
    )
    counts = None if annotations is None else parse_count_columns(annotations)
    loaded = options.read_runs(runs)
    with options.reading_gold(pairs) as stream:
        report = evaluate_disagreement(
            stream,
            loaded,
            annotations=counts,
            label_order=parse_names(label_order),
            partial=partial,
            ignored=stream.skipped_ids,
        )
    show_in_form(report, markdown=markdown, latex=latex, as_json=as_json)
