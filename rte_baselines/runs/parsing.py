"""Predictions of run files and records, as columns with notes."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import utf8_text
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs.reading import read_head
from rte_baselines.quoting import listed, quoted
from rte_baselines.runs.by_probability import contradiction, follow_from_cutoff
from rte_baselines.runs.chat import ChatRuns
from rte_baselines.runs.collecting import Collected, collect
from rte_baselines.runs.columns import RunColumns
from rte_baselines.runs.fields import FieldNames, ambiguous_label_error, how_to_state_in_order
from rte_baselines.runs.format import RunFormat
from rte_baselines.runs.json_array import JsonArrayRuns, fields_of
from rte_baselines.runs.jsonl import JsonLinesRuns
from rte_baselines.runs.label_confidences import CheckedConfidences, check_confidences
from rte_baselines.runs.label_scores import (
    ScoreOf,
    interpret_scores,
    with_probabilities,
)
from rte_baselines.runs.rte_xml import RteXmlRuns
from rte_baselines.runs.tables import TableRuns
from rte_baselines.runs.tac import TacRuns
from rte_baselines.runs.withheld import WithheldAnswers

_FORMATS: tuple[type[RunFormat], ...] = (
    *(RteXmlRuns, ChatRuns, JsonLinesRuns, JsonArrayRuns, TableRuns, TacRuns),
)
"""Tried in this order; the last one accepts any line of several words."""


class ParsedPredictions(NamedTuple):
    """The predictions of a run file or of records."""

    columns: RunColumns
    ranked: bool
    """Whether the order of the predictions is a ranking."""
    notes: Sequence[str]
    """Notes on how they were read."""
    withheld: WithheldAnswers
    """Where there is no label."""


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
        If the format is unknown.
    """
    known = " or ".join(kind.description for kind in _FORMATS)
    first_line = head.lstrip().partition("\n")[0].rstrip()
    if not first_line:
        raise InputError(f"holds no judgments; expected {known}")
    if found := _matching_format(first_line, names):
        return found
    could_be_in_order = _matching_format(first_line, replace(names, in_order=True)) is not None
    advice = f"; {how_to_state_in_order()}" if could_be_in_order else ""
    raise InputError(
        f"{quoted(first_line)} is not the start of a known run format; expected {known}{advice}"
    )


def _matching_format(first_line: str, names: FieldNames) -> RunFormat | None:
    formats = (kind(names) for kind in _FORMATS)
    return next((found for found in formats if found.recognizes(first_line)), None)


def parse_stream(
    stream: BinaryIO, file_name: str, names: FieldNames
) -> tuple[Collected, RunFormat]:
    """Read the predictions of a file; errors are as in `read_run`."""
    with _prefixing_errors(file_name):
        run_format = recognize_run_format(read_head(stream), names)
    with utf8_text(stream, file_name) as text, _prefixing_errors(file_name):
        collected = collect(run_format.read(text), names.label_order, may_withhold=True)
        refuse_gold_labels(collected.columns, run_format)
    return collected, run_format


def parse_records(
    records: Iterable[Mapping[str, Any] | Sequence[Mapping[str, Any]]],
    name: str,
    names: FieldNames,
    source: str,
) -> tuple[Collected, RunFormat]:
    """Read the predictions of mappings; errors are as in `Run.from_records`.

    `source` names the source of the mappings in messages, such as "a data frame".
    """
    run_format = JsonArrayRuns(names)
    with _prefixing_errors(name):
        fields = ((line, fields_of(one, line)) for line, one in enumerate(records, start=1))
        predictions = run_format.records(fields)
        collected = collect(predictions, names.label_order, may_withhold=True, source=source)
        refuse_gold_labels(collected.columns, run_format)
    return collected, run_format


def interpret(
    collected: Collected,
    run_format: RunFormat,
    *,
    ranked: bool | None,
    source: str,
    score_of: ScoreOf | None,
    notes: Iterable[str | None] = (),
) -> ParsedPredictions:
    """Decide what scores and the order of predictions mean, and issue warnings.

    Parameters
    ----------
    collected : Collected
    run_format : RunFormat
    ranked : bool or None
        Whether the order is a ranking; by default inferred from the format and the labels.
    source : str
        The name of the file or of the records, for warnings.
    score_of : {"label", "entailment"} or None
    notes : iterable of (str or None)
        Notes to add to those of the format.
    """
    interpreted = interpret_scores(
        collected.columns, has_confidences=run_format.has_confidences, score_of=score_of
    )
    columns = interpreted.columns
    if run_format.scores_are_probabilities:
        columns = with_probabilities(columns)
    checked = CheckedConfidences(columns)
    if collected.columns.confidences.given.any():
        checked = check_confidences(columns)
    possible = (
        run_format.warning,
        collected.warning,
        _warning_of_unread(run_format.unread),
        _warning_of_contradiction(collected.columns),
        checked.warning,
        interpreted.warning,
        *notes,
    )
    all_notes = [note for note in possible if note is not None]
    for note in all_notes:
        warnings.warn(f"{source}: {note}", InputWarning, stacklevel=3)
    if ranked is None:
        ranked = run_format.order_is_ranking(checked.columns)
    return ParsedPredictions(checked.columns, ranked, all_notes, collected.withheld)


def _warning_of_unread(names: Sequence[str]) -> str | None:
    if not names:
        return None
    return (
        f"the numbers of {listed(names)} are not read; those of a system are called "
        "'confidence' (in its label), 'score' (of entailment), or 'probability_entailment' and so "
        "on for each label"
    )


def refuse_gold_labels(columns: RunColumns, run_format: RunFormat) -> None:
    """Raise an error if labels with an ambiguous name contradict the probabilities."""
    label_name = run_format.ambiguous_label
    if label_name is None or run_format.has_confidences or columns.digests.any():
        return
    if run_format.scores_are_probabilities:
        columns = with_probabilities(columns, if_of_entailment=True)
    contradicted = contradiction(_of_several_labels(columns), columns.codes, columns.ids)
    if contradicted:
        raise ambiguous_label_error(label_name, contradicted.message, has_probabilities=True)


def _of_several_labels(columns: RunColumns) -> FloatArray:
    """Return the probabilities, with 0 for pairs that have a probability of one label only."""
    values, given = columns.probabilities.values, columns.probabilities.given
    return np.where(given.sum(axis=1, keepdims=True) > 1, values, 0.0)


def _warning_of_contradiction(columns: RunColumns) -> str | None:
    """Return a warning if labels and probabilities may not belong together.

    Runs of this package are not checked: the labels of a cascade are not always the most probable
    ones.
    """
    if columns.digests.any():
        return None
    probabilities = _of_several_labels(columns)
    contradicted = contradiction(probabilities, columns.codes, columns.ids)
    if not contradicted or follow_from_cutoff(probabilities, columns.codes):
        return None
    return f"labels and probabilities may not belong together: {contradicted.message}"


@contextmanager
def _prefixing_errors(file_name: str) -> Iterator[None]:
    """Prefix error messages with the name of the file."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{file_name}: {error}") from None
