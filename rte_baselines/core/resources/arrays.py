"""Named arrays in a folder, opened by mapping them into memory, and the checks of their content.

A folder holds one ``.npy`` file for each array and ``resource.json``, which describes the
arrays, their source and their licence. Memory pages are read when first used, and shared
by processes.

Kernels do not check bounds: an offset or a row that is out of range ends the process. The
format of each resource therefore checks its arrays with `ArrayChecks` before a kernel reads them.
The shipped resources are identified by their digests and not checked again.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import ResourceError, read_error
from rte_baselines.core.files.writing import atomic_folder
from rte_baselines.core.quoting import quoted

_DESCRIPTION = "resource.json"
_SHIPPED = Path(__file__).with_name("shipped_resources.json")


class ArrayFolder(Mapping[str, NDArray[Any]]):
    """Read-only arrays of a folder, by name, and the content of ``resource.json``."""

    def __init__(
        self, path: Path, description: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        self.path, self.description, self._arrays = path, description, arrays

    @property
    def digest(self) -> str:
        """16 hexadecimal digits that identify the content of the resource."""
        return str(self.description["digest"])

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


def write_arrays(
    folder: str | Path,
    arrays: Mapping[str, NDArray[Any]],
    *,
    format_name: str,
    version: str,
    source: str,
    licence: str,
    texts: Mapping[str, str] | None = None,
    **description: Any,
) -> None:
    """Write arrays of numbers or booleans into a new folder, which appears complete or not at all.

    It replaces a resource of the same format, whose name has a version, such as ``wordnet.v1``.
    `version`, `source` and `licence` are those of the data; `texts` are further files by name, and
    the description further entries of ``resource.json``.
    """
    with atomic_folder(folder, may_replace=lambda old: holds(old, format_name)) as building:
        for name, array in arrays.items():
            np.save(building / f"{name}.npy", np.ascontiguousarray(array), allow_pickle=False)
        for name, text in (texts or {}).items():
            (building / name).write_text(text, "utf-8")
        about = {
            "format": format_name,
            "version": version,
            "source": source,
            "licence": licence,
            **description,
            "arrays": {name: _layout(array) for name, array in arrays.items()},
        }
        about["digest"] = _digest(about, arrays)
        content = json.dumps(about, ensure_ascii=False, indent=2) + "\n"
        (building / _DESCRIPTION).write_text(content, "utf-8")


def holds(folder: Path, format_name: str) -> bool:
    """Whether a folder holds a resource of the format, intact or damaged."""
    try:
        return _read_description(folder).get("format") == format_name
    except ResourceError:
        return False


def open_arrays(
    folder: str | Path, format_name: str, check: Callable[[ArrayFolder], None]
) -> ArrayFolder:
    """Map the arrays of a folder into memory, and compare them with their digest.

    `check` raises a `ResourceError` if the arrays do not fit the format, such as ``wordnet.v1``:
    the digest only shows that they are unchanged since they were written. It is not called for
    resources with the digest of a shipped one. Kernels may rely on the opened arrays.
    """
    path = Path(folder)
    description = _read_description(path)
    if description.get("format") != format_name:
        raise ResourceError(f"{path}: holds {description.get('format')!r}, not {format_name!r}")
    layouts = description.get("arrays")
    if not isinstance(layouts, dict):
        raise damaged(path / _DESCRIPTION)
    arrays = {name: _open_array(path / f"{name}.npy", layouts[name]) for name in layouts}
    if description.get("digest") != _digest(description, arrays):
        raise damaged(path)
    opened = ArrayFolder(path, description, arrays)
    if opened.digest not in shipped_digests():
        check(opened)
    return opened


@cache
def shipped_digests() -> frozenset[str]:
    """Return the digests of the shipped resources, as ``scripts/record_resources.py`` wrote them.

    They are kept with the code, not in the folders, so that no other folder passes for shipped.
    """
    return frozenset(json.loads(_SHIPPED.read_text("utf-8")).values())


def _read_description(path: Path) -> dict[str, Any]:
    try:
        description = json.loads((path / _DESCRIPTION).read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        problem = f"holds no resource (there is no {_DESCRIPTION})"
        if not path.is_dir():
            problem = "there is no such folder; expected a built resource"
        raise ResourceError(f"{path}: {problem}") from None
    except (OSError, ValueError, RecursionError) as error:
        file = path / _DESCRIPTION
        raise read_error(file, error, damaged(file)) from None
    if not isinstance(description, dict):
        raise damaged(path / _DESCRIPTION)
    return description


def _open_array(path: Path, layout: Any) -> NDArray[Any]:
    try:
        # An empty array cannot be mapped into memory.
        is_empty = 0 in layout["shape"]
        # A string, since NumPy would access the disk to resolve the links in a Path.
        array: NDArray[Any] = np.load(str(path), None if is_empty else "r", allow_pickle=False)
        # Kernels need contiguous and aligned memory.
        is_plain = array.flags.c_contiguous and array.flags.aligned
        if is_plain and _layout(array) == layout:
            # A plain view: slicing a memory map is slow.
            return np.asarray(array)
    except FileNotFoundError:
        raise ResourceError(f"{path}: is missing; build or install the resource again") from None
    # NumPy raises many types of errors for a damaged file.
    except Exception as error:
        raise read_error(path, error, damaged(path)) from error
    raise damaged(path)


def damaged(path: Path) -> ResourceError:
    """Return the error of a damaged file of a resource."""
    return ResourceError(f"{path}: is damaged; build or install it again")


def _layout(array: NDArray[Any]) -> dict[str, Any]:
    return {"dtype": array.dtype.str, "shape": list(array.shape)}


def _digest(description: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return 16 hexadecimal digits that identify the description and the arrays."""
    described = {name: value for name, value in description.items() if name != "digest"}
    digest = sha256(json.dumps(described, sort_keys=True).encode())
    for name in sorted(arrays):
        digest.update(np.ascontiguousarray(arrays[name]).data)
    return digest.hexdigest()[:16]


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
            size in (None, length) for size, length in zip(shape, array.shape, strict=True)
        )
        if not has_shape:
            lengths = ", ".join("any" if length is None else str(length) for length in shape)
            expected = f"({lengths}{',' if len(shape) == 1 else ''})"
            self.refuse(name, f"has the shape {array.shape}; expected {expected}")
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
        """Return the offsets of sequences, one more than these, from 0 up to their total length."""
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
