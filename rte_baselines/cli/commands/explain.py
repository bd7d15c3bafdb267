"""The command ``explain``: explain a decision."""

from pathlib import Path
from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import say, show, show_json, terminal_width
from rte_baselines.cli.models import EngineOption, load_model, names_model
from rte_baselines.cli.options import JsonOption, pairs_argument, refuse_two
from rte_baselines.cli.reading import ReadingOptions, reading_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.core.resources.resources import DEFAULT_MODEL


def explain(
    context: typer.Context,
    model: Annotated[
        str | None,
        typer.Argument(
            metavar="MODEL",
            help="A folder that `train` wrote, or a model that comes with the package (`list "
            f"models`); by default {DEFAULT_MODEL}.",
            autocompletion=completion.models_or_datasets,
        ),
    ] = None,
    pairs: Annotated[
        str | None,
        pairs_argument(
            metavar="PAIRS",
            help="The pairs with the pair to explain: a path, or a dataset's name; with --id.",
        ),
    ] = None,
    pair_id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="The id of the pair in PAIRS.")
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="T", help="The text, instead of PAIRS.")
    ] = None,
    hypothesis: Annotated[
        str | None, typer.Option(metavar="H", help="The hypothesis, instead of PAIRS.")
    ] = None,
    task: Annotated[
        str | None,
        typer.Option(
            metavar="TASK", help="The task of text and hypothesis, for models that use it."
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="How many features to show, strongest pulls first; default 10."
        ),
    ] = None,
    show_all: Annotated[
        bool, typer.Option("--all", help="Show the whole text, all features, tables and drawings.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a page with drawings instead; it needs no other file.",
        ),
    ] = None,
    as_json: JsonOption = False,
    engine: EngineOption = None,
) -> None:
    """Explain the decision of a recognizer on one pair.

    Shows which words were aligned, and how each feature pulls the score up (+)
    or down (-). JSON and --html always have everything.

    Example:
    rte-baselines explain --text "Two old ferries sank." --hypothesis "It sank."
    """
    from rte_baselines.pairs import Pair
    from rte_baselines.pairs.reading import pair_called
    from rte_baselines.recognizers.explanation import TOP

    refuse_two({"--top": top is not None, "--all": show_all})
    refuse_two({"--html": html is not None, "--json": as_json})
    if pairs is None and pair_id is not None and model is not None and not names_model(model):
        model, pairs = None, model  # explain PAIRS --id ID
    if _names_a_pair(pairs, pair_id, text, hypothesis, task):
        with reading_pairs(str(pairs), "Reading", ReadingOptions.of(context)) as stream:
            pair = pair_called(str(pair_id), stream, str(pairs))
    else:
        pair = Pair("given", str(text), str(hypothesis), task)
    recognizer = load_model(model, engine)
    explanation = recognizer.explain(pair)
    if html is not None:
        from rte_baselines.core.files.writing import atomic_output

        with atomic_output(html) as file:
            file.write(
                explanation.to_html(Path(model).resolve().name if model else recognizer.name)
            )
        say(f"{html}: written")
        return
    shown = TOP if top is None else top
    if as_json:
        show_json(explanation.to_dict())
    else:
        show(explanation.to_text(terminal_width(), top=None if show_all else shown))


def _names_a_pair(
    pairs: str | None,
    pair_id: str | None,
    text: str | None,
    hypothesis: str | None,
    task: str | None,
) -> bool:
    """Whether the pair to explain is named by its id; otherwise its text is given."""
    named, given = {"PAIRS": pairs, "--id": pair_id}, {"--text": text, "--hypothesis": hypothesis}
    for name, value in named.items():
        for option, part in {**given, "--task": task}.items():
            refuse_two({name: value is not None, option: part is not None})
    ways = (named, given) if pairs or pair_id else (given, named)
    if missing := [name for name, value in ways[0].items() if value is None]:
        expected = ", or ".join(" and ".join(way) for way in ways)
        raise InputError(f"no pair to explain: no {' and no '.join(missing)}; expected {expected}")
    return pairs is not None
