"""Lines of run files (JSON Lines, tables), and data frames and HTML with the same values."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from math import isfinite
from typing import Any

import numpy as np

from rte_baselines.core.data_frames import pandas_frame
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.pairs.pair import digest_text
from rte_baselines.runs.columns import LABELS, RunColumns
from rte_baselines.runs.prediction import (
    IN_TRAINING_NAME,
    MODEL_NAME,
    UNKNOWN,
    Prediction,
    WithheldAnswers,
    withheld_counts,
    withheld_text,
)
from rte_baselines.runs.rows import DIGEST_NAME

_SPECIAL_IN_CSV = re.compile(r'[",\r\n]')
_UNWRITABLE = {",": re.compile("\0"), "\t": re.compile("[\0\t\r\n]")}

_TEXTS = 2
_DIGEST = -3
_SHOWN = 10


def json_lines(predictions: Iterable[Prediction]) -> Iterator[str]:
    """Yield a line of JSON for each prediction.

    The fields are ``{"id", "label", "confidence", "score", "probabilities", "pair_digest",
    "trained_model", "in_training"}``, of which all but the first two are optional.
    """
    for prediction in predictions:
        values = values_of(prediction)
        probabilities = prediction.probabilities
        by_name = (
            None
            if probabilities is None
            else dict(zip(map(str, probabilities), probabilities.values(), strict=True))
        )
        fields = {
            **dict(zip(("id", "label", "confidence", "score"), values[:4], strict=True)),
            "probabilities": by_name,
            **dict(zip((DIGEST_NAME, MODEL_NAME, IN_TRAINING_NAME), values[-3:], strict=True)),
        }
        # A confidence, even null, marks the score as an entailment score.
        has_more = prediction.score is not None or probabilities is not None
        nullable = {"confidence"} if has_more else set()
        known = {
            name: value for name, value in fields.items() if value is not None or name in nullable
        }
        yield json.dumps(known) + "\n"


def withheld_lines(withheld: WithheldAnswers) -> Iterator[str]:
    """Yield a line of JSON for each answer that is no label."""
    for pair_id, kind in withheld.items():
        yield json.dumps({"id": pair_id, "label": str(kind)}) + "\n"


def table_lines(predictions: Iterable[Prediction], separator: str) -> Iterator[str]:
    """Yield the lines of a table with the columns of `table_columns` that have any value.

    All predictions are held in memory. The separator is a comma or a tab.
    """
    columns = RunColumns.of(predictions)
    names, is_written = table_columns(columns)
    yield separator.join(compress(names, is_written)) + "\n"
    for prediction in columns:
        pair_id, *others = values_of(prediction)
        cells = [_id(pair_id, separator), *map(_cell, others)]
        yield separator.join(compress(cells, is_written)) + "\n"


def table_columns(columns: RunColumns) -> tuple[Sequence[str], Sequence[bool]]:
    """Return the names of all columns of a table, and which of them have any value.

    A column for confidences, even if it is empty, says that scores are of entailment.
    """
    probable: list[bool] = np.asarray(columns.probabilities.given.any(axis=0)).tolist()
    has_score = bool(columns.scores.given.any())
    has_confidence = has_score or any(probable) or bool(columns.confidences.given.any())
    training = columns.training
    is_written = [
        *(True, True, has_confidence, has_score, *probable, bool(columns.digests.any())),
        *(bool(training.models), bool((training.seen != UNKNOWN).any())),
    ]
    names = ["id", "label", "confidence", "score", *map(probability_name, LABELS)]
    return [*names, DIGEST_NAME, MODEL_NAME, IN_TRAINING_NAME], is_written


def probability_name(label: str) -> str:
    """Return the name of the column with the probability of a label."""
    return f"probability_{label.lower()}"


def values_of(prediction: Prediction) -> list[Any]:
    """Return the values of a prediction in all columns of a table, None where there is none."""
    by_label = prediction.probabilities or {}
    numbers = [prediction.confidence, prediction.score, *map(by_label.get, LABELS)]
    if not all(number is None or isfinite(number) for number in numbers):
        raise InputError(
            f"pair {quoted(prediction.id)} has a confidence, score or probability that is not "
            "a finite number"
        )
    digest = prediction.pair_digest
    return [
        *(prediction.id, prediction.label.value, *numbers),
        None if digest is None else digest_text(digest),
        *(prediction.trained_model, prediction.in_training),
    ]


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def _id(pair_id: str, separator: str) -> str:
    if _UNWRITABLE[separator].search(pair_id):
        raise InputError(
            f"id {quoted(pair_id)} contains characters that are not valid in a table of this kind; "
            "write the run as jsonl"
        )
    if separator == "," and _SPECIAL_IN_CSV.search(pair_id):
        return '"' + pair_id.replace('"', '""') + '"'
    return pair_id


def run_frame(columns: RunColumns, withheld: WithheldAnswers) -> Any:
    """Return the predictions and withheld answers of a run as a data frame; see `Run.to_pandas`."""
    names, is_shown = table_columns(columns)
    rows = [values_of(prediction) for prediction in columns]
    empty = [None] * (len(names) - _TEXTS)
    rows += [[pair_id, str(kind), *empty] for pair_id, kind in withheld.items()]
    frame = {}
    for place, (name, shown) in enumerate(zip(names, is_shown, strict=True)):
        values: Any = [row[place] for row in rows]
        if _TEXTS <= place < len(names) + _DIGEST:
            values = np.array(values, dtype=np.float64)
        elif name == IN_TRAINING_NAME:
            values = np.array(values, dtype=np.object_)
        if shown:
            frame[name] = values
    return pandas_frame(frame)


def run_html(run: Any) -> str:
    """Return what a notebook shows of a `Run`: counts of labels, and the first predictions."""
    from rte_baselines.rendering.html import html_of
    from rte_baselines.rendering.tables import Table, decimal

    counts = Counter(run.columns.codes.tolist() if run.has_labels else ())
    labels = ", ".join(f"{counts[code]} {LABELS[code]}" for code in sorted(counts))
    labels = labels or ("none" if run.has_labels else "no labels")
    others = f", {withheld_text(withheld_counts(run.withheld))}" if run.withheld else ""
    ranked = "not ranked" if run.ranking is None else "ranked"
    lead = f"{run.name}: {counted(len(run), 'prediction')} ({labels}){others}, {ranked}"
    rows = []
    for prediction in run[:_SHOWN]:
        numbers = (prediction.confidence, prediction.score)
        shown = ("" if number is None else decimal(number) for number in numbers)
        rows.append([prediction.id, str(prediction.label) if run.has_labels else "", *shown])
    title = f"The first {_SHOWN}" if len(run) > _SHOWN else ""
    header = ["id", "label", "confidence", "score"]
    return html_of([Table(title, header, rows, keys=2)] if rows else [], lead=[lead])
