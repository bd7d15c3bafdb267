"""The options of all commands, those that several functions declare, and their values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import Settings
from rte_baselines.core.errors import InputError

if TYPE_CHECKING:
    from rte_baselines.pairs import Pair

Options = TypeVar("Options", bound="OptionsOfAll")

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
        from rte_baselines.core.resources.resources import choose

        choose(resource, location)
    return location


def _import_code(context: typer.Context, paths: list[str] | None) -> list[str] | None:
    """Import the user's files, unless this is a shell completion."""
    if paths and not context.resilient_parsing:
        from rte_baselines.core.code_files import import_code

        for path in paths:
            import_code(path)
    return paths


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

    @classmethod
    def of(cls: type[Options], context: typer.Context) -> Options:
        """Return the values that a command keeps in its context; the default for what it lacks."""
        kept = context.ensure_object(dict)
        names = [field.name for field in fields(cls)]
        return cls(**{name: kept[name] for name in names if name in kept})


@dataclass(frozen=True)
class ResourceOptions:
    """The options of commands that use recognizers: resources in place of the shipped ones."""

    english: Annotated[
        str | None,
        typer.Option(
            metavar="PIPELINE",
            callback=lambda value: _choose("english", value),
            help="A spaCy pipeline, folder or package, in place of the shipped one.",
        ),
    ] = None
    encoder: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            callback=lambda value: _choose("encoder", value),
            help="A sentence encoder in ONNX, in place of the shipped one; see docs/resources.md.",
        ),
    ] = None
    verbocean: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            callback=lambda value: _choose("verbocean", value),
            help="The VerbOcean file, for features that read it; see docs/resources.md.",
        ),
    ] = None


def is_of_all(option: Any) -> bool:
    """Whether an option is one of all commands."""
    return bool(option.rich_help_panel == _ALL)


pairs_argument = partial(typer.Argument, autocompletion=completion.datasets)
"""An argument that names pairs, given its metavar and help."""

PairsArgument = Annotated[
    str, pairs_argument(metavar="PAIRS", help="A path, - for standard input, or a dataset's name.")
]
GoldArgument = Annotated[
    str, pairs_argument(metavar="GOLD", help="Labelled pairs: a path or a dataset's name.")
]
RunsArgument = Annotated[list[str], typer.Argument(metavar="RUN", help="Run files, of any system.")]
SystemsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--system",
        metavar="NAME=RUN,...",
        help="A system and its runs with different seeds, or a pattern of their names in quotes. "
        "Repeatable; see docs/evaluation.md.",
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
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print Markdown.")]
LatexOption = Annotated[bool, typer.Option("--latex", help="Print LaTeX.")]
BaselinesOption = Annotated[
    bool,
    typer.Option(
        "--baselines",
        help="Score recognizers that come with the package on the same pairs, too.",
    ),
]
PaperOption = Annotated[
    bool,
    typer.Option(
        "--paper",
        help="Print LaTeX for a paper: the table, a sentence on each result, and the methods.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


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

count_option = partial(typer.Option, metavar="N", min=1)
"""An option that is a number, from 1 unless it says otherwise, given its help."""

pairs_option = partial(typer.Option, metavar="PAIRS", autocompletion=completion.datasets)
"""An option that names pairs: a path or a dataset's name, given its help."""


def breakdown_names(given: Sequence[str] | None) -> Sequence[str]:
    """Return the names in all uses of ``--by``."""
    if given is None:
        return [DEFAULT_BREAKDOWN]
    return [name for names in given for name in parse_names(names) or []]


def slices_and_groups(
    pairs: "Sequence[Pair]", breakdowns: Sequence[str], groups: Sequence[str]
) -> dict[str, Any]:
    """Return the arguments ``slices`` and ``groups`` of `evaluate`, which has others for tasks."""
    from rte_baselines.evaluation.properties import property_values

    def difficulty() -> list[str]:
        from rte_baselines.evaluation.audit.baselines import hypothesis_only_difficulty

        return hypothesis_only_difficulty(pairs)

    names = [name for name in breakdowns if name not in (DEFAULT_BREAKDOWN, PHENOMENON)]
    values = property_values(pairs, [*names, *groups], further={DIFFICULTY: difficulty})
    return {
        "slices": {name: values[name] for name in names},
        "groups": {name: values[name] for name in groups},
    }
