"""Weightings by how common a term is in a corpus."""

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from rte_baselines import resources
from rte_baselines.analysis.words import norm_of
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.corpus_terms import is_mark
from rte_baselines.lexicon.term_statistics import TermStatistics
from rte_baselines.lexicon.weighting import Weighting
from rte_baselines.registry import registry


class FrequencyWeighting(Weighting):
    """The rarer a term, the more it weighs.

    A term that the statistics do not have weighs as one that occurs once, which is the
    most any term can weigh; a mark without letters and digits weighs nothing, known or not.

    Parameters
    ----------
    level : str
        Which statistics to read: ``norms`` (also for words as they stand), ``stems``,
        ``porter_stems`` or ``lemmas``; it is to be the level at which the feature compares,
        if that has a level of its own.
    statistics : str, optional
        A folder of term statistics; left out, those in use (``rte-baselines resources
        list``).
    """

    level: str

    def __init__(self, level: str = "norms", statistics: str | None = None) -> None:
        self.level = level
        self.statistics = statistics

    @property
    def resources(self) -> set[str]:
        """The statistics in use, unless it has a folder of its own."""
        return set() if self.statistics else {"term-statistics"}

    def weights(self, terms: Sequence[str]) -> FloatArray:
        """Return the weight of each term, shape (terms,).

        Raises
        ------
        ResourceError
            If there are no statistics, or none of this level.
        """
        folder = self.statistics or resources.required("term-statistics")
        statistics = TermStatistics.open(folder, self.level)
        looked_up = [norm_of(term) for term in terms] if self.level == "norms" else terms
        are_marks = np.fromiter(map(is_mark, terms), np.bool_, len(terms))
        return np.where(are_marks, 0.0, self._weights(looked_up, statistics))

    @abstractmethod
    def _weights(self, terms: Sequence[str], statistics: TermStatistics) -> FloatArray:
        """Return the weight of each term as if none were a mark."""


@registry.weightings("idf.v1")
class InverseDocumentFrequency(FrequencyWeighting):
    """Inverse document frequency, idf(w) = ln(N / n_w): N documents, n_w of them with w.

    glickman2006 equation 6 (where only ratios of sums matter, and so no base of the
    logarithm) and kouylekov2006 equation 5 (where it is the price of an insertion) use the
    same idf. It is 0 for a term in every document and ln N for one in a single document,
    or in none.
    """

    def _weights(self, terms: Sequence[str], statistics: TermStatistics) -> FloatArray:
        frequencies = np.maximum(statistics.document_frequencies(terms), 1)
        return np.asarray(np.log(statistics.documents / frequencies))


@registry.weightings("inverse_collection_frequency.v1")
class InverseCollectionFrequency(FrequencyWeighting):
    """Inverse collection frequency, from 0 for the commonest word to 1 for one that occurs once.

    jijkoun2006 section 2.1: ICF(w) = ln(occurrences of all words / occurrences of w),
    normalised so that the commonest word weighs 0. The paper does not say how; here by
    (ICF - ICF_min) / (ICF_max - ICF_min), with ICF_max that of a word that occurs once.
    The occurrences of all words cancel out. kouylekov2006 equations 1 and 2 report the
    measure without the logarithm, which the authors themselves have.
    """

    def _weights(self, terms: Sequence[str], statistics: TermStatistics) -> FloatArray:
        frequencies = np.maximum(statistics.collection_frequencies(terms), 1)
        highest = statistics.highest_collection_frequency
        # Where every word occurs once, each is the commonest.
        scale = np.log(highest) if highest > 1 else 1.0
        return np.asarray(np.log(highest / frequencies) / scale)
