"""The spaCy pipeline for English, the shipped one or the user's own, and its layers."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from threading import RLock
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english import lemma_exceptions
from rte_baselines.analysis.english.cache import AnalysisCache, LayerValue, cache_folder, digest_of
from rte_baselines.analysis.english.labels import ENTITY_TYPES, NO_ENTITY
from rte_baselines.analysis.english.sentence_boundaries import (
    FACTORY,
    PARAGRAPH_STARTS,
    register_component,
    word_spacing,
)
from rte_baselines.analysis.english.universal_dependencies import to_universal, uses_clear_labels
from rte_baselines.analysis.layer import Layer
from rte_baselines.core.errors import ResourceError
from rte_baselines.core.importing import version
from rte_baselines.core.registry import registry
from rte_baselines.core.resources import resources

NO_HEAD = -1
"""The head of the root of a sentence."""

# The code that converts the output of a pipeline to layers; changes to it change the digest.
_CODE = (
    "english/pipeline.py",
    "english/row_product.py",
    "english/sentence_boundaries.py",
    "english/sentence_words.txt",
    "english/universal_dependencies.py",
    "english/labels.py",
    "tokens/words.py",
    "tokens/numbers.py",
)
_NEEDED = {"DEP": "parser", "POS": "tagger of parts of speech", "LEMMA": "lemmatizer"}


class EnglishPipeline:
    """The spaCy pipeline of the resource ``english``, loaded on first use."""

    def __init__(self) -> None:
        self._lock = RLock()

    def parse(self, analyses: Sequence[Analysis]) -> list[dict[str, LayerValue]]:
        """Return the layers of each snippet of a batch, in order."""
        if not analyses:
            return []
        # The memory zone frees the words of the batch, which spaCy would otherwise keep. Only one
        # thread may use it at a time, because it frees the words of all threads.
        with self._lock, self._nlp.memory_zone():
            vocab = self._nlp.vocab
            docs = [_doc_of(vocab, analysis) for analysis in analyses]
            return [self._layers(doc) for doc in self._nlp.pipe(docs, batch_size=len(docs))]

    @cached_property
    def digest(self) -> str:
        """A digest that identifies the layers of this pipeline: 16 hexadecimal digits.

        It is computed from the files of the pipeline, the version of spaCy, and the code
        that converts the output of the pipeline to layers.
        """
        return digest_of(f"{version('spacy')} {resources.digest('english')}", _CODE)

    @cached_property
    def _nlp(self) -> Any:
        lemma_exceptions.register_component()
        register_component()
        return _load(resources.required("english"))

    @cached_property
    def _has_clear_labels(self) -> bool:
        """Whether the relations are CLEAR labels, as in spaCy's own English pipelines."""
        return uses_clear_labels(self._nlp.pipe_labels.get("parser", ()))

    def _layers(self, doc: Any) -> dict[str, LayerValue]:
        heads = np.array(
            [NO_HEAD if word.head.i == word.i else word.head.i for word in doc], dtype=np.int64
        )
        relations = tuple(
            "root" if head == NO_HEAD else word.dep_
            for word, head in zip(doc, heads.tolist(), strict=True)
        )
        pos = tuple(word.pos_ for word in doc)
        tags = tuple(word.tag_ for word in doc)
        lemmas = tuple((word.lemma_ or word.text).lower() for word in doc)
        types = tuple(ENTITY_TYPES.get(word.ent_type_, word.ent_type_) for word in doc)
        if self._has_clear_labels:
            words = tuple(word.text for word in doc)
            heads, relations, pos = to_universal(heads, relations, tags, pos, lemmas, words)
        return {
            "lemmas": lemmas,
            "pos": pos,
            "tags": tags,
            "heads": heads,
            "relations": relations,
            "sentence_starts": np.array([word.is_sent_start for word in doc], dtype=np.bool_),
            "entity_labels": types,
            "entity_starts": np.array(
                [word.ent_iob_ == "B" and types[word.i] != NO_ENTITY for word in doc],
                dtype=np.bool_,
            ),
        }


def _doc_of(vocab: Any, analysis: Analysis) -> Any:
    """Return a Doc of the words of an analysis, as input to the pipeline."""
    from spacy.tokens import Doc

    words = analysis.words
    spaces, paragraph_starts = word_spacing(analysis.text, words, analysis.word_offsets)
    doc = Doc(vocab, words=list(words), spaces=spaces)
    doc.user_data[PARAGRAPH_STARTS] = paragraph_starts
    return doc


def _load(location: str) -> Any:
    """Load a pipeline whose parse of a snippet does not depend on the other snippets of a batch."""
    import spacy
    from spacy.tokens import Doc

    from rte_baselines.analysis.english.row_product import using_row_products

    try:
        with using_row_products():
            nlp = spacy.load(location)
        if FACTORY not in nlp.pipe_names:
            nlp.add_pipe(FACTORY, first=True)
        doc = nlp(Doc(nlp.vocab, words=["Dogs", "bark", "."]))
    except Exception as error:
        # A user's pipeline can fail in any way; the message gives its name and spaCy's reason.
        reason = " ".join(str(error).split())
        raise ResourceError(f"english: {location} cannot be loaded ({reason})") from error
    missing = [needed for name, needed in _NEEDED.items() if not doc.has_annotation(name)]
    if missing:
        raise ResourceError(
            f"english: {location} has no {' and no '.join(missing)}; "
            "use one that has, such as en_core_web_sm"
        )
    return nlp


@registry.layers("english.v1")
class EnglishLayer(Layer):
    """Lemmas, parts of speech, dependencies, sentences and named entities.

    The spaCy pipeline of the resource ``english`` parses the layer ``words``; snippets that
    were parsed before are read from the cache. Dependencies are Universal Dependencies,
    whatever scheme the pipeline uses.
    """

    provides = (
        "lemmas",
        "pos",
        "tags",
        "heads",
        "relations",
        "sentence_starts",
        "entity_labels",
        "entity_starts",
    )
    needs = ("words", "word_offsets")
    resources = ("english",)

    def __init__(self) -> None:
        self._pipeline = EnglishPipeline()
        self._cache = AnalysisCache(cache_folder())

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Look the snippets up in the cache; parse those that are missing."""
        return self._cache.computed(self._pipeline.digest, analyses, self._pipeline.parse)
