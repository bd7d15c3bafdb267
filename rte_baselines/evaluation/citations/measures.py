"""Citation recall, precision and F1 (gao2023), with intervals over answers.

As in ALCE's ``eval.py``, recall is the share of the sentences that all the documents they cite,
taken together, entail; a sentence without citations is not entailed. Precision is the share of the
citations that belong to such a sentence and are not irrelevant: a citation is irrelevant if its
document alone does not entail the sentence, but the other cited documents together do. The only
citation of a sentence is never irrelevant. A citation of a document that does not exist is not
precise, in contrast to ``eval.py``, which gives its sentence a recall of 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.measures.contingency import ratio
from rte_baselines.evaluation.ratios import Ratio, estimate_of_sums
from rte_baselines.evaluation.resampling.bootstrap import SEED
from rte_baselines.evaluation.resampling.estimate import Estimate
from rte_baselines.kernels.ragged import FloatArray


@dataclass(frozen=True)
class SentenceScore:
    """How good the citations of a sentence are.

    Parameters
    ----------
    answer : str
        The id of the answer.
    number : int
        The position of the sentence in it, from 1.
    text : str
    cited, missing : tuple of int
        As in `CitedSentence`.
    is_supported : bool
        Whether all cited documents together entail the sentence; False without any.
    irrelevant : tuple of int
        The cited documents that do not entail a supported sentence alone, while the others
        together do.
    """

    answer: str
    number: int
    text: str
    cited: tuple[int, ...]
    missing: tuple[int, ...]
    is_supported: bool
    irrelevant: tuple[int, ...]

    @property
    def citations(self) -> int:
        """The number of its citations, each number once."""
        return len(self.cited) + len(self.missing)

    @property
    def precise(self) -> int:
        """The number of its citations that are precise: of a supported sentence, and relevant."""
        return len(self.cited) - len(self.irrelevant) if self.is_supported else 0

    @property
    def wrong(self) -> int:
        """The number of its other citations."""
        return self.citations - self.precise


@brief
@dataclass(frozen=True)
class AnswerScore:
    """How good the citations of an answer are.

    Parameters
    ----------
    id : str
    sentences : tuple of SentenceScore
    """

    id: str
    sentences: tuple[SentenceScore, ...]

    @property
    def supported(self) -> int:
        """The number of sentences that the documents they cite entail."""
        return sum(sentence.is_supported for sentence in self.sentences)

    @property
    def citations(self) -> int:
        """The number of citations of all sentences."""
        return sum(sentence.citations for sentence in self.sentences)

    @property
    def precise(self) -> int:
        """The number of citations that are precise."""
        return sum(sentence.precise for sentence in self.sentences)

    @property
    def recall(self) -> float:
        """The share of supported sentences, in [0, 1]; 0 of an answer without sentences."""
        return self.supported / len(self.sentences) if self.sentences else 0.0

    @property
    def precision(self) -> float:
        """The share of precise citations, in [0, 1]; 0 of an answer without citations."""
        return self.precise / self.citations if self.citations else 0.0


@dataclass(frozen=True)
class CitationScores:
    """Recall, precision and F1, each in [0, 1], with intervals.

    Parameters
    ----------
    recall, precision, f1 : Estimate
    """

    recall: Estimate
    precision: Estimate
    f1: Estimate


def over_answers(
    scores: Sequence[AnswerScore], *, level: float = 0.95, seed: int = SEED
) -> CitationScores:
    """Return the means over answers, as ALCE reports them; each answer counts the same.

    Parameters
    ----------
    scores : sequence of AnswerScore
        At least one.
    level : float
        The confidence level, in (0, 1).
    seed : int

    Returns
    -------
    CitationScores
        F1 is the harmonic mean of the mean recall and the mean precision, not a mean of F1s.
    """
    columns = [(score.recall, 1, score.precision, 1) for score in scores]
    return _scores(np.array(columns, np.float64), level, seed)


def over_sentences(
    scores: Sequence[AnswerScore], *, level: float = 0.95, seed: int = SEED
) -> CitationScores:
    """Return the recall over all sentences and the precision over all citations.

    Parameters and F1 are those of `over_answers`; at least one sentence has a citation. Each
    resample for the interval of precision has a citation, since it is of answers with citations
    (`Ratio.estimate`); those for the interval of F1 are of all answers with sentences.
    """
    columns = [
        (score.supported, len(score.sentences), score.precise, score.citations)
        for score in scores
        if score.sentences
    ]
    return _scores(np.array(columns, np.float64), level, seed)


def _scores(columns: FloatArray, level: float, seed: int) -> CitationScores:
    """Return scores from supported, sentences, precise and citations, shape (answers, 4)."""
    recall = Ratio(columns[:, 0], columns[:, 1]).estimate(level=level, seed=seed)
    precision = Ratio(columns[:, 2], columns[:, 3]).estimate(level=level, seed=seed)
    assert recall is not None
    assert precision is not None
    f1 = estimate_of_sums(_f1, columns, level=level, seed=seed)
    return CitationScores(recall, precision, f1)


def _f1(sums: FloatArray) -> FloatArray:
    """Return the harmonic means of recall and precision, 0 where recall is 0, shape (rows,).

    A resample without a citation has no precision, but a recall of 0, and so no harmonic mean
    other than 0.
    """
    recall, precision = ratio(sums[:, 0], sums[:, 1]), ratio(sums[:, 2], sums[:, 3])
    return np.where(recall == 0, 0.0, ratio(2 * recall * precision, recall + precision))
