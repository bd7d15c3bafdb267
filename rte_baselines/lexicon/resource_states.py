"""The state of every resource: its location, and whether it can be read."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rte_baselines.analysis.encoder.encoder import SentenceEncoder
from rte_baselines.core.errors import InputError, ResourceError, read_error
from rte_baselines.core.representing import brief
from rte_baselines.core.resources.arrays import ArrayFolder, open_arrays
from rte_baselines.core.resources.resources import (
    RESOURCES,
    Origin,
    Resource,
    files_of,
    locate,
    origin,
    pipeline_folder,
)
from rte_baselines.lexicon import word_comparison
from rte_baselines.lexicon.frequency import cooccurrence, term_statistics
from rte_baselines.lexicon.latent_semantics import model as latent_semantics
from rte_baselines.lexicon.thesaurus import thesaurus
from rte_baselines.lexicon.translation import model as alignment_model
from rte_baselines.lexicon.verbs.verbocean import VerbOcean
from rte_baselines.lexicon.wordnet.database import database_files as wordnet


@brief
@dataclass(frozen=True)
class ResourceState:
    """The state of a resource.

    `origin` is "shipped", "user" or "missing", `location` a path or the name of an installed
    pipeline, `size` in bytes. `version`, `licence` and `source` are empty if unknown. `problem` is
    the reason why it cannot be used, in one line; empty if it can.
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

    @property
    def is_broken(self) -> bool:
        """Whether it cannot be used, although the user chose it or the package has one."""
        is_expected = self.origin != "missing" or RESOURCES[self.name].folder is not None
        return bool(self.problem) and is_expected


def resource_states() -> list[ResourceState]:
    """Return the state of every resource; missing or damaged ones raise no error."""
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
        size=_size(resource.name) if not problem else None,
        problem=problem,
    )


def _about(name: str, location: str) -> Mapping[str, Any]:
    """Return the description of a resource."""
    if name == "english":
        return _about_pipeline()
    if name == "verbocean":
        # The file has no description.
        try:
            VerbOcean.read(location)
        except InputError as error:
            raise ResourceError(str(error)) from None
        return {}
    if name == "encoder":
        # Encoders of others than this package have no description.
        encoder = SentenceEncoder.open(location)
        list(encoder.encode([encoder.pieces("a").ids]))
        return encoder.folder.description
    return open_arrays(location, f"{name}.v1", CHECKS[name]).description


CHECKS: Mapping[str, Callable[[ArrayFolder], None]] = {
    "wordnet": wordnet.check_arrays,
    "term-statistics": term_statistics.check_arrays,
    "cooccurrence": cooccurrence.check_arrays,
    "thesaurus": thesaurus.check_arrays,
    "latent-semantics": latent_semantics.check_arrays,
    "alignment-model": alignment_model.check_arrays,
    "word-comparison": word_comparison.check_arrays,
}
"""The checks of the arrays of each resource."""


def _about_pipeline() -> Mapping[str, Any]:
    """Read the ``meta.json`` of a pipeline, from its folder or package."""
    path = pipeline_folder()
    try:
        meta = json.loads((path / "meta.json").read_text("utf-8"))
        names = {"version": "version", "licence": "license", "source": "url"}
        return {key: meta.get(name, "") for key, name in names.items()}
    except (OSError, ValueError, AttributeError) as error:
        damaged = ResourceError(f"{path}: has a damaged meta.json")
        raise read_error(path, error, damaged) from None


def _size(name: str) -> int:
    """Return the size of a resource's file, or of all files in its folder, in bytes."""
    path = files_of(name)
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)
