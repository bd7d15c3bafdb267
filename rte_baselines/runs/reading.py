"""Read a run file, whichever of the formats it is in."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import input_name, open_input, utf8_text
from rte_baselines.pairs.reading import read_head
from rte_baselines.quoting import quoted
from rte_baselines.runs.collecting import collect
from rte_baselines.runs.columns import RunColumns
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.format import RunFormat
from rte_baselines.runs.json_array import JsonArrayRuns
from rte_baselines.runs.jsonl import JsonLinesRuns
from rte_baselines.runs.judgments import parse_label_order
from rte_baselines.runs.rte_xml import RteXmlRuns
from rte_baselines.runs.run import Run
from rte_baselines.runs.tables import TableRuns
from rte_baselines.runs.tac import TacRuns

_FORMATS: tuple[type[RunFormat], ...] = (
    *(RteXmlRuns, JsonLinesRuns, JsonArrayRuns, TableRuns, TacRuns),
)
"""Asked in this order: any line of several words may be one of the last."""


def read_run(
    source: str | Path,
    *,
    ranked: bool | None = None,
    name: str | None = None,
    label_order: Sequence[str] | None = None,
    label_column: str | None = None,
    id_column: str | None = None,
) -> Run:
    """Read a run file of any of the formats, told apart by content, perhaps compressed.

    Parameters
    ----------
    source : str or Path
        A path, or "-" for standard input.
    ranked : bool, optional
        Whether the order of the lines is a ranking. By default a TAC file's header says
        so; a file without one is taken as ranked when all pairs labelled ENTAILMENT come
        before all others and there are some of both, which is what the guidelines expect
        of a ranked run. Scores, where the format has them, rank by themselves.
    name : str, optional
        The run's name in tables; by default the file's.
    label_order : sequence of str, optional
        The labels that the numbers 0, 1, 2 stand for, by any of their names; arrays of
        probabilities are in the same order. Without it, labels must be words.
    label_column, id_column : str, optional
        The column of a table, or the field of JSON objects, that holds the prediction or
        the pair's id, in any case; by default the first that has one of the names in use.
        The other formats have one place for each, and are read as ever.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        If the file is empty, half-written, not UTF-8, or in none of the formats; the
        message names the line. A damaged file is refused whole. So is one whose column of
        labels may be that of the gold labels; see `LabelDoubt`.

    Warns
    -----
    InputWarning
        If the last line may have been cut off within a number, which nothing else shows.
    """
    order = parse_label_order(label_order)
    names = FieldNames.of_predictions(order, label_column=label_column, id_column=id_column)
    file_name = input_name(source)
    with open_input(source) as stream:
        columns, run_format = _read(stream, file_name, names)
    if run_format.oddity is not None:
        warnings.warn(f"{file_name}: {run_format.oddity}", InputWarning, stacklevel=2)
    if ranked is None:
        ranked = run_format.order_ranks(columns)
    return Run(columns, ranked=ranked, name=name or Path(file_name).name)


def read_runs(
    sources: Sequence[str | Path],
    *,
    ranked: bool | None = None,
    label_order: Sequence[str] | None = None,
    label_column: str | None = None,
    id_column: str | None = None,
) -> list[Run]:
    """Read run files under names that tell them apart: the files', or else their paths.

    Parameters and errors are those of `read_run`.
    """
    paths = [input_name(source) for source in sources]
    repeated = next((path for path in paths if paths.count(path) > 1), None)
    if repeated is not None:
        raise InputError(f"{repeated} is given twice; expected each run once")
    names = [Path(path).name for path in paths]
    if len(set(names)) < len(names):
        names = paths
    return [
        read_run(
            source,
            ranked=ranked,
            name=name,
            label_order=label_order,
            label_column=label_column,
            id_column=id_column,
        )
        for source, name in zip(sources, names, strict=True)
    ]


def recognize_run_format(head: str, names: FieldNames) -> RunFormat:
    """Return the format of a file that starts with `head`.

    Parameters
    ----------
    head : str
        As `read_head` returns it.
    names : FieldNames

    Raises
    ------
    InputError
        If it is of no known format.
    """
    known = " or ".join(kind.description for kind in _FORMATS)
    first_line = head.lstrip().partition("\n")[0].rstrip()
    if not first_line:
        raise InputError(f"holds no judgments; expected {known}")
    for run_format in (kind(names) for kind in _FORMATS):
        if run_format.recognizes(first_line):
            return run_format
    raise InputError(f"{quoted(first_line)} starts no known format of runs; expected {known}")


def _read(stream: BinaryIO, file_name: str, names: FieldNames) -> tuple[RunColumns, RunFormat]:
    with _naming(file_name):
        run_format = recognize_run_format(read_head(stream), names)
    with utf8_text(stream, file_name) as text, _naming(file_name):
        return collect(run_format.read(text), names.label_order), run_format


@contextmanager
def _naming(file_name: str) -> Iterator[None]:
    """Put the file's name before messages."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{file_name}: {error}") from None
