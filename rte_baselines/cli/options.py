"""Options that several commands share."""

import json
from typing import Annotated, Any

import typer

from rte_baselines import resources
from rte_baselines.cli.console import Settings
from rte_baselines.errors import ConfigError


def _set_debug(value: bool) -> bool:
    Settings.debug = Settings.debug or value
    return value


def _choose(resource: str, location: str | None) -> str | None:
    """Put the user's own resource in the place of the shipped one, as its variable would."""
    if location:
        resources.choose(resource, location)
    return location


DebugOption = Annotated[
    bool,
    typer.Option("--debug", callback=_set_debug, is_eager=True, help="Show tracebacks of errors."),
]
DataDirOption = Annotated[
    str | None,
    typer.Option(
        "--data-dir",
        metavar="FOLDER",
        help="Folder with the RTE data; also RTE_BASELINES_DATA or NLTK_DATA.",
    ),
]
InputFormatOption = Annotated[
    str | None,
    typer.Option(
        "--input-format",
        metavar="FORMAT",
        help="Format of the pairs, where the content does not tell; see `list formats`.",
    ),
]
ColumnsOption = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="PART=COLUMN,...",
        help="Columns of a table or fields of JSON Lines: text=a,hypothesis=b.",
    ),
]
EnglishOption = Annotated[
    str | None,
    typer.Option(
        "--english",
        metavar="PIPELINE",
        callback=lambda value: _choose("english", value),
        help="A spaCy pipeline, folder or package, in place of the shipped one.",
    ),
]
VerbOceanOption = Annotated[
    str | None,
    typer.Option(
        "--verbocean",
        metavar="FILE",
        callback=lambda value: _choose("verbocean", value),
        help="The VerbOcean file, for features that read it; see docs/resources.md.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

OVERRIDES = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Context settings of commands that take ``--section.field value`` overrides."""


def parse_overrides(arguments: list[str]) -> dict[str, Any]:
    """Read ``--recognizer.head.optimize cws`` and the like.

    Values are read as JSON where they are JSON, else as strings; an option without a
    value is true.

    Raises
    ------
    ConfigError
        If an argument is no such option.
    """
    overrides: dict[str, Any] = {}
    remaining = list(arguments)
    while remaining:
        option = remaining.pop(0)
        if not option.startswith("--") or "." not in option:
            raise ConfigError(
                f"unexpected argument {option!r}; "
                "fields of the config are set as in --recognizer.head.optimize cws"
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
