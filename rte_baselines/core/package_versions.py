"""The versions of installed packages."""

from functools import cache
from importlib import metadata


@cache
def version(package: str) -> str:
    """Return the version of a package; its metadata, which take milliseconds, are read once."""
    return metadata.version(package)
