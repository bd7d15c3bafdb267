"""Packages that are imported when they are first used, and their versions."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module, metadata
from typing import Any


def imported_when_used(
    package: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package, given the modules of its names."""

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    def names() -> list[str]:
        return list(import_module(package).__all__)

    return get, names


@cache
def version(package: str) -> str:
    """Return the version of a package; its metadata, which take milliseconds, are read once."""
    return metadata.version(package)
