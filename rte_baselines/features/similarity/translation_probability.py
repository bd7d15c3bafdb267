"""Translation probabilities between text and hypothesis, by a model trained on news."""

from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.features.batch import Selection
from rte_baselines.features.long_texts import warn_of_cut
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.kernels.translation.hidden_alignment import UNALIGNED
from rte_baselines.lexicon.translation.arrays import (
    DIRECTIONS,
    Direction,
    TranslationModel,
)
from rte_baselines.lexicon.translation.headlines import LEVEL
from rte_baselines.lexicon.translation.model import (
    FLOOR,
    LONGEST,
    AlignmentModel,
    lowest_mean_log_probability,
)

_WORDS = Selection(LEVEL, "punctuation")


@registry.features("alignment_score.v1")
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
    """Words in lower case, and punctuation marks, which are excluded."""

    def __init__(self, model: TranslationModel = "hidden_markov") -> None:
        self.model = model

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Both numbers in each direction; 0 for a translation without words."""
        lowest = lowest_mean_log_probability(self.model)
        return tuple(
            output
            for direction in DIRECTIONS
            for output in (Output(direction, lowest, 0.0), Output(f"{direction}_null"))
        )

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Translate each side into the other."""
        sides = _ids(hypothesis), _ids(text)
        return [
            number
            for direction, (targets, sources) in zip(DIRECTIONS, (sides, sides[::-1]), strict=True)
            for number in self._translated(direction, sources, targets)
        ]

    def _translated(
        self, direction: Direction, sources: IntArray, targets: IntArray
    ) -> tuple[float, float]:
        """Return the mean log probability of the targets, and the share aligned with null."""
        model = AlignmentModel.open(direction, self.model)
        emissions = model.emissions(sources, targets)
        nulls = np.count_nonzero(model.partners(emissions) == UNALIGNED)
        return model.mean_log_probability(emissions), nulls / max(len(emissions), 1)

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
                is_same = words[word] == given[partner]
                relation = "same word" if is_same else _relation(emissions[word, partner + 1])
                alignments.append(Alignment(positions[word], text_positions[partner], relation))
        return alignments


def _relation(probability: float) -> str:
    """Describe why two words are aligned: their translation probability or only their position."""
    return f"translation {probability:.2g}" if probability > FLOOR else "by position only"


def _ids(analysis: Analysis) -> IntArray:
    ids = analysis.ids(LEVEL)[_WORDS.positions(analysis)]
    if len(ids) > LONGEST:
        warn_of_cut(f"alignment_score: words of a side after the first {LONGEST} are ignored")
    return ids
