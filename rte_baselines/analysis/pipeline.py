"""The spaCy pipeline that parses English: the shipped one or the user's own."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.packing import LayerValue
from rte_baselines.analysis.sentence_boundaries import (
    FACTORY,
    PARAGRAPH_STARTS,
    register_component,
    word_spacing,
)
from rte_baselines.analysis.universal_dependencies import to_universal, uses_clear_labels
from rte_baselines.errors import ResourceError

NO_HEAD = -1
"""The head of a word that is the root of its sentence."""

# What turns a pipeline's output into layers: when it changes, so do they.
_CODE = ("pipeline.py", "sentence_boundaries.py", "universal_dependencies.py", "words.py")
_BATCH_SIZE = 256
_NEEDED = {"DEP": "parser", "POS": "tagger of parts of speech", "LEMMA": "lemmatizer"}


class EnglishPipeline:
    """A spaCy pipeline for English, loaded when it first has something to parse.

    Parameters
    ----------
    location : str
        A folder, or the name of an installed package such as ``en_core_web_sm``.
    """

    def __init__(self, location: str) -> None:
        self.location = location

    def parse(self, analyses: Sequence[Analysis]) -> Iterator[dict[str, LayerValue]]:
        """Yield the layers of each snippet, in order.

        Raises
        ------
        ResourceError
            If spaCy cannot load the pipeline, or it does not parse.
        """
        if not analyses:
            return
        docs = (_doc_of(self._nlp.vocab, analysis) for analysis in analyses)
        for doc in self._nlp.pipe(docs, batch_size=_BATCH_SIZE):
            yield self._layers(doc)

    @cached_property
    def digest(self) -> str:
        """What tells its layers from those of other pipelines: 16 hexadecimal digits.

        It is made from the pipeline's files, spaCy's version, and the code that makes
        layers of what the pipeline gives.

        Raises
        ------
        ResourceError
            If there is no such pipeline.
        """
        digest = sha256(version("spacy").encode())
        for name in _CODE:
            digest.update(Path(__file__).with_name(name).read_bytes())
        folder = _folder_of(self.location)
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                digest.update(file.relative_to(folder).as_posix().encode())
                digest.update(file.read_bytes())
        return digest.hexdigest()[:16]

    @cached_property
    def _nlp(self) -> Any:
        register_component()
        nlp = _load(self.location)
        if FACTORY not in nlp.pipe_names:
            nlp.add_pipe(FACTORY, first=True)
        _check(nlp, self.location)
        return nlp

    @cached_property
    def _has_clear_labels(self) -> bool:
        """Whether the relations are those of spaCy's own English pipelines."""
        return uses_clear_labels(self._nlp.pipe_labels.get("parser", ()))

    def _layers(self, doc: Any) -> dict[str, LayerValue]:
        heads = np.array([_head_of(word) for word in doc], dtype=np.int64)
        relations = tuple(
            "root" if head == NO_HEAD else word.dep_
            for word, head in zip(doc, heads.tolist(), strict=True)
        )
        pos = tuple(word.pos_ for word in doc)
        tags = tuple(word.tag_ for word in doc)
        lemmas = tuple((word.lemma_ or word.text).lower() for word in doc)
        if self._has_clear_labels:
            heads, relations, pos = to_universal(heads, relations, tags, pos, lemmas)
        return {
            "lemmas": lemmas,
            "pos": pos,
            "tags": tags,
            "heads": heads,
            "relations": relations,
            "sentence_starts": np.array([word.is_sent_start for word in doc], dtype=np.bool_),
            "entity_labels": tuple(word.ent_type_ for word in doc),
            "entity_starts": np.array([word.ent_iob_ == "B" for word in doc], dtype=np.bool_),
        }


def _head_of(word: Any) -> int:
    head: int = word.head.i
    return NO_HEAD if head == word.i else head


def _doc_of(vocab: Any, analysis: Analysis) -> Any:
    """Return a Doc of the words that are there already, for the pipeline to go on with."""
    from spacy.tokens import Doc

    words = analysis.words
    spaces, paragraph_starts = word_spacing(analysis.text, words, analysis.word_offsets)
    doc = Doc(vocab, words=list(words), spaces=spaces)
    doc.user_data[PARAGRAPH_STARTS] = paragraph_starts
    return doc


def _load(location: str) -> Any:
    """Load a pipeline, with the matrix products of NumPy's BLAS, faster than spaCy's own."""
    import spacy
    from thinc.api import use_ops

    try:
        with use_ops("numpy", use_blis=False):
            return spacy.load(location)
    except Exception as error:
        # Whatever is wrong with a foreign pipeline: it is named, and the reason is spaCy's.
        reason = " ".join(str(error).split())
        raise ResourceError(f"english pipeline {location}: cannot be loaded ({reason})") from error


def _folder_of(location: str) -> Path:
    """Return the folder of a pipeline's files."""
    if Path(location).is_dir():
        return Path(location)
    package = find_spec(location) if location.isidentifier() else None
    if package is None or not package.submodule_search_locations:
        raise ResourceError(
            f"english pipeline {location}: there is no such folder or installed package; "
            "expected a spaCy pipeline such as en_core_web_sm"
        )
    return Path(package.submodule_search_locations[0])


def _check(nlp: Any, location: str) -> None:
    """Find out by a sentence whether the pipeline gives what is needed."""
    from spacy.tokens import Doc

    doc = nlp(Doc(nlp.vocab, words=["Dogs", "bark", "."]))
    missing = [needed for name, needed in _NEEDED.items() if not doc.has_annotation(name)]
    if missing:
        raise ResourceError(
            f"english pipeline {location}: has no {' and no '.join(missing)}; "
            "name one that has, such as en_core_web_sm"
        )
