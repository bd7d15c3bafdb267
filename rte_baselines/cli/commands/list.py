"""The command ``list``: list components, datasets and formats."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import Annotated, Any, Literal

import typer

from rte_baselines.cli.console import show, show_json, terminal_width
from rte_baselines.cli.options import JsonOption, OptionsOfAll
from rte_baselines.core.quoting import counted

Kind = Literal[
    "recognizers",
    "models",
    "features",
    "heads",
    "word_similarities",
    "weightings",
    "layers",
    "engines",
    "measures",
    "datasets",
    "formats",
]
Row = dict[str, str]
_ONE_LINE_EACH = ("recognizers", "features")
"""Kinds with so many members that tables of wrapped cells are hard to look through."""


def list_components(
    context: typer.Context,
    kind: Annotated[
        Kind,
        typer.Argument(
            metavar="WHAT",
            show_choices=False,
            help="recognizers, models, features, heads, word_similarities, weightings, layers, "
            "engines, measures, datasets or formats.",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """List components, datasets or formats, with a description of each.

    Example:
    rte-baselines list recognizers
    """
    rows = list(_ROWS[kind](OptionsOfAll.of(context).data_dir))
    if as_json:
        show_json(rows)
    elif kind in _ONE_LINE_EACH:
        show(_lines(rows, terminal_width()))
    else:
        show(_table(kind, rows, terminal_width()))


def _lines(rows: list[Row], width: int) -> str:
    """Return a line of name and description for each row, cut to `width`, papers apart."""
    from rte_baselines.rendering.tables import aligned, cut

    by_paper = groupby(sorted(rows, key=_paper), _paper)
    blocks = (
        aligned([(row["name"], row["description"]) for row in group]) for _, group in by_paper
    )
    text = "\n\n".join("\n".join(cut(line, width) for line in block) for block in blocks)
    return f"{text}\n\n--json has whole descriptions, and the source of each"


def _paper(row: Row) -> str:
    """Return the paper of a recognizer ``PAPER/SYSTEM``, or "" for others."""
    return row["name"].rpartition("/")[0]


def _table(kind: Kind, rows: list[Row], width: int) -> str:
    from rte_baselines.rendering.tables import Table, render_text

    narrow = [_narrow(row) for row in rows]
    header = list(narrow[0])
    table = Table(kind, header, [list(row.values()) for row in narrow], keys=len(header))
    return render_text(table, width)


def _narrow(row: Row) -> Row:
    """Move several further columns into a line below the description."""
    details = {name: value for name, value in row.items() if name not in ("name", "description")}
    if len(details) < 2:
        return row
    below = "; ".join(f"{name}: {value}" for name, value in details.items())
    return {"name": row["name"], "description": f"{row['description']}\n{below}"}


def _recognizers(data_dir: str | None) -> Iterator[Row]:
    from rte_baselines.recognizers import read_config, shipped_configs

    for name, path in shipped_configs().items():
        about = read_config(path)["about"]
        yield {"name": name, "description": about["description"], "source": about["source"]}


def _models(data_dir: str | None) -> Iterator[Row]:
    from rte_baselines.core.resources.resources import shipped_models
    from rte_baselines.recognizers.persistence import training_of

    for name, folder in shipped_models().items():
        data, pairs = training_of(folder)
        yield {
            "name": name,
            "description": (folder / "README.md").read_text("utf-8").split("\n\n")[1],
            "trained on": f"{data}, {counted(pairs, 'pair')}",
        }


def _components(kind: str, data_dir: str | None) -> Iterator[Row]:
    from rte_baselines.core.registry import registry

    for name, component in registry.all(kind).items():
        # The first line of the docstring, without its full stop.
        summary = (component.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        further = _FURTHER[kind](component) if kind in _FURTHER else {}
        yield {"name": name, "description": summary, **further}


def _of_engine(engine: Any) -> Row:
    is_installed = engine().is_installed()
    return {
        "models": "yes" if engine.finds_models else "no",
        "installed": "yes" if is_installed else f"no: {engine().install_command}",
    }


_FURTHER: dict[str, Callable[[Any], Row]] = {
    "features": lambda feature: {"source": getattr(feature, "source", "")},
    "layers": lambda layer: {"provides": ", ".join(layer.provides)},
    "engines": _of_engine,
}
"""What is said of each component of a kind, beside its name and description."""


def _measures(data_dir: str | None) -> Iterator[Row]:
    from rte_baselines.evaluation import available_measures

    for name, measure in available_measures().items():
        low, high = measure.range
        yield {
            "name": name,
            "description": measure.description,
            "range": f"{low:g} to {high:g}",
            "better": measure.direction,
            "source": measure.citation,
        }


def _datasets(data_dir: str | None) -> Iterator[Row]:
    from rte_baselines.pairs.datasets import describe_datasets

    for dataset, found in describe_datasets(data_dir):
        yield {
            "name": dataset.name,
            "description": dataset.description,
            "found": str(found.pairs) if found else "missing",
        }


def _formats(data_dir: str | None) -> Iterator[Row]:
    from rte_baselines.pairs.format import describe_formats, format_names

    writable = format_names(writable=True)
    for name, description in describe_formats().items():
        use = "read, written" if name in writable else "read"
        yield {"name": name, "description": description, "use": use}


_ROWS: dict[str, Callable[[str | None], Iterator[Row]]] = {
    "recognizers": _recognizers,
    "models": _models,
    **{
        kind: partial(_components, kind)
        for kind in ("features", "heads", "word_similarities", "weightings", "layers", "engines")
    },
    "measures": _measures,
    "datasets": _datasets,
    "formats": _formats,
}
