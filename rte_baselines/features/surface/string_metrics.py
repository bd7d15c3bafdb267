"""String similarities of text and hypothesis, over characters and over words."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, get_args

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Output, PairFeature
from rte_baselines.features.batch import Selection
from rte_baselines.features.selecting import outputs_of
from rte_baselines.kernels.ragged import IntArray, Ragged
from rte_baselines.kernels.translation_edits import translation_edits
from rte_baselines.lexicon.translation.headlines import LEVEL
from rte_baselines.lexicon.translation.ngram_information import NgramInformation
from rte_baselines.registry import registry

StringMeasure = Literal[
    "levenshtein",
    "jaro_winkler",
    "common_subsequence",
    "partial_ratio",
    "word_levenshtein",
    "token_sort_ratio",
    "token_set_ratio",
    "ter",
    "chrf",
    "nist",
]

_WORDS = Selection(LEVEL, "punctuation")

_LONGEST_SHIFTED = 100
"""TER of sides with more words is computed without shifts, because up to a thousand shifts are
tried, each in time proportional to the product of both lengths."""

_LONGEST_PARTIAL = 2_000
"""Sides with more characters are compared in full, because comparing all substrings can take
minutes."""


class _Side:
    """One side of a pair, as words and as characters.

    Parameters
    ----------
    analysis : Analysis
    """

    def __init__(self, analysis: Analysis) -> None:
        positions = _WORDS.positions(analysis)
        norms = analysis.layer(LEVEL)
        self.ids: IntArray = analysis.ids(LEVEL)[positions]
        self.words: list[int] = self.ids.tolist()
        self.string = " ".join(norms[position] for position in positions.tolist())


_Metric: TypeAlias = Callable[[_Side, _Side], float]


@registry.features("string_metrics.v1")
class StringMetrics(PairFeature):
    """String similarities, each from 0 to 1; equal sides have 1.

    Over characters, by rapidfuzz:

    - levenshtein: 1 - Levenshtein distance / length of the longer side;
    - jaro_winkler: Jaro's similarity, with Winkler's bonus for a common prefix;
    - common_subsequence: longest common subsequence / length of the longer side;
    - partial_ratio: similarity of the shorter side and the most similar substring of the
      longer side.

    Over words:

    - word_levenshtein: 1 - edit distance / length of the longer side (rapidfuzz);
    - token_sort_ratio: 2 * common subsequence / sum of both lengths, in characters, with the
      words of each side in alphabetical order (rapidfuzz);
    - token_set_ratio: the highest such ratio among the common words and the common words with
      the remaining words of either side (rapidfuzz).

    With the hypothesis as a translation and the text as its reference:

    - ter: 1 - translation edit rate, whose edits include shifts of words, at least 0: see
      `translation_edits`;
    - chrf: the F2-score (recall has twice the weight) of n-grams of 1 to 6 characters
      (sacrebleu);
    - nist: the share of the information of the hypothesis's n-grams of 1 to 3 words that the
      text contains: see `NgramInformation.nist`.

    Sides are words in lower case without punctuation, separated by spaces. If a side has no
    words, all similarities are 0.

    What the paper leaves open: its library, libparis, had metrics "inspired by MT evaluation"
    and "based on standard string-matching algorithms"; it is no longer available. These
    measures are the best known of both kinds in maintained libraries, except BLEU and ROUGE,
    which are separate features.

    Parameters
    ----------
    measures : sequence of str
        Names from the lists above.
    """

    source = "bayer2006 section 3; Gusfield 1997; Snover et al. 2006; Popović 2015; Doddington 2002"
    reads = ("alignment-model",)
    layers = (LEVEL, *_WORDS.layers)
    """Words in lower case, as strings and as ids, and punctuation marks."""

    def __init__(self, measures: Sequence[StringMeasure] = get_args(StringMeasure)) -> None:
        self.measures = measures

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure; a single one has no name."""
        return outputs_of(self.measures)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare the two sides by each measure."""
        sides = _Side(text), _Side(hypothesis)
        if not all(side.words for side in sides):
            return [0.0] * len(self.measures)
        metrics = _metrics()
        return [min(1.0, max(0.0, metrics[name](*sides))) for name in self.measures]


# The libraries are imported at the first comparison.
@cache
def _metrics() -> Mapping[str, _Metric]:
    """Return a function of text and hypothesis for each measure."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import JaroWinkler, LCSseq, Levenshtein

    return {
        "levenshtein": _of_strings(Levenshtein.normalized_similarity),
        "jaro_winkler": _of_strings(JaroWinkler.similarity),
        "common_subsequence": _of_strings(LCSseq.normalized_similarity),
        "partial_ratio": _partial_ratio,
        "word_levenshtein": _word_levenshtein,
        "token_sort_ratio": _of_strings(fuzz.token_sort_ratio, maximum=100),
        "token_set_ratio": _of_strings(fuzz.token_set_ratio, maximum=100),
        "ter": _ter,
        "chrf": _chrf,
        "nist": _nist,
    }


def _of_strings(similarity: Callable[[str, str], float], maximum: float = 1) -> _Metric:
    """Return a metric of strings in [0, 1], given a similarity and its maximum."""
    return lambda text, hypothesis: similarity(text.string, hypothesis.string) / maximum


def _partial_ratio(text: _Side, hypothesis: _Side) -> float:
    from rapidfuzz import fuzz

    is_long = max(len(text.string), len(hypothesis.string)) > _LONGEST_PARTIAL
    ratio = fuzz.ratio if is_long else fuzz.partial_ratio
    return ratio(text.string, hypothesis.string) / 100


def _word_levenshtein(text: _Side, hypothesis: _Side) -> float:
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_similarity(text.words, hypothesis.words)


def _ter(text: _Side, hypothesis: _Side) -> float:
    """Return 1 - translation edit rate, which is negative if there are many edits."""
    from rapidfuzz.distance import Levenshtein

    if max(len(text.words), len(hypothesis.words)) > _LONGEST_SHIFTED:
        return 1 - Levenshtein.distance(text.words, hypothesis.words) / len(text.words)
    sides = Ragged.concatenate([hypothesis.ids]), Ragged.concatenate([text.ids])
    edits = int(translation_edits(*sides)[0])
    # A percentage and back, as in sacrebleu, whose bits the models were trained with.
    return 1 - 100 * (edits / len(text.words)) / 100


def _chrf(text: _Side, hypothesis: _Side) -> float:
    return float(_sacrebleu_chrf().sentence_score(hypothesis.string, [text.string]).score) / 100


@cache
def _sacrebleu_chrf() -> Any:
    from sacrebleu.metrics.chrf import CHRF

    return CHRF()


def _nist(text: _Side, hypothesis: _Side) -> float:
    return NgramInformation.open().nist(hypothesis.ids, text.ids)
