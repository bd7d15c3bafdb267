"""The command ``citations``: answers with citations as pairs, and the scores of citations."""

from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import say, show, terminal_width
from rte_baselines.cli.flags import Command, Group
from rte_baselines.cli.options import (
    AnswersOption,
    DebugOption,
    InOrderOption,
    JsonOption,
    LabelColumnOption,
    LabelOrderOption,
    MarkdownOption,
    QuietOption,
    parse_answers,
    parse_names,
    refuse_two,
)

AnswersArgument = Annotated[
    str,
    typer.Argument(
        metavar="ANSWERS",
        help="JSON Lines or a JSON list with answer, documents and perhaps id; or - for standard "
        "input.",
    ),
]

citations = typer.Typer(
    cls=Group,
    help="""Check whether documents entail the sentences that cite them.

    Example:
    rte-baselines citations pairs answers.jsonl --output pairs.jsonl
    """,
)


@citations.command("pairs", cls=Command)
def pairs(
    answers: AnswersArgument,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="PAIRS", help="The file to write; - for standard output."
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="See `list formats`; optional if PAIRS ends in .jsonl, .csv or .parquet.",
            autocompletion=completion.written_formats,
        ),
    ] = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Write a pair for each set of documents and sentence to be judged.

    The text of a pair is all documents that a sentence cites, each of
    them alone, or all but one. Any system can label the pairs.

    Example:
    rte-baselines citations pairs answers.jsonl --output pairs.jsonl
    """
    from rte_baselines.citations import citation_pairs, read_answers
    from rte_baselines.citations.notes import notes_on
    from rte_baselines.cli.reading import refuse_input_as_output
    from rte_baselines.pairs import write_pairs

    refuse_input_as_output(output, [answers])
    found = read_answers(answers)
    write_pairs(citation_pairs(found), output, to)
    for note in notes_on(found):
        say(note)


@citations.command("score", cls=Command)
def score(
    answers: AnswersArgument,
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="Labels of the pairs of ANSWERS, by any system.")
    ],
    worst: Annotated[
        int,
        typer.Option("--worst", metavar="N", min=0, help="List the N worst sentences."),
    ] = 0,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    label_order: LabelOrderOption = None,
    label_column: LabelColumnOption = None,
    in_order: InOrderOption = False,
    meanings: AnswersOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Score citations by the labels of a run: recall, precision and F1.

    Example:
    rte-baselines citations score answers.jsonl run.jsonl --worst 10
    """
    from rte_baselines.citations import read_answers, score_citations
    from rte_baselines.runs import read_run

    refuse_two({"--markdown": markdown, "--json": as_json})
    labels = read_run(
        run,
        label_order=parse_names(label_order),
        label_column=label_column,
        in_order=in_order,
        answers=parse_answers(meanings),
    )
    report = score_citations(read_answers(answers), labels)
    if as_json:
        show(report.to_json(worst=worst))
    elif markdown:
        show(report.to_markdown(worst=worst))
    else:
        show(report.to_text(terminal_width(), worst=worst))
