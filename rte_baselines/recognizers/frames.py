"""Predictions on data frames, of pandas, polars and others; of Dask, a partition at a time."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from rte_baselines.core.data_frames import pandas_frame
from rte_baselines.core.errors import InputError
from rte_baselines.heads.base import Decisions
from rte_baselines.pairs import Label
from rte_baselines.recognizers.targets import Classes
from rte_baselines.runs.lines import probability_name


def require_frame(frame: Any) -> None:
    """Require a data frame in memory, before predictions are computed for it."""
    import narwhals

    known = narwhals.from_native(frame, eager_only=True, pass_through=True)
    if not isinstance(known, narwhals.DataFrame):
        raise InputError(
            f"{type(frame).__name__} is no data frame of pandas, polars or PyArrow with its rows "
            "in memory; expected one, as of dataset.to_pandas() or frame.collect(); `predict` "
            "takes other samples"
        )


def predictions_like(frame: Any, parts: Sequence[Decisions], classes: Classes) -> Any:
    """Return decisions as a data frame of the library, and with the index, that another one has."""
    import narwhals

    given = narwhals.from_native(frame, eager_only=True)
    if given.implementation.is_pandas():
        return predictions_frame(parts, frame.index, classes)
    columns = _columns(parts, classes)
    return narwhals.from_dict(columns, backend=given.implementation).to_native()


def predictions_frame(parts: Sequence[Decisions], index: Any, classes: Classes) -> Any:
    """Return decisions, in the order of the rows, as a data frame of pandas.

    Its columns are ``label``, the value in `classes`, ``confidence``, ``score`` and, for each label
    of the scheme, ``probability_`` and its name; NaN if the head has no probabilities.
    """
    return pandas_frame(_columns(parts, classes), index)


def _columns(parts: Sequence[Decisions], classes: Classes) -> dict[str, Any]:
    labels = [label for label in Label if label.value in classes.labels]
    values = dict(zip(classes.labels.tolist(), classes.values.tolist(), strict=True))
    predicted = [values[label] for part in parts for label in part.labels.tolist()]
    are_names = classes.values.dtype.kind == "U"
    columns: dict[str, Any] = {
        "label": predicted if are_names else np.array(predicted, dtype=classes.values.dtype),
        "confidence": _stacked(part.confidences for part in parts),
        "score": _stacked(part.scores for part in parts),
    }
    for name in labels:
        columns[probability_name(name)] = _stacked(
            np.full(len(part.labels), np.nan)
            if part.probabilities is None or name not in part.classes
            else part.probabilities[:, part.classes.index(name)]
            for part in parts
        )
    return columns


def _stacked(values: Iterable[Any]) -> Any:
    return np.concatenate([np.empty(0), *values])
