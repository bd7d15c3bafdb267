"""The labels of words in a parse: types of named entities, and layers of parts of speech."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer, WordValues, WordwiseLayer
from rte_baselines.core.registry import registry

PERSON, ORG, PLACE, TIME, MISC = "PERSON", "ORG", "PLACE", "TIME", "MISC"
"""Persons; organizations; places; dates and times; all other names."""

NO_ENTITY = ""
"""The label of words outside entities."""

ENTITY_TYPES = {
    "PER": PERSON,
    "NORP": MISC,
    "FAC": PLACE,
    "GPE": PLACE,
    "LOC": PLACE,
    "PRODUCT": MISC,
    "EVENT": MISC,
    "WORK_OF_ART": MISC,
    "LAW": MISC,
    "LANGUAGE": MISC,
    "DATE": TIME,
    # Amounts are not named entities; the layer `numbers` has their values.
    "PERCENT": NO_ENTITY,
    "MONEY": NO_ENTITY,
    "QUANTITY": NO_ENTITY,
    "ORDINAL": NO_ENTITY,
    "CARDINAL": NO_ENTITY,
}
"""The types of the labels of OntoNotes, which spaCy's English pipelines use, and of CoNLL."""

CONTENT_PARTS = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
"""The Universal Dependencies tags of content words."""


@registry.layers("function_words.v1")
class FunctionWordLayer(WordwiseLayer):
    """Marks all words but nouns, names, verbs, adjectives, adverbs and numbers."""

    provides = ("is_function_word",)
    reads = "pos"

    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Look the parts of speech up."""
        marks = np.array([part not in CONTENT_PARTS for part in strings], dtype=np.bool_)
        return {"is_function_word": marks}


@registry.layers("tagged_lemmas.v1")
class TaggedLemmaLayer(Layer):
    """Lemmas joined to their parts of speech, such as ``saw/NOUN`` and ``see/VERB``."""

    provides = ("tagged_lemmas",)
    needs = ("lemmas", "pos")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Join lemma and part of speech."""
        for analysis in analyses:
            pairs = zip(analysis.layer("lemmas"), analysis.layer("pos"), strict=True)
            yield {"tagged_lemmas": tuple(map("/".join, pairs))}
