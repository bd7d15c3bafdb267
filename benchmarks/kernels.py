"""The speed of the compiled kernels, compared with Python code that computes the same.

    python benchmarks/kernels.py [--data-dir FOLDER] [--repeats N]

Each kernel is compared with a library that does the same (NLTK, rouge-score, sacrebleu) or,
if there is none, with plain Python. Both get the lower-cased words of the same pairs, those
of RTE-3 or of the sample, and must return equal numbers before they are timed. Needs the
extra ``dev``.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import numpy as np
import sacrebleu
from lexical_features import pairs_at_hand
from measuring import NOTE, Spread, ratios, seconds
from nltk.util import skipgrams
from numpy.typing import ArrayLike
from rouge_score.rouge_scorer import _create_ngrams, _score_lcs, _score_ngrams

from rte_baselines.analysis import Analyzer
from rte_baselines.features import PairBatch
from rte_baselines.features.base import share
from rte_baselines.features.batch import Selection
from rte_baselines.features.surface.bleu import Bleu
from rte_baselines.kernels.interning import intern
from rte_baselines.kernels.words.ngrams import ngram_matches
from rte_baselines.kernels.words.overlap import COVERED, DOT, SHARED, overlap_sums
from rte_baselines.kernels.words.skip_bigrams import skip_bigram_matches
from rte_baselines.kernels.words.subsequences import (
    longest_common_subsequence,
    weighted_common_subsequence,
)

Action = Callable[[], ArrayLike]
Words = Sequence[str]


def comparisons(batch: PairBatch) -> dict[tuple[str, str], tuple[Action, Action]]:
    """Return kernels and what they are compared with, by the names of both."""
    ids = texts, hypotheses = batch.ids(Selection("norms", "nothing"))
    ones = [np.ones(len(side.values)) for side in ids]

    def of_pairs(function: Callable[[Words, Words], ArrayLike]) -> Action:
        pairs = zip(batch.texts, batch.hypotheses, strict=True)
        words = [(text.norms, hypothesis.norms) for text, hypothesis in pairs]
        return lambda: [function(*pair) for pair in words]

    return {
        ("overlap_sums", "Counter"): (
            lambda: overlap_sums(texts, hypotheses, *ones, types=False)[:, [COVERED, SHARED, DOT]],
            of_pairs(counted_overlap),
        ),
        ("ngram_matches, 1 to 4", "rouge-score"): (
            lambda: share((counts := ngram_matches(*ids, 4)).common, counts.in_hypothesis),
            of_pairs(rouge_n_recalls),
        ),
        ("bleu.v1, the feature", "sacrebleu"): (
            lambda: Bleu().compute(PairBatch(batch.texts, batch.hypotheses))[:, 0],
            of_pairs(sacrebleu_score),
        ),
        ("longest_common_subsequence", "rouge-score"): (
            lambda: share(longest_common_subsequence(*ids), hypotheses.lengths),
            of_pairs(lambda text, hypothesis: _score_lcs(hypothesis, text).recall),
        ),
        ("weighted_common_subsequence", "lists"): (
            lambda: weighted_common_subsequence(*ids, 1.2),
            of_pairs(weighted_subsequence),
        ),
        ("skip_bigram_matches, up to 4", "NLTK"): (
            lambda: skip_bigram_matches(*ids, 4).common,
            of_pairs(lambda *pair: in_common(*(skipgrams(words, 2, 4) for words in pair))),
        ),
        ("skip_bigram_matches, any", "Counter"): (
            lambda: skip_bigram_matches(*ids).common,
            of_pairs(lambda *pair: in_common(*(combinations(words, 2) for words in pair))),
        ),
        ("intern", "dict"): (
            lambda: intern(texts.values, hypotheses.values)[0],
            lambda: names_by_dict(word for text in batch.texts for word in text.norms),
        ),
    }


def in_common(first: Iterable[object], second: Iterable[object]) -> int:
    """Return the number of items that two collections share, with clipped counts."""
    return (Counter(first) & Counter(second)).total()


def names_by_dict(words: Iterable[str]) -> list[int]:
    """Return a number for each word, the same for equal words, in order of appearance."""
    names: dict[str, int] = {}
    return [names.setdefault(word, len(names)) for word in words]


def counted_overlap(text: Words, hypothesis: Words) -> list[float]:
    """Return the number of covered hypothesis words, of shared words, and the dot product."""
    in_text, in_hypothesis = Counter(text), Counter(hypothesis)
    return [
        sum(count for word, count in in_hypothesis.items() if word in in_text),
        (in_text & in_hypothesis).total(),
        sum(count * in_text[word] for word, count in in_hypothesis.items()),
    ]


def rouge_n_recalls(text: Words, hypothesis: Words) -> list[float]:
    """Return the recall of ROUGE-1 to 4."""
    return [
        _score_ngrams(_create_ngrams(hypothesis, n), _create_ngrams(text, n)).recall
        for n in (1, 2, 3, 4)
    ]


def sacrebleu_score(text: Words, hypothesis: Words) -> float:
    """Return the BLEU of the text, from 0 to 1."""
    score = sacrebleu.sentence_bleu(" ".join(text), [" ".join(hypothesis)], tokenize="none")
    return score.score / 100


def weighted_subsequence(text: Words, hypothesis: Words, weight: float = 1.2) -> float:
    """Return the weighted longest common subsequence by Lin's dynamic program."""
    scores, runs = [0.0] * (len(hypothesis) + 1), [0] * (len(hypothesis) + 1)
    for word in text:
        diagonal_score, diagonal_run = 0.0, 0
        for column, other in enumerate(hypothesis, start=1):
            above = scores[column], runs[column]
            if word == other:
                gain = (diagonal_run + 1) ** weight - diagonal_run**weight
                scores[column], runs[column] = diagonal_score + gain, diagonal_run + 1
            else:
                scores[column], runs[column] = max(above[0], scores[column - 1]), 0
            diagonal_score, diagonal_run = above
    return scores[-1]


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir", metavar="FOLDER", help="where the RTE data is")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    name, pairs = pairs_at_hand(arguments.data_dir)
    snippets = [snippet for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    analyses = Analyzer().analyze(snippets, ["norms", "norms.ids"])
    batch = PairBatch(analyses[0::2], analyses[1::2])
    print(f"{len(pairs)} pairs of {name}; {NOTE} of {arguments.repeats} repeats\n")
    print(f"{'kernel':32}{'against':14}{'times faster':20}pairs per second")
    for (kernel, rival), (fast, slow) in comparisons(batch).items():
        np.testing.assert_allclose(fast(), slow(), atol=1e-9, err_msg=kernel)
        times = [(seconds(fast), seconds(slow)) for _ in range(arguments.repeats)]
        ours, theirs = zip(*times, strict=True)
        speed = Spread.of(len(pairs) / time for time in ours)
        print(f"{kernel:32}{rival:14}{f'{ratios(theirs, ours):.0f}':20}{speed:,.0f}", flush=True)


if __name__ == "__main__":
    main()
