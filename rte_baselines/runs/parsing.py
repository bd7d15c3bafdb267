"""Predictions of run files and records, as columns with what is to be known of them."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import utf8_text
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
from rte_baselines.runs.tables import TableRuns
from rte_baselines.runs.tac import TacRuns

_FORMATS: tuple[type[RunFormat], ...] = (
    *(RteXmlRuns, JsonLinesRuns, JsonArrayRuns, TableRuns, TacRuns),
)
"""Asked in this order: any line of several words may be one of the last."""


class ParsedPredictions(NamedTuple):
    """The predictions of a run file or of records."""

    columns: RunColumns
    ranked: bool
    """Whether the order of the predictions is a ranking."""
    notes: Sequence[str]
    """What is to be known of how they were read."""


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


def parse_stream(
    stream: BinaryIO, file_name: str, names: FieldNames
) -> tuple[Collected, RunFormat]:
    """Read the predictions of a file; errors are as in `read_run`."""
    with _naming(file_name):
        run_format = recognize_run_format(read_head(stream), names)
    with utf8_text(stream, file_name) as text, _naming(file_name):
        collected = collect(run_format.read(text), names.label_order)
        _refuse_gold_labels(collected.columns, run_format)
    return collected, run_format


def parse_records(
    records: Iterable[Mapping[str, Any] | Sequence[Mapping[str, Any]]], name: str, names: FieldNames
) -> tuple[Collected, RunFormat]:
    """Read the predictions of mappings; errors are as in `Run.from_records`."""
    run_format = JsonArrayRuns(names)
    with _naming(name):
        fields = ((line, fields_of(one, line)) for line, one in enumerate(records, start=1))
        collected = collect(run_format.records(fields), names.label_order)
        _refuse_gold_labels(collected.columns, run_format)
    return collected, run_format


def settle(
    collected: Collected,
    run_format: RunFormat,
    *,
    ranked: bool | None,
    source: str,
    score_of: ScoreOf | None,
    notes: Iterable[str | None] = (),
) -> ParsedPredictions:
    """Decide what scores and the order of predictions mean, and warn of what is unusual.

    Parameters
    ----------
    collected : Collected
    run_format : RunFormat
    ranked : bool or None
        Whether the order is a ranking; None if the format and the labels decide.
    source : str
        The name of the file or of the records, for warnings.
    score_of : {"label", "entailment"} or None
    notes : iterable of (str or None)
        Notes to add to those of the format.
    """
    settled = settle_scores(
        collected.columns, has_confidences=run_format.has_confidences, score_of=score_of
    )
    found = (run_format.oddity, collected.oddity, settled.oddity, *notes)
    all_notes = [note for note in found if note is not None]
    for note in all_notes:
        warnings.warn(f"{source}: {note}", InputWarning, stacklevel=3)
    columns = settled.columns
    if run_format.scores_are_probabilities:
        columns = with_probabilities(columns)
    if ranked is None:
        ranked = run_format.order_ranks(columns)
    return ParsedPredictions(columns, ranked, all_notes)


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
