"""How probable the words of a hypothesis are given those of the text, by co-occurrence."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.errors import ResourceError
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.features.selecting import outputs_of
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.lexicon.cooccurrence import Cooccurrence
from rte_baselines.registry import registry

AlignmentMeasure = Literal["probability", "entscore", "entscore2"]

_LEVEL = "content_tokens"


@registry.features("lexical_alignment.v1")
class LexicalAlignment(PairFeature):
    """Each word of the hypothesis aligned with the word of the text that makes it likeliest.

    With P(u | v) the share of a corpus's documents with v that have u as well, and
    idf(u) = ln(N / n_u), where n_u of its N documents have u, the measures are

    - probability: the product over u in the hypothesis of the highest P(u | v) over v in
      the text (equations 4 and 5);
    - entscore: the sum of idf(u) over those u that the text has, over that of all u
      (equation 6);
    - entscore2: the sum of idf(u) times the highest P(u | v), over the sum of idf(u)
      (equation 7).

    Words are those between spaces, without stop words, as in section 4; each counts once,
    as it is true or not however often it is said. A word of the text entails itself. One
    that the corpus does not have is as rare as can be, idf = ln N, and nothing else entails
    it. The probability of a hypothesis without words is 1, and its scores are 0.

    Parameters
    ----------
    measures : sequence of {"probability", "entscore", "entscore2"}
    """

    source = "glickman2006 equations 4 to 7"
    reads = ("cooccurrence",)

    def __init__(self, measures: Sequence[AlignmentMeasure] = ("probability",)) -> None:
        self.measures = measures

    @property
    def layers(self) -> tuple[str, ...]:
        """The tokens of section 4."""
        return (f"{_LEVEL}.ids", "content_token_offsets", "word_offsets")

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure, without a name if there is one only."""
        return outputs_of(self.measures)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Align the words and combine their probabilities.

        Raises
        ------
        ResourceError
            If the co-occurrence in use is missing, damaged or of another tokenization.
        """
        cooccurrence = _cooccurrence()
        words, given = np.unique(hypothesis.ids(_LEVEL)), np.unique(text.ids(_LEVEL))
        highest = cooccurrence.probabilities(words, given).max(axis=1, initial=0.0)
        idf = _inverse_document_frequencies(cooccurrence, words)
        total = math.fsum(idf) or 1.0
        measured = {
            "probability": math.prod(highest.tolist()),
            "entscore": math.fsum(idf[np.isin(words, given)]) / total,
            "entscore2": math.fsum(idf * highest) / total,
        }
        return [measured[name] for name in self.measures]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis with the one that makes it likeliest."""
        places, text_places = _word_places(hypothesis), _word_places(text)
        if not len(text_places):
            return [Alignment(place, None, "missing") for place in places]
        words, given = hypothesis.ids(_LEVEL), text.ids(_LEVEL)
        probabilities = _cooccurrence().probabilities(words, given)
        return [
            _aligned(place, text_places[best], float(row[best]), same=words[word] == given[best])
            for word, (place, row) in enumerate(zip(places, probabilities, strict=True))
            for best in [int(np.argmax(row + (given == words[word])))]
        ]


def _aligned(place: int, partner: int, probability: float, *, same: bool) -> Alignment:
    if same:
        return Alignment(place, partner, "same word")
    if not probability:
        return Alignment(place, None, "missing")
    return Alignment(place, partner, f"P(u|v) {probability:.3g}")


def _word_places(analysis: Analysis) -> list[int]:
    """Return the word that each token begins with."""
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
