import numpy as np
import pytest

from rte_baselines.core.errors import ConfigError
from rte_baselines.heads.cascade import MarkedContradictionHead
from rte_baselines.heads.threshold import ThresholdHead
from tests.heads.tables import table_of

E, C, U, N = "ENTAILMENT", "CONTRADICTION", "UNKNOWN", "NO_ENTAILMENT"
# Score and mark of each pair; entailed from 0.5.
VALUES = [(0.9, 0.0), (0.8, 0.7), (0.3, 1.0), (0.2, 0.0), (0.1, 0.5)]


def head(column="f1"):
    return MarkedContradictionHead(ThresholdHead(feature="f0", threshold=0.5), column)


def test_what_is_marked_is_contradicted():
    table = table_of(VALUES)
    decisions = head().fit(table, np.array([E, E, C, U, U])).decide(table)
    assert decisions.labels.tolist() == [E, C, C, U, U]
    assert decisions.confidences[1:3].tolist() == [0.7, 1.0]
    # The ranking is that of the two-way head, below one half.
    assert decisions.scores.argsort().tolist() == [4, 3, 2, 1, 0]
    assert (decisions.scores < 0.5).tolist() == [False, True, True, True, True]


def test_two_way_labels_leave_the_two_way_head():
    table = table_of(VALUES)
    fitted = head().fit(table, np.array([E, E, N, N, N]))
    alone = ThresholdHead(feature="f0", threshold=0.5).fit(table, np.array([E, E, N, N, N]))
    assert fitted.decide(table).labels.tolist() == [E, E, N, N, N]
    assert fitted.decide(table).scores.tolist() == alone.decide(table).scores.tolist()


def test_unknown_column_is_named():
    with pytest.raises(ConfigError, match=r"no feature 'mark' .* one of: f0, f1"):
        head("mark").fit(table_of(VALUES), np.array([E, E, C, U, U]))
