"""How alike text and hypothesis are as strings of characters and of words."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, get_args

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Output, PairFeature
from rte_baselines.features.batch import Selection
from rte_baselines.features.selecting import outputs_of
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.headlines import LEVEL
from rte_baselines.lexicon.ngram_information import NgramInformation
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
"""Sides of more words have no words shifted in TER: sacrebleu's search for shifts takes
seconds for some of them."""

_LONGEST_PARTIAL = 2_000
"""Sides of more characters are compared as wholes: going through stretches may take minutes."""


class _Side:
    """One side of a pair, in words and in characters.

    Parameters
    ----------
    analysis : Analysis
    """

    def __init__(self, analysis: Analysis) -> None:
        places = _WORDS.positions(analysis)
        norms = analysis.layer(LEVEL)
        self.ids: IntArray = analysis.ids(LEVEL)[places]
        self.words: list[int] = self.ids.tolist()
        self.string = " ".join(norms[place] for place in places.tolist())


_Metric: TypeAlias = Callable[[_Side, _Side], float]


@registry.features("string_metrics.v1")
class StringMetrics(PairFeature):
    """Similarities of strings, each from 0 to 1 for sides that are the same.

    Of characters, by rapidfuzz:

    - levenshtein: 1 less the Levenshtein distance over the longer side;
    - jaro_winkler: Jaro's similarity, with Winkler's bonus for a common beginning;
    - common_subsequence: the longest common subsequence over the longer side;
    - partial_ratio: the shorter side against the stretch of the longer that is most like it.

    Of words:

    - word_levenshtein: 1 less the edit distance over the longer side (rapidfuzz);
    - token_sort_ratio: twice the common subsequence over both lengths, in characters, with the
      words of each side in alphabetical order (rapidfuzz);
    - token_set_ratio: the best of such ratios between the words in common and those with the
      rest of either side (rapidfuzz).

    As between a translation, the hypothesis, and its reference, the text:

    - ter: 1 less the translation edit rate, which also shifts words, 0 at the least (sacrebleu);
    - chrf: the F-score, recall weighing twice, of n-grams of 1 to 6 characters (sacrebleu);
    - nist: the share of the information of the hypothesis's n-grams of 1 to 3 words that the
      text has: see `NgramInformation.nist`.

    Sides are words in lower case without punctuation, with a space between two. With a side
    without words all are 0.

    What the paper leaves open: its library, libparis, had metrics "inspired by MT evaluation"
    and "based on standard string-matching algorithms", and is lost. These are the best known
    of both kinds in libraries that are kept up, but for BLEU and ROUGE, which are features of
    their own.

    Parameters
    ----------
    measures : sequence of str
        Of the above.
    """

    source = "bayer2006 section 3; Gusfield 1997; Snover et al. 2006; Popović 2015; Doddington 2002"
    reads = ("alignment-model",)

    def __init__(self, measures: Sequence[StringMeasure] = get_args(StringMeasure)) -> None:
        self.measures = measures

    @property
    def layers(self) -> tuple[str, ...]:
        """Words in lower case, as strings and as numbers, and the marks of punctuation."""
        return (LEVEL, *_WORDS.layers)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure, without a name if there is one only."""
        return outputs_of(self.measures)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare the two sides by each measure."""
        sides = _Side(text), _Side(hypothesis)
        if not all(side.words for side in sides):
            return [0.0] * len(self.measures)
        metrics = _metrics()
        return [min(1.0, max(0.0, metrics[name](*sides))) for name in self.measures]


# The libraries are loaded when something is first compared.
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
        "token_sort_ratio": _of_strings(fuzz.token_sort_ratio, whole=100),
        "token_set_ratio": _of_strings(fuzz.token_set_ratio, whole=100),
        "ter": _ter,
        "chrf": _chrf,
        "nist": _nist,
    }


def _of_strings(similarity: Callable[[str, str], float], whole: float = 1) -> _Metric:
    """Return a metric that compares strings, given what it is for those that are the same."""
    return lambda text, hypothesis: similarity(text.string, hypothesis.string) / whole


def _partial_ratio(text: _Side, hypothesis: _Side) -> float:
    from rapidfuzz import fuzz

    is_long = max(len(text.string), len(hypothesis.string)) > _LONGEST_PARTIAL
    ratio = fuzz.ratio if is_long else fuzz.partial_ratio
    return ratio(text.string, hypothesis.string) / 100


def _word_levenshtein(text: _Side, hypothesis: _Side) -> float:
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_similarity(text.words, hypothesis.words)


def _ter(text: _Side, hypothesis: _Side) -> float:
    """Return 1 less the translation edit rate, which is below 0 where edits are many."""
    from rapidfuzz.distance import Levenshtein

    if max(len(text.words), len(hypothesis.words)) > _LONGEST_SHIFTED:
        return 1 - Levenshtein.distance(text.words, hypothesis.words) / len(text.words)
    return 1 - _translation_metric("TER", text, hypothesis)


def _chrf(text: _Side, hypothesis: _Side) -> float:
    return _translation_metric("CHRF", text, hypothesis)


def _translation_metric(name: str, text: _Side, hypothesis: _Side) -> float:
    score = _sacrebleu_metric(name).sentence_score(hypothesis.string, [text.string]).score
    return float(score) / 100


@cache
def _sacrebleu_metric(name: str) -> Any:
    from sacrebleu import metrics

    return getattr(metrics, name)()


def _nist(text: _Side, hypothesis: _Side) -> float:
    return NgramInformation.open().nist(hypothesis.ids, text.ids)
