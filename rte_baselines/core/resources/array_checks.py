"""Checks of a resource's arrays, made before a kernel reads them.

Kernels do not check bounds: an offset or a row that is out of range ends the process. The
format of each resource therefore checks its arrays with the methods here. The shipped
resources are identified by their digests and not checked again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.resources.arrays import ArrayFolder

LARGEST_COUNT = 2**31 - 1
"""The largest allowed count of documents, words or dimensions."""

_Value = TypeVar("_Value")


class ArrayChecks:
    """Checks the arrays of a folder against what a format requires.

    Each method raises a `ResourceError` of one line that names the file, what was expected and the
    first position that differs.
    """

    def __init__(self, folder: ArrayFolder) -> None:
        self._folder = folder

    def refuse(self, name: str, problem: str) -> NoReturn:
        """Refuse the folder because of an array."""
        raise ResourceError(
            f"{self._folder.path / name}.npy: {problem}; build or install the resource again"
        )

    # Entries of resource.json

    def entry(self, name: str, kind: type[_Value]) -> _Value:
        """Return an entry of ``resource.json`` that must be of a type."""
        return self.typed(self._folder.description.get(name), name, kind)

    def typed(self, value: object, name: str, kind: type[_Value]) -> _Value:
        """Return the value of an entry of ``resource.json``, which must be of a type."""
        # Booleans are whole numbers in Python, but not in JSON.
        if not isinstance(value, kind) or isinstance(value, bool):
            self.refuse_entry(name, value, _TYPE_NAMES[kind])
        return value

    def count(self, name: str) -> int:
        """Return an entry of ``resource.json`` that must be a count of 1 or more."""
        value = self.entry(name, int)
        if not 1 <= value <= LARGEST_COUNT:
            self.refuse_entry(name, value, f"a whole number from 1 to {LARGEST_COUNT}")
        return value

    def refuse_entry(self, name: str, value: object, expected: str) -> NoReturn:
        """Refuse the folder because of an entry of ``resource.json``."""
        raise ResourceError(
            f"{self._folder.path / 'resource.json'}: {name!r} is {quoted(value)}; "
            f"expected {expected}"
        )

    # Arrays

    def array(
        self, name: str, types: Sequence[str], shape: tuple[int | None, ...] = (None,)
    ) -> NDArray[Any]:
        """Return an array, which must have one of the types, and the shape.

        The types are names of NumPy's, such as ``int32``, in the byte order of this machine; in the
        shape, None stands for any length.
        """
        if name not in self._folder:
            self.refuse(name, "is missing")
        array = self._folder[name]
        if array.dtype not in [np.dtype(kind) for kind in types]:
            self.refuse(name, f"holds {array.dtype.str}; expected {' or '.join(types)}")
        has_shape = len(array.shape) == len(shape) and all(
            expected in (None, length) for expected, length in zip(shape, array.shape, strict=True)
        )
        if not has_shape:
            self.refuse(name, f"has the shape {array.shape}; expected {_shape_text(shape)}")
        return array

    def numbers(
        self,
        name: str,
        types: Sequence[str],
        shape: tuple[int | None, ...] = (None,),
        *,
        least: float = 0,
        most: float | None = None,
    ) -> NDArray[Any]:
        """Return an array whose numbers must all be finite and within bounds, both included."""
        array = self.array(name, types, shape)
        is_within = np.isfinite(array) & (array >= least)
        if most is not None:
            is_within &= array <= most
        bounds = f"of at least {least:g}" if most is None else f"from {least:g} to {most:g}"
        self.require(name, is_within, f"expected numbers {bounds}")
        return array

    def rows(
        self,
        name: str,
        types: Sequence[str],
        length: int | None = None,
        *,
        below: int,
        least: int = 0,
    ) -> NDArray[Any]:
        """Return an array of row numbers, which must be at least `least` and less than `below`."""
        array = self.array(name, types, (length,))
        is_within = (array >= least) & (array < below)
        self.require(name, is_within, f"expected rows from {least} to {below - 1}")
        return array

    def offsets(self, name: str, kind: str, sequences: int, total: int) -> NDArray[Any]:
        """Return the offsets of consecutive sequences, which must never decrease.

        There is one more than sequences, and the last is their total length; `kind` is their type.
        """
        array = self.array(name, [kind], (sequences + 1,))
        never_decreases = np.ones(len(array), np.bool_)
        # Differences would overflow.
        never_decreases[1:] = array[1:] >= array[:-1]
        self.require(name, never_decreases, "expected offsets that never decrease")
        if array[0] != 0 or array[-1] != total:
            self.refuse(name, f"goes from {array[0]} to {array[-1]}; expected from 0 to {total}")
        return array

    def ascending(
        self, name: str, values: NDArray[Any], offsets: NDArray[Any] | None = None
    ) -> None:
        """Refuse numbers that do not ascend; with offsets, within each of the sequences."""
        rises = np.ones(len(values), np.bool_)
        rises[1:] = values[1:] > values[:-1]
        if offsets is not None:
            rises[offsets[:-1][offsets[:-1] < len(values)]] = True
        self.require(name, rises, "expected ascending numbers")

    def require(self, name: str, is_valid: NDArray[np.bool_], expected: str) -> None:
        """Refuse an array that has an invalid value; `is_valid` has the shape of the array."""
        if is_valid.all():
            return
        position = np.unravel_index(int(np.argmin(is_valid)), is_valid.shape)
        where = position[0] if len(position) == 1 else tuple(map(int, position))
        self.refuse(name, f"has {self._folder[name][position]} at {where}; {expected}")


_TYPE_NAMES: Mapping[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "a string",
    dict: "a mapping",
    list: "a list",
}


def _shape_text(shape: tuple[int | None, ...]) -> str:
    lengths = ["any" if length is None else str(length) for length in shape]
    return f"({', '.join(lengths)}{',' if len(lengths) == 1 else ''})"
