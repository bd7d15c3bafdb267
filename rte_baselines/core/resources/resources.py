"""Resources, shipped or put in their place by the user, and text files of packages."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from rte_baselines.core.errors import ResourceError

_PACKAGE = Path(__file__).parents[2]

_TRAINED = "recognizers"

DEFAULT_MODEL = "strongest"
"""The shipped model that is used where no model is named."""

Origin = Literal["shipped", "user", "missing"]


@dataclass(frozen=True)
class Resource:
    """Something that analysis or the lexicon reads from disk.

    It has a name in options, messages and lists, such as ``term-statistics``, and a folder in
    ``models``, unless it cannot be shipped.
    """

    name: str
    description: str
    folder: str | None

    @cached_property
    def variable(self) -> str:
        """The environment variable that names the user's own resource."""
        return f"RTE_BASELINES_{self.name.upper().replace('-', '_')}"


RESOURCES: Mapping[str, Resource] = MappingProxyType(
    {
        resource.name: resource
        for resource in (
            Resource("english", "spaCy pipeline: parts of speech, lemmas, parses", "en_ud_sm"),
            Resource("wordnet", "WordNet 3.0: senses and their relations", "wordnet"),
            Resource("term-statistics", "number of documents per word", "term_statistics"),
            Resource("cooccurrence", "documents that contain each word", "cooccurrence"),
            Resource("thesaurus", "words with similar dependencies", "thesaurus"),
            Resource("latent-semantics", "words in similar documents", "latent_semantics"),
            Resource("alignment-model", "word translation probabilities", "alignment_model"),
            Resource("encoder", "vectors of sentences and of words in context", "sentence_encoder"),
            Resource("word-comparison", "what words leave out of others", "word_comparison"),
            Resource("verbocean", "relations between verbs, such as happens-before", None),
        )
    }
)
"""All resources by name."""


def resource_folder(name: str) -> Path:
    """Return the folder of the shipped ``configs`` or ``models``.

    They are at the top of the repository, and inside the package once it is installed.
    """
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def shipped_configs() -> dict[str, Path]:
    """Return the configs that come with the package, by name."""
    folder = resource_folder("configs")
    return {name: folder / f"{name}.cfg" for name in _configs_in(folder)}


@cache
def _configs_in(folder: Path) -> list[str]:
    """Return the names of configs in a folder, which is listed once: commands read a hundred."""
    files = (path.relative_to(folder).with_suffix("") for path in folder.rglob("*.cfg"))
    return sorted(file.as_posix() for file in files)


def shipped_models() -> dict[str, Path]:
    """Return the folders of the trained recognizers that come with the package, by name."""
    folder = resource_folder("models") / _TRAINED
    return {file.parent.name: file.parent for file in sorted(folder.glob("*/signature.json"))}


def locate(name: str) -> str | None:
    """Return the location of a resource, or None; for ``english``, anything that spaCy loads."""
    resource = RESOURCES[name]
    if chosen := os.environ.get(resource.variable):
        return _without_pipes(chosen)
    if resource.folder is None:
        return None
    return _shipped_folder(_PACKAGE, resource.folder)


# Cached, because features look resources up for every pair, and the disk is slow to ask.
@cache
def _without_pipes(location: str) -> str:
    """Refuse a location in which there are pipes or devices: reading them may never end."""
    # Who opens the location says why it cannot be read.
    with suppress(OSError):
        for path in (Path(location), *Path(location).rglob("*")):
            if path.exists() and not (path.is_file() or path.is_dir()):
                raise ResourceError(f"{path}: is neither a file nor a folder; expected files alone")
    return location


@cache
def _shipped_folder(package: Path, folder: str) -> str | None:
    """Return the folder of a resource that comes with a package; None if it lacks it."""
    shipped = resource_folder("models") / folder
    return str(shipped) if shipped.is_dir() else None


def required(name: str) -> str:
    """Return the location of a resource; an error if there is none."""
    found = locate(name)
    if found is None:
        resource = RESOURCES[name]
        lost = "" if resource.folder is None else " (this installation lacks the shipped one)"
        raise ResourceError(f"no {name} found{lost}; set {resource.variable} to yours")
    return found


def files_of(name: str) -> Path:
    """Return the file or folder that a resource is read from; an error if there is none."""
    location = required(name)
    try:
        if Path(location).exists():
            return Path(location)
        # spaCy's pipelines may be installed packages.
        package = find_spec(location) if name == "english" and location.isidentifier() else None
    except (OSError, ValueError):  # a name that is too long, or of a module without a file
        package = None
    if package is None or not package.submodule_search_locations:
        also = ", or an installed package such as en_core_web_sm" if name == "english" else ""
        raise ResourceError(f"{name}: there is no {location}; expected a file or folder{also}")
    return Path(package.submodule_search_locations[0])


def pipeline_folder() -> Path:
    """Return the folder of the spaCy pipeline that is the resource ``english``."""
    folder = files_of("english")
    if not (folder / "meta.json").is_file():
        raise ResourceError(f"english: {folder} holds no spaCy pipeline (there is no meta.json)")
    return folder


def digest(name: str) -> str:
    """Return 16 hexadecimal digits that identify the contents of a resource."""
    if name == "english":
        return _contents_digest(pipeline_folder())
    path = files_of(name)
    # resource.json contains the digest of the whole folder; encoders of others have none.
    description = path / "resource.json"
    has_description = path.is_dir() and (name != "encoder" or description.is_file())
    return _contents_digest(description if has_description else path)


def file_digest(path: Path) -> str:
    """Return 16 hexadecimal digits that identify the contents of a file."""
    try:
        return sha256(path.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise ResourceError(f"{path}: cannot be read ({error.strerror})") from None


@cache
def _contents_digest(path: Path) -> str:
    contents = sha256()
    try:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix != ".pyc":
                contents.update(os.fsencode(file.relative_to(path).as_posix()))
                contents.update(file.read_bytes())
    except OSError as error:
        raise ResourceError(f"{path}: cannot be read ({error.strerror})") from None
    return contents.hexdigest()[:16]


def origin(name: str) -> Origin:
    """Return whether the resource in use is shipped, the user's, or missing."""
    if os.environ.get(RESOURCES[name].variable):
        return "user"
    return "missing" if locate(name) is None else "shipped"


def choose(name: str, location: str | Path) -> None:
    """Use the user's own resource instead of the shipped one, in this process.

    Child processes inherit the choice. It must be made before the resource is first used:
    a resource that is open stays open.
    """
    os.environ[RESOURCES[name].variable] = str(location)


def use_shipped(name: str) -> None:
    """Use the shipped resource again, or none if there is none, in this process."""
    os.environ.pop(RESOURCES[name].variable, None)


@cache
def packaged_lines(package: str, file: str) -> tuple[str, ...]:
    """Return the lines of a file in a package, without blank lines and ``#`` comments."""
    text = files(package).joinpath(file).read_text("utf-8")
    contents = (line.partition("#")[0].strip() for line in text.splitlines())
    return tuple(content for content in contents if content)
