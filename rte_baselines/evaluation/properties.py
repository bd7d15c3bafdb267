"""The values of properties of pairs: computed ones, attributes of the data, and combinations."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, get_args

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

Naming: TypeAlias = Callable[[FloatArray], Sequence[str]]
"""A function from the outputs of a feature, shape (pairs, outputs), to a value for each pair."""


def property_values(
    pairs: Sequence[Pair],
    names: Iterable[str],
    *,
    further: Mapping[str, Sequence[str | None]] | None = None,
) -> dict[str, list[str | None]]:
    """Return properties by name, a value for each pair; None, with a warning, where it has none.

    A name is ``task``, an attribute of the pairs, one of `PROPERTIES`, or several of these joined
    by ``*``; it is an error if there is none of this name. An attribute takes precedence over
    `further` properties and computed ones, which a prefix selects, as in ``computed:length``.
    """
    wanted = {name: name.split(CROSS) for name in dict.fromkeys(names)}
    attributes = attributes_of(pairs)
    given = {name: values for name, values in (further or {}).items() if name not in attributes}
    single = [name for name in single_names(wanted) if name not in given]
    for name in single:
        _check(name, attributes)
    for name in sorted(attributes & set(single) & PROPERTIES.keys()):
        warnings.warn(
            f"{name} is taken from the data, where the pairs have it; {COMPUTED}{name} is the "
            f"computed property: {PROPERTIES[name].description}",
            InputWarning,
            stacklevel=2,
        )
    computed = [name for name in single if name not in attributes]
    columns: dict[str, Sequence[str | None]] = {**given, **_computed(pairs, computed)}
    columns |= {name: _attribute(pairs, name) for name in single if name in attributes}
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


def attributes_of(pairs: Sequence[Pair]) -> set[str]:
    """Return the names of the attributes that any pair has, with ``task`` if one has a task."""
    attributes = {attribute for pair in pairs for attribute in pair.attributes}
    return attributes | {_TASK for pair in pairs if pair.task}


def single_names(names: Iterable[str]) -> list[str]:
    """Return the names of single properties in names that may cross several, each once."""
    return list(dict.fromkeys(part for name in names for part in name.split(CROSS)))


def _check(name: str, attributes: set[str]) -> None:
    known = [*sorted(attributes), *PROPERTIES]
    if name not in known and name.removeprefix(COMPUTED) not in PROPERTIES:
        raise InputError(
            f"no pair has an attribute {quoted(name)}, and no property of this name is computed; "
            f"{did_you_mean(name, known)}there are {listed(known)}"
        )


def _attribute(pairs: Iterable[Pair], name: str) -> list[str | None]:
    found = (
        pair.task if name == _TASK and _TASK not in pair.attributes else pair.attributes.get(name)
        for pair in pairs
    )
    return [value or None for value in found]


def _computed(pairs: Sequence[Pair], names: Sequence[str]) -> dict[str, list[str | None]]:
    if not names:
        return {}
    if not any(pair.text or pair.hypothesis for pair in pairs):
        raise InputError(
            f"{listed(names)} are computed from texts, which the gold labels do not have; expected "
            "pairs with text and hypothesis"
        )
    columns: dict[str, list[str | None]] = {name.removeprefix(COMPUTED): [] for name in names}
    features = FeatureSet({name: PROPERTIES[name].feature for name in columns})
    owners = np.array([output.name.partition(".")[0] for output in features.columns])
    for _, table in extracted(features, pairs):
        for name, column in columns.items():
            column += PROPERTIES[name].named(table.values[:, owners == name])
    return {name: columns[name.removeprefix(COMPUTED)] for name in names}


@dataclass(frozen=True)
class Property:
    """A property of pairs: a feature, and a function from its outputs to few values."""

    description: str
    feature: Feature
    named: Naming


def _overlap(values: FloatArray) -> Sequence[str]:
    """Return ranges of the share of the hypothesis's words that are in the text."""
    names = ("0%", "1-33%", "34-66%", "67-99%", "100%")
    coverage = values[:, 0]
    places = np.digitize(coverage, [1 / 3, 2 / 3], right=True) + 1
    places = np.where(coverage == 0, 0, np.where(coverage == 1, 4, places))
    return [names[place] for place in places.tolist()]


def _range_of(limits: Sequence[int], column: int) -> Naming:
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
    "overlap": Property("share of the hypothesis's words in the text", WordOverlap(), _overlap),
    "length": Property("words of the hypothesis", Lengths(), _range_of((5, 10, 20), 1)),
    "text_length": Property("words of the text", Lengths(), _range_of((15, 30, 60), 0)),
    **{
        kind: Property(f"{kind} in text or hypothesis", Counts(kind), _where)
        for kind in get_args(Kind)
        if kind != "sentences"
    },
    "sentences": Property("sentences of the text", Counts("sentences"), _range_of((1, 2, 4), 0)),
}
"""The computed properties, by name."""
