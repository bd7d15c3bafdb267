"""Read a run file, whichever of the formats it is in."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rte_baselines.errors import InputError
from rte_baselines.files import input_name, open_input, utf8_text
from rte_baselines.runs.collecting import collect
from rte_baselines.runs.format import PREDICTION_FIRST, RunFormat
from rte_baselines.runs.jsonl import JsonLinesRuns
from rte_baselines.runs.judgments import parse_label_order
from rte_baselines.runs.rte_xml import RteXmlRuns
from rte_baselines.runs.run import Run
from rte_baselines.runs.tables import TableRuns
from rte_baselines.runs.tac import TacRuns

_FORMATS: tuple[type[RunFormat], ...] = (RteXmlRuns, JsonLinesRuns, TableRuns, TacRuns)
"""Asked in this order: any line of several words may be one of the last."""

_HEAD_SIZE = 1 << 16


def read_run(
    source: str | Path,
    *,
    ranked: bool | None = None,
    name: str | None = None,
    label_order: Sequence[str] | None = None,
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

    Returns
    -------
    Run

    Raises
    ------
    InputError
        If the file is empty, half-written, not UTF-8, or in none of the formats; the
        message names the line. A damaged file is refused whole.
    """
    order = parse_label_order(label_order)
    file_name = input_name(source)
    with open_input(source) as stream, utf8_text(stream, file_name) as text:
        try:
            run_format = recognize_run_format(text)
            columns = collect(run_format.read(text), order)
        except InputError as error:
            raise InputError(f"{file_name}: {error}") from None
    if ranked is None:
        ranked = run_format.order_ranks(columns)
    return Run(columns, ranked=ranked, name=name or Path(file_name).name)


def read_runs(
    sources: Sequence[str | Path],
    *,
    ranked: bool | None = None,
    label_order: Sequence[str] | None = None,
) -> list[Run]:
    """Read run files under names that tell them apart: the files', or else their paths.

    Parameters and errors are those of `read_run`.
    """
    names = [Path(input_name(source)).name for source in sources]
    if len(set(names)) < len(names):
        names = [input_name(source) for source in sources]
    return [
        read_run(source, ranked=ranked, name=name, label_order=label_order)
        for source, name in zip(sources, names, strict=True)
    ]


def recognize_run_format(text: TextIO, label_names: Sequence[str] = PREDICTION_FIRST) -> RunFormat:
    """Return the format of a file, whose text is at its start and stays there.

    `label_names` is what `RunFormat` takes.

    Raises
    ------
    InputError
        If it is empty or of no known format.
    """
    first_line = text.read(_HEAD_SIZE).lstrip().partition("\n")[0].rstrip()
    text.seek(0)
    known = " or ".join(run_format.description for run_format in _FORMATS)
    if not first_line:
        raise InputError(f"holds no judgments; expected {known}")
    for run_format in _FORMATS:
        if run_format.recognizes(first_line):
            return run_format(label_names)
    raise InputError(f"{first_line[:40]!r} starts no known format of runs; expected {known}")
