"""The speed of training and applying alignment models, compared with plain Python.

    python benchmarks/translation.py [--pairs N] [--repeats N]

Pairs of random sentences, of 25 words and of 8, with word frequencies by Zipf's law; half of the
shorter sentence's words are from the longer. The training of IBM Model 1, from sentences to
probabilities, is compared with NLTK's; the passes of the kernels that training and scoring consist
of, with the same in plain Python. All must give the same numbers before they are timed.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from measuring import NOTE, Spread, ratios, seconds
from nltk.translate import AlignedSent, IBMModel1

from rte_baselines.kernels.ragged import Ragged
from rte_baselines.kernels.translation.hidden_alignment import best_alignment, count_passes
from rte_baselines.kernels.translation.word_translation import (
    Cells,
    cooccurrence_cells,
    count_translations,
)
from rte_baselines.lexicon.translation.model import TO_NULL
from rte_baselines.lexicon.translation.training import train_model_1

SOURCE_WORDS, TARGET_WORDS, TYPES, ITERATIONS = 25, 8, 5_000, 5

Sentence = list[int]
Rows = list[list[int]]
"""The cells of a pair of sentences: a row for each target word."""


def random_sentences(pairs: int) -> tuple[list[Sentence], list[Sentence]]:
    """Return sources and targets; NLTK's counts are right if no target has a word twice."""
    random = np.random.default_rng(7)
    zipf = 1 / np.arange(1, TYPES + 1)
    zipf /= zipf.sum()
    sources, targets = [], []
    for _ in range(pairs):
        source = random.choice(TYPES, SOURCE_WORDS, p=zipf)
        target = {*random.choice(source, TARGET_WORDS // 2), *random.choice(TYPES, 4, p=zipf)}
        sources.append(source.tolist())
        targets.append(sorted(int(word) for word in target))
    return sources, targets


def as_ragged(sentences: Sequence[Sentence]) -> Ragged:
    """Return sentences as a `Ragged`, for kernels."""
    return Ragged.concatenate(np.array(sentence, np.int64) for sentence in sentences)


def compare_training(sources: list[Sentence], targets: list[Sentence], repeats: int) -> None:
    """Compare the time of training Model 1 with NLTK's, on one core."""
    sides = as_ragged(sources), as_ragged(targets)
    # NLTK writes alignments into the sentences, and uses None for null.
    aligned = [AlignedSent(*sides) for sides in zip(targets, sources, strict=True)]

    def ours() -> dict[tuple[int | None, int], float]:
        cells = cooccurrence_cells(*sides)
        return numbers_of(cells, train_model_1(cells, ITERATIONS).probabilities.tolist())

    def theirs() -> dict[tuple[int | None, int], float]:
        table = IBMModel1(aligned, ITERATIONS).translation_table
        return {(source, target): table[target][source] for source, target in ours()}

    mine, others = ours(), theirs()
    np.testing.assert_allclose(list(mine.values()), list(others.values()), atol=1e-11)
    show(
        "training of Model 1",
        "NLTK",
        lambda: train_model_1(cooccurrence_cells(*sides), ITERATIONS),
        lambda: IBMModel1(aligned, ITERATIONS),
        repeats,
        len(sources),
    )


def numbers_of(cells: Cells, values: Sequence[float]) -> dict[tuple[int | None, int], float]:
    """Return the value of each pair of words, with NLTK's keys."""
    pairs = zip(cells.sources.tolist(), cells.targets.tolist(), values, strict=True)
    return {(source - 1 if source else None, target): value for source, target, value in pairs}


def compare_kernels(cells: Cells, repeats: int) -> None:
    """Compare a pass of each model, and the search for the best alignment, with lists."""
    pairs = len(cells.sentences.widths)
    random = np.random.default_rng(7)
    chances, jumps = random.uniform(0.01, 1, len(cells.sources)), random.uniform(0.1, 1, 41)
    plain_chances, plain_jumps, rows = chances.tolist(), jumps.tolist(), rows_of(cells)
    emissions = [chances[np.array(of_pair)] for of_pair in rows]
    plain_emissions = [matrix.tolist() for matrix in emissions]
    tasks: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "a pass of Model 1": (
            lambda: count_translations(chances, cells.sentences)[0],
            lambda: plain_translations(plain_chances, rows),
        ),
        "a pass of the hidden Markov model": (
            lambda: count_passes(chances, jumps, TO_NULL, cells.sentences)[0],
            lambda: plain_passes(plain_chances, plain_jumps, rows),
        ),
        "best alignments": (
            lambda: np.concatenate(
                [best_alignment(matrix, jumps, TO_NULL) for matrix in emissions]
            ),
            lambda: [
                word for matrix in plain_emissions for word in plain_best(matrix, plain_jumps)
            ],
        ),
    }
    for name, (ours, plain) in tasks.items():
        np.testing.assert_allclose(ours(), plain(), atol=1e-9)
        show(name, "lists", ours, plain, repeats, pairs)


def rows_of(cells: Cells) -> list[Rows]:
    """Return the cells of each pair as lists."""
    sentences = cells.sentences
    return [
        sentences.cells[start:end].reshape(-1, width).tolist()
        for (start, end), width in zip(
            pairwise(sentences.block_offsets.tolist()), sentences.widths.tolist(), strict=True
        )
    ]


def plain_translations(chances: list[float], pairs: list[Rows]) -> list[float]:
    """Return the expected counts of translations by Model 1."""
    counts = defaultdict(float)
    for rows in pairs:
        for row in rows:
            total = sum(chances[cell] for cell in row)
            for cell in row:
                counts[cell] += chances[cell] / total
    return [counts[cell] for cell in range(len(chances))]


def plain_passes(chances: list[float], jumps: list[float], pairs: list[Rows]) -> list[float]:
    """Return the expected counts of translations by the hidden Markov model, and count jumps."""
    counts, jump_counts = defaultdict(float), defaultdict(float)
    departures: defaultdict[tuple[int, int], float] = defaultdict(float)
    for rows in pairs:
        width = len(rows[0])
        arriving = plain_jump_probabilities(jumps, width - 1)
        emissions = [[chances[cell] for cell in row] for row in rows]
        befores, words, nulls, scales = plain_forward(emissions, arriving)
        after = [1.0] * width
        for target in range(len(rows) - 1, -1, -1):
            row, emission, before = rows[target], emissions[target], befores[target]
            counts[row[0]] += sum(map(float.__mul__, nulls[target], after))
            for word, chance in enumerate(words[target], 1):
                counts[row[word]] += chance * after[word]
            coming = [
                (1 - TO_NULL) * emission[word] * after[word] / scales[target]
                for word in range(1, width)
            ]
            staying = TO_NULL * emission[0] / scales[target]
            for anchor in range(width):
                arrivals = list(map(float.__mul__, arriving[anchor], coming))
                for word, arrival in enumerate(arrivals):
                    jump = min(max(word + 1 - anchor, -20), 20)
                    jump_counts[jump] += before[anchor] * arrival
                    departures[width - 1, anchor] += before[anchor] * arrival
                after[anchor] = after[anchor] * staying + sum(arrivals)
    return [counts[cell] for cell in range(len(chances))]


def plain_jump_probabilities(jumps: list[float], sources: int) -> list[list[float]]:
    """Return the probability of each source word after each anchor."""
    longest = len(jumps) // 2
    rows = []
    for anchor in range(sources + 1):
        row = [
            jumps[min(max(word + 1 - anchor, -longest), longest) + longest]
            for word in range(sources)
        ]
        total = sum(row)
        rows.append([weight / total for weight in row])
    return rows


def plain_forward(
    emissions: list[list[float]], arriving: list[list[float]]
) -> tuple[list[list[float]], list[list[float]], list[list[float]], list[float]]:
    """Return the forward probabilities before each target word, at words, at null, and scales."""
    columns = list(zip(*arriving, strict=True))
    anchored = [1.0] + [0.0] * len(columns)
    befores, words, nulls, scales = [], [], [], []
    for emission in emissions:
        at_null = [TO_NULL * emission[0] * chance for chance in anchored]
        at_words = [
            (1 - TO_NULL) * chance * sum(map(float.__mul__, anchored, column))
            for chance, column in zip(emission[1:], columns, strict=True)
        ]
        scale = sum(at_words) + sum(at_null)
        befores.append(anchored)
        words.append([chance / scale for chance in at_words])
        nulls.append([chance / scale for chance in at_null])
        scales.append(scale)
        anchored = list(map(float.__add__, nulls[-1], [0.0, *words[-1]]))
    return befores, words, nulls, scales


def plain_best(emissions: list[list[float]], jumps: list[float]) -> list[int]:
    """Return the most probable alignment."""
    columns = list(zip(*plain_jump_probabilities(jumps, len(emissions[0]) - 1), strict=True))
    logs = [[math.log((1 - TO_NULL) * chance) for chance in column] for column in columns]
    reached = [0.0] + [-math.inf] * len(columns)
    paths: list[list[int]] = [[] for _ in reached]
    for emission in emissions:
        to_null = math.log(TO_NULL * emission[0])
        following = [value + to_null for value in reached]
        longer = [[*path, -1] for path in paths]
        for word, column in enumerate(logs):
            ways = list(map(float.__add__, reached, column))
            best = max(range(len(ways)), key=ways.__getitem__)
            value = ways[best] + math.log(emission[word + 1])
            if value > -math.inf and value >= following[word + 1]:
                following[word + 1] = value
                longer[word + 1] = [*paths[best], word]
        reached, paths = following, longer
    return paths[max(range(len(reached)), key=reached.__getitem__)]


def show(
    name: str,
    compared_with: str,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    repeats: int,
    pairs: int,
) -> None:
    """Time both in turn, and print a line."""
    times = [(seconds(ours), seconds(theirs)) for _ in range(repeats)]
    mine, others = zip(*times, strict=True)
    faster, rate = ratios(others, mine), Spread.of(pairs / time for time in mine)
    print(f"{name:<34}{compared_with:<8}{format(faster, '.0f'):<20}{rate:,.0f}")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=2_000)
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    sources, targets = random_sentences(arguments.pairs)
    print(f"{arguments.pairs:,} pairs of sentences; {NOTE} of {arguments.repeats} repeats\n")
    print(f"{'':<34}{'against':<8}{'times faster':<20}pairs per second")
    compare_training(sources, targets, arguments.repeats)
    compare_kernels(cooccurrence_cells(as_ragged(sources), as_ragged(targets)), arguments.repeats)


if __name__ == "__main__":
    main()
