"""Probability of the hypothesis's words given the text's words, by co-occurrence."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ResourceError
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.features.selecting import outputs_of
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.lexicon.frequency.cooccurrence import Cooccurrence

AlignmentMeasure = Literal["probability", "entscore", "entscore2"]

_LEVEL = "content_tokens"


@registry.features("lexical_alignment.v1")
class LexicalAlignment(PairFeature):
    """Each word of the hypothesis aligned with the text word that makes it most probable.

    With P(u | v) the share of the documents with v that also have u, and
    idf(u) = ln(N / n_u), where n_u of the corpus's N documents have u, the measures are

    - probability: the product over u in the hypothesis of the highest P(u | v) over v in
      the text (equations 4 and 5);
    - entscore: the sum of idf(u) over those u that the text contains, over the sum of idf(u)
      (equation 6);
    - entscore2: the sum of idf(u) times the highest P(u | v), over the sum of idf(u)
      (equation 7).

    Words are separated by spaces, as in section 4; stop words are excluded. A repeated word
    counts once, because its truth does not depend on its frequency. A word of the text entails
    itself. A word that does not occur in the corpus has the highest idf, ln N, and no other
    word entails it. For a hypothesis without words the probability is 1 and the scores are 0.

    Parameters
    ----------
    measures : sequence of {"probability", "entscore", "entscore2"}
    """

    source = "glickman2006 equations 4 to 7"
    reads = ("cooccurrence",)
    layers = (f"{_LEVEL}.ids", "content_token_offsets", "word_offsets")
    """The tokens of section 4."""

    def __init__(self, measures: Sequence[AlignmentMeasure] = ("probability",)) -> None:
        self.measures = measures

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure; a single one has no name."""
        return outputs_of(self.measures)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Align the words and combine their probabilities.

        Raises
        ------
        ResourceError
            If the co-occurrence counts in use are missing, damaged or of another tokenization.
        """
        cooccurrence = _cooccurrence()
        words, given = np.unique(hypothesis.ids(_LEVEL)), np.unique(text.ids(_LEVEL))
        is_given = np.equal.outer(words, given).any(axis=1)
        # A word of the text has the probability 1, given itself.
        highest = np.ones(len(words))
        others = cooccurrence.probabilities(words[~is_given], given)
        highest[~is_given] = others.max(axis=1, initial=0.0)
        idf = _inverse_document_frequencies(cooccurrence, words)
        total = math.fsum(idf) or 1.0
        measured = {
            "probability": math.prod(highest.tolist()),
            "entscore": math.fsum(idf[is_given]) / total,
            "entscore2": math.fsum(idf * highest) / total,
        }
        return [measured[name] for name in self.measures]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis with the one that makes it most probable."""
        positions, text_positions = _word_positions(hypothesis), _word_positions(text)
        if not len(text_positions):
            return [Alignment(position, None, "missing") for position in positions]
        words, given = hypothesis.ids(_LEVEL), text.ids(_LEVEL)
        probabilities = _cooccurrence().probabilities(words, given)
        return [
            _aligned(
                position, text_positions[best], float(row[best]), same=words[word] == given[best]
            )
            for word, (position, row) in enumerate(zip(positions, probabilities, strict=True))
            for best in [int(np.argmax(row + (given == words[word])))]
        ]


def _aligned(position: int, partner: int, probability: float, *, same: bool) -> Alignment:
    if same:
        return Alignment(position, partner, "same word")
    if not probability:
        return Alignment(position, None, "missing")
    return Alignment(position, partner, f"P(u|v) {probability:.3g}")


def _word_positions(analysis: Analysis) -> list[int]:
    """Return the position of the first word of each token."""
    starts: IntArray = analysis.layer("content_token_offsets")
    words: list[int] = (np.searchsorted(analysis.word_offsets, starts, side="right") - 1).tolist()
    return words


def _inverse_document_frequencies(cooccurrence: Cooccurrence, words: IntArray) -> FloatArray:
    frequencies = np.maximum(cooccurrence.document_frequencies(words), 1)
    idf: FloatArray = np.log(cooccurrence.documents / frequencies)
    return idf


def _cooccurrence() -> Cooccurrence:
    cooccurrence = Cooccurrence.open()
    if cooccurrence.level != _LEVEL:
        raise ResourceError(
            f"the co-occurrence in use is of {cooccurrence.level}; lexical_alignment.v1 needs "
            f"one of {_LEVEL} (rte-baselines resources build cooccurrence --level {_LEVEL})"
        )
    return cooccurrence
