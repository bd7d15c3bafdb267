"""Parts of the files of named datasets, and the tasks of their pairs."""

from collections.abc import Iterator
from dataclasses import replace

from rte_baselines.errors import InputError
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import quoted

_HEURISTICS = ("lexical_overlap", "subsequence", "constituent")
_HALF_OF_SICK = 2500
_MONOTONICITIES = ("upward_monotone", "downward_monotone", "non_monotone")


def first_half(pairs: Iterator[Pair]) -> Iterator[Pair]:
    """Yield the first 2,500 pairs of SICK's training and trial pairs."""
    # All of them are read, so that the whole file is checked.
    return (pair for number, pair in enumerate(pairs) if number < _HALF_OF_SICK)


def second_half(pairs: Iterator[Pair]) -> Iterator[Pair]:
    """Yield SICK's training and trial pairs after the first 2,500."""
    return (pair for number, pair in enumerate(pairs) if number >= _HALF_OF_SICK)


def by_heuristic(pairs: Iterator[Pair]) -> Iterator[Pair]:
    """Give each pair of HANS its heuristic as task, by which accuracies are shown.

    Raises
    ------
    InputError
        If a pair has no heuristic.
    """
    for pair in pairs:
        heuristic = pair.attributes.get("heuristic", "")
        if heuristic not in _HEURISTICS:
            raise InputError(
                f"hans:test: pair {quoted(pair.id)}: the heuristic is {quoted(heuristic)}; "
                f"expected one of {', '.join(_HEURISTICS)}"
            )
        yield replace(pair, task=heuristic)


def by_monotonicity(pairs: Iterator[Pair]) -> Iterator[Pair]:
    """Give each pair of MED its monotonicity as task, by which accuracies are shown.

    It is one of the phenomena, joined by colons, that the attribute ``genre`` lists.

    Raises
    ------
    InputError
        If a pair has no monotonicity, or more than one.
    """
    for pair in pairs:
        genre = pair.attributes.get("genre", "")
        found = [kind for kind in _MONOTONICITIES if kind in genre.split(":")]
        if len(found) != 1:
            raise InputError(
                f"med:test: pair {quoted(pair.id)}: the genre {quoted(genre)} has "
                f"{len(found) or 'no'} kinds of monotonicity; expected one of "
                f"{', '.join(_MONOTONICITIES)}"
            )
        yield replace(pair, task=found[0])
