"""How well text and hypothesis translate into each other, by a model learned from news."""

from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.features.batch import Selection
from rte_baselines.features.long_texts import warn_of_cut
from rte_baselines.kernels.hidden_alignment import UNALIGNED
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.alignment_model import (
    FLOOR,
    LONGEST,
    AlignmentModel,
    lowest_mean_log_probability,
)
from rte_baselines.lexicon.alignment_model_arrays import (
    DIRECTIONS,
    Direction,
    TranslationModel,
)
from rte_baselines.lexicon.headlines import LEVEL
from rte_baselines.registry import registry

_WORDS = Selection(LEVEL, "punctuation")


@registry.features("alignment_score.v1")
class AlignmentScore(PairFeature):
    """How probable the hypothesis is as a translation of the text, and the text of it.

    Each way there are two numbers: the mean log probability of a word of the translation,
    whatever it is aligned with, in nats; and the share of its words that the likeliest
    alignment leaves to null, which are those that come of no word of the other side.

    What the paper leaves open: it names the toolkit, GIZA++, but not the model nor which
    features were taken from it. GIZA++ trains Model 1, the hidden Markov model and two that
    build on them; here are the first two. Without the mean a long hypothesis would be
    improbable for being long. A word that the news do not have would be improbable even where
    the other side has it as well; so would one that never stands in a headline and its lead,
    or hardly ever, as headlines leave "was" and "that" out. Given itself, such a word gets the
    mean probability with which words of the news are translated into themselves.

    Time grows with the product of both lengths and one of them, so that the words of a side
    after the first 500 are not looked at. A warning says so where there are any.

    Parameters
    ----------
    model : {"hidden_markov", "model_1"}
    """

    source = "bayer2006 section 3; Brown et al. 1993 section 4.2; Vogel et al. 1996 section 3"
    reads = ("alignment-model",)

    def __init__(self, model: TranslationModel = "hidden_markov") -> None:
        self.model = model

    @property
    def layers(self) -> tuple[str, ...]:
        """Words in lower case, and the marks of punctuation, which is left out."""
        return _WORDS.layers

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Both numbers each way; 0 for a translation without words."""
        lowest = lowest_mean_log_probability(self.model)
        return tuple(
            output
            for direction in DIRECTIONS
            for output in (Output(direction, lowest, 0.0), Output(f"{direction}_null"))
        )

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Translate either side into the other."""
        sides = _ids(hypothesis), _ids(text)
        return [
            number
            for direction, (targets, sources) in zip(DIRECTIONS, (sides, sides[::-1]), strict=True)
            for number in self._translated(direction, sources, targets)
        ]

    def _translated(
        self, direction: Direction, sources: IntArray, targets: IntArray
    ) -> tuple[float, float]:
        """Return the mean log probability of the targets, and the share of them left to null."""
        model = AlignmentModel.open(direction, self.model)
        emissions = model.emissions(sources, targets)
        nulls = np.count_nonzero(model.partners(emissions) == UNALIGNED)
        return model.mean_log_probability(emissions), nulls / max(len(emissions), 1)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each word of the hypothesis with the one it is the likeliest translation of."""
        model = AlignmentModel.open("hypothesis_given_text", self.model)
        words, given = _ids(hypothesis), _ids(text)
        places, text_places = (_WORDS.positions(side).tolist() for side in (hypothesis, text))
        emissions = model.emissions(given, words)
        alignments = []
        for word, partner in enumerate(model.partners(emissions).tolist()):
            if partner == UNALIGNED:
                alignments.append(Alignment(places[word], None, "from null"))
            else:
                is_same = words[word] == given[partner]
                relation = "same word" if is_same else _relation(emissions[word, partner + 1])
                alignments.append(Alignment(places[word], text_places[partner], relation))
        return alignments


def _relation(probability: float) -> str:
    """Name the translation of a word into another, or that nothing but its place speaks for it."""
    return f"translation {probability:.2g}" if probability > FLOOR else "by place only"


def _ids(analysis: Analysis) -> IntArray:
    ids = analysis.ids(LEVEL)[_WORDS.positions(analysis)]
    if len(ids) > LONGEST:
        warn_of_cut(f"alignment_score: words of a side after the first {LONGEST} are not looked at")
    return ids
