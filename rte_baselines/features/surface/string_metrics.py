"""String similarities of text and hypothesis, over characters and over words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Literal, TypeAlias, get_args

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.features.base import MeasuringFeature, share
from rte_baselines.features.batch import PairBatch, Selection, Side
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged, offsets_of
from rte_baselines.kernels.translation.translation_edits import translation_edits
from rte_baselines.kernels.words.ngrams import ngram_matches
from rte_baselines.lexicon.translation.headlines import LEVEL
from rte_baselines.lexicon.translation.ngram_information import NgramInformation

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

_LONGEST_CHARACTERS = 6
"""The most characters of the n-grams of chrF."""

_RECALL_WEIGHT = 4
"""The square of chrF's weight of recall."""


@dataclass(frozen=True)
class _Sides:
    """The texts or the hypotheses of some pairs, all with words, as words and as characters.

    `words`: the digests of the words of each. `strings`: each with spaces between the words.
    """

    words: Ragged
    strings: Sequence[str]

    @classmethod
    def of(cls, side: Side, rows: IntArray) -> "_Sides":
        words = side.ids(_WORDS)
        kept = list(compress(side.strings(LEVEL), side.kept(_WORDS.drop).tolist()))
        spans = zip(words.offsets[rows].tolist(), words.offsets[rows + 1].tolist(), strict=True)
        return cls(words.select(rows), [" ".join(kept[start:end]) for start, end in spans])

    @property
    def word_lists(self) -> list[list[int]]:
        """The words of each, for rapidfuzz."""
        return [self.words[row].tolist() for row in range(len(self.words))]

    @property
    def characters(self) -> Ragged:
        """The characters of the words of each."""
        joined = [string.replace(" ", "") for string in self.strings]
        codes = "".join(joined).encode("utf-32-le")
        lengths = np.array([len(string) for string in joined], np.int64)
        return Ragged(np.frombuffer(codes, np.uint32).astype(np.int64), offsets_of(lengths))


_Metric: TypeAlias = Callable[[_Sides, _Sides], FloatArray]


@registry.features("string_metrics.v1")
@dataclass(eq=False, repr=False)
class StringMetrics(MeasuringFeature):
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
    - token_set_ratio: the highest of the ratios between three strings: the common words, and the
      common words followed by the remaining words of either side (rapidfuzz).

    With the hypothesis as a translation and the text as its reference:

    - ter: 1 - translation edit rate, whose edits include shifts of words, at least 0: see
      `translation_edits`;
    - chrf: the F2-score (recall has twice the weight) of n-grams of 1 to 6 characters;
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

    measures: Sequence[StringMeasure] = get_args(StringMeasure)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Compare the two sides of every pair by each measure, shape (pairs, measures)."""
        texts, hypotheses = batch.ids(_WORDS)
        rows = np.flatnonzero((texts.lengths > 0) & (hypotheses.lengths > 0))
        sides = [_Sides.of(side, rows) for side in batch.sides]
        metrics = _metrics()
        numbers = np.zeros((len(batch), len(self.measures)))
        for column, name in enumerate(self.measures):
            numbers[rows, column] = np.clip(metrics[name](*sides), 0.0, 1.0)
        return numbers


# The library is imported at the first comparison.
@cache
def _metrics() -> Mapping[str, _Metric]:
    """Return a function of texts and hypotheses for each measure."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import JaroWinkler, LCSseq, Levenshtein

    return {
        "levenshtein": _string_metric(Levenshtein.normalized_similarity),
        "jaro_winkler": _string_metric(JaroWinkler.similarity),
        "common_subsequence": _string_metric(LCSseq.normalized_similarity),
        "partial_ratio": _string_metric(_partial_ratio, maximum=100),
        "word_levenshtein": lambda texts, hypotheses: np.array(
            list(map(Levenshtein.normalized_similarity, texts.word_lists, hypotheses.word_lists)),
            np.float64,
        ),
        "token_sort_ratio": _string_metric(fuzz.token_sort_ratio, maximum=100),
        "token_set_ratio": _string_metric(fuzz.token_set_ratio, maximum=100),
        "ter": _ter,
        "chrf": _chrf,
        "nist": lambda texts, hypotheses: NgramInformation.open().nist(
            hypotheses.words, texts.words
        ),
    }


def _string_metric(similarity: Callable[[str, str], float], maximum: float = 1) -> _Metric:
    """Return a metric of strings in [0, 1], given a similarity and its maximum."""

    def metric(texts: _Sides, hypotheses: _Sides) -> FloatArray:
        similarities = list(map(similarity, texts.strings, hypotheses.strings))
        return np.array(similarities, np.float64) / maximum

    return metric


def _partial_ratio(text: str, hypothesis: str) -> float:
    from rapidfuzz import fuzz

    # Comparing all substrings can take minutes.
    is_long = max(len(text), len(hypothesis)) > 2_000
    return (fuzz.ratio if is_long else fuzz.partial_ratio)(text, hypothesis)


def _ter(texts: _Sides, hypotheses: _Sides) -> FloatArray:
    """Return 1 - translation edit rate, which is negative if there are many edits."""
    from rapidfuzz.distance import Levenshtein

    longest = np.maximum(texts.words.lengths, hypotheses.words.lengths)
    # Of longer sides, edits have no shifts: up to a thousand are tried, each in time proportional
    # to the product of both lengths.
    is_long = longest > 100
    edits = np.empty(len(longest), np.int64)
    rows = np.flatnonzero(~is_long)
    edits[rows] = translation_edits(hypotheses.words.select(rows), texts.words.select(rows))
    for row in np.flatnonzero(is_long).tolist():
        edits[row] = Levenshtein.distance(texts.words[row].tolist(), hypotheses.words[row].tolist())
    rates = edits / texts.words.lengths
    # A percentage and back, as in sacrebleu, whose bits the models were trained with.
    return 1 - np.where(is_long, rates, 100 * rates / 100)


def _chrf(texts: _Sides, hypotheses: _Sides) -> FloatArray:
    """Return the F-scores of the mean precision and the mean recall of n-grams of all lengths."""
    counts = ngram_matches(texts.characters, hypotheses.characters, _LONGEST_CHARACTERS)
    is_there = (counts.in_text > 0) & (counts.in_hypothesis > 0)
    lengths = np.maximum(is_there.sum(axis=1), 1)
    precision, recall = np.zeros(len(lengths)), np.zeros(len(lengths))
    for n in range(_LONGEST_CHARACTERS):
        common = np.where(is_there[:, n], counts.common[:, n], 0)
        precision += share(common, counts.in_hypothesis[:, n])
        recall += share(common, counts.in_text[:, n])
    precision, recall = precision / lengths, recall / lengths
    product = (1 + _RECALL_WEIGHT) * precision * recall
    # A percentage and back, as in sacrebleu, whose bits the models were trained with.
    return 100 * share(product, _RECALL_WEIGHT * precision + recall) / 100
