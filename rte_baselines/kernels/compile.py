"""The one way kernels are compiled."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile `function` to machine code when it is first called, and keep it on disk if possible.

    The lock of the interpreter is released while it runs, so that threads may share
    the work. ``function.py_func`` is the plain Python twin that the tests compare with.
    """
    try:
        dispatcher = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:
        # Neither beside the file nor in the user's home is there a place to keep it.
        dispatcher = numba.njit(nogil=True)(function)
    return cast(Callable[Parameters, Result], dispatcher)
