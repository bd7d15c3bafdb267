"""From the analysis of a snippet to a discourse representation structure."""

from rte_baselines.logic.meaning.interpretation import (
    Interpretation,
    interpret,
    interpret_together,
)

__all__ = ["Interpretation", "interpret", "interpret_together"]
