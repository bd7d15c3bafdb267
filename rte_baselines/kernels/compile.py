"""The one way kernels are compiled."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile `function` to machine code when it is first called, and keep it on disk.

    The lock of the interpreter is released while it runs, so that threads may share
    the work. ``function.py_func`` is the plain Python twin that the tests compare with.
    """
    return cast(Callable[Parameters, Result], numba.njit(cache=True, nogil=True)(function))
