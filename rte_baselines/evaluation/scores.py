"""What all tables of scores share: their cells, the reasons for missing values, data frames."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.core.data_frames import pandas_frame
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.rendering.tables import decimal

MISSING = "-"
"""What stands in a table where there is no value."""


def estimate_cell(estimate: Estimate | None) -> str:
    """Return a value with its interval below it."""
    if estimate is None:
        return MISSING
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return decimal(estimate.value)
    # A dash would run into the sign of a negative end.
    between = "-" if estimate.low >= 0 else " to "
    return f"{decimal(estimate.value)}\n{decimal(estimate.low)}{between}{decimal(estimate.high)}"


def difference_cell(difference: float, low: float, high: float) -> str:
    """Return a difference with its interval below it, all with their signs."""
    return f"{difference:+.3f}\n{low:+.3f} to {high:+.3f}"


def p_value_text(p_value: float) -> str:
    """Return a p-value to four decimal places; smaller values are shown as "<.0001"."""
    return f"{p_value:.4f}" if p_value >= 0.0001 else "<.0001"


def with_a_value(asked: Iterable[str], found: Iterable[Collection[str]]) -> list[str]:
    """Return the names of the measures with a value for any system, each once, as asked for."""
    known = {name for names in found for name in names}
    return [name for name in dict.fromkeys(asked) if name in known]


Gap = tuple[str, str, str]
"""The measure, the system and the reason of a missing value."""


def joined_gaps(gaps: Iterable[Gap]) -> list[tuple[str, list[str], list[str]]]:
    """Return each reason for missing values, with its measures and the systems that lack them."""
    systems: dict[tuple[str, str], list[str]] = {}
    for measure, system, reason in gaps:
        systems.setdefault((measure, reason), []).append(system)
    measures: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (measure, reason), names in systems.items():
        measures.setdefault((reason, tuple(names)), []).append(measure)
    return [(reason, found, list(names)) for (reason, names), found in measures.items()]


def gap_notes(gaps: Iterable[Gap], systems: int = 0) -> Iterator[str]:
    """Yield why values are missing, naming the systems unless all of this number lack them."""
    for reason, measures, names in joined_gaps(gaps):
        of = "" if len(names) == systems else f" of {', '.join(names)}"
        yield f"{', '.join(measures)}{of}: {reason}"


def frame_of(rows: Sequence[Mapping[str, Any]], types: Mapping[str, type]) -> Any:
    """Return rows as a data frame of pandas, with the types of its columns.

    Columns of `str` are strings, None where there is none; others are of NumPy's types, NaN there.
    """
    columns = {name: [row[name] for row in rows] for name in types}
    return pandas_frame(
        {
            name: column if types[name] is str else np.array(column, types[name])
            for name, column in columns.items()
        }
    )
