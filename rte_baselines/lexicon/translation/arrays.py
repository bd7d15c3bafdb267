"""The arrays of an alignment model: translations, jumps and n-gram counts."""

from functools import lru_cache
from typing import Literal

import numpy as np

from rte_baselines.core.resources.array_checks import ArrayChecks
from rte_baselines.core.resources.arrays import ArrayFolder, open_arrays
from rte_baselines.lexicon.corpus.vocabulary import check_vocabulary

FORMAT = "alignment-model.v1"

TranslationModel = Literal["model_1", "hidden_markov"]
"""IBM Model 1, or the hidden Markov model of alignment."""

Direction = Literal["hypothesis_given_text", "text_given_hypothesis"]
"""The direction of translation; the hypothesis is trained as a headline, the text as its lead."""

MODELS: tuple[TranslationModel, ...] = ("model_1", "hidden_markov")
DIRECTIONS: tuple[Direction, ...] = ("hypothesis_given_text", "text_given_hypothesis")

LONGEST_NGRAM = 3
"""The maximum n; longer n-grams add almost nothing (Doddington, section 3)."""

MIN_NGRAM_COUNT = 2
"""N-grams with lower counts are not stored; their count is taken as 1."""


@lru_cache(maxsize=2)
def open_alignment_arrays(folder: str) -> ArrayFolder:
    """Open the arrays written by `build_alignment_model`, once per process."""
    return open_arrays(folder, FORMAT, check_arrays)


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of an alignment model."""
    checks = ArrayChecks(folder)
    types = check_vocabulary(checks)
    identities = checks.entry("identities", dict)
    for direction in DIRECTIONS:
        _check_jumps(checks, f"{direction}_jumps")
        for model in MODELS:
            prefix = f"{direction}_{model}"
            identity = checks.typed(identities.get(prefix), f"identities: {prefix}", float)
            if not 0 <= identity <= 1:
                checks.refuse_entry(f"identities: {prefix}", identity, "a number from 0 to 1")
            _check_translations(checks, prefix, types)
    _check_ngrams(checks, types)


def _check_jumps(checks: ArrayChecks, name: str) -> None:
    jumps = checks.numbers(name, ["float64"], most=1)
    if not len(jumps) % 2:
        checks.refuse(name, f"has {len(jumps)} jumps; expected as many back as forth, and none")
    if not np.isclose(jumps.sum(), 1):
        checks.refuse(name, f"has the sum {jumps.sum():g}; expected 1")


def _check_translations(checks: ArrayChecks, prefix: str, types: int) -> None:
    names = f"{prefix}_targets", f"{prefix}_probabilities"
    targets = checks.rows(names[0], ["uint8", "uint16", "uint32"], below=types)
    # Null precedes the words.
    offsets = checks.offsets(f"{prefix}_offsets", "int32", types + 1, len(targets))
    checks.ascending(names[0], targets, offsets)
    checks.numbers(names[1], ["float16", "float32"], (len(targets),), most=1)


def _check_ngrams(checks: ArrayChecks, types: int) -> None:
    """Check that n-grams ascend, and that no count exceeds that of the (n-1)-gram prefix."""
    words = checks.count("words")
    shorter, counts_of_shorter = np.zeros(1, np.int64), np.array([words])
    for n in range(1, LONGEST_NGRAM + 1):
        name = f"ngram_{n}_keys"
        keys = checks.rows(name, ["int64"], below=types**n)
        checks.ascending(name, keys)
        prefixes = keys // types if n > 1 else np.zeros_like(keys)
        indices = np.searchsorted(shorter, prefixes)
        is_known = np.append(shorter, -1)[indices] == prefixes
        checks.require(name, is_known, f"expected n-grams that begin with one of ngram_{n - 1}")
        counts = checks.numbers(
            f"ngram_{n}_counts", ["uint32"], (len(keys),), least=MIN_NGRAM_COUNT
        )
        is_fewer = counts <= counts_of_shorter[indices]
        checks.require(f"ngram_{n}_counts", is_fewer, "expected no more than of its beginning")
        shorter, counts_of_shorter = keys, counts
