"""Refusal of structures and formulas that are nested too deeply for Python's stack."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from rte_baselines.core.errors import InputError

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def refuses_deep_nesting(
    function: Callable[_Parameters, _Result],
) -> Callable[_Parameters, _Result]:
    """Make a function raise an `InputError` of one line in place of a `RecursionError`."""

    @wraps(function)
    def refusing(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        try:
            return function(*args, **kwargs)
        except RecursionError:
            raise InputError(
                f"{function.__name__}: the formula or structure is nested too deeply; expected at "
                "most about 100 inside each other"
            ) from None

    return refusing
