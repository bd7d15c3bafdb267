"""Warnings about texts that are too long for a method to process completely."""

import warnings
from functools import cache

from rte_baselines.core.errors import InputWarning


@cache
def warn_of_cut(rule: str) -> None:
    """Warn, once in a process, that an input is too long and is not processed completely.

    Parameters
    ----------
    rule : str
        The message: the limit, and what is ignored or not tried beyond it.
    """
    warnings.warn(rule, InputWarning, stacklevel=2)
