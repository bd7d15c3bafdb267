"""From the analysis of a snippet to a discourse representation structure."""

from rte_baselines.logic.meaning.interpretation import (
    Interpretation,
    PairMeaning,
    interpret,
    interpret_pair,
)

__all__ = ["Interpretation", "PairMeaning", "interpret", "interpret_pair"]
