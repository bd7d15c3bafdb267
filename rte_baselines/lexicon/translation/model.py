"""Alignment models: statistical translation between text and hypothesis."""

import math
from abc import ABC, abstractmethod
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import ArrayChecks, ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.translation.hidden_alignment import (
    UNALIGNED,
    best_alignment,
    log_likelihood,
)
from rte_baselines.kernels.translation.word_translation import (
    NULL,
    Translations,
    translation_matrix,
)
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND, Vocabulary, check_vocabulary

FLOOR = 1e-6
"""The probability of a translation that is unseen or was removed as too improbable."""

TO_NULL = 0.2
"""The probability that the hidden Markov model aligns a target word to null (Och and Ney)."""

LONGEST = 500
"""The maximum number of words; later ones are ignored. Time is cubic in the length."""

FORMAT = "alignment-model.v1"

TranslationModel = Literal["model_1", "hidden_markov"]
"""IBM Model 1, or the hidden Markov model of alignment."""

Direction = Literal["hypothesis_given_text", "text_given_hypothesis"]
"""The direction of translation; the hypothesis is trained as a headline, the text as its lead."""

MODELS: tuple[TranslationModel, ...] = ("model_1", "hidden_markov")
DIRECTIONS: tuple[Direction, ...] = ("hypothesis_given_text", "text_given_hypothesis")

LONGEST_NGRAM = 3
"""The maximum n; longer n-grams add almost nothing (Doddington, section 3)."""

MIN_NGRAM_COUNT = 2
"""N-grams with lower counts are not stored; their count is taken as 1."""


@lru_cache(maxsize=2)
def open_alignment_arrays(folder: str) -> ArrayFolder:
    """Open the arrays written by `build_alignment_model`, once per process."""
    return open_arrays(folder, FORMAT, check_arrays)


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of an alignment model."""
    checks = ArrayChecks(folder)
    types = check_vocabulary(checks)
    identities = checks.entry("identities", dict)
    for direction in DIRECTIONS:
        name = f"{direction}_jumps"
        jumps = checks.numbers(name, ["float64"], most=1)
        if not len(jumps) % 2:
            has = f"has {len(jumps)} jumps"
            checks.refuse(name, f"{has}; expected as many back as forth, and none")
        if not np.isclose(jumps.sum(), 1):
            checks.refuse(name, f"has the sum {jumps.sum():g}; expected 1")
        for model in MODELS:
            prefix = f"{direction}_{model}"
            identity = checks.typed(identities.get(prefix), f"identities: {prefix}", float)
            if not 0 <= identity <= 1:
                checks.refuse_entry(f"identities: {prefix}", identity, "a number from 0 to 1")
            _check_translations(checks, prefix, types)
    _check_ngrams(checks, types)


def _check_translations(checks: ArrayChecks, prefix: str, types: int) -> None:
    names = f"{prefix}_targets", f"{prefix}_probabilities"
    targets = checks.rows(names[0], ["uint8", "uint16", "uint32"], below=types)
    # Null precedes the words.
    offsets = checks.offsets(f"{prefix}_offsets", "int32", types + 1, len(targets))
    checks.ascending(names[0], targets, offsets)
    checks.numbers(names[1], ["float16", "float32"], (len(targets),), most=1)


def _check_ngrams(checks: ArrayChecks, types: int) -> None:
    """Check that n-grams ascend, and that no count exceeds that of the (n-1)-gram prefix."""
    words = checks.count("words")
    shorter, counts_of_shorter = np.zeros(1, np.int64), np.array([words])
    for n in range(1, LONGEST_NGRAM + 1):
        name = f"ngram_{n}_keys"
        keys = checks.rows(name, ["int64"], below=types**n)
        checks.ascending(name, keys)
        prefixes = keys // types if n > 1 else np.zeros_like(keys)
        indices = np.searchsorted(shorter, prefixes)
        is_known = np.append(shorter, -1)[indices] == prefixes
        checks.require(name, is_known, f"expected n-grams that begin with one of ngram_{n - 1}")
        counts = checks.numbers(
            f"ngram_{n}_counts", ["uint32"], (len(keys),), least=MIN_NGRAM_COUNT
        )
        is_fewer = counts <= counts_of_shorter[indices]
        checks.require(f"ngram_{n}_counts", is_fewer, "expected no more than of its beginning")
        shorter, counts_of_shorter = keys, counts


class AlignmentModel(ABC):
    """Word-based translation of one side of a pair, the *source*, into the other, the *target*.

    The probability of an unseen or removed translation is `identity` if the words are equal,
    else `FLOOR`. No probability is below `FLOOR`. Row i of the vocabulary is the target word i, and
    the source word i + 1. `lowest` is the lower bound of mean log probabilities.
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
        """Open a model, by default that in use, once per process.

        `direction` is "hypothesis_given_text" or "text_given_hypothesis", `model` "hidden_markov"
        or "model_1".
        """
        return _opened(str(folder or resources.required("alignment-model")), direction, model)

    def emissions(self, sources: IntArray, targets: IntArray) -> FloatArray:
        """Return the probability of each target word given null and each source word.

        Sources and targets are digests of words (see `Analysis.ids`); those after `LONGEST` are
        ignored. The result has the shape (targets, sources + 1), null first.
        """
        sources, targets = sources[:LONGEST], targets[:LONGEST]
        rows, target_rows = map(self._vocabulary.rows_of_ids, (sources, targets))
        source_rows = np.where(rows == NOT_FOUND, NOT_FOUND, rows + 1)
        return translation_matrix(self._translations, source_rows, target_rows, sources, targets)

    def mean_log_probability(self, emissions: FloatArray) -> float:
        """Return the log probability of the target per word, summed over all alignments.

        In nats; from `lowest` to 0, and 0 without words.
        """
        if not len(emissions):
            return 0.0
        return min(0.0, max(self.lowest, self._log_probability(emissions) / len(emissions)))

    @abstractmethod
    def _log_probability(self, emissions: FloatArray) -> float:
        """Return the log probability of the target."""

    @abstractmethod
    def partners(self, emissions: FloatArray) -> IntArray:
        """Return each target word's most likely position in the source, `UNALIGNED` for null."""


class Model1(AlignmentModel):
    """IBM Model 1, with P(t | s) = prod over t of the mean of t(t | s) over null and all s.

    See Brown, Della Pietra, Della Pietra and Mercer 1993, section 4.2.
    """

    lowest = math.log(FLOOR)

    def _log_probability(self, emissions: FloatArray) -> float:
        return float(np.log(emissions.mean(axis=1)).sum())

    def partners(self, emissions: FloatArray) -> IntArray:
        """Align each word to the most likely source word, or to null if that is more likely."""
        words = np.column_stack([np.zeros(len(emissions)), emissions[:, 1:]])
        best = words.argmax(axis=1)
        is_null = emissions[:, NULL] > words.max(axis=1)
        return np.where(is_null, UNALIGNED, best - 1)


class HiddenMarkov(AlignmentModel):
    """The hidden Markov model; see `rte_baselines.kernels.translation.hidden_alignment`."""

    # All target words are aligned to null, each with the lowest probability.
    lowest = math.log(TO_NULL * FLOOR)

    def __init__(
        self, vocabulary: Vocabulary, translations: Translations, jumps: FloatArray
    ) -> None:
        super().__init__(vocabulary, translations)
        self._jumps = jumps

    def _log_probability(self, emissions: FloatArray) -> float:
        return log_likelihood(emissions, self._jumps, TO_NULL)

    def partners(self, emissions: FloatArray) -> IntArray:
        """Return the most likely path (Viterbi)."""
        return best_alignment(emissions, self._jumps, TO_NULL)


def lowest_mean_log_probability(model: TranslationModel) -> float:
    """Return the lower bound of mean log probabilities of a model."""
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
