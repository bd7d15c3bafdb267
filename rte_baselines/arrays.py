"""Named arrays in a folder, opened by mapping them into memory.

A folder holds one ``.npy`` file for each array and ``resource.json``, which says what the
arrays are, where they come from, and under which licence. Nothing is read before it is
used, and processes share the pages that are.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import ResourceError
from rte_baselines.files import atomic_folder

_DESCRIPTION = "resource.json"
_SHIPPED = Path(__file__).with_name("shipped_resources.json")


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
        """What tells this resource from others: 16 hexadecimal digits of all it holds."""
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
    with atomic_folder(folder, may_replace=lambda there: holds(there, format_name)) as building:
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
    """Whether a folder holds a resource of the format, sound or damaged."""
    try:
        return _read_description(folder).get("format") == format_name
    except ResourceError:
        return False


def open_arrays(
    folder: str | Path, format_name: str, check: Callable[[ArrayFolder], None]
) -> ArrayFolder:
    """Map the arrays of a folder into memory, having compared them with their digest.

    Parameters
    ----------
    folder : str or Path
    format_name : str
        What the folder must hold, such as ``wordnet.v1``.
    check : callable
        Raises a `ResourceError` if the arrays are not those of the format: a digest says
        that they are what was once written, not that it was right. It is not asked of
        resources with the digest of a shipped one.

    Raises
    ------
    ResourceError
        If there is no such folder, it holds something else, anything in it is missing or
        damaged, or an array is not what the format says. Kernels may rely on what is opened.
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
    """Return the digests of the shipped resources, as ``scripts/record_resources.py`` notes them.

    They stand with the code, not in the folders, so that a folder cannot vouch for itself.
    """
    return frozenset(json.loads(_SHIPPED.read_text("utf-8")).values())


def _read_description(path: Path) -> dict[str, Any]:
    try:
        if not path.is_dir():
            raise ResourceError(f"{path}: there is no such folder; expected a built resource")
        description = json.loads((path / _DESCRIPTION).read_text("utf-8"))
    except FileNotFoundError:
        raise ResourceError(f"{path}: holds no resource (there is no {_DESCRIPTION})") from None
    except (OSError, ValueError, RecursionError):
        raise _damaged(path / _DESCRIPTION) from None
    if not isinstance(description, dict):
        raise _damaged(path / _DESCRIPTION)
    return description


def _open_array(path: Path, layout: Any) -> NDArray[Any]:
    try:
        # An empty array cannot be mapped into memory.
        is_empty = 0 in layout["shape"]
        array: NDArray[Any] = np.load(path, None if is_empty else "r", allow_pickle=False)
        # Kernels read memory that is in one piece and in step with the processor.
        is_plain = array.flags.c_contiguous and array.flags.aligned
        if is_plain and _layout(array) == layout:
            # A plain view: memory maps make every slice of theirs slow.
            return np.asarray(array)
    except FileNotFoundError:
        raise ResourceError(f"{path}: is missing; build or install the resource again") from None
    # NumPy fails in many ways on a file that is not what it takes it for.
    except Exception as error:
        raise _damaged(path) from error
    raise _damaged(path)


def _damaged(path: Path) -> ResourceError:
    return ResourceError(f"{path}: is damaged; build or install it again")


def _layout(array: NDArray[Any]) -> dict[str, Any]:
    return {"dtype": array.dtype.str, "shape": list(array.shape)}


def _digest(description: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return 16 hexadecimal digits of all that is said and all that is held."""
    said = {name: value for name, value in description.items() if name != "digest"}
    digest = sha256(json.dumps(said, sort_keys=True).encode())
    for name in sorted(arrays):
        digest.update(np.ascontiguousarray(arrays[name]).data)
    return digest.hexdigest()[:16]
