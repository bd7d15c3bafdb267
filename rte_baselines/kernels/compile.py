"""Compilation of kernels with Numba, and the folder of their machine code."""

import logging
import os
import shutil
import stat
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache, update_wrapper
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from rte_baselines.core.errors import InputWarning
from rte_baselines.core.files.paths import user_cache_folder

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_LOGGER = logging.getLogger(__name__)


class Kernel(Generic[Parameters, Result]):
    """A function that Numba compiles at its first call, and caches on disk if possible.

    It runs without the global interpreter lock, so that threads can run in parallel. Numba, whose
    import takes half a second, is imported by the first call of a kernel. It looks for
    `targetoptions` where a kernel calls another.
    """

    def __init__(self, function: Callable[Parameters, Result], **options: Any) -> None:
        update_wrapper(self, function)
        self.py_func = function
        # No kernel is called from C, and wrappers for such calls take a tenth of the compilation.
        self.targetoptions = {"nogil": True, "no_cfunc_wrapper": True, **options}
        self._dispatcher: Any = None

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        """Run the machine code."""
        result: Result = self.dispatcher(*args, **kwargs)
        return result

    def __reduce__(self) -> str:
        """Return the name by which other processes import it, as for functions."""
        return self.py_func.__qualname__

    @property
    def dispatcher(self) -> Any:
        """Numba's function, which compiles for each combination of types."""
        if self._dispatcher is None:
            from numba.core.compiler_lock import global_compiler_lock

            # A thread that compiles a kernel creates those that it calls while it holds this lock.
            with global_compiler_lock:
                self._dispatcher = self._dispatcher or _dispatcher(self.py_func, self.targetoptions)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """The type by which Numba calls it from other kernels."""
        return self.dispatcher._numba_type_


def compiled(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Compile `function` to machine code at its first call."""
    return Kernel(function)


def inlined(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Compile `function` as part of each kernel that calls it.

    A function on its own costs about a tenth of a second of compilation, however short it is.
    Long functions with several callers are better `compiled`.
    """
    return Kernel(function, inline="always")


def _dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    import numba

    folder = machine_code_folder()
    config: Any = numba.config
    chosen = config.CACHE_DIR
    try:
        # Numba reads the folder when it makes the dispatcher.
        config.CACHE_DIR = "" if folder is None else str(folder)
        dispatcher: Any = numba.njit(cache=folder is not None, **options)(function)
    finally:
        config.CACHE_DIR = chosen
    if folder is not None:
        _say_what_is_kept(dispatcher._cache, folder)
    return dispatcher


def _say_what_is_kept(cache: Any, folder: Path) -> None:
    """Say once that kernels are compiled, and warn once of machine code that cannot be kept.

    That is used nevertheless, as on a full disk.
    """
    load, save = cache.load_overload, cache.save_overload

    def load_or_announce(*arguments: Any) -> Any:
        code = load(*arguments)
        if code is None:
            _announce(folder)
        return code

    def save_if_there_is_room(*arguments: Any) -> None:
        try:
            save(*arguments)
        except OSError as error:
            _warn_of_no_room(folder, error.strerror)

    cache.load_overload, cache.save_overload = load_or_announce, save_if_there_is_room


@cache
def _announce(folder: Path) -> None:
    _LOGGER.info("compiling kernels, which takes seconds and is kept in %s", folder)


@cache
def _warn_of_no_room(folder: Path, reason: str) -> None:
    message = f"{folder}: machine code cannot be kept ({reason}); name another folder in {VARIABLE}"
    warnings.warn(message, InputWarning, stacklevel=2)


VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable with the folder of Numba's caches."""

_KERNELS = Path(__file__).parent


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
            subfolder = folder / version
            subfolder.mkdir(exist_ok=True)
            tempfile.TemporaryFile(dir=subfolder).close()
        except OSError:
            continue
        return subfolder
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
        yield Path(chosen) / "rte_baselines-kernels"
    caches = user_cache_folder()
    if caches:
        yield caches / "kernels"
    yield Path(tempfile.gettempdir()) / f"rte_baselines-kernels-{os.getuid()}"


def _belongs_to_user(folder: Path) -> bool:
    """Whether nobody else can have put files into a folder."""
    status = folder.lstat()
    is_shared = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not is_shared


def _digest_of_sources() -> str:
    digest = sha256()
    for path in sorted(_KERNELS.rglob("*.py")):
        source = path.read_bytes()
        digest.update(f"{path.name} {len(source)}\n".encode() + source)
    return digest.hexdigest()[:16]
