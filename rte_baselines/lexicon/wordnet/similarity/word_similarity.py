"""The similarity of words by WordNet."""

from functools import lru_cache
from typing import Literal

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.core.resources.resources import required
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.frequency.term_statistics import TermStatistics
from rte_baselines.lexicon.word_similarity import Lemmas, TypeSimilarity
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Part, parts_of_tags
from rte_baselines.lexicon.wordnet.similarity.lesk import AdaptedLesk
from rte_baselines.lexicon.wordnet.similarity.path_measures import HirstStOnge
from rte_baselines.lexicon.wordnet.similarity.synset_similarity import SynsetSimilarity, WordSenses
from rte_baselines.lexicon.wordnet.similarity.taxonomy_similarity import (
    TaxonomyMeasure,
    TaxonomySimilarity,
    word_count_content,
)

WordNetMeasure = Literal[TaxonomyMeasure, "hirst_st_onge", "lesk"]


@registry.word_similarities("wordnet.v1")
class WordNetSimilarity(TypeSimilarity):
    """The similarity of the most similar senses of two lemmas, from 0 to 1.

    Nouns, proper nouns, verbs, auxiliaries, adjectives and adverbs are looked up by part of
    speech. Words of other parts of speech, and words that WordNet lacks, are similar only
    to equal lemmas. The first seven measures compare nouns with nouns and verbs with verbs;
    adjectives and adverbs are similar if they share a synset. The last two measures compare
    all parts of speech. `TaxonomySimilarity`, `HirstStOnge` and `AdaptedLesk` describe the
    normalization to the range from 0 to 1.

    Parameters
    ----------
    measure : {"path", "leacock_chodorow", "wu_palmer", "wu_palmer_nltk", "resnik", "lin", \
"jiang_conrath", "hirst_st_onge", "lesk"}
    counts : {"tagged", "corpus"}
        The counts for information content, in the measures that need it: WordNet's tag
        counts of senses, or the counts of lemmas in the term statistics in use, whatever
        their parts of speech.
    """

    relation = "close in WordNet"
    maximum = 1.0

    def __init__(
        self, measure: WordNetMeasure = "path", counts: Literal["tagged", "corpus"] = "tagged"
    ) -> None:
        self.measure = measure
        self.counts = counts

    @property
    def resources(self) -> set[str]:
        """WordNet, and the term statistics if their counts are used."""
        return {"wordnet", *(["term-statistics"] if self.counts == "corpus" else [])}

    def of_types(
        self, hypothesis: Lemmas, text: Lemmas, rows: IntArray, columns: IntArray
    ) -> FloatArray:
        """Compare some of the lemmas; see `TypeSimilarity.of_types`."""
        statistics = required("term-statistics") if self.counts == "corpus" else None
        similarity = _similarity(wordnet_in_use(), self.measure, statistics)
        first, second = (_senses(similarity.wordnet, lemmas) for lemmas in (hypothesis, text))
        best = similarity.best(first, second, rows, columns)
        return similarity.normalized(best, first.parts[rows])


# Cached here and not on the component, because components are copied and pickled.
@lru_cache(maxsize=16)
def _similarity(
    wordnet: WordNet, measure: WordNetMeasure, statistics: str | None
) -> SynsetSimilarity:
    if measure == "hirst_st_onge":
        return HirstStOnge(wordnet)
    if measure == "lesk":
        return AdaptedLesk(wordnet, normalize=True)
    if statistics is None:
        return TaxonomySimilarity(wordnet, measure)
    lemmas = TermStatistics.open(statistics, "lemmas").counts()
    counts = {(lemma, part): count for lemma, count in lemmas for part in (Part.NOUN, Part.VERB)}
    return TaxonomySimilarity(wordnet, measure, word_count_content(wordnet, counts))


def _senses(wordnet: WordNet, lemmas: Lemmas) -> WordSenses:
    parts = parts_of_tags(lemmas.parts)
    senses = wordnet.senses_of_words(wordnet.words.rows_of_ids(lemmas.ids), parts)
    synsets = wordnet.sense_synsets[senses.values].astype(np.int64)
    return WordSenses(tuple(lemmas.strings), parts, Ragged(synsets, senses.offsets))
