"""Predictions on data frames, of pandas and, a partition at a time, of Dask."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.heads.base import Decisions

PROBABILITY = "probability_"
"""What the names of columns with the probabilities of labels begin with."""


def predictions_frame(parts: Sequence[Decisions], index: Any, labels: Sequence[str]) -> Any:
    """Return decisions as a data frame of pandas.

    Parameters
    ----------
    parts : sequence of Decisions
        In the order of the rows.
    index : pandas.Index
        The index of the rows.
    labels : sequence of str
        The labels of the scheme, each of which has a column of probabilities.

    Returns
    -------
    pandas.DataFrame
        With the columns ``label``, ``confidence``, ``score`` and, for each label,
        ``probability_`` and its name; NaN if the head has no probabilities.
    """
    pandas = _pandas()
    columns: dict[str, Any] = {
        "label": pandas.array([name for part in parts for name in part.labels.tolist()], "string"),
        "confidence": _stacked([part.confidences for part in parts]),
        "score": _stacked([part.scores for part in parts]),
    }
    for name in labels:
        columns[f"{PROBABILITY}{name.lower()}"] = _stacked([_of(part, name) for part in parts])
    return pandas.DataFrame(columns, index=index)


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise InputError("data frames need the package pandas: pip install pandas") from None
    return pandas


def _stacked(values: Sequence[Any]) -> Any:
    return np.concatenate([np.empty(0), *values])


def _of(part: Decisions, label: str) -> Any:
    if part.probabilities is None or label not in part.classes:
        return np.full(len(part.labels), np.nan)
    return part.probabilities[:, part.classes.index(label)]
