"""Overlap of n-grams between text and hypothesis."""

from typing import Literal

import numpy as np

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Output, share
from rte_baselines.features.batch import Drop, Level, PairBatch, Selection
from rte_baselines.features.selecting import SelectingFeature
from rte_baselines.kernels.ragged import FloatArray

Candidate = Literal["text", "hypothesis"]
"""Which side is the candidate; the other is the only reference."""


@registry.features("ngram_overlap.v1")
class NgramOverlap(SelectingFeature):
    """Clipped n-gram precision and recall, and BLEU's brevity penalty.

    A common n-gram counts as often as it occurs in the side with fewer occurrences. Precision
    is over the candidate's n-grams, recall over the reference's.

    Parameters
    ----------
    candidate : {"text", "hypothesis"}
        With the text as candidate, recall is the share of the hypothesis's n-grams that
        the text contains.
    max_n : int
        The longest n-gram; all lengths from 1 are used.
    level, drop
        Which words are compared, and how; see ``word_overlap.v1``.
    """

    source = "Papineni et al. 2002 sections 2.1 and 2.3; perez2006 section 2"

    def __init__(
        self,
        candidate: Candidate = "text",
        max_n: int = 4,
        level: Level = "norms",
        drop: Drop = "punctuation",
    ) -> None:
        self.candidate = candidate
        self.max_n = max_n
        self.level = level
        self.drop = drop

    def check_fields(self, path: str) -> None:
        """Check the fields, and that there is a word in the longest n-gram."""
        super().check_fields(path)
        check_ngram_length(f"{path}.max_n", self.max_n)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """``precision_n`` and ``recall_n`` for every n, and ``brevity_penalty``."""
        orders = range(1, self.max_n + 1)
        names = [f"{measure}_{n}" for measure in ("precision", "recall") for n in orders]
        return tuple(Output(name) for name in [*names, "brevity_penalty"])

    def compute(self, batch: PairBatch) -> FloatArray:
        """Count the n-grams of every pair."""
        counts = NgramCounts(batch, self.selection, self.candidate, self.max_n)
        recall = share(counts.common, counts.in_reference)
        return np.hstack([counts.precision, recall, counts.brevity_penalty[:, np.newaxis]])


def check_ngram_length(field: str, length: int) -> None:
    """Raise ConfigError if an n-gram of this length has no words.

    Parameters
    ----------
    field : str
        The name of the field in the config, for the message.
    length : int
    """
    if length < 1:
        raise ConfigError(f"{field}: {length} is no length of an n-gram; expected 1 or more")


class NgramCounts:
    """Counts of the n-grams of candidates and references, for BLEU-like scores.

    Parameters
    ----------
    batch : PairBatch
    selection : Selection
    candidate : {"text", "hypothesis"}
    max_n : int

    Attributes
    ----------
    common, in_candidate, in_reference : ndarray of float64, shape (pairs, max_n)
    candidate_lengths, reference_lengths : ndarray of float64, shape (pairs,)
    """

    def __init__(
        self, batch: PairBatch, selection: Selection, candidate: Candidate, max_n: int
    ) -> None:
        texts, hypotheses = batch.ids(selection)
        matches = batch.ngram_matches(selection, max_n)
        sides = [
            (matches.in_text, texts.lengths),
            (matches.in_hypothesis, hypotheses.lengths),
        ]
        if candidate == "hypothesis":
            sides.reverse()
        (in_candidate, candidate_lengths), (in_reference, reference_lengths) = sides
        self.common = matches.common.astype(np.float64)
        self.in_candidate = in_candidate.astype(np.float64)
        self.in_reference = in_reference.astype(np.float64)
        self.candidate_lengths = candidate_lengths.astype(np.float64)
        self.reference_lengths = reference_lengths.astype(np.float64)

    @property
    def precision(self) -> FloatArray:
        """The share of the candidate's n-grams that the reference has, (pairs, max_n)."""
        return share(self.common, self.in_candidate)

    @property
    def brevity_penalty(self) -> FloatArray:
        """exp(1 - r/c) for candidates of length c shorter than their reference's r, else 1.

        Shape (pairs,); 0 for an empty candidate of a reference that is not empty.
        """
        with np.errstate(divide="ignore"):
            excess = np.divide(
                self.reference_lengths,
                self.candidate_lengths,
                out=np.where(self.reference_lengths > 0, np.inf, 1.0),
                where=self.candidate_lengths > 0,
            )
        return np.exp(np.minimum(1.0 - excess, 0.0))
