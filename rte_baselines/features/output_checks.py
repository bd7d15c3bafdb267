"""Checks of the alignments, descriptions and illustrations that features return for a pair."""

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.registry import is_of_package
from rte_baselines.features.base import Alignment, Feature, Illustration

Item = TypeVar("Item")

_ALIGNMENT = "Alignment(hypothesis=0, text=2, relation='same word')"
_ILLUSTRATION = "Illustration(title='a title', lines=('a line',))"


def alignments_of(feature: Feature, text: Analysis, hypothesis: Analysis) -> tuple[Alignment, ...]:
    """Return the words that a feature aligns.

    Raises
    ------
    RteBaselinesError
        If a feature from outside this package returns anything else than alignments of words of
        the two snippets, naming its class.
    """
    returned = feature.align(text, hypothesis)
    if is_of_package(type(feature).__module__):
        return tuple(returned)
    name = type(feature).__name__
    return tuple(
        _checked(alignment, name, len(text), len(hypothesis))
        for alignment in _all_of(Alignment, returned, f"align of {name}", _ALIGNMENT)
    )


def description_by(feature: Feature, text: Analysis, hypothesis: Analysis) -> str:
    """Return what a feature found, as part of a sentence.

    Raises
    ------
    RteBaselinesError
        If the feature returns no string, naming its class.
    """
    returned: object = feature.describe(text, hypothesis)
    if not isinstance(returned, str):
        raise RteBaselinesError(
            f"describe of {type(feature).__name__} returned {quoted(returned)}; expected a string"
        )
    return returned


def illustrations_by(
    feature: Feature, text: Analysis, hypothesis: Analysis
) -> tuple[Illustration, ...]:
    """Return the illustrations of a feature.

    Raises
    ------
    RteBaselinesError
        If the feature returns anything else, naming its class.
    """
    returned = feature.illustrate(text, hypothesis)
    return _all_of(Illustration, returned, f"illustrate of {type(feature).__name__}", _ILLUSTRATION)


def _all_of(kind: type[Item], returned: Any, method: str, example: str) -> tuple[Item, ...]:
    items = tuple(returned) if isinstance(returned, Iterable) else (returned,)
    other = [item for item in items if not isinstance(item, kind)]
    if not other:
        return items
    raise RteBaselinesError(
        f"{method} returned {quoted(returned)}; expected {kind.__name__} objects, such as "
        f"[{example}]"
    )


def _checked(alignment: Alignment, name: str, text: int, hypothesis: int) -> Alignment:
    """Return an alignment of words that there are, with plain integers."""
    if not isinstance(alignment.relation, str):
        raise RteBaselinesError(
            f"align of {name} gave the relation {quoted(alignment.relation)}; expected a string"
        )
    return Alignment(
        _position(alignment.hypothesis, hypothesis, "hypothesis", name),
        None if alignment.text is None else _position(alignment.text, text, "text", name),
        alignment.relation,
    )


def _position(found: Any, size: int, side: str, name: str) -> int:
    """Return the position of a word as a plain integer, which may be one of NumPy."""
    is_integer = isinstance(found, (int, np.integer)) and not isinstance(found, bool)
    if is_integer and 0 <= int(found) < size:
        return int(found)
    raise RteBaselinesError(
        f"align of {name} gave the word {quoted(found)} of a {side} of {counted(size, 'word')}; "
        "expected its position, counted from 0"
    )
