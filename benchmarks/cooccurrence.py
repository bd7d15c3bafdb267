"""Document co-occurrence, compared with a dictionary of sets, and the size of shipped counts.

    python benchmarks/cooccurrence.py

The words are those of the sample's pairs without stop words, as in glickman2006.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
from measuring import NOTE, Spread, ratios, seconds

from rte_baselines import load_pairs
from rte_baselines.analysis import Analyzer
from rte_baselines.core.resources.arrays import ArrayFolder, open_arrays
from rte_baselines.core.resources.resources import required
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.lexicon.corpus.vocabulary import Vocabulary
from rte_baselines.lexicon.frequency.cooccurrence import FORMAT, Cooccurrence, check_arrays
from rte_baselines.lexicon.resource_states import resource_states

_ROUNDS = 5
_LOOKUPS = 20_000

Sets = dict[str, set[int]]


def main() -> None:
    """Measure and print."""
    print_sizes()
    cooccurrence = Cooccurrence.open()
    documents_by_word = plain_twin(open_arrays(required("cooccurrence"), FORMAT, check_arrays))
    pairs = list(content_words(cooccurrence.level))
    compare_matrices(cooccurrence, documents_by_word, pairs)
    compare_lookups(cooccurrence, documents_by_word, pairs)


def print_sizes() -> None:
    """Print the sizes of the shipped counts on disk."""
    for state in resource_states():
        if state.name in ("term-statistics", "cooccurrence"):
            print(f"{state.name}: {(state.size or 0) / 1e6:.2f} MB on disk")


def plain_twin(arrays: ArrayFolder) -> Sets:
    """Return the documents of every word as a set."""
    vocabulary = Vocabulary.from_arrays(arrays)
    postings, offsets = arrays["postings"].tobytes(), arrays["offsets"].tolist()
    documents_by_word = {
        vocabulary.string(row): set(documents_of(postings[offsets[row] : offsets[row + 1]]))
        for row in range(len(vocabulary))
    }
    size = sum(sys.getsizeof(documents) for documents in documents_by_word.values())
    print(f"dictionary of sets: {size / 1e6:.0f} MB in memory, without its numbers and words")
    return documents_by_word


def documents_of(postings: bytes) -> Iterator[int]:
    """Decode a posting list."""
    document, gap, shift = -1, 0, 0
    for byte in postings:
        gap |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            document += gap
            yield document
            gap = shift = 0


def content_words(level: str) -> Iterator[tuple[list[str], list[str], IntArray, IntArray]]:
    """Yield words and digests of each hypothesis and text of the sample."""
    analyzer = Analyzer()
    for pair in load_pairs("sample:train"):
        hypothesis, text = analyzer.analyze([pair.hypothesis, pair.text])
        yield (
            list(hypothesis.layer(level)),
            list(text.layer(level)),
            hypothesis.ids(level),
            text.ids(level),
        )


def plain(documents_by_word: Sets, word: str, given: str) -> float:
    """Return P(word | given) by intersecting sets."""
    documents = documents_by_word.get(given, set())
    if word == given:
        return 1.0
    return len(documents_by_word.get(word, set()) & documents) / max(len(documents), 1)


def compare_matrices(cooccurrence: Cooccurrence, documents_by_word: Sets, pairs: list) -> None:
    """Compare the times for all words of each hypothesis with all words of its text."""

    def ours() -> list[np.ndarray]:
        return [cooccurrence.probabilities(ids, given_ids) for _, _, ids, given_ids in pairs]

    def theirs() -> list[list[list[float]]]:
        return [
            [[plain(documents_by_word, word, other) for other in given] for word in words]
            for words, given, _, _ in pairs
        ]

    assert all(np.allclose(one, other) for one, other in zip(ours(), theirs(), strict=True))
    lookups = sum(len(words) * len(given) for words, given, _, _ in pairs)
    print(f"hypothesis with text, {len(pairs)} pairs, {lookups:,} lookups of P(u|v)")
    compare(ours, theirs, lookups)


def compare_lookups(cooccurrence: Cooccurrence, documents_by_word: Sets, pairs: list) -> None:
    """Compare the times of lookups of one word given another."""
    lookups = [both for words, given, _, _ in pairs for both in product(words, given)][:_LOOKUPS]

    def ours() -> list[float]:
        return [cooccurrence.probability(word, given) for word, given in lookups]

    def theirs() -> list[float]:
        return [plain(documents_by_word, word, given) for word, given in lookups]

    assert np.allclose(ours(), theirs())
    print(f"one at a time, {len(lookups):,} lookups of P(u|v)")
    compare(ours, theirs, len(lookups))


def compare(ours: Callable[[], object], theirs: Callable[[], object], lookups: int) -> None:
    """Print the time of a lookup by both, measured in turn."""
    rounds = [(seconds(ours), seconds(theirs)) for _ in range(_ROUNDS)]
    mine, others = zip(*rounds, strict=True)
    for name, times in (("posting lists", mine), ("dictionary of sets", others)):
        print(f"  {name}: {Spread.of(1e6 * time / lookups for time in times):.2f} us ({NOTE})")
    print(f"  sets / posting lists: {ratios(others, mine):.1f} ({NOTE})")


if __name__ == "__main__":
    main()
