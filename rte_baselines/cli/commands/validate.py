"""The command ``validate``: check pairs or a run, and describe them."""

from typing import Annotated

import typer

from rte_baselines.cli.console import show, show_json, terminal_width
from rte_baselines.cli.options import JsonOption, pairs_argument, pairs_option
from rte_baselines.cli.reading import ScoringOptions
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, printable, shortened
from rte_baselines.rendering.tables import Table, render_text


def validate(
    context: typer.Context,
    file: Annotated[
        str,
        pairs_argument(metavar="FILE", help="Pairs, or with --gold a run; a path, - or a dataset."),
    ],
    gold: Annotated[str | None, pairs_option(help="The pairs of the run.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Check and describe a file of pairs, or a run against its pairs.

    Example:
    rte-baselines validate overlap.jsonl --gold rte1:test
    """
    from rte_baselines.cli.describing import describe_pairs, describe_run
    from rte_baselines.records.rows import Faults

    options, faults = ScoringOptions.of(context), Faults(are_collected=True)
    found = (
        describe_pairs(file, options, faults)
        if gold is None
        else describe_run(file, gold, options, faults)
    )
    problem = found.get("problem")
    if as_json:
        show_json(found)
    else:
        found.pop("problem", None)
        rows = found.pop("first")
        show("\n".join(f"{name}: {_plain(value)}" for name, value in found.items()))
        if rows:
            header = list(dict.fromkeys(name for row in rows for name in row))
            cells = [[shortened(row.get(name, "")) for name in header] for row in rows]
            table = Table("The first as understood", header, cells, keys=len(header))
            show(render_text(table, terminal_width()))
    problems = [problem] if problem else []
    if faults.total:
        problems.insert(0, f"{file}: {counted(faults.total, 'fault')}; these rows are not read")
    if problems:
        raise InputError("; ".join(problems))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(str(value))
