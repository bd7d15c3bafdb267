"""The command ``report``: show scores, plots and pairs on one page."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import say, warn
from rte_baselines.cli.models import load_model, runs_of_baselines
from rte_baselines.cli.options import (
    BaselinesOption,
    BreakdownsOption,
    GoldArgument,
    GroupsOption,
    MeasuresOption,
    RunsArgument,
    breakdown_names,
    output_option,
    pairs_option,
    parse_names,
    refuse_two,
    slices_and_groups,
)
from rte_baselines.cli.reading import ScoringOptions
from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import InputError
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.quoting import counted, listed, quoted

if TYPE_CHECKING:
    from rte_baselines.pairs import Pair
    from rte_baselines.runs import Run

_MEGABYTE = 1_000_000
_STANDARD_STREAM = "-"
_PROPERTIES = ("overlap", "length", "negations")


def report(
    context: typer.Context,
    gold: GoldArgument,
    runs: RunsArgument,
    output: Annotated[
        str, output_option(metavar="FILE.html", help="The page to write; - prints it.")
    ],
    title: Annotated[
        str | None,
        typer.Option(metavar="TITLE", help="The page's title; by default, it names GOLD."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RUN=NAME",
            help="What the page calls a run, by default its file without the ending; repeatable.",
        ),
    ] = None,
    measures: MeasuresOption = None,
    by: BreakdownsOption = None,
    groups: GroupsOption = None,
    baselines: BaselinesOption = False,
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODEL",
            help="The model of a run, to show word alignments; one for each RUN, in their order.",
            autocompletion=completion.models,
        ),
    ] = None,
    development: Annotated[
        str | None, pairs_option(help="Labelled development pairs, to show thresholds tuned there.")
    ] = None,
    development_run: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RUN",
            help="A run on these pairs, one for each RUN, in order; by default from the models.",
        ),
    ] = None,
) -> None:
    """Show scores, plots and pairs on one HTML page, which opens without a network.

    Example:
    rte-baselines report rte1:test overlap.jsonl --output overlap.html
    """
    from rte_baselines.analysis.analyzer import default_analyzer
    from rte_baselines.evaluation import evaluate
    from rte_baselines.evaluation.page import build_page
    from rte_baselines.recognizers.explaining import align_words

    refuse_two({"--baselines": baselines, "--development": development is not None})
    models, development_runs = model or [], development_run or []
    _check_options(len(runs), len(models), len(development_runs), development)
    if not output:
        raise InputError("--output is empty; expected the name of a file to write, or -")
    options = ScoringOptions.of(context)
    # Opened first, so that an output that cannot be written is reported early.
    with atomic_output(output) as stream, default_analyzer().remembering():
        loaded = renamed(options.read_runs(runs), name or [], runs)
        tuning_runs = options.read_runs(development_runs)
        recognizers = [load_model(model) for model in models]
        pairs = _read(gold, options)
        if baselines:
            loaded += runs_of_baselines(pairs, loaded)
        tuning_pairs = _read(development, options) if development else []
        scores = evaluate(
            pairs,
            loaded,
            measures=parse_names(measures),
            by_phenomenon=None,
            **slices_and_groups(pairs, breakdown_names(by), parse_names(groups) or []),
            partial=options.partial,
        )
        tuning_runs = tuning_runs or [found.predict(tuning_pairs) for found in recognizers]
        if development:
            _say_without_thresholds(loaded, tuning_runs)
        page = build_page(
            scores,
            pairs,
            loaded,
            development=(tuning_pairs, tuning_runs) if development else None,
            aligners={
                run.name: partial(align_words, recognizer.features)
                for run, recognizer in zip(loaded, recognizers, strict=False)
            },
            properties=_properties(pairs) if len(loaded) > 1 else None,
            title=title or f"Textual entailment on {gold}",
        )
        stream.write(page)
    if output != _STANDARD_STREAM:
        say(f"{output}: written, {len(page.encode(errors='replace')) / _MEGABYTE:.1f} MB")


def _properties(pairs: "Sequence[Pair]") -> "Mapping[str, Sequence[str | None]] | None":
    """Return the properties by which the page shows where runs differ, None without texts."""
    from rte_baselines.evaluation.properties import COMPUTED, property_values

    if not any(pair.text or pair.hypothesis for pair in pairs):
        return None
    values = property_values(pairs, [f"{COMPUTED}{name}" for name in _PROPERTIES])
    return dict(zip(_PROPERTIES, values.values(), strict=True))


def _check_options(runs: int, models: int, development_runs: int, development: str | None) -> None:
    for option, given in (("--model", models), ("--development-run", development_runs)):
        if given not in (0, runs):
            raise InputError(
                f"{option} is given {counted(given, 'time')} for {counted(runs, 'run')}; expected "
                "one for each run, in their order, or none"
            )
    if development and not (models or development_runs):
        raise InputError(
            "--development needs runs on these pairs: expected --development-run or --model "
            "for each run"
        )
    if development_runs and not development:
        raise InputError("--development-run needs the pairs it is on; expected --development")


def _say_without_thresholds(runs: "Sequence[Run]", tuning_runs: "Sequence[Run]") -> None:
    """Warn of runs for which no threshold tuned on development pairs can be shown."""
    for run, tuned in zip(runs, tuning_runs, strict=True):
        if run.scores is None or tuned.scores is None:
            warn(
                f"{run.name}: --development shows no threshold, which needs entailment "
                "scores of all pairs and of all development pairs"
            )


def _read(source: str, options: ScoringOptions) -> "list[Pair]":
    with options.reading_gold(source) as pairs:
        return list(pairs)


def renamed(
    runs: "Sequence[Run]", names: Sequence[str], sources: Sequence[str] = ()
) -> "list[Run]":
    """Return runs with other names, in their order.

    Each of `names` is the name of a run, which may contain ``=``, or its file, as in `sources`,
    then ``=`` and the new name. It is an error if there is no such run, it is named twice, or a new
    name is empty or that of another run.
    """
    new = {run.name: run.name for run in runs}
    # A name stands for its run even if it is another run's file, too.
    called = {**dict(zip(sources, new, strict=False)), **{run: run for run in new}}
    given = set()
    for text in names:
        found, name = _parsed(text, list(new), called)
        old = called[found]
        if old in given:
            raise InputError(f"--name {quoted(text)}: {old} is named twice; expected one name")
        given.add(old)
        new[old] = name
    repeated = next((name for name in new.values() if list(new.values()).count(name) > 1), None)
    if repeated is not None:
        raise InputError(
            f"--name: two runs are called {quoted(repeated)}; expected a name of its own for each"
        )
    return [run.called(new[run.name]) for run in runs]


def _parsed(text: str, runs: Sequence[str], called: Iterable[str]) -> tuple[str, str]:
    """Return the name or file that a text begins with, and the new name after it."""
    found = max((run for run in called if text.startswith(f"{run}=")), key=len, default=None)
    if found is None:
        old, sign, _ = text.partition("=")
        hint = did_you_mean(old, called) if sign else ""
        raise InputError(
            f"--name {quoted(text)} names no run; {hint}expected RUN=NAME, with one of "
            f"{listed(runs)}"
        )
    name = text[len(found) + 1 :].strip()
    if not name:
        raise InputError(f"--name {quoted(text)}: the new name is empty; expected RUN=NAME")
    return found, name
