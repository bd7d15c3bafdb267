"""The similarity of words by WordNet."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np

from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.frequency.term_statistics import TermStatistics
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity, word_types
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.disambiguation import senses_of_lemmas
from rte_baselines.lexicon.wordnet.hirst_st_onge import HirstStOnge
from rte_baselines.lexicon.wordnet.information_content import word_count_content
from rte_baselines.lexicon.wordnet.lesk import AdaptedLesk
from rte_baselines.lexicon.wordnet.parts import Part, parts_of_tags
from rte_baselines.lexicon.wordnet.similarity import SynsetSimilarity, WordSenses
from rte_baselines.lexicon.wordnet.taxonomy_similarity import TaxonomySimilarity
from rte_baselines.registry import registry
from rte_baselines.resources import required

WordNetMeasure = Literal[
    "path",
    "leacock_chodorow",
    "wu_palmer",
    "resnik",
    "lin",
    "jiang_conrath",
    "hirst_st_onge",
    "lesk",
]

# The number of pairs of words that are compared at once, from which a chunk ends.
_CHUNK = 1 << 15


@registry.word_similarities("wordnet.v1")
class WordNetSimilarity(WordSimilarity):
    """The similarity of the most similar senses of two lemmas, from 0 to 1.

    Nouns, proper nouns, verbs, auxiliaries, adjectives and adverbs are looked up by part of
    speech. Words of other parts of speech, and words that WordNet lacks, are similar only
    to equal lemmas. The first six measures compare nouns with nouns and verbs with verbs;
    adjectives and adverbs are similar if they share a synset. The last two measures compare
    all parts of speech. `TaxonomySimilarity`, `HirstStOnge` and `AdaptedLesk` describe the
    normalization to the range from 0 to 1.

    Parameters
    ----------
    measure : {"path", "leacock_chodorow", "wu_palmer", "resnik", "lin", "jiang_conrath", \
"hirst_st_onge", "lesk"}
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

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the lemmas, shape (words of the hypothesis, words of the text).

        Raises
        ------
        ResourceError
            If WordNet, or the term statistics if needed, are missing, damaged or without
            lemmas.
        """
        return next(self.matrices([(hypothesis, text)]))

    def matrices(self, pairs: Iterable[tuple[Lemmas, Lemmas]]) -> Iterator[FloatArray]:
        """Yield the `matrix` of each pair; words that several pairs have are looked up once."""
        for some in _chunks(pairs):
            yield from self._compared(some)

    def _compared(self, pairs: Sequence[tuple[Lemmas, Lemmas]]) -> Iterator[FloatArray]:
        """Yield the matrix of each of a few pairs, after comparing each two words once."""
        statistics = required("term-statistics") if self.counts == "corpus" else None
        similarity = _similarity(wordnet_in_use(), self.measure, statistics)
        hypotheses, texts = (_WordTypes(side) for side in zip(*pairs, strict=True))
        keys = [
            np.add.outer(rows * len(texts.lemmas), columns).ravel()
            for rows, columns in zip(hypotheses.types, texts.types, strict=True)
        ]
        distinct, positions = np.unique(np.concatenate(keys), return_inverse=True)
        rows, columns = np.divmod(distinct, max(len(texts.lemmas), 1))
        first, second = (_senses(similarity.wordnet, of.lemmas) for of in (hypotheses, texts))
        best = similarity.best(first, second, rows, columns)
        is_equal = hypotheses.lemmas.ids[rows] == texts.lemmas.ids[columns]
        similarities = np.where(
            is_equal, self.maximum, similarity.normalized(best, first.parts[rows])
        )[positions]
        start = 0
        for hypothesis, text in pairs:
            end = start + len(hypothesis) * len(text)
            yield similarities[start:end].reshape(len(hypothesis), len(text))
            start = end


class _WordTypes:
    """The distinct words of some snippets.

    Parameters
    ----------
    snippets : sequence of Lemmas

    Attributes
    ----------
    lemmas : Lemmas
        Each word once.
    types : list of ndarray of int64
        The index of each word of each snippet in `lemmas`.
    """

    def __init__(self, snippets: Sequence[Lemmas]) -> None:
        self.lemmas, types = word_types(snippets)
        self.types = np.split(types, np.cumsum([len(snippet) for snippet in snippets])[:-1])


def _chunks(pairs: Iterable[tuple[Lemmas, Lemmas]]) -> Iterator[list[tuple[Lemmas, Lemmas]]]:
    """Yield lists of pairs that have few enough pairs of words to compare them at once."""
    chunk: list[tuple[Lemmas, Lemmas]] = []
    size = 0
    for hypothesis, text in pairs:
        chunk.append((hypothesis, text))
        size += len(hypothesis) * len(text)
        if size >= _CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


# Cached here and not on the component, because components are copied and pickled.
@lru_cache(maxsize=16)
def _similarity(
    wordnet: WordNet, measure: WordNetMeasure, statistics: str | None
) -> SynsetSimilarity:
    if measure == "hirst_st_onge":
        return HirstStOnge(wordnet)
    if measure == "lesk":
        return AdaptedLesk(wordnet, normalize=True)
    content = None if statistics is None else _corpus_content(wordnet, statistics)
    return TaxonomySimilarity(wordnet, measure, content)


def _corpus_content(wordnet: WordNet, statistics: str) -> FloatArray:
    """Return the information content of synsets by the counts of lemmas in a corpus."""
    counts = dict(TermStatistics.open(statistics, "lemmas").counts())
    parts = (Part.NOUN, Part.VERB)
    return word_count_content(
        wordnet, {(lemma, part): count for lemma, count in counts.items() for part in parts}
    )


def _senses(wordnet: WordNet, lemmas: Lemmas) -> WordSenses:
    senses = senses_of_lemmas(wordnet, lemmas)
    synsets = wordnet.sense_synsets[senses.values].astype(np.int64)
    return WordSenses(
        tuple(lemmas.strings), parts_of_tags(lemmas.parts), Ragged(synsets, senses.offsets)
    )
