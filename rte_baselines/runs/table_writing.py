"""Writing of run files as tables, which `tables` reads."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from math import isfinite

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.pairs.digest import digest_text
from rte_baselines.quoting import quoted
from rte_baselines.runs.columns import LABELS, RunColumns
from rte_baselines.runs.fields import DIGEST_NAME
from rte_baselines.runs.prediction import Prediction
from rte_baselines.runs.training import IN_TRAINING_NAME, MODEL_NAME, UNKNOWN

_SPECIAL_IN_CSV = re.compile(r'[",\r\n]')
_UNWRITABLE = {",": re.compile("[\0\ud800-\udfff]"), "\t": re.compile("[\0\t\r\n\ud800-\udfff]")}


def table_lines(predictions: Iterable[Prediction], separator: str) -> Iterator[str]:
    r"""Yield the lines of a table with all values of the predictions.

    The columns are ``id``, ``label``, ``confidence``, ``score``, one such as
    ``probability_entailment`` for each label, ``pair_digest``, ``trained_model`` and
    ``in_training``. Columns without any value are left out, so that all predictions are held in
    memory.

    Parameters
    ----------
    predictions : iterable of Prediction
    separator : {",", "\t"}

    Raises
    ------
    InputError
        If an id is not valid in a table, or a number is not finite.
    """
    columns = RunColumns.of(predictions)
    names, is_written = table_columns(columns)
    yield separator.join(compress(names, is_written)) + "\n"
    for prediction in columns:
        yield separator.join(compress(_fields(prediction, separator), is_written)) + "\n"


def table_columns(columns: RunColumns) -> tuple[Sequence[str], Sequence[bool]]:
    """Return the names of all columns of a table, and which of them have any value.

    A column for confidences, even if it is empty, marks scores as entailment scores and labels
    as predictions.
    """
    probable: list[bool] = np.asarray(columns.probabilities.given.any(axis=0)).tolist()
    has_score = bool(columns.scores.given.any())
    has_confidence = has_score or any(probable) or bool(columns.confidences.given.any())
    training = columns.training
    is_written = [
        *(True, True, has_confidence, has_score, *probable, bool(columns.digests.any())),
        *(bool(training.models), bool((training.seen != UNKNOWN).any())),
    ]
    of_labels = map(probability_name, LABELS)
    names = ["id", "label", "confidence", "score", *of_labels]
    return [*names, DIGEST_NAME, MODEL_NAME, IN_TRAINING_NAME], is_written


def probability_name(label: str) -> str:
    """Return the name of the column with the probability of a label."""
    return f"probability_{label.lower()}"


def _fields(prediction: Prediction, separator: str) -> Iterator[str]:
    yield _id(prediction.id, separator)
    yield prediction.label.value
    probabilities = prediction.probabilities or {}
    numbers = [prediction.confidence, prediction.score, *map(probabilities.get, LABELS)]
    if not all(number is None or isfinite(number) for number in numbers):
        raise InputError(
            f"pair {quoted(prediction.id)} has a confidence, score or probability that is not "
            "a finite number"
        )
    yield from ("" if number is None else repr(number) for number in numbers)
    yield "" if prediction.pair_digest is None else digest_text(prediction.pair_digest)
    yield prediction.trained_model or ""
    yield "" if prediction.in_training is None else str(prediction.in_training).lower()


def _id(pair_id: str, separator: str) -> str:
    if _UNWRITABLE[separator].search(pair_id):
        raise InputError(
            f"id {quoted(pair_id)} contains characters that are not valid in a table of this kind; "
            "write the run as jsonl"
        )
    if separator == "," and _SPECIAL_IN_CSV.search(pair_id):
        return '"' + pair_id.replace('"', '""') + '"'
    return pair_id
