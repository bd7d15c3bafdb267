"""The speed of biparsing, compared with the recurrences in plain Python, and on long texts.

    python benchmarks/transduction.py [--data-dir FOLDER] [--repeats N]

The pairs are those of RTE-3 dev, or of the sample if RTE-3 is not available; equal words are
partners. The recurrences are the reference implementation of the tests. They take seconds for a
pair with all its words, so only a few such pairs are compared; without the words that have no
partner, every eighth pair is. Both must find the same savings before they are timed. The kernel
gets all words, and its time includes their removal. The time of a pair is also measured with
words that are similar in the thesaurus as partners.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from measuring import NOTE, Spread, ratios, seconds

# The reference implementation is in the tests.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rte_baselines.analysis import Analyzer
from rte_baselines.core.errors import DatasetNotFoundError
from rte_baselines.features.batch import Drop, Selection, Side
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.translation.biparsing import biparse
from rte_baselines.lexicon.thesaurus.thesaurus import ThesaurusSimilarity
from rte_baselines.pairs import Pair, load_pairs
from tests.kernels.biparses import most_saved

DROP: Drop = "punctuation"
EVERY = 8
PAIRS_WITH_ALL_WORDS = 5
LONG = 60

Grid = FloatArray


def pairs_at_hand(data_dir: str | None) -> tuple[str, list[Pair]]:
    """Return the development pairs of RTE-3, or those of the sample if they are missing."""
    try:
        return "RTE-3 dev", list(load_pairs("rte3:dev", data_dir=data_dir))
    except DatasetNotFoundError:
        return "the sample, as RTE-3 was not found", list(load_pairs("sample:train"))


def equal_words(pairs: Sequence[Pair]) -> list[Grid]:
    """Return the savings of the words of each text with those of the hypothesis, if equal."""
    selection = Selection("norms", DROP)
    sides = [side.ids(selection) for side in analysed(pairs, selection.layers)]
    return [np.equal.outer(*words).astype(np.float64) for words in zip(*sides, strict=True)]


def similar_words(pairs: Sequence[Pair]) -> list[Grid]:
    """Return the same, with similarities in the thesaurus as savings."""
    layers = ("lemmas", "pos", *Selection("lemmas", DROP).layers)
    sides = (side.lemmas(DROP) for side in analysed(pairs, layers))
    matrix = ThesaurusSimilarity().matrix
    return [matrix(hypothesis, text).T for text, hypothesis in zip(*sides, strict=True)]


def analysed(pairs: Sequence[Pair], layers: Sequence[str]) -> tuple[Side, Side]:
    """Return the analysed texts and hypotheses, with the layers."""
    snippets = [snippet for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    analyses = Analyzer().analyze(snippets, layers)
    return Side(analyses[0::2]), Side(analyses[1::2])


def with_partners(grid: Grid) -> Grid:
    """Return the grid without the words that have no partner."""
    return grid[grid.any(axis=1)][:, grid.any(axis=0)]


def compare(title: str, grids: Sequence[Grid], plain: Sequence[Grid], repeats: int) -> None:
    """Time both in turn, and print how much faster the kernel is."""
    lists = [grid.tolist() for grid in plain]

    def ours() -> list[float]:
        return [biparse(grid).saving for grid in grids]

    def recurrences() -> list[float]:
        return [most_saved(grid) for grid in lists]

    np.testing.assert_allclose(ours(), recurrences())
    times = [(seconds(ours), seconds(recurrences)) for _ in range(repeats)]
    mine, others = zip(*times, strict=True)
    print(f"{title}, {len(grids)} pairs")
    print(f"  recurrences, ms a pair  {per_pair(others, grids):.1f}")
    print(f"  kernel, ms a pair       {per_pair(mine, grids):.2f}")
    print(f"  times faster            {ratios(others, mine):,.0f}\n")


def per_pair(times: Sequence[float], grids: Sequence[Grid]) -> Spread:
    """Return milliseconds for one pair."""
    return Spread.of(1000 * time / len(grids) for time in times)


def time_each(title: str, grids: Sequence[Grid]) -> None:
    """Print the spread of the times of single pairs."""

    def parsing(grid: Grid) -> Callable[[], object]:
        return lambda: biparse(grid)

    times = Spread.of(1000 * seconds(parsing(grid)) for grid in grids)
    print(f"  {title:22}  {times:.2f}")


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir", metavar="FOLDER", help="where the RTE data is")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    name, pairs = pairs_at_hand(arguments.data_dir)
    grids = equal_words(pairs)
    print(f"{len(pairs)} pairs of {name}; {NOTE} of {arguments.repeats} repeats\n")
    some = grids[::EVERY]
    compare("words with partners", some, list(map(with_partners, some)), arguments.repeats)
    few = sorted(grids, key=np.size)[len(grids) // 2 :][:PAIRS_WITH_ALL_WORDS]
    compare("all words", few, few, arguments.repeats)
    long = [number for number, grid in enumerate(grids) if len(grid) > LONG]
    print(f"{len(long)} pairs with texts of more than {LONG} words, ms; {NOTE} of these")
    if long:
        time_each("equal words", [grids[number] for number in long])
        time_each("thesaurus", similar_words([pairs[number] for number in long]))


if __name__ == "__main__":
    main()
