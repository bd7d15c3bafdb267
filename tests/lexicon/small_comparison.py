"""A comparison of words with vectors of three dimensions, for tests."""

import numpy as np

from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import write_arrays
from rte_baselines.lexicon.word_comparison import FORMAT

# The first network sees the first dimension alone, twice; the second sees the others, and takes
# words for more important the more they have of the third.
PROJECTIONS = np.array([[[2], [0], [0]], [[0], [10], [10]]], np.int8)
PROJECTION_SCALES = np.array([1.0, 0.1])
IMPORTANCES = np.array([[0, 0, 0], [0, -100, 50]], np.int8)
IMPORTANCE_SCALES = np.array([1.0, 0.02])


def write_comparison(folder, **description):
    described = {"networks": 2, "dimensions": 3, "columns": 1, "training_pairs": 2}
    write_arrays(
        folder,
        {
            "projections": PROJECTIONS,
            "projection_scales": PROJECTION_SCALES,
            "importances": IMPORTANCES,
            "importance_scales": IMPORTANCE_SCALES,
            "training_pairs": np.array([1, 2], np.uint64),
        },
        format_name=FORMAT,
        version="1",
        source="made by hand",
        licence="none",
        **{**described, "encoder": resources.digest("encoder"), **description},
    )
