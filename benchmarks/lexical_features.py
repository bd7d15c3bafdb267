"""The time of the lexical features, compared with tokenizing the same pairs.

    python benchmarks/lexical_features.py [--data-dir FOLDER] [--repeats N]

The pairs are those of RTE-3, development and test, or, if these are not available, those of
the sample. A repeat is two passes of one new analyzer over them. In the first pass all words
are new, and are tokenized and stemmed; in the second they are cached, as in a process that
has seen many pairs. Tokenizing is spaCy's English tokenizer through the layer ``words``, each
distinct snippet once; everything else (layers, features) counts as features. Loading modules
and compiling kernels are done before and not timed.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence

from measuring import NOTE, Spread, ratios, seconds

from rte_baselines.analysis import Analysis, Analyzer
from rte_baselines.core.errors import DatasetNotFoundError
from rte_baselines.features import Feature, FeatureSet, PairBatch
from rte_baselines.features.mismatch.mismatch import (
    CapitalizedMismatch,
    NegationMismatch,
    NumberMismatch,
)
from rte_baselines.features.surface.bleu import Bleu, NgramOverlap, PerezBleu, PerezBleuRecall
from rte_baselines.features.surface.counts import Lengths, NltkRte
from rte_baselines.features.surface.overlap import WordOverlap
from rte_baselines.features.surface.rouge import RougeL, RougeN, RougeS, RougeW
from rte_baselines.pairs import Pair, load_pairs

SIDES = ("text", "hypothesis")
ROUGE_MEASURES = ("precision", "recall", "f1")
Families = Mapping[str, Sequence[Feature]]

EACH_ONCE: Families = {
    "word overlap": [WordOverlap()],
    "mismatches, lengths": [
        NegationMismatch(),
        NumberMismatch(),
        CapitalizedMismatch(),
        Lengths(),
    ],
    "NLTK's rte_classify": [NltkRte()],
    "n-gram overlap": [NgramOverlap()],
    "BLEU, BLEU-like": [Bleu(), PerezBleu(), PerezBleuRecall()],
    "ROUGE-N, L, W, S": [RougeN(), RougeL(), RougeW(), RougeS()],
}
EVERY_VARIANT: Families = {
    "word overlap": [
        WordOverlap(level, drop, unit, ("coverage", "jaccard", "dice", "cosine"))
        for level in ("words", "norms", "stems", "porter_stems")
        for drop in ("nothing", "stop_words", "closed_class")
        for unit in ("types", "tokens")
    ],
    "mismatches, lengths": [
        *EACH_ONCE["mismatches, lengths"],
        NegationMismatch("all"),
    ],
    "NLTK's rte_classify": EACH_ONCE["NLTK's rte_classify"],
    "n-gram overlap": [
        NgramOverlap(side, 4, level) for side in SIDES for level in ("norms", "stems")
    ],
    "BLEU, BLEU-like": [
        kind(side) for kind in (Bleu, PerezBleu, PerezBleuRecall) for side in SIDES
    ],
    "ROUGE-N, L, W, S": [
        *(RougeN(n, ROUGE_MEASURES) for n in (1, 2, 3, 4)),
        RougeL(ROUGE_MEASURES),
        RougeW(1.2, ROUGE_MEASURES),
        RougeS(4, ROUGE_MEASURES),
        RougeS(None, ROUGE_MEASURES),
    ],
}

TOKENIZING, LAYERS = "tokenizing", "layers of words"
Times = dict[str, float]
"""Seconds for each step of a pass."""


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir", metavar="FOLDER", help="where the RTE data is")
    parser.add_argument("--repeats", type=int, default=9)
    arguments = parser.parse_args()
    name, pairs = pairs_at_hand(arguments.data_dir)
    print(f"{len(pairs)} pairs of {name}; {NOTE} of {arguments.repeats} repeats")
    for title, families in (("Each feature once", EACH_ONCE), ("Every variant", EVERY_VARIANT)):
        first, later = measure(families, pairs, arguments.repeats)
        features = sum(map(len, families.values()))
        print(f"\n{title}: {features} features\n{'':38}{'first pass':26}later passes")
        print_totals(first, later, len(pairs))
        print_steps(first, later)


def pairs_at_hand(data_dir: str | None) -> tuple[str, list[Pair]]:
    """Return the pairs of RTE-3, or of the sample if they are missing."""
    try:
        names = "rte3:dev", "rte3:test"
        return "RTE-3", [pair for name in names for pair in load_pairs(name, data_dir=data_dir)]
    except DatasetNotFoundError:
        names = "sample:train", "sample:test"
        pairs = [pair for name in names for pair in load_pairs(name)]
        return "the sample, as RTE-3 was not found", pairs


def measure(
    families: Families, pairs: Sequence[Pair], repeats: int
) -> tuple[list[Times], list[Times]]:
    """Return the times of first and of later passes, one of each for every repeat."""
    # Load and compile what is loaded or compiled on first use.
    take_pass(Analyzer(), families, pairs)
    first, later = [], []
    for _ in range(repeats):
        analyzer = Analyzer()
        take_pass(analyzer, families, [Pair("0", "x", "x")])
        first.append(take_pass(analyzer, families, pairs))
        later.append(take_pass(analyzer, families, pairs))
    return first, later


def take_pass(analyzer: Analyzer, families: Families, pairs: Sequence[Pair]) -> Times:
    """Time each step of `FeatureSet.extract`."""
    snippets = [snippet for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    layers = FeatureSet(
        {f"{family} {n}": f for family, some in families.items() for n, f in enumerate(some)}
    ).layers
    analyses: list[Analysis] = []
    times = {TOKENIZING: seconds(lambda: analyses.extend(analyzer.analyze(snippets, ["words"])))}
    distinct = list(dict.fromkeys(analyses))
    times[LAYERS] = seconds(lambda: analyzer.prepare(distinct, layers))
    batch = PairBatch(analyses[0::2], analyses[1::2])
    for family, features in families.items():
        times[family] = seconds(lambda some=features: [feature.compute(batch) for feature in some])
    return times


def print_totals(first: Sequence[Times], later: Sequence[Times], pairs: int) -> None:
    """Print the time of the features, compared with tokenizing."""
    passes = first, later
    tokenizing = [[times[TOKENIZING] for times in some] for some in passes]
    everything = [[sum(times.values()) for times in some] for some in passes]
    features = [
        [whole - tokens for whole, tokens in zip(*both, strict=True)]
        for both in zip(everything, tokenizing, strict=True)
    ]
    row("features / tokenizing", map(ratios, features, tokenizing), ".2f")
    row("(tokenizing + features) / tokenizing", map(ratios, everything, tokenizing), ".2f")
    worst_case = ratios(features[0], tokenizing[1])
    print(f"{'first features / later tokenizing':38}{worst_case:.2f}")
    for label, sums in (
        ("pairs per second, tokenizing", tokenizing),
        ("pairs per second, features", features),
        ("pairs per second, both", everything),
    ):
        row(label, (Spread.of(pairs / time for time in times) for times in sums), ",.0f")


def print_steps(first: Sequence[Times], later: Sequence[Times]) -> None:
    """Print the time of each step, in milliseconds."""
    for step in first[0]:
        spreads = (Spread.of(1000 * times[step] for times in some) for some in (first, later))
        row(f"  {step}, ms", spreads, ".1f")


def row(label: str, spreads: Iterable[Spread], spec: str) -> None:
    """Print one line."""
    print(f"{label:38}" + "".join(f"{spread:{spec}}".ljust(26) for spread in spreads).rstrip())


if __name__ == "__main__":
    main()
