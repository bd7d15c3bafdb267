"""Weightings by the frequency of terms in a corpus."""

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis.tokens.words import norm_of
from rte_baselines.core.registry import registry
from rte_baselines.core.resources import resources
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.corpus.corpora import is_mark
from rte_baselines.lexicon.frequency.term_statistics import TermStatistics
from rte_baselines.lexicon.weighting import Weighting


class FrequencyWeighting(Weighting):
    """Base class of weightings in which rarer terms have greater weights.

    A term that the statistics lack has the weight of a term that occurs once, which is the
    maximum. Terms without letters and digits have the weight 0.

    Parameters
    ----------
    level : str
        The level of the statistics: ``norms`` (also for ``words``), ``stems``,
        ``porter_stems`` or ``lemmas``. If the feature has a level, it must be the same.
    statistics : str, optional
        A folder of term statistics; by default those in use (``rte-baselines resources
        list``).
    """

    level: str

    def __init__(self, level: str = "norms", statistics: str | None = None) -> None:
        self.level = level
        self.statistics = statistics

    @property
    def resources(self) -> set[str]:
        """The statistics in use, unless `statistics` is given."""
        return set() if self.statistics else {"term-statistics"}

    def weights(self, terms: Sequence[str]) -> FloatArray:
        """Return the weight of each term, shape (terms,)."""
        folder = self.statistics or resources.required("term-statistics")
        statistics = TermStatistics.open(folder, self.level)
        keys = [norm_of(term) for term in terms] if self.level == "norms" else terms
        are_marks = np.fromiter(map(is_mark, terms), np.bool_, len(terms))
        return np.where(are_marks, 0.0, self._weights(keys, statistics))

    @abstractmethod
    def _weights(self, terms: Sequence[str], statistics: TermStatistics) -> FloatArray:
        """Return the weight of each term, regardless of letters and digits."""


@registry.weightings("idf.v1")
class InverseDocumentFrequency(FrequencyWeighting):
    """Inverse document frequency, idf(w) = ln(N / n_w), with n_w of N documents that have w.

    Source: glickman2006 equation 6, where the base of the logarithm cancels out in ratios of
    sums, and kouylekov2006 equation 5, where it is the cost of an insertion. It is 0 for a
    term in all documents, and ln N for a term in one document or none.
    """

    def _weights(self, terms: Sequence[str], statistics: TermStatistics) -> FloatArray:
        frequencies = np.maximum(statistics.document_frequencies(terms), 1)
        return np.asarray(np.log(statistics.documents / frequencies))


@registry.weightings("inverse_collection_frequency.v1")
class InverseCollectionFrequency(FrequencyWeighting):
    """Inverse collection frequency, from 0 for the most frequent word to 1 for a hapax.

    Source: jijkoun2006 section 2.1, ICF(w) = ln(occurrences of all words / occurrences of w),
    normalized so that the most frequent word has weight 0. The paper does not say how. Here
    it is (ICF - ICF_min) / (ICF_max - ICF_min), where ICF_max is that of a word that occurs
    once; the occurrences of all words cancel out. kouylekov2006 equations 1 and 2 cite the
    measure without the logarithm of the original.
    """

    def _weights(self, terms: Sequence[str], statistics: TermStatistics) -> FloatArray:
        frequencies = np.maximum(statistics.collection_frequencies(terms), 1)
        highest = statistics.highest_collection_frequency
        # If every word occurs once, all weights are 0.
        scale = np.log(highest) if highest > 1 else 1.0
        return np.asarray(np.log(highest / frequencies) / scale)
