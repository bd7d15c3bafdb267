"""Probabilities of words of the hypothesis, given those of the text, learned from news."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.errors import ResourceError
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, MeasuringFeature, Output, PairFeature, warn_once
from rte_baselines.features.batch import Selection
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.translation.hidden_alignment import UNALIGNED
from rte_baselines.lexicon.frequency.cooccurrence import Cooccurrence
from rte_baselines.lexicon.translation.headlines import LEVEL
from rte_baselines.lexicon.translation.model import (
    DIRECTIONS,
    FLOOR,
    LONGEST,
    AlignmentModel,
    TranslationModel,
    lowest_mean_log_probability,
)

AlignmentMeasure = Literal["probability", "entscore", "entscore2"]

_LEVEL = "content_tokens"

_WORDS = Selection(LEVEL, "punctuation")


@registry.features("lexical_alignment.v1")
@dataclass(eq=False, repr=False)
class LexicalAlignment(MeasuringFeature, PairFeature):
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

    measures: Sequence[AlignmentMeasure] = ("probability",)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Align the words and combine their probabilities."""
        cooccurrence = _cooccurrence()
        words, given = np.unique(hypothesis.ids(_LEVEL)), np.unique(text.ids(_LEVEL))
        is_given = np.equal.outer(words, given).any(axis=1)
        # A word of the text has the probability 1, given itself.
        highest = np.ones(len(words))
        probabilities = cooccurrence.probabilities(words[~is_given], given)
        highest[~is_given] = probabilities.max(axis=1, initial=0.0)
        frequencies = np.maximum(cooccurrence.document_frequencies(words), 1)
        idf: FloatArray = np.log(cooccurrence.documents / frequencies)
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
        alignments = []
        for word, position, row in zip(words, positions, probabilities, strict=True):
            best = int(np.argmax(row + (given == word)))
            is_same = word == given[best]
            relation = "same word" if is_same else f"P(u|v) {row[best]:.3g}"
            if is_same or row[best]:
                alignments.append(Alignment(position, text_positions[best], relation))
            else:
                alignments.append(Alignment(position, None, "missing"))
        return alignments


def _word_positions(analysis: Analysis) -> list[int]:
    """Return the position of the first word of each token."""
    starts: IntArray = analysis.layer("content_token_offsets")
    words: list[int] = (np.searchsorted(analysis.word_offsets, starts, side="right") - 1).tolist()
    return words


def _cooccurrence() -> Cooccurrence:
    cooccurrence = Cooccurrence.open()
    if cooccurrence.level != _LEVEL:
        raise ResourceError(
            f"the co-occurrence in use is of {cooccurrence.level}; lexical_alignment.v1 needs "
            f"one of {_LEVEL} (rte-baselines resources build cooccurrence --level {_LEVEL})"
        )
    return cooccurrence


@registry.features("alignment_score.v1")
@dataclass(eq=False, repr=False)
class AlignmentScore(PairFeature):
    """Probability of the hypothesis as a translation of the text, and the reverse.

    Each direction has two numbers: the mean log probability of a word of the translation, in
    nats, summed over all alignments; and the share of its words that the most probable
    alignment assigns to null, that is, to no word of the other side.

    What the paper leaves open: it names the toolkit, GIZA++, but neither the model nor the
    features taken from it. GIZA++ trains Model 1, the hidden Markov model and two models that
    build on them; the first two are available here. The log probability is a mean, because
    otherwise long hypotheses would be improbable for their length alone. The model gives a
    low probability to words that do not occur in the news, and to words that rarely occur in
    both a headline and its lead (headlines omit "was" and "that"), even if both sides contain
    the word. Such a word, given itself, gets the mean probability with which words of the
    news translate into themselves.

    Time grows with the product of both lengths and one of them. Therefore only the first 500
    words of a side are used, with a warning if there are more.

    Parameters
    ----------
    model : {"hidden_markov", "model_1"}
    """

    source = "bayer2006 section 3; Brown et al. 1993 section 4.2; Vogel et al. 1996 section 3"
    reads = ("alignment-model",)
    layers = _WORDS.layers

    model: TranslationModel = "hidden_markov"

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Both numbers in each direction; 0 for a translation without words.

        The probabilities have no direction: a few frequent words may have higher ones than the
        text itself.
        """
        lowest = lowest_mean_log_probability(self.model)
        return tuple(
            output
            for direction in DIRECTIONS
            for output in (
                Output(direction, lowest, 0.0),
                Output(f"{direction}_null", direction=-1),
            )
        )

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Translate each side into the other."""
        sides = _ids(hypothesis), _ids(text)
        numbers: list[float] = []
        for direction, (targets, sources) in zip(DIRECTIONS, (sides, sides[::-1]), strict=True):
            model = AlignmentModel.open(direction, self.model)
            emissions = model.emissions(sources, targets)
            nulls = np.count_nonzero(model.partners(emissions) == UNALIGNED)
            numbers += [model.mean_log_probability(emissions), nulls / max(len(emissions), 1)]
        return numbers

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis with its most probable source in the text."""
        model = AlignmentModel.open("hypothesis_given_text", self.model)
        words, given = _ids(hypothesis), _ids(text)
        positions, text_positions = (_WORDS.positions(side).tolist() for side in (hypothesis, text))
        emissions = model.emissions(given, words)
        alignments = []
        for word, partner in enumerate(model.partners(emissions).tolist()):
            if partner == UNALIGNED:
                alignments.append(Alignment(positions[word], None, "from null"))
            else:
                probability = emissions[word, partner + 1]
                relation = f"translation {probability:.2g}"
                if words[word] == given[partner]:
                    relation = "same word"
                elif probability <= FLOOR:
                    relation = "by position only"
                alignments.append(Alignment(positions[word], text_positions[partner], relation))
        return alignments


def _ids(analysis: Analysis) -> IntArray:
    ids = analysis.ids(LEVEL)[_WORDS.positions(analysis)]
    if len(ids) > LONGEST:
        warn_once(f"alignment_score: words of a side after the first {LONGEST} are ignored")
    return ids
