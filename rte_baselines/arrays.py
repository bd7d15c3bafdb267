"""Named arrays in a folder, opened by mapping them into memory.

A folder holds one ``.npy`` file for each array and ``resource.json``, which says what the
arrays are, where they come from, and under which licence. Nothing is read before it is
used, and processes share the pages that are.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import ResourceError
from rte_baselines.files import atomic_folder

_DESCRIPTION = "resource.json"


class ArrayFolder(Mapping[str, NDArray[Any]]):
    """Read-only arrays of a folder, by name.

    Parameters
    ----------
    path : Path
    description : mapping
        What ``resource.json`` says: ``format``, ``version``, ``source``, ``licence`` and
        whatever else the writer put there.
    arrays : mapping of str to ndarray
    """

    def __init__(
        self, path: Path, description: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        self.path = path
        self.description = description
        self._arrays = arrays

    @property
    def digest(self) -> str:
        """What tells this resource from others: 16 hexadecimal digits of the contents."""
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
    """Write arrays into a new folder, which appears whole or not at all.

    Parameters
    ----------
    folder : str or Path
        Replaced if it holds a resource of the same format.
    arrays : mapping of str to ndarray
        Of numbers or truth values; never of objects.
    format_name : str
        Names what the arrays mean, with a version: ``wordnet.v1``.
    version, source, licence : str
        Of the knowledge: ``3.0``, where it is from, under which terms it is passed on.
    texts : mapping of str to str, optional
        Further files, by name, such as a licence.
    **description
        Anything else worth saying, as JSON.

    Raises
    ------
    InputError
        If the folder cannot be written, or is there and holds something else.
    """

    def is_same_format(existing: Path) -> bool:
        try:
            found = json.loads((existing / _DESCRIPTION).read_text("utf-8"))
        except (OSError, ValueError):
            return False
        return isinstance(found, dict) and found.get("format") == format_name

    with atomic_folder(folder, may_replace=is_same_format) as building:
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
            "digest": _digest(arrays),
            "arrays": {name: _layout(array) for name, array in arrays.items()},
        }
        content = json.dumps(about, ensure_ascii=False, indent=2) + "\n"
        (building / _DESCRIPTION).write_text(content, "utf-8")


def open_arrays(folder: str | Path, format_name: str) -> ArrayFolder:
    """Map the arrays of a folder into memory.

    Parameters
    ----------
    folder : str or Path
    format_name : str
        What the folder must hold, such as ``wordnet.v1``.

    Raises
    ------
    ResourceError
        If there is no such folder, it holds something else, or a file of it is missing
        or damaged.
    """
    path = Path(folder)
    description = _read_description(path)
    if description.get("format") != format_name:
        raise ResourceError(f"{path}: holds {description.get('format')!r}, not {format_name!r}")
    layouts = description.get("arrays")
    if not isinstance(layouts, dict) or not isinstance(description.get("digest"), str):
        raise ResourceError(f"{path / _DESCRIPTION}: is damaged; build the resource again")
    arrays = {name: _open_array(path / f"{name}.npy", layouts[name]) for name in layouts}
    return ArrayFolder(path, description, arrays)


def _read_description(path: Path) -> dict[str, Any]:
    if not path.is_dir():
        raise ResourceError(f"{path}: there is no such folder; expected a built resource")
    try:
        description = json.loads((path / _DESCRIPTION).read_text("utf-8"))
    except FileNotFoundError:
        raise ResourceError(f"{path}: holds no resource (there is no {_DESCRIPTION})") from None
    except (OSError, ValueError):
        raise ResourceError(
            f"{path / _DESCRIPTION}: is damaged; build the resource again"
        ) from None
    if not isinstance(description, dict):
        raise ResourceError(f"{path / _DESCRIPTION}: is damaged; build the resource again")
    return description


def _open_array(path: Path, layout: Any) -> NDArray[Any]:
    try:
        # An empty file cannot be mapped into memory.
        is_empty = 0 in layout["shape"]
        array: NDArray[Any] = np.load(path, None if is_empty else "r", allow_pickle=False)
    except FileNotFoundError:
        raise ResourceError(f"{path}: is missing; build the resource again") from None
    except (OSError, ValueError, EOFError, KeyError, TypeError):
        raise ResourceError(f"{path}: is damaged; build the resource again") from None
    if _layout(array) != layout:
        raise ResourceError(f"{path}: is damaged; build the resource again")
    # A plain view: memory maps make every slice of theirs slow.
    return np.asarray(array)


def _layout(array: NDArray[Any]) -> dict[str, Any]:
    return {"dtype": array.dtype.str, "shape": list(array.shape)}


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    digest = sha256()
    for name in sorted(arrays):
        digest.update(f"{name} {_layout(arrays[name])}".encode())
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()[:16]
