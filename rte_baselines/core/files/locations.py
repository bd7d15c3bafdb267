"""Files on this machine, by their paths, and elsewhere, by URLs such as ``s3://bucket/pairs``.

URLs need the package fsspec, and that of the store. Files are copied here before they are read,
and written here before they are copied to the store, where they appear complete.
"""

import glob
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from rte_baselines.core.errors import InputError, RteBaselinesError
from rte_baselines.core.files.paths import (
    URL_SEPARATOR,
    filling_temporary_files,
    is_url,
    name_of,
    temporary_folder,
)

# What fsspec calls the files of this machine.
_OF_THIS_MACHINE = ("file", "local")


def urls_of(source: str) -> list[str] | None:
    """Return the sorted URLs of the files in a folder or pattern; None for a single file."""
    system, path = _opened(source)
    with _reporting(source):
        # Other processes may have written since the store was listed last.
        system.invalidate_cache()
        if system.isdir(path):
            found = system.find(path, maxdepth=1)
        elif glob.has_magic(path):
            found = system.glob(path)
        elif system.exists(path):
            return None
        else:
            raise InputError(f"{source}: there is no such file, folder or pattern; expected one")
    return sorted(str(system.unstrip_protocol(name)) for name in found)


def copy_from_url(source: str, copy: IO[bytes]) -> None:
    """Write the content of the file of a URL to a binary stream."""
    system, path = _opened(source)
    with _reporting(source), filling_temporary_files(), system.open(path, "rb") as stream:
        shutil.copyfileobj(stream, copy)


def inside(folder: str | Path, *names: str) -> str:
    """Return the location of a file in a folder."""
    return "/".join([str(folder).rstrip("/") or "/", *names])


def make_folder(folder: str | Path) -> None:
    """Make a folder, if it does not exist, and those above it; object stores have none."""
    with _reporting(folder):
        if is_url(folder):
            system, path = _opened(folder)
            # Stores make one for a misspelled name; only in them, paths begin with a bucket.
            bucket = path.partition("/")[0]
            if bucket and not system.exists(bucket):
                problem = f"there is no bucket {bucket}; expected one that exists"
                raise InputError(f"{folder}: {problem}")
            system.makedirs(path, exist_ok=True)
        else:
            Path(folder).mkdir(parents=True, exist_ok=True)


def names_in(folder: str | Path) -> list[str]:
    """Return the names of the files and folders in a folder, hidden ones aside; none if absent."""
    with _reporting(folder):
        if is_url(folder):
            system, path = _opened(folder)
            system.invalidate_cache()
            found = system.ls(path, detail=False) if system.isdir(path) else []
        else:
            found = Path(folder).iterdir() if Path(folder).is_dir() else []
    return sorted(name for name in map(name_of, found) if not name.startswith("."))


def is_folder(location: str | Path) -> bool:
    """Whether a location is a folder on this machine."""
    return not is_url(location) and Path(location).is_dir()


@contextmanager
def local_copy(location: str) -> Iterator[Path]:
    """Yield a path on this machine with the content of a file; errors of the block name the URL."""
    if not is_url(location):
        yield Path(location)
        return
    with temporary_folder() as folder:
        copy = folder / name_of(location)
        system, path = _opened(location)
        with _reporting(location), filling_temporary_files():
            system.get_file(path, str(copy))
        try:
            yield copy
        except InputError as error:
            raise type(error)(str(error).replace(str(copy), location)) from error


@contextmanager
def to_be_written(location: str) -> Iterator[Path]:
    """Yield a path to write to; the file that is there afterwards is copied to a URL."""
    if not is_url(location):
        yield Path(location)
        return
    with temporary_folder() as folder:
        written = folder / name_of(location)
        yield written
        system, path = _opened(location)
        if written.exists():
            with _reporting(location):
                system.put_file(str(written), path)


def _opened(location: str | Path) -> tuple[Any, str]:
    scheme, _, path = str(location).partition(URL_SEPARATOR)
    if scheme in _OF_THIS_MACHINE:
        # As paths, they are locked, and need no copies.
        raise InputError(f"{location}: is a file of this machine; expected its path, {path}")
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise InputError(
            f"{location}: a URL needs the package fsspec: pip install 'rte-baselines[dask]'"
        ) from None
    try:
        system, path = url_to_fs(str(location))
    except (ImportError, ValueError) as error:
        raise _unusable(location, error) from None
    return system, path


@contextmanager
def _reporting(location: str | Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise InputError(f"{location}: no such file") from None
    except OSError as error:
        raise _unusable(location, error.strerror or error) from None
    except RteBaselinesError:
        raise
    except Exception as error:
        # The packages of stores have classes of their own, for a store that does not answer, or
        # credentials that are missing.
        raise _unusable(location, error) from error


def _unusable(location: str | Path, reason: object) -> InputError:
    return InputError(f"{location}: cannot be used ({' '.join(str(reason).split())})")
