"""Training pairs for trees, and trees as short nested tuples."""

import numpy as np
from hypothesis import strategies as st

from rte_baselines.heads.c45_tree import TreeGrower
from rte_baselines.heads.decision_tree import TrainingPairs


def training_pairs(inputs, labels, value_counts=None, label_count=2):
    inputs = np.array(inputs, dtype=float)
    if inputs.ndim == 1:
        inputs = inputs[:, np.newaxis]
    return TrainingPairs(
        inputs=inputs,
        labels=np.array(labels, dtype=np.intp),
        label_count=label_count,
        value_counts=value_counts or (0,) * inputs.shape[1],
    )


def candidate_splits(training, minimum_pairs):
    return TreeGrower(training, minimum_pairs).candidates(np.arange(len(training.labels)))


@st.composite
def training_sets(draw):
    """Pairs with two numeric columns of few values and a nominal one."""
    row = st.tuples(*[st.integers(0, 5)] * 2, st.integers(0, 2), st.integers(0, 1))
    rows = np.array(draw(st.lists(row, min_size=4, max_size=40)))
    return training_pairs(rows[:, :3], rows[:, 3], value_counts=(0, 0, 3))


def outline(node):
    """A leaf as its counts; an inner node as its column, its cut and its branches."""
    if node.split is None:
        return node.counts
    return (node.split.column, node.split.cut, *map(outline, node.branches))


# The weather data of Quinlan 1993: outlook (sunny, overcast, rain), temperature, humidity,
# windy; to play is label 0.
OUTLOOKS = ["sunny", "overcast", "rain"]
GOLF = """
sunny 85 85 0 1; sunny 80 90 1 1; overcast 83 78 0 0; rain 70 96 0 0; rain 68 80 0 0
rain 65 70 1 1; overcast 64 65 1 0; sunny 72 95 0 1; sunny 69 70 0 0; rain 75 80 0 0
sunny 75 70 1 0; overcast 72 90 1 0; overcast 81 75 0 0; rain 71 80 1 1
"""
ROWS = [row.split() for row in GOLF.replace("\n", ";").split(";") if row.strip()]


def golf():
    rows = np.array([[OUTLOOKS.index(row[0]), *map(int, row[1:])] for row in ROWS])
    return training_pairs(rows[:, :4], rows[:, 4], value_counts=(3, 0, 0, 2))
