"""The folder in which Numba caches the machine code of the kernels."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from rte_baselines.core.resources.resources import user_cache_folder

VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable with the folder of Numba's caches."""

_KERNELS = Path(__file__).parent
_NAME = "kernels"


@cache
def machine_code_folder() -> Path | None:
    """Return the folder of the kernels' machine code, which exists; None if none is writable.

    It is the first writable one of the folder that ``NUMBA_CACHE_DIR`` names, ``kernels`` in the
    user's cache folder of the toolkit, and a folder in the system's temporary folder that only
    the user may write to: whoever can write machine code can run it. In it, each version of the
    kernels has a folder of its own, named by the digest of all their sources. Numba itself
    compares only the file of the kernel, not those of the kernels that it calls.
    """
    version = _digest_of_sources()
    for folder in _folders():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not _belongs_to_user(folder):
                continue
            of_version = folder / version
            of_version.mkdir(exist_ok=True)
            tempfile.TemporaryFile(dir=of_version).close()
        except OSError:
            continue
        return of_version
    return None


def kept_machine_code() -> dict[Path, int]:
    """Return the folders that hold machine code, of any version of the kernels, and their bytes."""
    return {
        folder: sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        for folder in _folders()
        if folder.is_dir() and _belongs_to_user(folder)
    }


def clear_machine_code() -> None:
    """Remove the machine code of all versions of the kernels; they are compiled again when used.

    What cannot be removed is left.
    """
    for folder in kept_machine_code():
        shutil.rmtree(folder, ignore_errors=True)


def _folders() -> Iterator[Path]:
    """Yield the folders that can hold machine code, for all versions of the kernels."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        yield Path(chosen) / f"rte_baselines-{_NAME}"
    caches = user_cache_folder()
    if caches:
        yield caches / _NAME
    user = os.getuid() if hasattr(os, "getuid") else "user"
    yield Path(tempfile.gettempdir()) / f"rte_baselines-{_NAME}-{user}"


def _belongs_to_user(folder: Path) -> bool:
    """Whether nobody else can have put files into a folder; always so on Windows."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.lstat()
    is_shared = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not is_shared


def _digest_of_sources() -> str:
    digest = sha256()
    for path in sorted(_KERNELS.rglob("*.py")):
        source = path.read_bytes()
        digest.update(f"{path.name} {len(source)}\n".encode() + source)
    return digest.hexdigest()[:16]
