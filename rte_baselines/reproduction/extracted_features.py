"""Features that several recognizers or several splits share, computed once."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.processes.workers import Workers, naming
from rte_baselines.features import Feature, FeatureSet, FeatureTable
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.pairs import Pair
from rte_baselines.recognizers import Recognizer

# The number of pairs that a worker takes at a time. It does not depend on the number of workers,
# and neither do the figures.
_SLICE = 100

_Group = tuple[str, FeatureSet]
"""The name of a recognizer, and features to compute."""


class FeatureValues(NamedTuple):
    """The values of one feature on some pairs, of shape (pairs, outputs).

    A `BagFeature` has the items of each pair, too.
    """

    numbers: FloatArray
    bags: Ragged | None = None

    def select(self, rows: IntArray) -> "FeatureValues":
        """Return the values of some of the pairs, given as indices."""
        return FeatureValues(
            self.numbers[rows], None if self.bags is None else self.bags.select(rows)
        )

    @classmethod
    def joined(cls, parts: Iterable["FeatureValues"]) -> "FeatureValues":
        """Return the values of all parts, in order."""
        numbers, bags = zip(*parts, strict=True)
        return cls(np.concatenate(numbers), None if None in bags else Ragged.joined(bags))


class Extraction:
    """The values of features on a set of pairs; each distinct feature is computed once.

    Features do not learn from pairs, so that their values do not depend on the pairs that a
    head is trained on. The pairs are all that recognizers are trained and tested on; columns are
    features that are computed already.
    """

    def __init__(
        self, pairs: Sequence[Pair], columns: Mapping[str, FeatureValues] | None = None
    ) -> None:
        self._pairs = pairs
        self._rows = {(pair.text, pair.hypothesis): row for row, pair in enumerate(pairs)}
        self.columns = dict(columns or {})

    def for_recognizer(self, recognizer: Recognizer) -> Recognizer:
        """Return an unfitted recognizer whose features are looked up in this extraction."""
        features = ExtractedFeatures(recognizer.features, self)
        return Recognizer(features, recognizer.head, recognizer.name)

    def restricted_to(self, recognizer: Recognizer) -> "Extraction":
        """Return an extraction with the features of one recognizer alone."""
        keys = _keys(recognizer.features).values()
        return Extraction(self._pairs, {key: self.columns[key] for key in keys})

    def table(self, features: FeatureSet, pairs: Sequence[Pair]) -> FeatureTable:
        """Return the features of some of the pairs."""
        keys = _keys(features)
        unknown = {
            name: feature
            for name, feature in features.features.items()
            if keys[name] not in self.columns
        }
        # Even without features, nearest sentences would be looked for.
        if unknown:
            for name, values in self._computed(FeatureSet(unknown, features.text_part)).items():
                self.columns[keys[name]] = values
        rows = np.array([self._rows[pair.text, pair.hypothesis] for pair in pairs], np.int64)
        chosen = {name: self.columns[key].select(rows) for name, key in keys.items()}
        blocks = [np.empty((len(pairs), 0)), *(found.numbers for found in chosen.values())]
        return FeatureTable(
            ids=tuple(pair.id for pair in pairs),
            tasks=tuple(pair.task for pair in pairs),
            columns=features.columns,
            values=np.hstack(blocks),
            bags={name: found.bags for name, found in chosen.items() if found.bags is not None},
        )

    def _computed(self, features: FeatureSet) -> dict[str, FeatureValues]:
        """Return the values of features for all pairs."""
        table = features.extract(self._pairs, default_analyzer())
        ends = np.cumsum([len(feature.outputs) for feature in features.features.values()])
        blocks = np.split(table.values, ends[:-1], axis=1)
        return {
            name: FeatureValues(numbers, table.bags.get(name))
            for name, numbers in zip(features.features, blocks, strict=False)
        }


class ExtractedFeatures(FeatureSet):
    """The features of a recognizer, looked up in an extraction."""

    def __init__(self, features: FeatureSet, extraction: Extraction) -> None:
        super().__init__(features.features, features.text_part)
        self._extraction = extraction

    def extract(self, pairs: Sequence[Pair], analyzer: Analyzer) -> FeatureTable:
        """Look up the values of the pairs."""
        return self._extraction.table(self, pairs)


def slices(pairs: Sequence[Pair]) -> list[Sequence[Pair]]:
    """Return the parts of some pairs whose features are computed together."""
    return [pairs[start : start + _SLICE] for start in range(0, len(pairs), _SLICE)]


def extractions(
    recognizers: Sequence[Recognizer],
    collections: Sequence[Sequence[Pair]],
    workers: Workers,
    advance: Callable[[], None],
) -> list[Extraction]:
    """Compute the features of recognizers on collections of pairs.

    Each distinct feature is computed once, and each pair is analysed by one worker. `advance` is
    called after each of the `slices` of the collections.
    """
    groups: list[_Group] = []
    seen: set[str] = set()
    for recognizer in recognizers:
        keys = _keys(recognizer.features)
        features = recognizer.features.features
        new = {name: features[name] for name, key in keys.items() if key not in seen}
        groups.append((recognizer.name, FeatureSet(new, recognizer.features.text_part)))
        seen.update(keys.values())
    parts = [slices(pairs) for pairs in collections]
    calls = [("", (groups, pairs)) for collection in parts for pairs in collection]
    computed = workers.stream(_columns, calls)
    found = []
    for pairs, collection in zip(collections, parts, strict=True):
        tables = []
        for _ in collection:
            tables.append(next(computed))
            advance()
        known = tables[0] if tables else ()
        columns = {key: FeatureValues.joined(table[key] for table in tables) for key in known}
        found.append(Extraction(pairs, columns))
    return found


def _columns(groups: Sequence[_Group], pairs: Sequence[Pair]) -> Mapping[str, FeatureValues]:
    """Return the values of the features of all groups, by their keys."""
    extraction = Extraction(pairs)
    with default_analyzer().remembering():
        for name, features in groups:
            with naming(name):
                extraction.table(features, ())
    return extraction.columns


def _keys(features: FeatureSet) -> dict[str, str]:
    """Return a string for each feature, by name, that is equal for features with equal values."""
    part = features.text_part
    return {name: f"{part} {feature_key(f)}" for name, f in features.features.items()}


def feature_key(feature: Feature) -> str:
    """Return a string that is equal for features that compute the same of two snippets."""
    return json.dumps(feature.to_config(), sort_keys=True)
