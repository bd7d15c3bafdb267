"""Resources that are arrays in a folder: opened once per process, written with a README."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from numpy.typing import NDArray
from typing_extensions import Self

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.writing import check_folder_output
from rte_baselines.core.importing import version
from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import holds, write_arrays

_README = """# {title}

{description}

- Counted from: {source}
- Licence: {licence}
- Format: `{format_name}`, written by rte-baselines {version}; see `resource.json`.
"""


class ArrayResource(ABC):
    """A resource that is opened from a folder of arrays."""

    resource: ClassVar[str]
    """The name of the resource, such as ``wordnet``."""

    @classmethod
    @abstractmethod
    def _open_folder(cls, folder: str) -> Self:
        """Open a folder, which may be missing, damaged or another resource."""

    @classmethod
    def open(cls, folder: str | Path | None = None) -> Self:
        """Open the resource, by default the one in use, once per process for the same folder."""
        opened: Self = _opened(cls, str(folder or resources.required(cls.resource)))
        return opened


@lru_cache(maxsize=16)
def _opened(kind: type[ArrayResource], folder: str) -> Any:
    return kind._open_folder(folder)


@dataclass(frozen=True)
class Provenance:
    """The source of a corpus, and the licence of resources that are built from it."""

    source: str
    licence: str = "that of the corpus"


def check_output(folder: str | Path, format_name: str) -> None:
    """Check, before a long computation, that its output folder can be written."""
    check_folder_output(folder, may_replace=lambda path: holds(path, format_name))


def write_corpus_resource(
    folder: str | Path,
    arrays: Mapping[str, NDArray[Any]],
    *,
    format_name: str,
    provenance: Provenance,
    title: str,
    summary: str,
    **description: Any,
) -> None:
    """Write arrays atomically with a README and a ``resource.json`` of a description."""
    package_version = version("rte-baselines")
    readme = _README.format(
        title=title,
        description=summary,
        source=provenance.source,
        licence=provenance.licence,
        format_name=format_name,
        version=package_version,
    )
    write_arrays(
        folder,
        arrays,
        format_name=format_name,
        version=package_version,
        source=provenance.source,
        licence=provenance.licence,
        texts={"README.md": readme},
        **description,
    )


def require_terms(kept: int, min_documents: int) -> None:
    """Refuse to write a resource without terms."""
    if not kept:
        raise InputError(
            f"no term occurs in {min_documents} documents or more; "
            "expected a larger corpus or a smaller minimum number of documents"
        )
