"""What is in use of every resource, and whether it can be read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from rte_baselines.arrays import open_arrays
from rte_baselines.errors import ResourceError
from rte_baselines.resources import RESOURCES, Origin, Resource, locate, origin


@dataclass(frozen=True)
class ResourceState:
    """A resource as it stands.

    Parameters
    ----------
    name, description : str
    origin : {"shipped", "user", "missing"}
    location : str or None
        What is read: a path, or the name of an installed pipeline.
    version, licence, source : str
        Empty where nothing says.
    size : int or None
        In bytes.
    problem : str
        Why it cannot be used, in a line; empty if it can.
    """

    name: str
    description: str
    origin: Origin
    location: str | None
    version: str = ""
    licence: str = ""
    source: str = ""
    size: int | None = None
    problem: str = ""


def resource_states() -> list[ResourceState]:
    """Return the state of every resource; what is missing or damaged raises nothing."""
    return [_state(resource) for resource in RESOURCES.values()]


def _state(resource: Resource) -> ResourceState:
    location = locate(resource.name)
    version = licence = source = problem = ""
    if location is None:
        problem = f"nothing to read; set {resource.variable}"
    else:
        try:
            about = _about(resource.name, location)
            version, licence, source = (
                str(about.get(key, "")) for key in ("version", "licence", "source")
            )
        except ResourceError as error:
            problem = str(error)
    return ResourceState(
        name=resource.name,
        description=resource.description,
        origin=origin(resource.name),
        location=location,
        version=version,
        licence=licence,
        source=source,
        size=_size(location),
        problem=problem,
    )


def _about(name: str, location: str) -> Mapping[str, Any]:
    """Return what a resource says of itself.

    Raises
    ------
    ResourceError
        If it is missing, damaged or of another kind.
    """
    if name == "english":
        return _about_pipeline(location)
    if name == "verbocean":
        return _about_file(location)
    return open_arrays(location, f"{name}.v1").description


def _about_pipeline(location: str) -> Mapping[str, Any]:
    """Read the ``meta.json`` of a pipeline's folder, or the metadata of its package."""
    path = Path(location)
    if not path.is_dir():
        try:
            package = metadata(location)
        except (PackageNotFoundError, ValueError):
            raise ResourceError(f"{location}: no such folder or installed package") from None
        return {key: package[field] for key, field in _OF_PACKAGE.items() if field in package}
    try:
        meta = json.loads((path / "meta.json").read_text("utf-8"))
        return {key: meta.get(field, "") for key, field in _OF_META.items()}
    except (OSError, ValueError, AttributeError):
        raise ResourceError(f"{path}: holds no spaCy pipeline (or a damaged meta.json)") from None


_OF_PACKAGE = {"version": "Version", "licence": "License", "source": "Home-page"}
_OF_META = {"version": "version", "licence": "license", "source": "url"}


def _about_file(location: str) -> Mapping[str, Any]:
    """Check that the file is there; it says nothing of itself."""
    if not Path(location).is_file():
        raise ResourceError(f"{location}: no such file")
    return {}


def _size(location: str | None) -> int | None:
    """Return the bytes of a file, or of all files in a folder."""
    if location is None or not Path(location).exists():
        return None
    path = Path(location)
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)
