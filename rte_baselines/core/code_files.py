"""Components from outside this package: Python files of the user's own, and other modules."""

import atexit
import gc
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import decode_source
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

import catalogue

from rte_baselines.core.errors import ConfigError, InputError, reason_of_system
from rte_baselines.core.files.inputs import note_input
from rte_baselines.core.quoting import listed
from rte_baselines.core.registry import NAMESPACE, in_one_line, is_of_package, module_of, registry


@dataclass(frozen=True)
class Origin:
    """A file of `import_code`, with 12 digits of its SHA-256, or a module of others."""

    name: str
    digest: str | None = None


@dataclass(frozen=True)
class CodeFile:
    """A file that `import_code` imported, and what it registered, by the keys of `catalogue`."""

    path: Path
    shown_as: str
    origin: Origin
    components: Mapping[tuple[str, ...], Any]


_code_files: dict[str, CodeFile] = {}
"""The imported files, by the name of their module."""


def import_code(path: str | Path, shown_as: str | None = None) -> None:
    """Import a Python file, so that the components it registers can be used by name.

    Importing the file again, after changes, replaces them.

    Parameters
    ----------
    path : str or Path
    shown_as : str, optional
        The path in messages; by default, as it is given.

    Raises
    ------
    InputError
        If the file cannot be read or raises an error; the message names the line that failed.
    ConfigError
        If it registers a name that exists, or a class without a method or attribute that its base
        class requires.
    """
    shown = str(path) if shown_as is None else shown_as
    file = Path(path).absolute()
    note_input(file)
    try:
        source = file.read_bytes()
    except OSError as error:
        raise InputError(
            f"{shown}: cannot be read: {error.strerror}; expected a Python file"
        ) from None
    # The same name each time that this file is imported.
    digest = sha256(str(file.resolve()).encode(errors="surrogatepass")).hexdigest()[:8]
    module = ModuleType(f"{file.stem}@{digest}")
    module.__file__ = str(file)
    before = dict(catalogue.REGISTRY)
    sys.modules[module.__name__] = module
    # Files that it leaves open are written when they are collected, at the end of a command.
    atexit.unregister(gc.freeze)
    try:
        exec(compile(decode_source(source), str(file), "exec"), module.__dict__)  # noqa: S102 - as asked for
    except (Exception, SystemExit) as error:
        for key in _from_outside(before):
            del catalogue.REGISTRY[key]
        catalogue.REGISTRY.update(before)
        del sys.modules[module.__name__]
        lines = [line for name, _, line in _frames(error) if name == module.__name__]
        if isinstance(error, SyntaxError) and error.filename == str(file):
            lines = [error.lineno or 1]
        where = f"line {lines[-1]}: " if lines else ""
        kind = ConfigError if isinstance(error, ConfigError) else InputError
        raise kind(f"{shown}: {where}{in_one_line(error)}") from error
    origin = Origin(file.name, sha256(source).hexdigest()[:12])
    _code_files[module.__name__] = CodeFile(file, shown, origin, _from_outside(before))


def code_files() -> tuple[CodeFile, ...]:
    """Return the files that `import_code` imported."""
    return tuple(_code_files.values())


def forget_code() -> None:
    """Unregister the components of the files of `import_code`."""
    for module, file in _code_files.items():
        for key in file.components:
            catalogue.REGISTRY.pop(key, None)
        sys.modules.pop(module, None)
    _code_files.clear()


def origin_of(kind: str, name: str) -> Origin | None:
    """Return the source of a registered component, or None if it is part of this package."""
    component = registry.get(kind, name)
    for file in _code_files.values():
        if file.components.get((NAMESPACE, kind, name)) is component:
            return file.origin
    module = module_of(component)
    return None if is_of_package(module) else Origin(module)


def line_of_code(error: BaseException) -> str | None:
    """Return the line from outside this package that raised an error, as "file: line 3", or None.

    Such code is an imported file, or a module that registered a component, for example through an
    entry point.
    """
    modules = {*_code_files, *_foreign_modules()}
    # Evaluated annotations belong to no file; their file name is one such as "<string>".
    found = [frame for frame in _frames(error) if frame[0] in modules and frame[1][0] != "<"]
    if not found:
        return None
    module, path, line = found[-1]
    return f"{_code_files[module].shown_as if module in _code_files else path}: line {line}"


def explain_unexpected(error: BaseException) -> str:
    """Return a line on an error that nobody foresaw, with the code of others that it may be in."""
    where = line_of_code(error)
    if where is not None:
        return f"{where}: {type(error).__name__}: {error} (--debug shows the traceback)"
    if (reason := reason_of_system(error)) is not None:
        file = getattr(error, "filename", None)
        return reason if file is None else f"{file}: {reason}"
    files = {name: file.shown_as for name, file in _code_files.items()}
    foreign = sorted(files.get(module, module) for module in _foreign_modules())
    # What it returns may fail only later, in code of this package.
    unless = f", unless the cause is in {listed(foreign)}" if foreign else ""
    what = f"unexpected {type(error).__name__}: {error}"
    return f"{what} (--debug shows where; please report it{unless})"


def _foreign_modules() -> set[str]:
    """Return the names of the modules outside this package that have registered components."""
    return {module_of(component) for component in _from_outside().values()}


def _from_outside(before: Mapping[Any, Any] | None = None) -> dict[tuple[str, ...], Any]:
    """Return the components from outside this package, but for those registered before."""
    return {
        key: component
        for key, component in catalogue.REGISTRY.copy().items()
        if key[0] == NAMESPACE
        and not is_of_package(module_of(component))
        and (before or {}).get(key) is not component
    }


def _frames(error: BaseException) -> list[tuple[str, str, int]]:
    """Return the module, file and line of each call that led to an error, in order."""
    return [
        (frame.f_globals.get("__name__", ""), frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
    ]
