"""Train the comparison of words that is shipped with the package, on the development part of SNLI.

    python scripts/build_word_comparison.py --output models/word_comparison

Reads nli/snli/dev.jsonl in the folder RTE_BASELINES_DATA. A pair has the log-odds of entailment

    b - mean of its gaps - highest of its gaps,

with the gaps of `WordComparison` between the content words of the hypothesis and the words of the
text that `word_alignment.v1` aligns them with. Each network minimizes the log loss and the squares
of its weights by Adam (Kingma and Ba 2015). Run scripts/record_resources.py afterwards.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rte_baselines import Label, Pair, load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.importing import version
from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import write_arrays
from rte_baselines.features.similarity.word_alignment import NearestWords
from rte_baselines.lexicon.word_comparison import FORMAT, whole_weights
from rte_baselines.pairs.pair import words_digest

NETWORKS, COLUMNS = 8, 32
EPOCHS, BATCH, RATE, DECAY, SPREAD = 6, 256, 0.01, 1e-4, 0.15
SOURCE = "SNLI, development part (Bowman and others 2015)"
LICENCE = "CC BY-SA 4.0"
README = f"""# Comparison of words

{NETWORKS} networks that compare words of a hypothesis with their partners in the text
(`word_alignment.v1` with the measure `gaps`), trained on the pairs of SNLI's development part with
the vectors of `models/sentence_encoder`. Do not measure on these pairs what reads it.

- Trained on: {SOURCE}, by way of e-SNLI's repository; numbers, and no text
- Licence: {LICENCE} (https://creativecommons.org/licenses/by-sa/4.0/legalcode)
- Made by: `python scripts/build_word_comparison.py`; see `resource.json`
"""


@dataclass(frozen=True)
class Words:
    """The content words of the hypotheses of some pairs, and what their partners lack.

    Parameters
    ----------
    vectors, rests : ndarray of float32, shape (words, dimensions)
        Those of the words, and what remains of them without those of their partners.
    counts : ndarray of int64, shape (pairs,)
        The number of words of each pair, at least 1.
    is_entailed : ndarray of bool, shape (pairs,)
    """

    vectors: np.ndarray
    rests: np.ndarray
    counts: np.ndarray
    is_entailed: np.ndarray

    def batches(self, random: np.random.Generator) -> Iterator["Words"]:
        """Yield the pairs in random order, `BATCH` at a time."""
        starts = np.cumsum(self.counts) - self.counts
        order = random.permutation(len(self.counts))
        for pairs in np.split(order, range(BATCH, len(order), BATCH)):
            words = np.concatenate(
                [np.arange(starts[p], starts[p] + self.counts[p]) for p in pairs]
            )
            yield Words(
                *(self.vectors[words], self.rests[words]),
                *(self.counts[pairs], self.is_entailed[pairs]),
            )


def aligned(pairs: Sequence[Pair]) -> Words:
    """Align the words of pairs; those without content words are left out."""
    layers = ("token_vectors", "is_function_word", "pos")
    texts, hypotheses = (
        default_analyzer().analyze(side, layers)
        for side in ([pair.text for pair in pairs], [pair.hypothesis for pair in pairs])
    )
    vectors, partners, is_entailed = [], [], []
    for pair, *sides in zip(pairs, texts, hypotheses, strict=True):
        found = NearestWords(*sides)
        if found.cosines.size:
            vectors.append(found.vectors.astype(np.float32))
            partners.append(found.partner_vectors.astype(np.float32))
            is_entailed.append(pair.label is Label.ENTAILMENT)
    words = np.vstack(vectors)
    counts = np.array([len(each) for each in vectors])
    return Words(words, words - np.vstack(partners), counts, np.array(is_entailed))


def gradients(weights: Sequence[np.ndarray], words: Words) -> list[np.ndarray]:
    """Return the gradient of the loss: of the projection, the importance and the log-odds b."""
    projection, importance, offset = weights
    projected = words.rests @ projection
    squares = (projected**2).sum(axis=1)
    factors = np.maximum(1 + words.vectors @ importance, 0)
    gaps = factors**2 * squares**2
    pair_of = np.repeat(np.arange(len(words.counts)), words.counts)
    starts = np.cumsum(words.counts) - words.counts
    means = np.add.reduceat(gaps, starts) / words.counts
    highest = np.maximum.reduceat(gaps, starts)
    probabilities = 1 / (1 + np.exp(means + highest - offset))
    errors = (probabilities - words.is_entailed) / len(words.counts)
    shares = 1 / words.counts[pair_of] + (gaps == highest[pair_of])
    of_gaps = -errors[pair_of] * shares
    of_projected = (of_gaps * factors**2 * 4 * squares)[:, np.newaxis] * projected
    of_factors = of_gaps * 2 * factors * squares**2
    return [
        words.rests.T @ of_projected + DECAY * projection,
        words.vectors.T @ of_factors + DECAY * importance,
        errors.sum(),
    ]


def trained(words: Words, seed: int) -> list[np.ndarray]:
    """Return the weights of a network, by Adam with a falling rate."""
    random = np.random.default_rng(seed)
    dimensions = words.vectors.shape[1]
    start = random.normal(0, SPREAD, (dimensions, COLUMNS))
    weights = [start.astype(np.float32), np.zeros(dimensions, np.float32), np.float32(1)]
    means, squares = ([np.zeros_like(each) for each in weights] for _ in range(2))
    steps = EPOCHS * -(-len(words.counts) // BATCH)
    batches = (batch for _ in range(EPOCHS) for batch in words.batches(random))
    for step, batch in enumerate(batches, start=1):
        rate = RATE * (1 - step / (steps + 1))
        for index, gradient in enumerate(gradients(weights, batch)):
            means[index] = 0.9 * means[index] + 0.1 * gradient
            squares[index] = 0.999 * squares[index] + 0.001 * gradient**2
            root = np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8
            change = rate * means[index] / (1 - 0.9**step) / root
            weights[index] = (weights[index] - change).astype(np.float32)
    return weights


def main() -> None:
    """Train the networks, and write them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    output = parser.parse_args().output
    file = Path(os.environ.get("RTE_BASELINES_DATA", "."), "nli", "snli", "dev.jsonl")
    pairs = list(load_pairs(str(file)))
    words = aligned(pairs)
    networks = [trained(words, seed) for seed in range(NETWORKS)]
    arrays = {}
    for name, index in (("projection", 0), ("importance", 1)):
        whole, scales = zip(*(whole_weights(network[index]) for network in networks), strict=True)
        arrays |= {f"{name}s": np.array(whole), f"{name}_scales": np.array(scales)}
    # By these, predictions know that a pair was in the training data.
    digests = [words_digest(pair) or 0 for pair in pairs]
    arrays["training_pairs"] = np.unique(np.array(digests, dtype=np.uint64))
    write_arrays(
        output,
        arrays,
        format_name=FORMAT,
        version=version("rte-baselines"),
        source=SOURCE,
        licence=LICENCE,
        texts={"README.md": README},
        networks=NETWORKS,
        dimensions=words.vectors.shape[1],
        columns=COLUMNS,
        training_pairs=len(arrays["training_pairs"]),
        encoder=resources.digest("encoder"),
    )


if __name__ == "__main__":
    main()
