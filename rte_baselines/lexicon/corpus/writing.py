"""Writing of resources that are built from a corpus."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.writing import check_folder_output
from rte_baselines.core.importing import version
from rte_baselines.core.resources.arrays import holds, write_arrays

_README = """# {title}

{description}

- Counted from: {source}
- Licence: {licence}
- Format: `{format_name}`, written by rte-baselines {version}; see `resource.json`.
"""


@dataclass(frozen=True)
class Provenance:
    """The source of a corpus, and the licence of resources that are built from it."""

    source: str
    licence: str = "that of the corpus"


def check_output(folder: str | Path, format_name: str) -> None:
    """Check, before a long computation, that its output folder can be written."""
    check_folder_output(folder, may_replace=lambda there: holds(there, format_name))


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
    """Write arrays with their description and a README.

    Parameters
    ----------
    folder : str or Path
        Written atomically.
    arrays : mapping of str to ndarray
    format_name : str
    provenance : Provenance
    title, summary : str
        Heading and first paragraph of the README.
    **description
        Further entries of ``resource.json``.
    """
    of_package = version("rte-baselines")
    readme = _README.format(
        title=title,
        description=summary,
        source=provenance.source,
        licence=provenance.licence,
        format_name=format_name,
        version=of_package,
    )
    write_arrays(
        folder,
        arrays,
        format_name=format_name,
        version=of_package,
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
