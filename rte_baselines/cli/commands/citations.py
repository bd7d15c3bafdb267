"""The command ``citations``: answers with citations as pairs, and the scores of citations."""

from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import say, show_in_form
from rte_baselines.cli.flags import Group, PlainCommand, ScoringCommand
from rte_baselines.cli.options import JsonOption, MarkdownOption, output_option, refuse_two
from rte_baselines.cli.reading import ScoringOptions

AnswersArgument = Annotated[
    str,
    typer.Argument(
        metavar="ANSWERS",
        help="JSON Lines with answer, documents and perhaps id; or - for standard input.",
    ),
]

# What reads a run, and no pairs.
_Score = ScoringCommand.without(*("code", "data_dir", "columns", "labels", "partial", "threshold"))

citations = typer.Typer(
    cls=Group,
    help="""Check whether documents entail the sentences that cite them.

    Example:
    rte-baselines citations pairs answers.jsonl --output pairs.jsonl
    """,
)


@citations.command("pairs", cls=PlainCommand)
def pairs(
    answers: AnswersArgument,
    output: Annotated[
        str, output_option(metavar="PAIRS", help="The file to write; - for standard output.")
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="See `list formats`; optional if PAIRS ends in .jsonl, .csv or .parquet.",
            autocompletion=completion.written_formats,
        ),
    ] = None,
) -> None:
    """Write a pair for each set of documents and sentence to be judged.

    The text of a pair is all documents that a sentence cites, each of
    them alone, or all but one. Any system can label the pairs.

    Example:
    rte-baselines citations pairs answers.jsonl --output pairs.jsonl
    """
    from rte_baselines.evaluation.citations import citation_pairs, read_answers
    from rte_baselines.evaluation.citations.answers import notes_on
    from rte_baselines.pairs import write_pairs

    found = read_answers(answers)
    write_pairs(citation_pairs(found), output, to)
    for note in notes_on(found):
        say(note)


@citations.command("score", cls=_Score)
def score(
    context: typer.Context,
    answered: AnswersArgument,
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="Labels of the pairs of ANSWERS, by any system.")
    ],
    worst: Annotated[int, typer.Option(metavar="N", min=0, help="List the N worst sentences.")] = 0,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score citations by the labels of a run: recall, precision and F1.

    Example:
    rte-baselines citations score answers.jsonl run.jsonl --worst 10
    """
    from rte_baselines.evaluation.citations import read_answers, score_citations

    refuse_two({"--markdown": markdown, "--json": as_json})
    (labels,) = ScoringOptions.of(context).read_runs([run])
    report = score_citations(read_answers(answered), labels, worst=worst)
    show_in_form(report, markdown=markdown, as_json=as_json)
