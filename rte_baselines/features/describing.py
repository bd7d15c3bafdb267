"""What features say of a pair: lines and words, and checks of what other packages return."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, TypeVar

import numpy as np
from rich.cells import cell_len, set_cell_size

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.registry import is_of_package
from rte_baselines.features.base import Alignment, Feature, Illustration
from rte_baselines.features.batch import Drop

_MOST = 3

NOUNS: Mapping[Drop, str] = {
    "nothing": "token",
    "punctuation": "word",
    "stop_words": "content word",
    "closed_class": "content word",
    "function_words": "content word",
}
"""The noun for the words that remain after each choice of `drop`."""

WIDTH = 80
"""The maximum width of an illustration in columns."""

Item = TypeVar("Item")
_ALIGNMENT = "Alignment(hypothesis=0, text=2, relation='same word')"
_ILLUSTRATION = "Illustration(title='a title', lines=('a line',))"


def listed(words: Sequence[str]) -> str:
    """Return words in quotation marks; of a long list, the first few and the number of others."""
    names = [quoted(word) for word in words[:_MOST]]
    if len(words) > _MOST:
        names.append(f"{len(words) - _MOST} more")
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def aligned(
    alignments: Sequence[Alignment], hypothesis: Analysis, noun: str, participle: str
) -> str:
    """Return how many of the words are aligned that a feature has looked for, and which are not.

    Such as "2 of 3 words are found in the text, 'burned' is missing", if the noun is "word" and
    the participle "found in the text".
    """
    missing = [
        hypothesis.words[alignment.hypothesis] for alignment in alignments if alignment.text is None
    ]
    whole, found = len(alignments), len(alignments) - len(missing)
    if not whole:
        return f"the hypothesis has no {noun}"
    if not missing:
        are_all = f"the only {noun} is" if whole == 1 else f"all {whole} {noun}s are"
        return f"{are_all} {participle}"
    if whole == 1:
        return f"the only {noun}, {listed(missing)}, is missing"
    are_some = f"{found or 'none'} of {whole} {noun}s {_be(found)} {participle}"
    return f"{are_some}, {listed(missing)} {_be(len(missing))} missing"


def _be(count: int) -> str:
    return "is" if count < 2 else "are"


def clipped(line: str) -> str:
    """Clip a line to `WIDTH` columns, with an ellipsis where it was cut."""
    return line if cell_len(line) <= WIDTH else set_cell_size(line, WIDTH - 1) + "…"


def wrapped(start: str, text: str) -> Iterator[str]:
    """Yield lines of at most `WIDTH` columns: a text behind its start, indented below it."""
    lines = wrap(text, WIDTH - len(start), break_on_hyphens=False)
    for number, line in enumerate(lines or [""]):
        yield clipped((start if number == 0 else " " * len(start)) + line)


def alignments_of(feature: Feature, text: Analysis, hypothesis: Analysis) -> tuple[Alignment, ...]:
    """Return the words that a feature aligns."""
    returned = feature.align(text, hypothesis)
    if is_of_package(type(feature).__module__):
        return tuple(returned)
    name = type(feature).__name__
    return tuple(
        _checked(alignment, name, len(text), len(hypothesis))
        for alignment in _all_of(Alignment, returned, f"align of {name}", _ALIGNMENT)
    )


def description_by(feature: Feature, text: Analysis, hypothesis: Analysis) -> str:
    """Return what a feature found, as part of a sentence."""
    returned: object = feature.describe(text, hypothesis)
    if not isinstance(returned, str):
        raise RteBaselinesError(
            f"describe of {type(feature).__name__} returned {quoted(returned)}; expected a string"
        )
    return returned


def illustrations_by(
    feature: Feature, text: Analysis, hypothesis: Analysis
) -> tuple[Illustration, ...]:
    """Return the illustrations of a feature."""
    returned = feature.illustrate(text, hypothesis)
    return _all_of(Illustration, returned, f"illustrate of {type(feature).__name__}", _ILLUSTRATION)


def _all_of(kind: type[Item], returned: Any, method: str, example: str) -> tuple[Item, ...]:
    items = tuple(returned) if isinstance(returned, Iterable) else (returned,)
    wrong = [item for item in items if not isinstance(item, kind)]
    if not wrong:
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


def _position(word: Any, size: int, side: str, name: str) -> int:
    """Return the position of a word as a plain integer, which may be one of NumPy."""
    is_integer = isinstance(word, (int, np.integer)) and not isinstance(word, bool)
    if is_integer and 0 <= int(word) < size:
        return int(word)
    raise RteBaselinesError(
        f"align of {name} gave the word {quoted(word)} of a {side} of {counted(size, 'word')}; "
        "expected its position, counted from 0"
    )
