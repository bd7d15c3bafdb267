"""Lines of run files (JSON Lines, tables), and data frames and HTML with the same values."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
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

_FIELDS = (
    *("id", "label", "confidence", "score", "probabilities"),
    *(DIGEST_NAME, MODEL_NAME, IN_TRAINING_NAME),
)
_TEXTS = {"id", "label", DIGEST_NAME, MODEL_NAME}
_SHOWN = 10


def json_lines(predictions: Iterable[Prediction]) -> Iterator[str]:
    """Yield a line of JSON for each prediction.

    The fields are ``{"id", "label", "confidence", "score", "probabilities", "pair_digest",
    "trained_model", "in_training"}``, of which all but the first two are optional.
    """
    for prediction in predictions:
        given = prediction.probabilities
        by_name = None if given is None else {str(label): given[label] for label in given}
        values = {**values_of(prediction), "probabilities": by_name}
        # A confidence, even null, marks the score as an entailment score.
        nullable = "confidence" if prediction.score is not None or given is not None else ""
        known = (name for name in _FIELDS if values[name] is not None or name == nullable)
        yield json.dumps({name: values[name] for name in known}) + "\n"


def withheld_lines(withheld: WithheldAnswers) -> Iterator[str]:
    """Yield a line of JSON for each withheld answer."""
    for pair_id, kind in withheld.items():
        yield json.dumps({"id": pair_id, "label": str(kind)}) + "\n"


def table_lines(predictions: Iterable[Prediction], separator: str) -> Iterator[str]:
    """Yield the lines of a table with the columns of `table_columns`; all rows are in memory."""
    columns = RunColumns.of(predictions)
    names = table_columns(columns)
    yield separator.join(names) + "\n"
    for prediction in columns:
        values = values_of(prediction)
        cells = [_id(prediction.id, separator), *(_cell(values[name]) for name in names[1:])]
        yield separator.join(cells) + "\n"


def table_columns(columns: RunColumns) -> list[str]:
    """Return the names of columns with any value; scores come with confidences, even empty ones."""
    probable: list[bool] = np.asarray(columns.probabilities.given.any(axis=0)).tolist()
    shares = dict(zip(map(probability_name, LABELS), probable, strict=True))
    has_score = bool(columns.scores.given.any())
    is_written: dict[str, Any] = {
        **{"id": True, "label": True},
        "confidence": has_score or any(shares.values()) or columns.confidences.given.any(),
        **{"score": has_score, **shares},
        DIGEST_NAME: columns.digests.any(),
        MODEL_NAME: columns.training.models,
        IN_TRAINING_NAME: (columns.training.seen != UNKNOWN).any(),
    }
    return [name for name in is_written if is_written[name]]


def probability_name(label: str) -> str:
    """Return the name of the column with the probability of a label."""
    return f"probability_{label.lower()}"


def values_of(prediction: Prediction) -> dict[str, Any]:
    """Return the values of a prediction in all columns of a table, None where there is none."""
    by_label = prediction.probabilities or {}
    numbers = {
        **{"confidence": prediction.confidence, "score": prediction.score},
        **{probability_name(label): by_label.get(label) for label in LABELS},
    }
    if not all(number is None or isfinite(number) for number in numbers.values()):
        raise InputError(
            f"pair {quoted(prediction.id)} has a confidence, score or probability that is not "
            "a finite number"
        )
    digest = prediction.pair_digest
    return {
        **{"id": prediction.id, "label": prediction.label.value, **numbers},
        DIGEST_NAME: None if digest is None else digest_text(digest),
        MODEL_NAME: prediction.trained_model,
        IN_TRAINING_NAME: prediction.in_training,
    }


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
    rows = [values_of(prediction) for prediction in columns]
    rows += [{"id": pair_id, "label": str(kind)} for pair_id, kind in withheld.items()]
    frame: dict[str, Any] = {}
    for name in table_columns(columns):
        values = [row.get(name) for row in rows]
        kind = np.object_ if name == IN_TRAINING_NAME else np.float64
        frame[name] = values if name in _TEXTS else np.array(values, dtype=kind)
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
