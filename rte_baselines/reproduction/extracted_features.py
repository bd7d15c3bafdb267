"""Features of pairs that are trained on and tested on again and again, computed once."""

from collections.abc import Sequence

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.pairs import Pair


class ExtractedFeatures(FeatureSet):
    """The features of a recognizer, already computed for all pairs that it will see.

    No feature learns from pairs, so its numbers are the same whichever of them a head is
    then trained on.

    Parameters
    ----------
    features : FeatureSet
    pairs : sequence of Pair
        Told apart by their ids, each of which occurs once.
    """

    def __init__(self, features: FeatureSet, pairs: Sequence[Pair]) -> None:
        super().__init__(features.features)
        self._table = features.extract(pairs, default_analyzer())
        self._rows = {pair.id: row for row, pair in enumerate(pairs)}

    def extract(self, pairs: Sequence[Pair], analyzer: Analyzer) -> FeatureTable:
        """Look the numbers of the pairs up."""
        return self._table.select([self._rows[pair.id] for pair in pairs])
