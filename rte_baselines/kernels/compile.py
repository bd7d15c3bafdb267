"""Compilation of kernels with Numba."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile `function` to machine code at its first call, and cache it on disk if possible.

    It runs without the global interpreter lock, so that threads can run in parallel. The plain
    Python function is ``function.py_func``, which the tests compare with.
    """
    try:
        dispatcher = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:
        # Neither the package's folder nor the user's cache folder is writable.
        dispatcher = numba.njit(nogil=True)(function)
    return cast(Callable[Parameters, Result], dispatcher)
