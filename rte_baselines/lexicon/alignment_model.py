"""Statistical translation from text to hypothesis and back, learned from leads and headlines."""

import math
from abc import ABC, abstractmethod
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from rte_baselines import resources
from rte_baselines.kernels.hidden_alignment import UNALIGNED, best_alignment, log_likelihood
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.word_translation import NULL, Translations, translation_matrix
from rte_baselines.lexicon.alignment_model_arrays import (
    Direction,
    TranslationModel,
    open_alignment_arrays,
)
from rte_baselines.lexicon.vocabulary import NOT_FOUND, Vocabulary

FLOOR = 1e-6
"""The probability of a translation that was never seen, or was too improbable to be kept."""

TO_NULL = 0.2
"""The probability that the hidden Markov model leaves a target word to null: Och and Ney's."""

LONGEST = 500
"""Words after so many are not looked at; time grows with the product of three lengths."""


class AlignmentModel(ABC):
    """One side of a pair as the translation of the other, word by word.

    The translation is the *target*, what it is made of the *source*. Of words that the news do
    not show as translations, or that are too improbable to be kept, the probability is
    `identity` if they are the same word, else `FLOOR`; none is below `FLOOR`.

    Parameters
    ----------
    vocabulary : Vocabulary
        Row i is the target word i, and the source word i + 1.
    translations : Translations
        How probable target words are given source words.

    Attributes
    ----------
    lowest : float
        What no mean log probability is below.
    """

    lowest: ClassVar[float]

    def __init__(self, vocabulary: Vocabulary, translations: Translations) -> None:
        self._vocabulary = vocabulary
        self._translations = translations

    @staticmethod
    def open(
        direction: Direction,
        model: TranslationModel = "hidden_markov",
        folder: str | Path | None = None,
    ) -> "AlignmentModel":
        """Open a model that `build_alignment_model` wrote, once in a process.

        Parameters
        ----------
        direction : {"hypothesis_given_text", "text_given_hypothesis"}
        model : {"hidden_markov", "model_1"}
        folder : str or Path, optional
            Left out, the one in use (``rte-baselines resources list``).

        Raises
        ------
        ResourceError
            If there is none, or it holds something else or is damaged.
        """
        return _opened(str(folder or resources.required("alignment-model")), direction, model)

    def probability(self, word: str, given: str | None) -> float:
        """Return the probability of a target word given a source word, or null for None."""
        words = [word] if given is None else [word, given]
        rows = self._vocabulary.rows(words)
        # Any numbers do that are equal where the words are.
        ids = np.array([words.index(other) for other in words], np.int64)
        return float(self._matrix(rows[1:], rows[:1], ids[1:], ids[:1])[0, -1])

    def emissions(self, sources: IntArray, targets: IntArray) -> FloatArray:
        """Return how probable each target word is given null and each source word.

        Parameters
        ----------
        sources, targets : ndarray of int64, shapes (n,) and (m,)
            Digests of words as analysis gives them; those after `LONGEST` are left out.

        Returns
        -------
        ndarray of float64, shape (m, n + 1)
            Null is the first column.
        """
        sources, targets = sources[:LONGEST], targets[:LONGEST]
        rows, target_rows = map(self._vocabulary.rows_of_ids, (sources, targets))
        return self._matrix(rows, target_rows, sources, targets)

    def _matrix(
        self, rows: IntArray, target_rows: IntArray, sources: IntArray, targets: IntArray
    ) -> FloatArray:
        source_rows = np.where(rows == NOT_FOUND, NOT_FOUND, rows + 1)
        return translation_matrix(self._translations, source_rows, target_rows, sources, targets)

    def mean_log_probability(self, emissions: FloatArray) -> float:
        """Return the log of the target's probability, however it is aligned, per word.

        Parameters
        ----------
        emissions : ndarray of float64, shape (targets, sources + 1)

        Returns
        -------
        float
            In nats; from `lowest` to 0, and 0 for no word.
        """
        if not len(emissions):
            return 0.0
        return min(0.0, max(self.lowest, self._log_probability(emissions) / len(emissions)))

    @abstractmethod
    def _log_probability(self, emissions: FloatArray) -> float:
        """Return the log of the target's probability."""

    @abstractmethod
    def partners(self, emissions: FloatArray) -> IntArray:
        """Return the source word of each target word in the likeliest alignment.

        Returns
        -------
        ndarray of int64, shape (targets,)
            Places in the source; ``UNALIGNED`` for null.
        """


class Model1(AlignmentModel):
    """IBM Model 1, with P(t | s) = prod over t of the mean of t(t | s) over null and all s.

    References
    ----------
    Brown, Della Pietra, Della Pietra and Mercer 1993, section 4.2.
    """

    lowest = math.log(FLOOR)

    def _log_probability(self, emissions: FloatArray) -> float:
        return float(np.log(emissions.mean(axis=1)).sum())

    def partners(self, emissions: FloatArray) -> IntArray:
        """Align each word with the likeliest, null if that is likelier than all words."""
        words = np.column_stack([np.zeros(len(emissions)), emissions[:, 1:]])
        best = words.argmax(axis=1)
        is_null = emissions[:, NULL] > words.max(axis=1)
        return np.where(is_null, UNALIGNED, best - 1)


class HiddenMarkov(AlignmentModel):
    """The hidden Markov model: see `rte_baselines.kernels.hidden_alignment`.

    Parameters
    ----------
    vocabulary, translations
        As in `AlignmentModel`.
    jumps : ndarray of float64
        What jumps weigh.
    """

    # All words are made of null, and none of them is known to be.
    lowest = math.log(TO_NULL * FLOOR)

    def __init__(
        self, vocabulary: Vocabulary, translations: Translations, jumps: FloatArray
    ) -> None:
        super().__init__(vocabulary, translations)
        self._jumps = jumps

    def _log_probability(self, emissions: FloatArray) -> float:
        return log_likelihood(emissions, self._jumps, TO_NULL)

    def partners(self, emissions: FloatArray) -> IntArray:
        """Return the likeliest path (Viterbi)."""
        return best_alignment(emissions, self._jumps, TO_NULL)


def lowest_mean_log_probability(model: TranslationModel) -> float:
    """Return what no mean log probability by a model is below."""
    return Model1.lowest if model == "model_1" else HiddenMarkov.lowest


@lru_cache(maxsize=8)
def _opened(folder: str, direction: Direction, model: TranslationModel) -> AlignmentModel:
    arrays = open_alignment_arrays(folder)
    about = arrays.description
    prefix = f"{direction}_{model}"
    translations = Translations(
        arrays[f"{prefix}_offsets"],
        arrays[f"{prefix}_targets"],
        arrays[f"{prefix}_probabilities"].astype(np.float64),
        identity=about["identities"][prefix],
        floor=FLOOR,
    )
    vocabulary = Vocabulary.from_arrays(arrays)
    if model == "model_1":
        return Model1(vocabulary, translations)
    return HiddenMarkov(vocabulary, translations, arrays[f"{direction}_jumps"])
