"""Building alignment models from headlines and leads: bayer2006 sections 3 and 4.1."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.kernels.ragged import FloatArray, Ragged, offsets_of
from rte_baselines.kernels.translation.word_translation import Cells, cooccurrence_cells
from rte_baselines.lexicon.corpus.array_resources import (
    Provenance,
    check_output,
    require_terms,
    write_corpus_resource,
)
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND, vocabulary_arrays
from rte_baselines.lexicon.translation.headlines import Headline
from rte_baselines.lexicon.translation.model import DIRECTIONS, FORMAT, MODELS
from rte_baselines.lexicon.translation.ngram_information import ngram_arrays
from rte_baselines.lexicon.translation.training import Progress, train_hidden_markov, train_model_1


def passes(iterations: int) -> int:
    """Return the number of passes over the pairs in training: of both models, both directions."""
    return len(DIRECTIONS) * len(MODELS) * iterations


def build_alignment_model(
    pairs: Sequence[Headline],
    output: str | Path,
    *,
    provenance: Provenance,
    iterations: int = 5,
    min_documents: int = 2,
    min_probability: float = 0.002,
    filter_share: float = 1.0,
    workers: int | Pool = 1,
    progress: Progress | None = None,
) -> None:
    """Train Model 1 and the hidden Markov model in both directions, and write them.

    Translations with probabilities below `min_probability` are removed, so that the
    translation probabilities of a word sum to a little less than 1. The others are stored in
    half precision, with a relative error of at most 1/2000, or in single precision if
    `min_probability` is below its normal range, which starts at 0.00006.

    Each model has the number of iterations, by default that of GIZA++, in each direction. Words in
    fewer than `min_documents` pairs are treated as unknown. `filter_share`, the fraction of stories
    that `entailing_pairs` has kept, is for the description. The result does not depend on the
    number of workers. `progress` is called after each of the `passes` over the pairs. The folder is
    written atomically; an existing alignment model is replaced.
    """
    check_output(output, FORMAT)
    if not pairs:
        raise InputError("no document has both a title and a text; expected news with headlines")
    documents = Counter(word for pair in pairs for word in {*pair.words, *pair.lead})
    words = [word for word, count in documents.items() if count >= min_documents]
    words.sort(key=lambda word: (-documents[word], word))
    require_terms(len(words), min_documents)
    rows = {word: row for row, word in enumerate(words)}
    headlines = _numbered("headlines", [pair.words for pair in pairs], rows, min_documents)
    leads = _numbered("leads", [pair.lead for pair in pairs], rows, min_documents)
    with pool_of(workers) as pool:
        trained, identities = _trained(
            *(headlines, leads, len(words), min_probability, iterations),
            workers=pool,
            progress=progress,
        )
    share = 100 * filter_share
    chosen = f"only the {share:g}% of stories whose leads most likely entail their headlines; "
    write_corpus_resource(
        output,
        {
            **vocabulary_arrays(words),
            **trained,
            **ngram_arrays(Ragged.joined([headlines, leads]), len(words)),
        },
        format_name=FORMAT,
        provenance=provenance,
        title="Alignment model",
        summary=(
            f"IBM Model 1 and the hidden Markov model of alignment in both directions, trained on "
            f"{len(pairs):,} headlines and their leads (bayer2006), and their n-gram counts; "
            f"{chosen if share < 100 else ''}words in fewer than {min_documents} pairs and "
            f"translations less probable than {min_probability:g} are excluded."
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


def _numbered(
    name: str, sentences: Sequence[Sequence[str]], rows: dict[str, int], min_documents: int
) -> Ragged:
    """Return the row of each word of the sentences, at least one of which must be known."""
    offsets = offsets_of(np.array([len(sentence) for sentence in sentences], np.int64))
    numbers = (rows.get(word, NOT_FOUND) for sentence in sentences for word in sentence)
    values = np.fromiter(numbers, np.int64, offsets[-1])
    if (values == NOT_FOUND).all():
        raise InputError(
            f"no word of the {name} occurs in {min_documents} documents or more; "
            "expected a larger corpus or a smaller minimum number of documents"
        )
    return Ragged(values, offsets)


def _trained(
    headlines: Ragged,
    leads: Ragged,
    types: int,
    min_probability: float,
    iterations: int,
    **options: Any,
) -> tuple[dict[str, NDArray[Any]], dict[str, float]]:
    """Return the arrays of all models, and the mean probability that each keeps a word."""
    arrays: dict[str, NDArray[Any]] = {}
    identities: dict[str, float] = {}
    known = [words.keep(words.values != NOT_FOUND) for words in (headlines, leads)]
    for direction, (targets, sources) in zip(DIRECTIONS, (known, known[::-1]), strict=True):
        cells = cooccurrence_cells(sources, targets)
        first = train_model_1(cells, iterations, **options).probabilities
        hidden = train_hidden_markov(cells, first, iterations, **options)
        arrays[f"{direction}_jumps"] = hidden.jumps
        for model, probabilities in zip(MODELS, (first, hidden.probabilities), strict=True):
            prefix = f"{direction}_{model}"
            table = translation_arrays(cells, probabilities, min_probability, types)
            arrays |= {f"{prefix}_{name}": array for name, array in table.items()}
            # Of the words that are in a headline and its lead, most of which are rare.
            same = probabilities[cells.sources == cells.targets + 1]
            identities[prefix] = float(same.mean()) if len(same) else 0.0
    return arrays, identities


def translation_arrays(
    cells: Cells, probabilities: FloatArray, min_probability: float, types: int
) -> dict[str, NDArray[Any]]:
    """Return the translations with at least `min_probability` as arrays by source word.

    `probabilities` are those of the cells. The vocabulary has the size `types`; null is an
    additional source word. The arrays ``offsets``, ``targets`` and ``probabilities`` are those of
    `Translations`.
    """
    kept = np.flatnonzero(probabilities >= min_probability)
    # Below its smallest normal value, half precision has fewer significant digits.
    smallest_half = float(np.finfo(np.float16).smallest_normal)
    precision = np.float16 if min_probability >= smallest_half else np.float32
    lengths = np.bincount(cells.sources[kept], minlength=types + 1)
    return {
        "offsets": offsets_of(lengths).astype(np.int32),
        "targets": cells.targets[kept].astype(np.min_scalar_type(types)),
        "probabilities": probabilities[kept].astype(precision),
    }
