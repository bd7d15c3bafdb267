"""Read a run file, whichever of the formats it is in."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import input_name, open_input, utf8_text
from rte_baselines.pairs.judgments import parse_label_order
from rte_baselines.pairs.reading import read_head
from rte_baselines.quoting import quoted
from rte_baselines.runs.collecting import Collected, collect
from rte_baselines.runs.columns import LABELS, RunColumns
from rte_baselines.runs.fields import HOW_TO_SAY_IN_ORDER, FieldNames, doubtful_error
from rte_baselines.runs.format import RunFormat
from rte_baselines.runs.json_array import JsonArrayRuns, fields_of
from rte_baselines.runs.jsonl import JsonLinesRuns
from rte_baselines.runs.label_scores import ScoreOf, settle_scores, with_probabilities
from rte_baselines.runs.rte_xml import RteXmlRuns
from rte_baselines.runs.run import Run
from rte_baselines.runs.sidecar import Sidecar, read_sidecar
from rte_baselines.runs.tables import TableRuns
from rte_baselines.runs.tac import TacRuns

_STANDARD_STREAM = "-"
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
    in_order: bool = False,
    score_of: ScoreOf | None = None,
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
    in_order : bool, optional
        Whether the predictions are in the order of the pairs, one for each. They need no
        ids then; if they have some, these do not count.
    score_of : {"label", "entailment"}, optional
        What scores are of: the label that is given, as Hugging Face's are, or entailment
        whatever the label. By default the file tells, and what may be either is left out;
        see `settle_scores`.

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
        If the last line may have been cut off within a number, which nothing else shows; if
        scores are taken as those of labels, or left out; if of the labels, which the file
        leaves to the probabilities, several are most probable; or if the digests beside the
        file are of another one. All of this is in the run's `notes`.
    """
    order = parse_label_order(label_order)
    names = FieldNames.of_predictions(
        order, label_column=label_column, id_column=id_column, in_order=in_order
    )
    file_name = input_name(source)
    with open_input(source) as stream:
        collected, run_format = _read(stream, file_name, names)
        beside = Sidecar()
        if run_format.has_sidecar and str(source) != _STANDARD_STREAM:
            beside = read_sidecar(source, stream, len(collected.columns))
    if beside.digests is not None:
        collected = replace(collected, columns=replace(collected.columns, digests=beside.digests))
    return _run(
        collected,
        run_format,
        ranked=ranked,
        name=name or Path(file_name).name,
        source=file_name,
        score_of=score_of,
        oddity=beside.oddity,
    )


def read_runs(
    sources: Sequence[str | Path],
    *,
    ranked: bool | None = None,
    label_order: Sequence[str] | None = None,
    label_column: str | Sequence[str] | None = None,
    id_column: str | None = None,
    in_order: bool = False,
    score_of: ScoreOf | None = None,
) -> list[Run]:
    """Read run files under names that tell them apart: the files', or else their paths.

    Parameters and errors are those of `read_run`, but that there may be a `label_column`
    for each file, in their order, as well as one for all.
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
            label_column=column,
            id_column=id_column,
            in_order=in_order,
            score_of=score_of,
        )
        for source, name, column in zip(
            sources, names, _one_for_each(label_column, len(sources)), strict=True
        )
    ]


def _one_for_each(label_column: str | Sequence[str] | None, runs: int) -> Sequence[str | None]:
    if label_column is None or isinstance(label_column, str):
        return [label_column] * runs
    if runs and len(label_column) not in (1, runs):
        raise InputError(
            f"{len(label_column)} columns of labels for {runs} runs; expected one for all, or one "
            "for each, in their order"
        )
    return list(label_column) * runs if len(label_column) == 1 else label_column


def run_of_records(
    records: Iterable[Mapping[str, Any] | Sequence[Mapping[str, Any]]],
    *,
    ranked: bool = False,
    name: str = "records",
    label_order: Sequence[str] | None = None,
    label_column: str | None = None,
    id_column: str | None = None,
    in_order: bool = False,
    score_of: ScoreOf | None = None,
) -> Run:
    """Do what `Run.from_records` does, whose parameters are those of `read_run`."""
    order = parse_label_order(label_order)
    names = FieldNames.of_predictions(
        order, label_column=label_column, id_column=id_column, in_order=in_order
    )
    run_format = JsonArrayRuns(names)
    with _naming(name):
        fields = ((line, fields_of(one, line)) for line, one in enumerate(records, start=1))
        collected = collect(run_format.records(fields), order)
        _refuse_gold_labels(collected.columns, run_format)
    return _run(collected, run_format, ranked=ranked, name=name, source=name, score_of=score_of)


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
    if found := _recognizing(first_line, names):
        return found
    could_be_in_order = _recognizing(first_line, replace(names, in_order=True)) is not None
    advice = f"; {HOW_TO_SAY_IN_ORDER}" if could_be_in_order else ""
    raise InputError(
        f"{quoted(first_line)} starts no known format of runs; expected {known}{advice}"
    )


def _recognizing(first_line: str, names: FieldNames) -> RunFormat | None:
    formats = (kind(names) for kind in _FORMATS)
    return next((found for found in formats if found.recognizes(first_line)), None)


def _run(
    collected: Collected,
    run_format: RunFormat,
    *,
    ranked: bool | None,
    name: str,
    source: str,
    score_of: ScoreOf | None,
    oddity: str | None = None,
) -> Run:
    """Return the run of predictions that were read, and warn of what is odd in them."""
    settled = settle_scores(
        collected.columns, has_confidences=run_format.has_confidences, score_of=score_of
    )
    found = (run_format.oddity, collected.oddity, settled.oddity, oddity)
    notes = [note for note in found if note is not None]
    for note in notes:
        warnings.warn(f"{source}: {note}", InputWarning, stacklevel=3)
    columns = settled.columns
    if run_format.scores_are_probabilities:
        columns = with_probabilities(columns)
    if ranked is None:
        ranked = run_format.order_ranks(columns)
    return Run(columns, ranked=ranked, name=name, in_order=run_format.names.in_order, notes=notes)


def _read(stream: BinaryIO, file_name: str, names: FieldNames) -> tuple[Collected, RunFormat]:
    with _naming(file_name):
        run_format = recognize_run_format(read_head(stream), names)
    with utf8_text(stream, file_name) as text, _naming(file_name):
        collected = collect(run_format.read(text), names.label_order)
        _refuse_gold_labels(collected.columns, run_format)
    return collected, run_format


def _refuse_gold_labels(columns: RunColumns, run_format: RunFormat) -> None:
    """Raise an error if labels of a doubtful name are not those that the probabilities say."""
    taken = run_format.doubtful_label
    if taken is None or run_format.has_confidences or columns.digests.any():
        return
    if run_format.scores_are_probabilities:
        columns = with_probabilities(columns, if_of_entailment=True)
    shares, given = columns.probabilities.values, columns.probabilities.given
    own = np.arange(len(shares)), columns.codes
    is_other = given[own] & (shares[own] < shares.max(axis=1, initial=0))
    # One alone may come from rounding, and changes no score by more than one pair does.
    if is_other.sum() > 1:
        place = int(np.argmax(is_other))
        label, probable = LABELS[columns.codes[place]], LABELS[int(np.argmax(shares[place]))]
        raise doubtful_error(
            taken,
            f"it is {label} where {probable} is most probable (prediction {place + 1})",
            taken,
        )


@contextmanager
def _naming(file_name: str) -> Iterator[None]:
    """Put the file's name before messages."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{file_name}: {error}") from None
