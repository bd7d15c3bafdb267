"""The speed of WordNet similarities, compared with NLTK, and the size and opening of WordNet.

    python benchmarks/wordnet.py [--data-dir FOLDER] [--pairs N] [--repeats N]

The similarity is the best path similarity of every word of each hypothesis with every word
of its text, in RTE-3 test. Both sides get the same lemmas and parts of speech and look up the
senses themselves; the lemma and part of speech of a word are the most frequent ones in
WordNet's tag counts. NLTK takes minutes for all pairs, so it gets an evenly spread sample;
the ratio is of times for the same pairs, for which both must return equal numbers. NLTK and
the data are found through NLTK_DATA.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from measuring import NOTE, Spread, ratios, seconds
from nltk.corpus import wordnet as nltk_wordnet

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.resources.resources import required
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet import Part, WordNet
from rte_baselines.lexicon.wordnet.similarity.word_similarity import (
    WordNetMeasure,
    WordNetSimilarity,
)
from rte_baselines.pairs import load_pairs

MEASURES: Sequence[WordNetMeasure] = (
    *("path", "leacock_chodorow", "wu_palmer_nltk", "resnik", "lin", "jiang_conrath"),
    *("hirst_st_onge", "lesk"),
)
TAGS = {Part.NOUN: "NOUN", Part.VERB: "VERB", Part.ADJECTIVE: "ADJ", Part.ADVERB: "ADV"}

Sides = tuple[Lemmas, Lemmas]


class Tagger(dict[str, tuple[str, str]]):
    """Maps every norm to its most frequent lemma and part of speech."""

    def __init__(self, wordnet: WordNet) -> None:
        super().__init__()
        self._wordnet = wordnet

    def __missing__(self, norm: str) -> tuple[str, str]:
        readings = [
            (int(self._wordnet.tag_counts[self._wordnet.senses(lemma, part)].sum()), lemma, part)
            for part in Part
            if (lemma := self._wordnet.morphy(norm, part)) is not None
        ]
        _, lemma, part = max(readings, key=lambda reading: reading[0], default=(0, norm, None))
        self[norm] = lemma, "X" if part is None else TAGS[part]
        return self[norm]

    def lemmas(self, norms: Sequence[str]) -> Lemmas:
        """Return the lemmas of norms."""
        strings, parts = zip(*(self[norm] for norm in norms), strict=True)
        return Lemmas(strings, parts, TokenIds()(strings))


def nltk_similarities(sides: Sides) -> np.ndarray:
    """Return the best path similarity of every two words, computed with NLTK."""
    first, second = (
        [synsets(*word) for word in zip(side.strings, side.parts, strict=True)] for side in sides
    )
    best = np.zeros((len(first), len(second)))
    for row, ones in enumerate(first):
        for column, others in enumerate(second):
            if ones and others and ones[0].pos() == others[0].pos():
                best[row, column] = max(
                    one.path_similarity(other) for one in ones for other in others
                )
    return best


def synsets(lemma: str, tag: str) -> list:
    """Return NLTK's synsets of a noun or a verb, without those of other lemmas."""
    if tag not in ("NOUN", "VERB"):
        return []
    found = nltk_wordnet.synsets(lemma, tag[0].lower())
    return [each for each in found if lemma in map(str.lower, each.lemma_names())]


def check(ours: Sequence[np.ndarray], theirs: Sequence[np.ndarray], pairs: Sequence[Sides]) -> None:
    """Compare the numbers of both, except for equal words and those not nouns or verbs."""
    for one, other, (hypothesis, text) in zip(ours, theirs, pairs, strict=True):
        compared = np.isin(hypothesis.parts, ("NOUN", "VERB"))[:, np.newaxis]
        compared = compared & (hypothesis.ids[:, np.newaxis] != text.ids)
        np.testing.assert_allclose(one[compared], other[compared], atol=1e-9)


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir", metavar="FOLDER", help="where the RTE data is")
    parser.add_argument("--pairs", type=int, default=100, help="number of pairs for NLTK")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    print_opening(arguments.repeats)

    dataset = list(load_pairs("rte3:test", data_dir=arguments.data_dir))
    tagger = Tagger(WordNet.open())
    analyses = Analyzer().analyze(
        [snippet for pair in dataset for snippet in (pair.hypothesis, pair.text)], ["norms"]
    )
    lemmas = [tagger.lemmas(analysis.norms) for analysis in analyses]
    pairs = list(zip(lemmas[0::2], lemmas[1::2], strict=True))
    print_comparison(pairs, arguments.pairs, arguments.repeats)
    print_measures(pairs, arguments.repeats)


def print_opening(repeats: int) -> None:
    """Print the size of the arrays and the time of opening them and finding a word."""
    folder = Path(required("wordnet"))
    size = sum(path.stat().st_size for path in folder.iterdir())
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        WordNet.open(folder).senses("dog")
        times.append(1e3 * (time.perf_counter() - start))
    print(f"{size / 1e6:.1f} MB; opened, and one word found, in ms: {Spread.of(times):.1f}\n")


def print_comparison(pairs: Sequence[Sides], sample: int, repeats: int) -> None:
    """Print the times of the path similarity and of NLTK's, and their ratio."""
    step = max(len(pairs) // sample, 1)
    sampled = pairs[::step][:sample]
    ours = WordNetSimilarity("path")
    # NLTK builds its synsets when they are first used, which is not timed here.
    check(
        [ours.matrix(*sides) for sides in sampled],
        [nltk_similarities(sides) for sides in sampled],
        sampled,
    )
    fast = [seconds(lambda: [ours.matrix(*sides) for sides in sampled]) for _ in range(repeats)]
    slow = [
        seconds(lambda: [nltk_similarities(sides) for sides in sampled]) for _ in range(repeats)
    ]
    print(f"best path similarity, {len(sampled)} of {len(pairs)} pairs of RTE-3 test;")
    print(f"{NOTE} of {repeats} repeats")
    print(f"NLTK, seconds                 {Spread.of(slow):.1f}")
    print(f"ours, milliseconds            {Spread.of(1e3 * each for each in fast):.1f}")
    print(f"times faster                  {ratios(slow, fast):,.0f}\n")


def print_measures(pairs: Sequence[Sides], repeats: int) -> None:
    """Print the number of pairs per second for each measure."""
    print(f"all {len(pairs)} pairs\n{'measure':30}pairs per second")
    for name in MEASURES:
        measure = WordNetSimilarity(name)
        measure.matrix(*pairs[0])
        times = [
            seconds(lambda: [measure.matrix(*sides) for sides in pairs])  # noqa: B023 - used at once
            for _ in range(repeats)
        ]
        print(f"{name:30}{Spread.of(len(pairs) / each for each in times):,.0f}", flush=True)


if __name__ == "__main__":
    main()
