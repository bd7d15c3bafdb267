"""Indexes of parsed corpora: templates to the sentences that they match."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rte_baselines.core.errors import ResourceError
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rules.corpus.joining import matches_in
from rte_baselines.rules.corpus.shard import Shard
from rte_baselines.rules.template import VARIABLES, Template

FORMAT = "parsed-corpus.v1"
MANIFEST = "index.json"
"""The file that describes an index; it names the shards once all of them are there."""


class Occurrence(NamedTuple):
    """Where a template matches: the shard, and the words of X and Y in it."""

    shard: int
    x: int
    y: int


class Instance(NamedTuple):
    """A sentence that a template matches.

    `x` and `y` are the noun phrases as in the sentence; `x_lemma` and `y_lemma` the lemmas of
    their heads.
    """

    sentence: str
    x: str
    y: str
    x_lemma: str
    y_lemma: str


class CorpusIndex:
    """A parsed corpus, in which templates are looked up.

    `manifest` is the content of ``index.json``; `source` and `licence` are those of the corpus.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder
        self.source = str(manifest.get("source", ""))
        self.licence = str(manifest.get("licence", ""))
        self._digests: Sequence[str] = manifest["shards"]

    @classmethod
    def open(cls, folder: str | Path) -> "CorpusIndex":
        """Open an index; its shards are mapped into memory when first used."""
        path = Path(folder)
        manifest = read_manifest(path)
        if "shards" not in manifest:
            raise ResourceError(
                f"{path}: is not complete; run the command that builds it again, and it goes on"
            )
        shards = manifest["shards"]
        if not isinstance(shards, list) or not all(isinstance(each, str) for each in shards):
            raise ResourceError(f"{path / MANIFEST}: is damaged; build the index again")
        return cls(path, manifest)

    @property
    def shard_folders(self) -> list[Path]:
        """The folders of the shards, in order."""
        return [self.folder / shard_name(number) for number in range(len(self._digests))]

    @cached_property
    def shards(self) -> list[Shard]:
        """The shards, in order."""
        shards = [Shard.open(folder) for folder in self.shard_folders]
        for shard, digest, folder in zip(shards, self._digests, self.shard_folders, strict=True):
            if shard.digest != digest:
                raise ResourceError(f"{folder}: is not the shard of this index; build it again")
        return shards

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return sum(shard.sentences for shard in self.shards)

    @property
    def words(self) -> int:
        """The number of words and punctuation marks."""
        return sum(len(shard.lemmas) for shard in self.shards)

    def occurrences(self, template: Template) -> list[Occurrence]:
        """Return where a template matches, in the order of the corpus."""
        return [
            Occurrence(number, x, y)
            for number, shard in enumerate(self.shards)
            for x, y in _of_variables(matches_in(shard, template), template).tolist()
        ]

    def instance(self, occurrence: Occurrence) -> Instance:
        """Return the sentence of an occurrence, with its X and Y."""
        shard = self.shards[occurrence.shard]
        sentence = shard.sentence(int(shard.sentence_of(np.array([occurrence.x]))[0]))
        x, y = occurrence.x, occurrence.y
        return Instance(
            sentence,
            shard.phrase(x, sentence),
            shard.phrase(y, sentence),
            shard.lemma(x),
            shard.lemma(y),
        )


def _of_variables(matches: IntArray, template: Template) -> IntArray:
    """Return the distinct words of X and Y, in the order of the corpus."""
    columns = [template.words.index(variable) for variable in VARIABLES]
    return np.unique(matches[:, columns], axis=0)


def shard_name(number: int) -> str:
    """Return the name of the folder of a shard, counted from 0."""
    return f"shard-{number:05}"


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the content of ``index.json``."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise ResourceError(
            f"{folder}: holds no index (there is no {MANIFEST}); "
            "build one with rte-baselines rules index"
        ) from None
    except (OSError, ValueError, RecursionError):
        raise ResourceError(f"{folder / MANIFEST}: is damaged; build the index again") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ResourceError(f"{folder / MANIFEST}: describes no {FORMAT}; build the index again")
    return manifest
