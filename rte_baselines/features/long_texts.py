"""Warnings about texts that are too long for a method to process completely."""

import warnings
from functools import cache

from rte_baselines.errors import InputWarning


@cache
def warn_of_cut(rule: str) -> None:
    """Warn, once in a process, that something is cut by a rule.

    Parameters
    ----------
    rule : str
        What is ignored, or not tried, beyond which length.
    """
    warnings.warn(rule, InputWarning, stacklevel=2)
