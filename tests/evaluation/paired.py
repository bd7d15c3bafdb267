"""The paired bootstrap of two single runs, as comparisons have it."""

import numpy as np

from rte_baselines.evaluation.systems.estimates import difference_over_seeds, resampled_differences
from rte_baselines.evaluation.systems.judged import JudgedSystem, together


def paired_bootstraps(measures, a, b):
    """Return the difference by each measure, by name, given judgments of the same pairs."""
    places = np.arange(len(a.gold))
    systems = [JudgedSystem(name, (name,), (of,), places) for name, of in (("a", a), ("b", b))]
    drawn = resampled_differences(measures, *together(*systems))
    return {name: difference_over_seeds([of]) for name, of in drawn.items()}
