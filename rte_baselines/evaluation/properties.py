"""The values of properties of pairs: computed ones, attributes of the data, and combinations."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias, get_args

import numpy as np

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.quoting import counted, listed, quoted
from rte_baselines.features import Feature, FeatureSet
from rte_baselines.features.surface.counts import Counts, Kind, Lengths
from rte_baselines.features.surface.overlap import WordOverlap
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Pair
from rte_baselines.recognizers.extracting import extracted

CROSS = "*"
"""The separator between crossed properties, whose values are combinations of single values."""

COMPUTED = "computed:"
"""The prefix that selects a computed property if the pairs have an attribute of the same name."""

_TASK = "task"


class Property(NamedTuple):
    """A property of pairs: a feature, and a function from its outputs to few values.

    The function gets outputs of shape (pairs, outputs) and returns a value for each pair.
    """

    feature: Feature
    named: Callable[[FloatArray], Sequence[str]]


Values: TypeAlias = Sequence[str | None]
"""A value for each pair, None where it has none."""


def property_values(
    pairs: Sequence[Pair],
    names: Iterable[str],
    *,
    further: Mapping[str, Callable[[], Values]] | None = None,
) -> dict[str, list[str | None]]:
    """Return properties by name, a value for each pair; None, with a warning, where it has none.

    A name is ``task``, an attribute of the pairs, one of `PROPERTIES`, or several of these joined
    by ``*``; it is an error if there is none of this name. An attribute takes precedence over
    `further` properties, which are called if they are wanted, and computed ones, which a prefix
    selects, as in ``computed:length``.
    """
    wanted = {name: name.split(CROSS) for name in dict.fromkeys(names)}
    attributes = {attribute for pair in pairs for attribute in pair.attributes}
    attributes |= {_TASK for pair in pairs if pair.task}
    columns: dict[str, Values] = {}
    computed: list[str] = []
    for name in dict.fromkeys(chain(*wanted.values())):
        if name in attributes:
            columns[name] = _attribute(pairs, name)
        elif further and name in further:
            columns[name] = further[name]()
        elif name.removeprefix(COMPUTED) in PROPERTIES:
            computed.append(name)
        else:
            known = [*sorted(attributes), *PROPERTIES]
            raise InputError(
                f"no pair has an attribute {quoted(name)}, and no property of this name is "
                f"computed; {did_you_mean(name, known)}there are {listed(known)}"
            )
    columns |= _computed(pairs, computed)
    values: dict[str, list[str | None]] = {}
    for name, parts in wanted.items():
        rows = list(zip(*(columns[part] for part in parts), strict=True))
        missing = sum(None in row for row in rows)
        if missing:
            warnings.warn(
                f"{missing} of {counted(len(rows), 'pair')} have no {name}, and are left out by "
                f"{name}",
                InputWarning,
                stacklevel=2,
            )
        values[name] = [None if None in row else ", ".join(map(str, row)) for row in rows]
    return values


def _attribute(pairs: Iterable[Pair], name: str) -> Values:
    if name in PROPERTIES:
        warnings.warn(
            f"{name} is taken from the data, where the pairs have it; {COMPUTED}{name} is computed",
            InputWarning,
            stacklevel=3,
        )
    found = (
        pair.task if name == _TASK and _TASK not in pair.attributes else pair.attributes.get(name)
        for pair in pairs
    )
    return [value or None for value in found]


def _computed(pairs: Sequence[Pair], names: Sequence[str]) -> dict[str, list[str]]:
    if not names:
        return {}
    if not any(pair.text or pair.hypothesis for pair in pairs):
        raise InputError(
            f"{listed(names)} are computed from texts, which the gold labels do not have; expected "
            "pairs with text and hypothesis"
        )
    properties = {name: PROPERTIES[name.removeprefix(COMPUTED)] for name in names}
    features = FeatureSet({name: properties[name].feature for name in names})
    owners = np.array([output.name.partition(".")[0] for output in features.columns])
    columns: dict[str, list[str]] = {name: [] for name in names}
    for _, table in extracted(features, pairs):
        for name, column in columns.items():
            column += properties[name].named(table.values[:, owners == name])
    return columns


def _overlap(values: FloatArray) -> Sequence[str]:
    """Return ranges of the share of the hypothesis's words that are in the text."""
    names = ("0%", "1-33%", "34-66%", "67-99%", "100%")
    coverage = values[:, 0]
    places = np.digitize(coverage, [1 / 3, 2 / 3], right=True) + 1
    places = np.where(coverage == 0, 0, np.where(coverage == 1, 4, places))
    return [names[place] for place in places.tolist()]


def _range_of(limits: Sequence[int], column: int) -> Callable[[FloatArray], Sequence[str]]:
    """Return a function that names the range of an output; the ranges end at the limits."""
    starts = [0, *(limit + 1 for limit in limits)]
    names = [f"{start}-{end}" for start, end in zip(starts, limits, strict=False)]
    names.append(f"{starts[-1]} or more")

    def named(values: FloatArray) -> Sequence[str]:
        return [names[place] for place in np.searchsorted(limits, values[:, column]).tolist()]

    return named


def _where(values: FloatArray) -> Sequence[str]:
    """Return on which sides something is counted."""
    names = ("in neither", "in the text", "in the hypothesis", "in both")
    places = (values[:, 0] > 0) + 2 * (values[:, 1] > 0)
    return [names[place] for place in places.tolist()]


PROPERTIES = {
    "overlap": Property(WordOverlap(), _overlap),
    "length": Property(Lengths(), _range_of((5, 10, 20), 1)),
    "text_length": Property(Lengths(), _range_of((15, 30, 60), 0)),
    **{kind: Property(Counts(kind), _where) for kind in get_args(Kind) if kind != "sentences"},
    "sentences": Property(Counts("sentences"), _range_of((1, 2, 4), 0)),
}
"""The computed properties, by name."""
