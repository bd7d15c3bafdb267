"""The commands that do the work; each calls the library and prints what it returns.

The library is imported inside the commands, so that ``--help`` need not wait for it.
"""

from pathlib import Path
from typing import Annotated, Literal

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import (
    option_names,
    progress_bar,
    say,
    show,
    show_json,
    terminal_width,
)
from rte_baselines.cli.options import (
    CodeOption,
    ColumnsOption,
    DataDirOption,
    DebugOption,
    EnglishOption,
    InOrderOption,
    InputFormatOption,
    JsonOption,
    LabelColumnOption,
    LabelOrderOption,
    PartialOption,
    QuietOption,
    ScoreOfOption,
    VerbOceanOption,
    parse_names,
    parse_overrides,
    refuse_two,
)
from rte_baselines.errors import InputError
from rte_baselines.quoting import printable, quoted

PairsArgument = Annotated[
    str,
    typer.Argument(
        metavar="PAIRS",
        help="A path, - for standard input, or a dataset's name.",
        autocompletion=completion.datasets,
    ),
]
ModelArgument = Annotated[
    Path, typer.Argument(metavar="MODEL", help="A folder that `train` wrote.")
]


def demo(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FOLDER", help="Where models, runs and reports go."),
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
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    english: EnglishOption = None,
    verbocean: VerbOceanOption = None,
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Run the main job: train on development pairs, label, rank and score test pairs.

    Runs the toolkit's own recognizers on RTE-1, 2 and 3 if their data is at hand, else on a sample;
    `reproduce` runs those of papers.

    Example:
    rte-baselines demo --dataset rte3 --recognizer word-overlap
    """
    from rte_baselines.reproduction import (
        families_at_hand,
        own_recognizers,
        run_experiments,
        summary_table,
    )
    from rte_baselines.tables import render_markdown, render_text

    families, missing = (dataset, None) if dataset else families_at_hand(data_dir)
    if missing:
        say(f"{missing}\nRunning on the sample that comes with the package.")
    configs = recognizer or own_recognizers()
    with progress_bar("Training and testing", len(families) * len(configs)) as advance:
        results = run_experiments(configs, families, output, data_dir=data_dir, advance=advance)
    signatures = [f"{result.tested_on}: {result.signature}" for result in results]
    if as_json:
        show_json({result.family: result.report.to_dict() for result in results})
    elif markdown:
        show(render_markdown(summary_table(results)))
        show("\n".join(["", *(f"- {signature}" for signature in signatures)]))
    else:
        show(render_text(summary_table(results), terminal_width()))
        show("\n".join(signatures))
    say(f"Models, runs and reports are in {output}/, by dataset and recognizer.")


def train(
    context: typer.Context,
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG",
            help="A config file or the name of a shipped config.",
            autocompletion=completion.recognizers,
        ),
    ],
    train_pairs: Annotated[
        str,
        typer.Option(
            "--train",
            metavar="PAIRS",
            help="Labelled pairs to learn from.",
            autocompletion=completion.datasets,
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="MODEL",
            help="The folder to write. A model there is replaced, anything else never.",
        ),
    ],
    data_dir: DataDirOption = None,
    input_format: InputFormatOption = None,
    columns: ColumnsOption = None,
    label_order: LabelOrderOption = None,
    english: EnglishOption = None,
    verbocean: VerbOceanOption = None,
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Train a recognizer and write it to a folder.

    Any field of the config can be set: --recognizer.head.optimize cws

    Example:
    rte-baselines train word-overlap --train rte1:dev --output overlap.model
    """
    from rte_baselines.cli.reading import reading_pairs
    from rte_baselines.recognizers import Recognizer
    from rte_baselines.recognizers.persistence import check_model_output, is_model

    overrides = parse_overrides(context.args, option_names(context))
    recognizer = Recognizer.from_config(config, overrides)
    check_model_output(output)
    replaced = "; the model that was there is replaced" if is_model(output) else ""
    with reading_pairs(
        train_pairs,
        "Training",
        data_dir=data_dir,
        input_format=input_format,
        columns=columns,
        label_order=parse_names(label_order),
    ) as pairs:
        recognizer.fit(pairs)
    recognizer.save(output, trained_on=train_pairs)
    say(f"{output}: {recognizer.name}, trained on {recognizer.training_pairs_} pairs{replaced}")


def predict(
    model: ModelArgument,
    pairs: PairsArgument,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="RUN", help="The run file to write; - for standard output."
        ),
    ],
    format_: Annotated[
        Literal["jsonl", "tac", "csv", "tsv"] | None,
        typer.Option(
            "--format",
            help="Left out, the name tells: .run, .tac and .txt are TAC (ids and labels alone), "
            ".csv and .tsv tables, .jsonl and names without a dot JSON Lines.",
        ),
    ] = None,
    ranked: Annotated[
        bool,
        typer.Option(
            "--ranked/--unranked", help="List a TAC run from the surest entailment to the least."
        ),
    ] = True,
    data_dir: DataDirOption = None,
    input_format: InputFormatOption = None,
    columns: ColumnsOption = None,
    label_order: LabelOrderOption = None,
    english: EnglishOption = None,
    verbocean: VerbOceanOption = None,
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Label and rank pairs with a trained recognizer.

    Example:
    rte-baselines predict overlap.model rte1:test --output overlap.jsonl
    """
    from rte_baselines.cli.reading import reading_pairs
    from rte_baselines.recognizers import Recognizer
    from rte_baselines.runs import write_run

    recognizer = Recognizer.load(model)
    with reading_pairs(
        pairs,
        "Predicting",
        data_dir=data_dir,
        input_format=input_format,
        columns=columns,
        label_order=parse_names(label_order),
        output=output,
    ) as stream:
        write_run(recognizer.predict_stream(stream), output, format=format_, ranked=ranked)


def explain(
    model: ModelArgument,
    pairs: Annotated[
        str | None,
        typer.Argument(
            metavar="[PAIRS]",
            help="Where the pair is: a path, or a dataset's name; with --id.",
            autocompletion=completion.datasets,
        ),
    ] = None,
    pair_id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Which of PAIRS to explain.")
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="T", help="Instead of PAIRS: the text.")
    ] = None,
    hypothesis: Annotated[
        str | None, typer.Option(metavar="H", help="Instead of PAIRS: the hypothesis.")
    ] = None,
    task: Annotated[
        str | None,
        typer.Option(metavar="TASK", help="Their task, for models that look at it."),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="How many features to show, those that pull hardest; else 10."
        ),
    ] = None,
    show_all: Annotated[
        bool, typer.Option("--all", help="Show all features, tables of words and drawings.")
    ] = False,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    input_format: InputFormatOption = None,
    columns: ColumnsOption = None,
    label_order: LabelOrderOption = None,
    english: EnglishOption = None,
    verbocean: VerbOceanOption = None,
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Show why a recognizer decides as it does on one pair.

    Tells which word met which, and how each feature pulls the score up (+) or down (-). JSON
    always has all of it.

    Example:
    rte-baselines explain overlap.model rte3:test --id 17
    """
    from rte_baselines.pairs import Pair, find_pair, parse_columns
    from rte_baselines.recognizers import Recognizer
    from rte_baselines.recognizers.explanation import TOP

    refuse_two({"--top": top is not None, "--all": show_all})
    if _names_a_pair(pairs, pair_id, text, hypothesis, task):
        pair = find_pair(
            str(pairs),
            str(pair_id),
            data_dir=data_dir,
            format=input_format,
            columns=parse_columns(columns) if columns else None,
            label_order=parse_names(label_order),
        )
    else:
        pair = Pair("given", str(text), str(hypothesis), task)
    explanation = Recognizer.load(model).explain(pair)
    shown = TOP if top is None else top
    if as_json:
        show_json(explanation.to_dict())
    else:
        show(explanation.to_text(terminal_width(), top=None if show_all else shown))


def convert(
    pairs: PairsArgument,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The file to write; - for standard output."
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="See `list formats`; left out where FILE ends in .jsonl or .csv.",
            autocompletion=completion.written_formats,
        ),
    ] = None,
    two_way: Annotated[
        bool, typer.Option("--two-way", help="Write CONTRADICTION and UNKNOWN as NO ENTAILMENT.")
    ] = False,
    data_dir: DataDirOption = None,
    input_format: InputFormatOption = None,
    columns: ColumnsOption = None,
    label_order: LabelOrderOption = None,
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Convert pairs from any format that is read to one that is written.

    Example:
    rte-baselines convert snli_test.jsonl --output snli.xml --to rte4_xml
    """
    from rte_baselines.cli.reading import reading_pairs
    from rte_baselines.pairs import write_pairs

    with reading_pairs(
        pairs,
        "Converting",
        data_dir=data_dir,
        input_format=input_format,
        columns=columns,
        label_order=parse_names(label_order),
        output=output,
    ) as stream:
        write_pairs(stream, output, to, two_way=two_way)


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
            help="The pairs that a run has to fit.",
            autocompletion=completion.datasets,
        ),
    ] = None,
    partial: PartialOption = False,
    label_order: LabelOrderOption = None,
    label_column: LabelColumnOption = None,
    in_order: InOrderOption = False,
    score_of: ScoreOfOption = None,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    input_format: InputFormatOption = None,
    columns: ColumnsOption = None,
    code: CodeOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Check a file of pairs, or a run against the pairs it is for, and say what is in it.

    Example:
    rte-baselines validate overlap.jsonl --gold rte1:test
    """
    from rte_baselines.cli.validating import describe_pairs, describe_run

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
            label_column=label_column,
            in_order=in_order,
            score_of=score_of,
            **reading,
        )
    if as_json:
        show_json(found)
    else:
        show("\n".join(f"{name}: {_plain(value)}" for name, value in found.items()))


def download(
    what: Annotated[Literal["rte"], typer.Argument(metavar="rte", help="The data of RTE-1 to 3.")],
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A folder of NLTK data to put it in.")
    ] = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Fetch the data of RTE-1, 2 and 3 with NLTK's downloader. Needs a network.

    Example:
    rte-baselines download rte
    """
    from rte_baselines.pairs import download_rte

    show(f"The RTE data is in {download_rte(folder)}")


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(str(value))


def _names_a_pair(
    pairs: str | None,
    pair_id: str | None,
    text: str | None,
    hypothesis: str | None,
    task: str | None,
) -> bool:
    """Whether the pair to explain is named by its id; otherwise it is given in words.

    Raises
    ------
    InputError
        If neither is the case, or both.
    """
    named, given = {"PAIRS": pairs, "--id": pair_id}, {"--text": text, "--hypothesis": hypothesis}
    for name, value in named.items():
        for other, part in {**given, "--task": task}.items():
            refuse_two({name: value is not None, other: part is not None})
    if pairs is not None and pair_id is None:
        raise InputError(f"--id is missing; expected the id of one of {pairs}")
    if pair_id is not None and pairs is None:
        raise InputError(f"PAIRS is missing; expected where the pair {quoted(pair_id)} is")
    missing = [name for name, part in given.items() if part is None]
    if pairs is None and len(missing) == 1:
        (other,) = given.keys() - set(missing)
        raise InputError(f"{missing[0]} is missing; expected it with {other}")
    if pairs is None and missing:
        raise InputError("no pair to explain; expected PAIRS and --id, or --text and --hypothesis")
    return pairs is not None
