"""The options of all commands, those that several functions declare, and their values."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import Settings
from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.resources import resources

if TYPE_CHECKING:
    from rte_baselines.core.processes.workers import Pool
    from rte_baselines.pairs import Pair
    from rte_baselines.recognizers.sharding.shard import ModelSource

PHENOMENON = "phenomenon"
DEFAULT_BREAKDOWN = "task"
DIFFICULTY = "hypothesis_only"
"""The name of the breakdown by whether pairs are easy without their text."""


def _set_debug(value: bool) -> bool:
    Settings.debug = Settings.debug or value
    return value


def _set_quiet(value: bool) -> bool:
    Settings.quiet = Settings.quiet or value
    return value


def _choose(resource: str, location: str | None) -> str | None:
    """Replace a shipped resource by the user's own, as its environment variable does."""
    if location:
        resources.choose(resource, location)
    return location


def _import_code(context: typer.Context, paths: list[str] | None) -> list[str] | None:
    """Import the user's files, unless this is a shell completion."""
    if paths and not context.resilient_parsing:
        from rte_baselines.core.code_files import import_code

        for path in paths:
            import_code(path)
    return paths


def _refuse_pairs(context: typer.Context, model: str) -> str:
    """Refuse pairs in the place of the model, before it is said that the pairs are missing."""
    if context.resilient_parsing or model in resources.shipped_models() or Path(model).is_dir():
        return model
    from rte_baselines.pairs import named_dataset

    if model == "-" or Path(model).is_file() or named_dataset(model):
        raise InputError(
            f"MODEL is missing: {quoted(model)} are pairs; expected a model before them, such as "
            f"{resources.DEFAULT_MODEL} (see {context.command_path} --help)"
        )
    return model


_ALL = "All commands"
_of_all = partial(typer.Option, rich_help_panel=_ALL)


@dataclass(frozen=True)
class OptionsOfAll:
    """The options of all commands. But for the folder, they set what is of the whole process."""

    code: Annotated[
        list[str] | None,
        _of_all(
            "--code",
            "-c",
            metavar="FILE",
            callback=_import_code,
            help="A Python file with features, heads, measures or formats of your own; repeatable.",
        ),
    ] = None
    data_dir: Annotated[
        str | None,
        _of_all(
            "--data-dir",
            metavar="FOLDER",
            help="The only folder searched for named datasets; else RTE_BASELINES_DATA and "
            "NLTK_DATA.",
        ),
    ] = None
    quiet: Annotated[
        bool,
        _of_all(
            "--quiet",
            "-q",
            callback=_set_quiet,
            help="No messages and progress bars, only errors and warnings.",
        ),
    ] = False
    debug: Annotated[
        bool,
        _of_all("--debug", callback=_set_debug, is_eager=True, help="Show tracebacks of errors."),
    ] = False


@dataclass(frozen=True)
class ResourceOptions:
    """The options of commands that use recognizers: resources in place of the shipped ones."""

    english: Annotated[
        str | None,
        typer.Option(
            "--english",
            metavar="PIPELINE",
            callback=lambda value: _choose("english", value),
            help="A spaCy pipeline, folder or package, in place of the shipped one.",
        ),
    ] = None
    encoder: Annotated[
        str | None,
        typer.Option(
            "--encoder",
            metavar="FOLDER",
            callback=lambda value: _choose("encoder", value),
            help="A sentence encoder in ONNX, in place of the shipped one; see docs/resources.md.",
        ),
    ] = None
    verbocean: Annotated[
        str | None,
        typer.Option(
            "--verbocean",
            metavar="FILE",
            callback=lambda value: _choose("verbocean", value),
            help="The VerbOcean file, for features that read it; see docs/resources.md.",
        ),
    ] = None


def is_of_all(option: Any) -> bool:
    """Whether an option is one of all commands."""
    return bool(option.rich_help_panel == _ALL)


WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="The number of processes; by default, one for each core. Results do not depend on it.",
    ),
]
# The name of `--workers` in version 0.2.
JobsOption = Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, hidden=True)]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="The Dask scheduler whose workers do the work, as tcp://host:8786, or local.",
    ),
]
EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="ENGINE",
        help="The engine that looks for proofs, for recognizers that need one; see `list engines`.",
        autocompletion=completion.engines,
    ),
]
PairsArgument = Annotated[
    str,
    typer.Argument(
        metavar="PAIRS",
        help="A path, - for standard input, or a dataset's name.",
        autocompletion=completion.datasets,
    ),
]
ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        callback=_refuse_pairs,
        help="A folder that `train` wrote, or a model that comes with the package; see "
        "`list models`. Or an NLI model of Hugging Face: a folder, or hf:OWNER/NAME.",
        autocompletion=completion.models,
    ),
]
GoldArgument = Annotated[
    str,
    typer.Argument(
        metavar="GOLD",
        help="Labelled pairs: a path or a dataset's name.",
        autocompletion=completion.datasets,
    ),
]
RunsArgument = Annotated[list[str], typer.Argument(metavar="RUN", help="Run files, of any system.")]
SomeRunsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="RUN", show_default=False, help="Run files, of any system."),
]
SystemsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--system",
        metavar="NAME=RUN,...",
        help="A system and its runs with different seeds, or a pattern of their names in quotes. "
        "Repeatable; see docs/seeds.md.",
    ),
]
MeasuresOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,...",
        help="Measures to show, or all; see `list measures`.",
        autocompletion=completion.measures,
    ),
]
BreakdownsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="NAME,...",
        help="Breakdowns of the scores: task; phenomenon (on RTE-1's test set); a column of the "
        "pairs; overlap, length, text_length, negations, numbers, quantifiers, names, passives, "
        "sentences, hypothesis_only (easy or hard without the text); or several crossed, as "
        "overlap*negations. Repeatable. By default, task.",
    ),
]
GroupsOption = Annotated[
    str | None,
    typer.Option(
        "--groups",
        metavar="NAME,...",
        help="Columns that group the pairs, such as contrast sets: show how many groups are right "
        "as a whole.",
    ),
]
ModelLabelsOption = Annotated[
    str | None,
    typer.Option(
        "--model-labels",
        metavar="LABEL,...",
        help="The labels of the classes 0, 1, 2 of a model of Hugging Face that does not say.",
    ),
]
DownloadOption = Annotated[
    bool,
    typer.Option("--download", help="Download hf:OWNER/NAME, if it is not in the cache."),
]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print Markdown.")]
LatexOption = Annotated[bool, typer.Option("--latex", help="Print LaTeX.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def refuse_with_systems(options: Mapping[str, bool]) -> None:
    """Raise an error if an option is given that does not apply to systems of several seeds."""
    for name, is_given in options.items():
        if is_given:
            raise InputError(
                f"{name} and --system exclude each other; for {name}, give the runs themselves, "
                "without --system"
            )


def parse_names(option: str | None) -> list[str] | None:
    """Return the names in a comma-separated option, None if it is not given."""
    return None if option is None else [name.strip() for name in option.split(",")]


def refuse_two(options: Mapping[str, bool]) -> None:
    """Raise an error if two of several options that exclude each other are given."""
    given = [name for name, is_given in options.items() if is_given]
    if len(given) > 1:
        raise InputError(f"{given[0]} and {given[1]} exclude each other; expected one of them")


output_option = partial(typer.Option, "--output", "-o")
"""The option that names what a command writes, given its metavar and help."""

OVERRIDES = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Context settings of commands that take ``--section.field value`` overrides."""


@contextmanager
def pool_named(
    scheduler: str | None, workers: int | None, models: "Sequence[ModelSource]" = ()
) -> Iterator["Pool"]:
    """Yield the workers of a Dask scheduler, or processes of this machine.

    There is by default one for each core. The workers of a scheduler are sent the models.
    """
    if scheduler is None:
        from rte_baselines.core.processes.workers import Workers, default_workers

        with Workers(workers or default_workers()) as processes:
            yield processes
        return
    from rte_baselines.recognizers.sharding.dask_pool import dask_pool

    with dask_pool(scheduler, models=models, workers=workers) as cluster:
        yield cluster


def parse_overrides(arguments: list[str], options: Sequence[str]) -> dict[str, Any]:
    """Parse options such as ``--recognizer.head.optimize cws``.

    Values that are valid JSON are read as JSON, others as strings; an option without a value is
    true. For what is no such option, one of `options`, those of the command, is suggested.
    """
    overrides: dict[str, Any] = {}
    remaining = list(arguments)
    while remaining:
        option = remaining.pop(0)
        if not option.startswith("--") or "." not in option:
            hint = did_you_mean(option, options) if option.startswith("-") else ""
            raise ConfigError(
                f"unexpected argument {quoted(option)}; {hint}fields of the config are set as in "
                "--recognizer.head.optimize cws"
            )
        path, equals, value = option.removeprefix("--").partition("=")
        if not equals:
            has_value = bool(remaining) and not remaining[0].startswith("--")
            value = remaining.pop(0) if has_value else "true"
        overrides[path] = _value(value)
    return overrides


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def breakdown_names(given: Sequence[str] | None) -> Sequence[str]:
    """Return the names in all uses of ``--by``."""
    if given is None:
        return [DEFAULT_BREAKDOWN]
    return [name for names in given for name in parse_names(names) or []]


def slices_and_groups(
    pairs: "Sequence[Pair]", breakdowns: Sequence[str], groups: Sequence[str]
) -> dict[str, Any]:
    """Return the arguments ``slices`` and ``groups`` of `evaluate`.

    Tasks and phenomena are left out, since `evaluate` has parameters of their own for them.
    """
    from rte_baselines.evaluation.properties import attributes_of, property_values, single_names

    names = [name for name in breakdowns if name not in (DEFAULT_BREAKDOWN, PHENOMENON)]
    further = {}
    if DIFFICULTY in single_names([*names, *groups]) and DIFFICULTY not in attributes_of(pairs):
        from rte_baselines.evaluation.audit.baselines import hypothesis_only_difficulty

        further[DIFFICULTY] = hypothesis_only_difficulty(pairs)
    return {
        "slices": property_values(pairs, names, further=further),
        "groups": property_values(pairs, groups, further=further),
    }
