"""Named arrays in a folder, opened by mapping them into memory.

A folder holds one ``.npy`` file for each array and ``resource.json``, which describes the
arrays, their source and their licence. Memory pages are read when first used, and shared
by processes.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.files.writing import atomic_folder

_DESCRIPTION = "resource.json"
_SHIPPED = Path(__file__).with_name("shipped_resources.json")


class ArrayFolder(Mapping[str, NDArray[Any]]):
    """Read-only arrays of a folder, by name, and the content of ``resource.json``."""

    def __init__(
        self, path: Path, description: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        self.path = path
        self.description = description
        self._arrays = arrays

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
        raise _damaged(path / _DESCRIPTION)
    arrays = {name: _open_array(path / f"{name}.npy", layouts[name]) for name in layouts}
    if description.get("digest") != _digest(description, arrays):
        raise _damaged(path)
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
    except (OSError, ValueError, RecursionError):
        raise _damaged(path / _DESCRIPTION) from None
    if not isinstance(description, dict):
        raise _damaged(path / _DESCRIPTION)
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
        raise _damaged(path) from error
    raise _damaged(path)


def _damaged(path: Path) -> ResourceError:
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
