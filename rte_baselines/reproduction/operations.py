"""Counts of tree edit operations, as in kouylekov2006."""

from collections.abc import Sequence

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import FeatureSet, PairBatch
from rte_baselines.features.trees.tree_comparison import OperationCounts
from rte_baselines.features.trees.tree_edit_distance import TreeEditDistance
from rte_baselines.pairs import Pair


def operation_counts(features: FeatureSet, pairs: Sequence[Pair]) -> OperationCounts | None:
    """Count the operations that transform the texts of pairs into their hypotheses.

    Returns
    -------
    OperationCounts or None
        None unless the only feature is a tree edit distance.
    """
    feature, *others = features.features.values()
    if others or not isinstance(feature, TreeEditDistance):
        return None
    snippets = (snippet for pair in pairs for snippet in (pair.text, pair.hypothesis))
    analyses = default_analyzer().analyze(snippets, feature.layers)
    return feature.operation_counts(PairBatch(analyses[0::2], analyses[1::2]))
