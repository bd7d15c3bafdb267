"""The contingency table of bergmair2009, Figure 2, written out as labels."""

from rte_baselines.pairs import Label

_NAMES = [Label.ENTAILMENT, Label.UNKNOWN, Label.CONTRADICTION]
# A row for each gold label, a column for each of the system's.
_COUNTS = [[20, 25, 5], [9, 18, 9], [1, 7, 6]]

GOLD = [name for name, row in zip(_NAMES, _COUNTS, strict=True) for _ in range(sum(row))]
LABELS = [name for row in _COUNTS for name, n in zip(_NAMES, row, strict=True) for _ in range(n)]
CONFLATED = [Label.ENTAILMENT if label is Label.UNKNOWN else label for label in LABELS]
"""The system's labels with ENTAILMENT for UNKNOWN: the numbers in brackets."""
