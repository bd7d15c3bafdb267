"""Compilation of kernels with Numba."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba

from rte_baselines.kernels.machine_code import machine_code_folder

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

# No kernel is called from C, and the wrappers for such calls take a tenth of the compilation.
_OPTIONS = {"nogil": True, "no_cfunc_wrapper": True}


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile `function` to machine code at its first call, and cache it on disk if possible.

    It runs without the global interpreter lock, so that threads can run in parallel. The plain
    Python function is ``function.py_func``, which the tests compare with.
    """
    return _compiled(function, _OPTIONS)


def inlined(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile `function` as part of each kernel that calls it.

    A function on its own costs about a tenth of a second of compilation, however short it is.
    Long functions with several callers are better `compiled`.
    """
    return _compiled(function, {**_OPTIONS, "inline": "always"})


def _compiled(
    function: Callable[Parameters, Result], options: dict[str, Any]
) -> Callable[Parameters, Result]:
    folder = machine_code_folder()
    config: Any = numba.config
    chosen = config.CACHE_DIR
    try:
        # Numba reads the folder when it makes the dispatcher.
        config.CACHE_DIR = "" if folder is None else str(folder)
        dispatcher = numba.njit(cache=folder is not None, **options)(function)
    finally:
        config.CACHE_DIR = chosen
    return cast(Callable[Parameters, Result], dispatcher)
