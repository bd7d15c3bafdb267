"""Features that several recognizers or several splits share, computed once."""

import json
from collections.abc import Mapping, Sequence

import numpy as np

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import Feature, FeatureSet, FeatureTable
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Pair
from rte_baselines.recognizers import Recognizer


class Extraction:
    """The values of features on a set of pairs; each distinct feature is computed once.

    Features do not learn from pairs, so that their values do not depend on the pairs that a
    head is trained on.

    Parameters
    ----------
    pairs : sequence of Pair
        All pairs that the recognizers are trained and tested on.
    """

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self._pairs = pairs
        self._rows = {(pair.text, pair.hypothesis): row for row, pair in enumerate(pairs)}
        self._columns: dict[str, FloatArray] = {}

    def for_recognizer(self, recognizer: Recognizer) -> Recognizer:
        """Return an unfitted recognizer whose features are looked up in this extraction."""
        features = ExtractedFeatures(recognizer.features, self)
        return Recognizer(features, recognizer.head, recognizer.name)

    def table(self, features: FeatureSet, pairs: Sequence[Pair]) -> FeatureTable:
        """Return the features of some of the pairs."""
        keys = {name: feature_key(feature) for name, feature in features.features.items()}
        unknown = {
            name: feature
            for name, feature in features.features.items()
            if keys[name] not in self._columns
        }
        for name, values in self._computed(unknown).items():
            self._columns[keys[name]] = values
        rows = [self._rows[pair.text, pair.hypothesis] for pair in pairs]
        blocks = [np.empty((len(pairs), 0)), *(self._columns[key][rows] for key in keys.values())]
        return FeatureTable(
            ids=tuple(pair.id for pair in pairs),
            tasks=tuple(pair.task for pair in pairs),
            columns=features.columns,
            values=np.hstack(blocks),
        )

    def _computed(self, features: Mapping[str, Feature]) -> dict[str, FloatArray]:
        """Return the values of features for all pairs."""
        values = FeatureSet(features).extract(self._pairs, default_analyzer()).values
        ends = np.cumsum([len(feature.outputs) for feature in features.values()])
        blocks = np.split(values, ends[:-1], axis=1)
        return dict(zip(features, blocks, strict=False))


class ExtractedFeatures(FeatureSet):
    """The features of a recognizer, looked up in an extraction.

    Parameters
    ----------
    features : FeatureSet
    extraction : Extraction
    """

    def __init__(self, features: FeatureSet, extraction: Extraction) -> None:
        super().__init__(features.features)
        self._extraction = extraction

    def extract(self, pairs: Sequence[Pair], analyzer: Analyzer) -> FeatureTable:
        """Look up the values of the pairs."""
        return self._extraction.table(self, pairs)


def feature_key(feature: Feature) -> str:
    """Return a string that is equal for features with equal values."""
    return json.dumps(feature.to_config(), sort_keys=True)
