"""What the arrays of a resource must be before a kernel may read them.

Kernels do not look at bounds: an offset or a row that is out of range ends the process. The
format of each resource therefore says, with the methods here, what its arrays hold. The
shipped resources are known by their digests and not checked again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.arrays import ArrayFolder
from rte_baselines.errors import ResourceError
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.quoting import quoted

LARGEST_COUNT = 2**31 - 1
"""No count of documents, words or dimensions is larger."""

_Value = TypeVar("_Value")


class ArrayChecks:
    """Asks of the arrays of a folder, one by one, whether they are what a format says.

    Each method raises a `ResourceError` of one line that names the file, what was expected
    and the first place where it is not so.

    Parameters
    ----------
    folder : ArrayFolder
    """

    def __init__(self, folder: ArrayFolder) -> None:
        self._folder = folder

    def refuse(self, name: str, problem: str) -> NoReturn:
        """Refuse the folder because of an array.

        Raises
        ------
        ResourceError
            Always.
        """
        raise ResourceError(
            f"{self._folder.path / name}.npy: {problem}; build or install the resource again"
        )

    # What resource.json says

    def entry(self, name: str, kind: type[_Value]) -> _Value:
        """Return an entry of ``resource.json`` that is of a type."""
        return self.typed(self._folder.description.get(name), name, kind)

    def typed(self, value: object, name: str, kind: type[_Value]) -> _Value:
        """Return a value that ``resource.json`` has under a name, if it is of a type."""
        # Truth values are whole numbers to Python, but not to JSON.
        if not isinstance(value, kind) or isinstance(value, bool):
            self.refuse_entry(name, value, _NAMES_OF_TYPES[kind])
        return value

    def count(self, name: str) -> int:
        """Return an entry of ``resource.json`` that counts something, and is 1 or more."""
        value = self.entry(name, int)
        if not 1 <= value <= LARGEST_COUNT:
            self.refuse_entry(name, value, f"a whole number from 1 to {LARGEST_COUNT}")
        return value

    def refuse_entry(self, name: str, value: object, expected: str) -> NoReturn:
        """Refuse the folder because of an entry of ``resource.json``.

        Raises
        ------
        ResourceError
            Always.
        """
        raise ResourceError(
            f"{self._folder.path / 'resource.json'}: {name!r} is {quoted(value)}; "
            f"expected {expected}"
        )

    # Arrays

    def array(
        self, name: str, types: Sequence[str], shape: tuple[int | None, ...] = (None,)
    ) -> NDArray[Any]:
        """Return an array of one of some types, and of a shape.

        Parameters
        ----------
        name : str
        types : sequence of str
            As NumPy names them, such as ``int32``; in the byte order of this machine.
        shape : tuple of int or None
            None for any length.
        """
        if name not in self._folder:
            self.refuse(name, "is missing")
        array = self._folder[name]
        if array.dtype not in [np.dtype(kind) for kind in types]:
            self.refuse(name, f"holds {array.dtype.str}; expected {' or '.join(types)}")
        is_like = len(array.shape) == len(shape) and all(
            expected in (None, length) for expected, length in zip(shape, array.shape, strict=True)
        )
        if not is_like:
            self.refuse(name, f"has the shape {array.shape}; expected {_shown(shape)}")
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
        """Return an array whose numbers are all finite and within bounds.

        Parameters
        ----------
        name, types, shape
            As for `array`.
        least, most : float
            Both are allowed; None for no upper bound.
        """
        array = self.array(name, types, shape)
        is_within = np.isfinite(array) & (array >= least)
        if most is not None:
            is_within &= array <= most
        upper = "more" if most is None else f"at most {most:g}"
        self.require(name, is_within, f"expected numbers of {least:g} to {upper}")
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
        """Return an array of row numbers, from `least` up to but without `below`."""
        array = self.array(name, types, (length,))
        is_within = (array >= least) & (array < below)
        self.require(name, is_within, f"expected rows from {least} up to {below - 1}")
        return array

    def offsets(self, name: str, kind: str, sequences: int, total: int) -> NDArray[Any]:
        """Return where sequences begin that lie end to end.

        Parameters
        ----------
        name : str
        kind : str
            The type of the offsets.
        sequences : int
            How many there are; the offsets are one more.
        total : int
            The length of all: the last offset.
        """
        array = self.array(name, [kind], (sequences + 1,))
        never_falls = np.ones(len(array), np.bool_)
        # Differences would overflow.
        never_falls[1:] = array[1:] >= array[:-1]
        self.require(name, never_falls, "expected offsets that never fall")
        if array[0] != 0 or array[-1] != total:
            self.refuse(name, f"goes from {array[0]} to {array[-1]}; expected from 0 to {total}")
        return array

    def ascending(
        self, name: str, values: NDArray[Any], offsets: NDArray[Any] | None = None
    ) -> None:
        """Refuse numbers that do not ascend; with offsets, those of any of the sequences."""
        rises = np.ones(len(values), np.bool_)
        rises[1:] = values[1:] > values[:-1]
        if offsets is not None:
            rises[offsets[:-1][offsets[:-1] < len(values)]] = True
        self.require(name, rises, "expected ascending numbers")

    def require(self, name: str, is_sound: BoolArray, expected: str) -> None:
        """Refuse an array of which any value is not sound.

        Parameters
        ----------
        name : str
        is_sound : ndarray of bool
            Of the shape of the array.
        expected : str
            What would be right.
        """
        if is_sound.all():
            return
        place = np.unravel_index(int(np.argmin(is_sound)), is_sound.shape)
        where = place[0] if len(place) == 1 else tuple(map(int, place))
        self.refuse(name, f"has {self._folder[name][place]} at {where}; {expected}")


_NAMES_OF_TYPES: Mapping[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "a string",
    dict: "a mapping",
    list: "a list",
}


def _shown(shape: tuple[int | None, ...]) -> str:
    lengths = ["any" if length is None else str(length) for length in shape]
    return f"({', '.join(lengths)}{',' if len(lengths) == 1 else ''})"
