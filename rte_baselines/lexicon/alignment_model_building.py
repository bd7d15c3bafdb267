"""Alignment models from the headlines and leads of a corpus: bayer2006 sections 3 and 4.1."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import InputError
from rte_baselines.kernels.meetings import Cells, meeting_cells
from rte_baselines.kernels.ragged import FloatArray, Ragged, offsets_of
from rte_baselines.lexicon.alignment_model_arrays import DIRECTIONS, FORMAT, MODELS
from rte_baselines.lexicon.alignment_training import (
    Progress,
    train_hidden_markov,
    train_model_1,
)
from rte_baselines.lexicon.corpus_resources import (
    Provenance,
    check_output,
    require_terms,
    write_corpus_resource,
)
from rte_baselines.lexicon.headlines import Headline
from rte_baselines.lexicon.ngram_information import ngram_arrays
from rte_baselines.lexicon.vocabulary import NOT_FOUND, vocabulary_arrays

DEFAULT_ITERATIONS = 5
"""Of each model, as GIZA++ has by default."""

DEFAULT_MIN_DOCUMENTS = 2
DEFAULT_MIN_PROBABILITY = 0.002

_SMALLEST_HALF = float(np.finfo(np.float16).smallest_normal)
"""Below it half precision has fewer digits, and in the end none."""


def passes(iterations: int) -> int:
    """Return how many passes over the pairs training takes: of both models, both ways."""
    return len(DIRECTIONS) * len(MODELS) * iterations


def build_alignment_model(
    pairs: Sequence[Headline],
    output: str | Path,
    *,
    provenance: Provenance,
    iterations: int = DEFAULT_ITERATIONS,
    min_documents: int = DEFAULT_MIN_DOCUMENTS,
    min_probability: float = DEFAULT_MIN_PROBABILITY,
    filter_share: float = 1.0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> None:
    """Train Model 1 and the hidden Markov model both ways, and write them.

    Translations that are less probable than `min_probability` are left out, which makes the
    probabilities of what a word is translated into sum to a little less than 1. The others are
    kept in half precision, off by a 2000th of themselves at the most, or in single precision
    if there may be some below its range, which starts at 0.00006.

    Parameters
    ----------
    pairs : sequence of Headline
    output : str or Path
        A folder, which appears whole or not at all; a resource of this kind is replaced.
    provenance : Provenance
    iterations : int
        Of each model, each way.
    min_documents : int
        Words in fewer pairs are left out, and count as not known.
    min_probability : float
    filter_share : float
        Of which share of stories the pairs are, as `entailing_pairs` has chosen them; to be noted.
    jobs : int
        Threads; -1 for one on each core. What is built does not depend on it.
    progress : callable, optional
        Called after each of the `passes` over the pairs.

    Raises
    ------
    InputError
        If the output cannot be written, there is no pair, or no word of the headlines or of
        the leads stands in so many.
    """
    check_output(output, FORMAT)
    if not pairs:
        raise InputError("no document has both a title and a text; expected news with headlines")
    words = _frequent_words(pairs, min_documents)
    require_terms(len(words), min_documents)
    rows = {word: row for row, word in enumerate(words)}
    headlines = _numbered([pair.words for pair in pairs], rows)
    leads = _numbered([pair.lead for pair in pairs], rows)
    _require_words(headlines, "headlines", min_documents)
    _require_words(leads, "leads", min_documents)
    trained, identities = _trained(
        *(headlines, leads, len(words), min_probability),
        partial(_train, iterations=iterations, jobs=jobs, progress=progress),
    )
    write_corpus_resource(
        output,
        {
            **vocabulary_arrays(words),
            **trained,
            **ngram_arrays(_end_to_end(headlines, leads), len(words)),
        },
        format_name=FORMAT,
        provenance=provenance,
        title="Alignment model",
        summary=(
            f"IBM Model 1 and the hidden Markov model of alignment, both ways, of {len(pairs):,} "
            f"headlines and their leads (bayer2006), and how often they have n-grams; "
            f"{_filter_note(filter_share)}words in fewer than {min_documents} pairs and "
            f"translations less probable than {min_probability:g} are left out."
        ),
        pairs=len(pairs),
        words=len(headlines.values) + len(leads.values),
        types=len(words),
        iterations=iterations,
        min_documents=min_documents,
        min_probability=min_probability,
        filter_share=filter_share,
        identities=identities,
    )


def _filter_note(share: float) -> str:
    """Say which stories the pairs are of, unless of all."""
    if share == 1:
        return ""
    return f"of the stories the {100 * share:g}% whose leads likeliest entail their headlines; "


def _frequent_words(pairs: Sequence[Headline], min_documents: int) -> list[str]:
    """Return the words of so many pairs, the one of most pairs first."""
    documents = Counter(word for pair in pairs for word in {*pair.words, *pair.lead})
    kept = [word for word, count in documents.items() if count >= min_documents]
    return sorted(kept, key=lambda word: (-documents[word], word))


def _numbered(sentences: Sequence[Sequence[str]], rows: dict[str, int]) -> Ragged:
    numbers = (rows.get(word, NOT_FOUND) for sentence in sentences for word in sentence)
    lengths = np.array([len(sentence) for sentence in sentences], np.int64)
    offsets = offsets_of(lengths)
    return Ragged(np.fromiter(numbers, np.int64, offsets[-1]), offsets)


def _require_words(sentences: Ragged, name: str, min_documents: int) -> None:
    if (sentences.values == NOT_FOUND).all():
        raise InputError(
            f"no word of the {name} stands in {min_documents} documents or more; "
            "expected a larger corpus or a smaller least number of documents"
        )


def _end_to_end(first: Ragged, second: Ragged) -> Ragged:
    values = np.concatenate([first.values, second.values])
    return Ragged(values, np.concatenate([first.offsets, second.offsets[1:] + first.offsets[-1]]))


class _Learned(NamedTuple):
    """What both models have learned of one way."""

    probabilities: tuple[FloatArray, FloatArray]
    """Of the target word of each cell given its source word, by each of `MODELS`."""

    jumps: FloatArray
    """What jumps weigh."""


def _train(cells: Cells, *, iterations: int, jobs: int, progress: Progress | None) -> _Learned:
    first = train_model_1(cells, iterations, jobs=jobs, progress=progress)
    hidden = train_hidden_markov(
        cells, first.probabilities, iterations, jobs=jobs, progress=progress
    )
    return _Learned((first.probabilities, hidden.probabilities), hidden.jumps)


def _trained(
    headlines: Ragged,
    leads: Ragged,
    types: int,
    min_probability: float,
    train: Callable[[Cells], _Learned],
) -> tuple[dict[str, NDArray[Any]], dict[str, float]]:
    """Return the arrays of all models, and of each how probable it is that words stay the same."""
    arrays: dict[str, NDArray[Any]] = {}
    identities: dict[str, float] = {}
    known = [side.keep(side.values != NOT_FOUND) for side in (headlines, leads)]
    for direction, (targets, sources) in zip(DIRECTIONS, (known, known[::-1]), strict=True):
        cells = meeting_cells(sources, targets)
        learned = train(cells)
        arrays[f"{direction}_jumps"] = learned.jumps
        for model, probabilities in zip(MODELS, learned.probabilities, strict=True):
            prefix = f"{direction}_{model}"
            table = translation_arrays(cells, probabilities, min_probability, types)
            arrays |= {f"{prefix}_{name}": array for name, array in table.items()}
            identities[prefix] = _identity(cells, probabilities)
    return arrays, identities


def translation_arrays(
    cells: Cells, probabilities: FloatArray, min_probability: float, types: int
) -> dict[str, NDArray[Any]]:
    """Lay out the translations that are probable enough, by source word.

    Parameters
    ----------
    cells : Cells
    probabilities : ndarray of float64, shape (cells,)
    min_probability : float
    types : int
        How many words the vocabulary has; null is a source word besides.

    Returns
    -------
    dict of str to ndarray
        ``offsets``, ``targets`` and ``probabilities``, as in `Translations`.
    """
    kept = np.flatnonzero(probabilities >= min_probability)
    precision = np.float16 if min_probability >= _SMALLEST_HALF else np.float32
    lengths = np.bincount(cells.sources[kept], minlength=types + 1)
    return {
        "offsets": offsets_of(lengths).astype(np.int32),
        "targets": cells.targets[kept].astype(np.min_scalar_type(types)),
        "probabilities": probabilities[kept].astype(precision),
    }


def _identity(cells: Cells, probabilities: FloatArray) -> float:
    """Return how probable it is on the average that a word is translated into itself.

    The average is of the words that stand in a headline and its lead, most of which are rare.
    """
    same = probabilities[cells.sources == cells.targets + 1]
    return float(same.mean()) if len(same) else 0.0
