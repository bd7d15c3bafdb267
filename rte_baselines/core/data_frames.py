"""Data frames of pandas, which is imported only to make one, and the indexes of those given."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import quoted


def check_same_index(values: Mapping[str, object]) -> None:
    """Check that no two values have pandas indexes that may stand for different pairs.

    The values, by the name of the argument, are compared by position. A default index, which
    predictions on a part of a table often have, is accepted beside an index with other labels.
    """
    indexes = {name: _index_of(given) for name, given in values.items()}
    known = [(name, index) for name, index in indexes.items() if index is not None]
    # Every two are compared: the first may have the default index, while two others differ.
    for (first, expected), (name, index) in combinations(known, 2):
        if len(index) != len(expected) or index == expected:
            continue
        is_reordered = Counter(index) == Counter(expected)
        if not is_reordered and _is_default(index) != _is_default(expected):
            continue
        has_one_of_each = is_reordered and len(set(index)) == len(index)
        by_index = f"{name}.reindex({first}.index) if the index says which pair it is, or "
        raise RunError(
            f"{first} and {name} have different indexes and are compared by position: "
            f"{_first_difference(expected, index)}; expected "
            f"{by_index if has_one_of_each else ''}{name}.to_numpy() if both are in one order"
        )


def check_index_of_labels(ids: Sequence[str], labels: object) -> None:
    """Refuse a Series of labels in the order of the pairs, with their ids in another order."""
    index = _index_of(labels)
    # A default index says nothing of ids.
    if index is None or _is_default(index):
        return
    named = list(map(str, index))
    if named != list(ids) and Counter(named) == Counter(ids):
        raise RunError(
            "the index of the labels has the ids of the pairs in another order, and labels are "
            f"compared by position: {_first_difference(named, ids)}; expected labels.reindex(ids) "
            "if the index says which pair it is, or labels.to_numpy() if both are in one order"
        )


def _first_difference(labels: Sequence[Any], others: Sequence[Any]) -> str:
    place = next(place for place, label in enumerate(labels) if label != others[place])
    return f"at position {place + 1}, {quoted(labels[place])} and {quoted(others[place])}"


def _is_default(index: list[Any]) -> bool:
    return index == list(range(len(index)))


def _index_of(given: object) -> list[Any] | None:
    """Return the labels of the rows of a Series or data frame of pandas, None of anything else."""
    # The index of a list is a method.
    index: Any = getattr(given, "index", None)
    if not hasattr(index, "tolist"):
        return None
    # A missing label does not equal itself.
    return [label if label == label else None for label in index.tolist()]


def pandas_frame(columns: Mapping[str, Any], index: Any = None) -> Any:
    """Return a data frame of pandas, if that is installed; lists are columns of strings."""
    try:
        import pandas
    except ImportError:
        raise InputError("data frames need the package pandas: pip install pandas") from None
    arrays = {
        name: pandas.array(values, "string") if isinstance(values, list) else values
        for name, values in columns.items()
    }
    return pandas.DataFrame(arrays, index=index)
