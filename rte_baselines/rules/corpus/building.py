"""Building an index of a corpus: parsing its documents, shard by shard.

A shard is written, complete, as soon as it is parsed. If the build ends early, however it
ends, the same command goes on with the shards that are missing.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from numpy.typing import NDArray

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputError, ResourceError
from rte_baselines.core.files.writing import atomic_output, check_folder_output
from rte_baselines.core.importing import version
from rte_baselines.core.processes.workers import Call, Pool, pool_of
from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import open_arrays, write_arrays
from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.rules.corpus.index import (
    FORMAT,
    MANIFEST,
    CorpusIndex,
    read_manifest,
    shard_name,
)
from rte_baselines.rules.corpus.shard import FORMAT as FORMAT_OF_SHARDS
from rte_baselines.rules.corpus.shard import LAYERS, Shard, shard_arrays

DOCUMENTS_PER_SHARD = 1000

_BATCH = 64
"""The number of snippets that are parsed at a time."""

_Parsed: TypeAlias = tuple[int, str, dict[str, NDArray[Any]]]
"""The number of a shard, the digest of its documents, and its arrays."""


def build_index(
    documents: Iterable[Document],
    folder: str | Path,
    *,
    provenance: Provenance,
    workers: int | Pool = 1,
    documents_per_shard: int = DOCUMENTS_PER_SHARD,
) -> CorpusIndex:
    """Parse a corpus and write an index of its sentences.

    Documents are read lazily and only once. The folder is a new one, or that of an earlier build
    from the same documents, whose shards are kept. If the build ends early, the work on unfinished
    shards is lost. The result does not depend on the workers.
    """
    path = Path(folder)
    manifest = _begin(path, provenance, documents_per_shard)
    inputs: list[str] = []
    with pool_of(workers) as pool:
        calls = _missing(documents, path, documents_per_shard, inputs)
        for number, digest, arrays in pool.stream(_parse, calls):
            write_arrays(
                path / shard_name(number),
                arrays,
                format_name=FORMAT_OF_SHARDS,
                version=version("rte-baselines"),
                source=provenance.source,
                licence=provenance.licence,
                documents=digest,
            )
    if (path / shard_name(len(inputs))).exists():
        raise _other(path, len(inputs))
    digests = [Shard.open(path / shard_name(number)).digest for number in range(len(inputs))]
    _write_manifest(path, {**manifest, "shards": digests})
    return CorpusIndex.open(path)


def _begin(path: Path, provenance: Provenance, documents_per_shard: int) -> dict[str, Any]:
    """Write the manifest into a new folder, or compare it with that of an earlier build."""
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "version": version("rte-baselines"),
        "english": resources.digest("english"),
        "source": provenance.source,
        "licence": provenance.licence,
        "documents_per_shard": documents_per_shard,
    }
    if not (path / MANIFEST).exists():
        check_folder_output(path)
        path.mkdir(exist_ok=True)
        _write_manifest(path, manifest)
        return manifest
    found = read_manifest(path)
    for name, value in manifest.items():
        if found.get(name) != value:
            raise InputError(
                f"{path}: is an index with {name} {found.get(name)!r}, not {value!r}; "
                "write to another folder"
            )
    return manifest


def _write_manifest(path: Path, manifest: dict[str, Any]) -> None:
    with atomic_output(path / MANIFEST) as stream:
        stream.write(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def _missing(
    documents: Iterable[Document],
    path: Path,
    documents_per_shard: int,
    inputs: list[str],
) -> Iterator[Call]:
    """Yield a call for each shard that is not there yet; note the digest of all documents."""
    remaining = iter(documents)
    batches = iter(lambda: list(islice(remaining, documents_per_shard)), [])
    for number, batch in enumerate(batches):
        snippets = [part for document in batch for part in document.parts]
        inputs.append(_digest(snippets))
        if not (path / shard_name(number)).exists():
            yield shard_name(number), (number, inputs[-1], snippets)
        elif _documents_of(path, number) != inputs[-1]:
            raise _other(path, number)


def _documents_of(path: Path, number: int) -> object:
    """Return the digest of the documents of a shard that an earlier build wrote."""
    folder = path / shard_name(number)
    try:
        return open_arrays(folder, FORMAT_OF_SHARDS, lambda arrays: None).description["documents"]
    except ResourceError as error:
        raise ResourceError(
            f"{folder}: is damaged; remove this folder, and the same command builds it again"
        ) from error


def _digest(snippets: Sequence[str]) -> str:
    digest = sha256()
    for snippet in snippets:
        encoded = snippet.encode(errors="surrogatepass")
        digest.update(f"{len(encoded)}:".encode() + encoded)
    return digest.hexdigest()[:16]


def _parse(number: int, digest: str, snippets: Sequence[str]) -> _Parsed:
    batches = (snippets[start : start + _BATCH] for start in range(0, len(snippets), _BATCH))
    analyses = (
        analysis for batch in batches for analysis in default_analyzer().analyze(batch, LAYERS)
    )
    return number, digest, shard_arrays(analyses)


def _other(path: Path, number: int) -> InputError:
    return InputError(
        f"{path / shard_name(number)}: was made from other documents; write to another folder"
    )
