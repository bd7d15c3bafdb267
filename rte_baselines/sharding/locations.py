"""Files on this machine, by their paths, and elsewhere, by URLs such as ``s3://bucket/pairs``.

URLs need the package fsspec, and that of the store. Files are copied here before they are read,
and written here before they are copied to the store, where they appear complete.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rte_baselines.errors import InputError
from rte_baselines.shard_names import IGNORED, shard_paths

_SEPARATOR = "://"


def is_url(location: str | Path) -> bool:
    """Whether a location is a URL and not a path."""
    return _SEPARATOR in str(location)


def list_shards(source: str | Path) -> list[str]:
    """Return the files of a folder or pattern, sorted by name, or a single file itself.

    Raises
    ------
    InputError
        If there is none; see `shard_paths`.
    """
    if not is_url(source):
        return [str(path) for path in shard_paths(source) or [Path(source)]]
    system, path = _opened(source)
    with _reporting(source):
        found = system.find(path, maxdepth=1) if system.isdir(path) else system.glob(path)
    shards = sorted(name for name in found if not name_of(name).startswith(IGNORED))
    if not shards:
        raise InputError(f"{source}: there is no such file, folder or pattern; expected one")
    return [str(system.unstrip_protocol(name)) for name in shards]


def name_of(location: str | Path) -> str:
    """Return the last part of a location."""
    return str(location).rstrip("/").rpartition("/")[2]


def inside(folder: str | Path, *names: str) -> str:
    """Return the location of a file in a folder."""
    return "/".join([str(folder).rstrip("/") or "/", *names])


def make_folder(folder: str | Path) -> None:
    """Make a folder, if it does not exist, and those above it; object stores have none.

    Raises
    ------
    InputError
        If that is not possible.
    """
    with _reporting(folder):
        if is_url(folder):
            system, path = _opened(folder)
            system.makedirs(path, exist_ok=True)
        else:
            Path(folder).mkdir(parents=True, exist_ok=True)


def names_in(folder: str | Path) -> list[str]:
    """Return the names of the files and folders in a folder, hidden ones aside; none if absent."""
    with _reporting(folder):
        if is_url(folder):
            system, path = _opened(folder)
            found = system.ls(path, detail=False) if system.isdir(path) else []
            names = [name_of(name) for name in found]
        else:
            names = [path.name for path in Path(folder).iterdir()] if is_folder(folder) else []
    return sorted(name for name in names if not name.startswith("."))


def is_folder(location: str | Path) -> bool:
    """Whether a location is a folder on this machine."""
    return not is_url(location) and Path(location).is_dir()


@contextmanager
def local_copy(location: str) -> Iterator[Path]:
    """Yield a path on this machine with the content of a file.

    Raises
    ------
    InputError
        If the file of a URL is not there or cannot be read. A path is not checked.
    """
    if not is_url(location):
        yield Path(location)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, name_of(location))
        system, path = _opened(location)
        with _reporting(location):
            system.get_file(path, str(copy))
        yield copy


@contextmanager
def to_be_written(location: str) -> Iterator[Path]:
    """Yield a path to write to; the file that is there afterwards is copied to a URL.

    Raises
    ------
    InputError
        If it cannot be copied.
    """
    if not is_url(location):
        yield Path(location)
        return
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, name_of(location))
        yield written
        system, path = _opened(location)
        if written.exists():
            with _reporting(location):
                system.put_file(str(written), path)


def _opened(location: str | Path) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise InputError(
            f"{location}: a URL needs the package fsspec: pip install 'rte-baselines[dask]'"
        ) from None
    try:
        system, path = url_to_fs(str(location))
    except (ImportError, ValueError) as error:
        raise InputError(f"{location}: cannot be used ({' '.join(str(error).split())})") from None
    return system, path


@contextmanager
def _reporting(location: str | Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise InputError(f"{location}: no such file") from None
    except OSError as error:
        reason = error.strerror or " ".join(str(error).split())
        raise InputError(f"{location}: cannot be used ({reason})") from None
