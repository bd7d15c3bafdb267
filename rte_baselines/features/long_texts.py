"""What is said where a text is too long for a method to look at all of it."""

import warnings
from functools import cache

from rte_baselines.errors import InputWarning


@cache
def warn_of_cut(rule: str) -> None:
    """Say, once in a process, by which rule something is cut.

    Parameters
    ----------
    rule : str
        What is not looked at, or not tried, beyond which length.
    """
    warnings.warn(rule, InputWarning, stacklevel=2)
