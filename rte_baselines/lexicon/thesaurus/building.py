"""Building thesauri by Lin's word similarity, from the dependency triples of a corpus.

Source: Lin 1998, "Automatic Retrieval and Clustering of Similar Words", section 2.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import scipy

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.kernels.words.neighbours import slot_overlap
from rte_baselines.lexicon.corpus.array_resources import Provenance, check_output
from rte_baselines.lexicon.corpus.corpora import Document, in_batches
from rte_baselines.lexicon.thesaurus.thesaurus import (
    FORMAT,
    PART_OF_TAG,
    PARTS,
    Entry,
    write_thesaurus,
)

LAYERS = ("lemmas", "pos", "heads", "relations")
"""The layers of analysis that triples are read from."""

_RELATIONS = MappingProxyType(
    {
        "nsubj": "subj",
        "nsubj:pass": "obj",
        "obl:agent": "subj",
        "obj": "obj",
        "iobj": "iobj",
        "amod": "amod",
        "advmod": "advmod",
        "compound": "compound",
        "nmod:poss": "poss",
        "appos": "appos",
        "conj": "conj",
        "xcomp": "comp",
        "ccomp": "comp",
    }
)
_RELATIVE_PRONOUNS = frozenset({"that", "which", "who", "whom"})
# At least one letter, only characters of words, and not too long; anything else is noise.
_WORD = re.compile(r"(?=.*[^\W\d_])[\w.'&-]{1,40}")


class Triple(NamedTuple):
    """Two words and the relation of the dependent to the head."""

    head: str
    head_part: str
    relation: str
    dependent: str
    dependent_part: str


def dependency_triples(analysis: Analysis) -> Iterator[Triple]:
    """Yield the triples of a snippet with the layers `LAYERS`, in the order of dependents."""
    lemmas, relations = analysis.lemmas, analysis.relations
    parts = [
        PART_OF_TAG.get(tag) if _WORD.fullmatch(lemma) else None
        for lemma, tag in zip(lemmas, analysis.pos, strict=True)
    ]
    prepositions = _prepositions(analysis)
    for dependent, head in enumerate(analysis.heads.tolist()):
        if head < 0:
            continue
        word = _antecedent(dependent, analysis)
        head_part, part = parts[head], parts[word]
        relation = _relation(relations[dependent], head_part, prepositions.get(dependent))
        if head_part and part and relation and word != head:
            yield Triple(lemmas[head], head_part, relation, lemmas[word], part)


def _relation(name: str, head_part: str | None, preposition: str | None) -> str | None:
    if name in {"nmod", "obl"}:
        return None if preposition is None else f"{name}:{preposition}"
    if name == "nsubj" and head_part != "verb":
        return "predicate"
    return _RELATIONS.get(name)


def _prepositions(analysis: Analysis) -> dict[int, str]:
    """Return the joined prepositions of each word that has any: ``out_of``."""
    prepositions: dict[int, list[str]] = {}
    words = zip(analysis.lemmas, analysis.heads.tolist(), analysis.relations, strict=True)
    for lemma, head, relation in words:
        if relation == "case":
            prepositions.setdefault(head, []).append(lemma)
        elif relation == "fixed" and analysis.relations[head] == "case":
            # The first word of a fixed expression precedes the others, so it is in the list.
            prepositions.setdefault(int(analysis.heads[head]), []).append(lemma)
    return {head: "_".join(lemmas) for head, lemmas in prepositions.items()}


def _antecedent(word: int, analysis: Analysis) -> int:
    """Return the antecedent of a relative pronoun; any other word itself."""
    head = int(analysis.heads[word])
    is_relative = (
        analysis.relations[head] == "acl:relcl" and analysis.lemmas[word] in _RELATIVE_PRONOUNS
    )
    return int(analysis.heads[head]) if is_relative else word


def build_thesaurus(
    documents: Iterable[Document],
    folder: str | Path,
    *,
    provenance: Provenance,
    workers: int | Pool = 1,
    min_frequency: int = 20,
    max_neighbours: int = 200,
) -> None:
    """Parse a corpus, read lazily, and write a thesaurus of its words; see `thesaurus_entries`.

    The folder is written atomically; an existing thesaurus is replaced. The result does not depend
    on the number of workers.
    """
    check_output(folder, FORMAT)
    snippets = (part for document in documents for part in document.parts)
    entries = thesaurus_entries(
        count_triples(snippets, workers=workers),
        min_frequency=min_frequency,
        max_neighbours=max_neighbours,
    )
    first = next(entries, None)
    if first is None:
        raise InputError(
            f"no noun, verb or adjective occurs in {min_frequency} dependencies or more; "
            "expected a larger corpus or a smaller minimum frequency"
        )
    write_thesaurus(
        folder,
        chain([first], entries),
        provenance=provenance,
        min_frequency=min_frequency,
        max_neighbours=max_neighbours,
    )


def count_triples(snippets: Iterable[str], *, workers: int | Pool = 1) -> Counter[Triple]:
    """Parse titles and texts of documents, read lazily, and count their dependency triples."""
    counts: Counter[Triple] = Counter()
    for batch_counts in in_batches(_count_batch, snippets, workers=workers):
        counts.update(batch_counts)
    return counts


def _count_batch(snippets: Sequence[str]) -> list[Counter[Triple]]:
    analyses = default_analyzer().analyze(snippets, LAYERS)
    return [Counter(chain.from_iterable(map(dependency_triples, analyses)))]


def thesaurus_entries(
    triples: Mapping[Triple, int], *, min_frequency: int = 20, max_neighbours: int = 200
) -> Iterator[Entry]:
    """Yield the nouns, verbs and adjectives of a corpus with their most similar words.

    With I the information of `context_information` and T(w) the contexts of a word in which
    it is positive, the similarity of two words of a part of speech is

        sim(v, w) = sum of I(v, c) + I(w, c) over c in both T(v) and T(w)
                    / (sum of I(v, c) over T(v) + sum of I(w, c) over T(w))

    Words in fewer than `min_frequency` triples are excluded.
    """
    for part in PARTS:
        words, counts, relations = _contexts(triples, part)
        frequent = np.flatnonzero(counts.sum(axis=1) >= min_frequency)
        information = context_information(counts, relations)[frequent]
        words = [words[row] for row in frequent.tolist()]
        for word, nearest in zip(words, _nearest(information, max_neighbours), strict=True):
            yield Entry(word, part, [(words[row], value) for row, value in nearest])


def _contexts(
    triples: Mapping[Triple, int], part: str
) -> tuple[list[str], "scipy.sparse.csr_array", IntArray]:
    """Return the words of a part of speech, and the arguments of `context_information`."""
    words: dict[str, int] = {}
    columns: dict[tuple[str, str, str], int] = {}
    relations: dict[str, int] = {}
    indices, counts = (array("q"), array("q")), array("d")

    def add(word: str, context: tuple[str, str, str], count: int) -> None:
        indices[0].append(words.setdefault(word, len(words)))
        indices[1].append(columns.setdefault(context, len(columns)))
        counts.append(count)

    for (head, head_part, relation, dependent, dependent_part), count in triples.items():
        if head_part == part:
            add(head, (relation, dependent, dependent_part), count)
        if dependent_part == part:
            # Coordination is symmetric.
            inverse = relation if relation == "conj" else f"{relation} of"
            add(dependent, (inverse, head, head_part), count)
    return (
        list(words),
        scipy.sparse.coo_array((counts, indices), shape=(len(words), len(columns))).tocsr(),
        np.array([relations.setdefault(name, len(relations)) for name, *_ in columns], np.int64),
    )


def context_information(
    counts: "scipy.sparse.csr_array", relations: IntArray
) -> "scipy.sparse.csr_array":
    """Return the mutual information of each word and context in nats, where it is positive.

    With ``||w, r, x||`` the count of word w in relation r to x, and ``*`` for any word,

        I(w, r, x) = log(||w, r, x|| ||*, r, *|| / (||w, r, *|| ||*, r, x||))

    Here, the first ``*`` of a triple is any word of the part of speech of w; Lin's is any word.
    `counts` and the result have the shape (words of one part of speech, contexts); a context is a
    relation, whose number is in `relations`, and a word.
    """
    cells = counts.tocoo()
    relation = relations[cells.col]
    context_counts = counts.sum(axis=0)
    relation_counts = np.bincount(relations, context_counts)
    _, word_relation = np.unique(
        cells.row.astype(np.int64) * len(relation_counts) + relation, return_inverse=True
    )
    pair_counts = np.bincount(word_relation, cells.data)
    information = np.log(
        (cells.data * relation_counts[relation])
        / (pair_counts[word_relation] * context_counts[cells.col])
    )
    is_positive = information > 0
    indices = cells.row[is_positive], cells.col[is_positive]
    return scipy.sparse.coo_array((information[is_positive], indices), shape=counts.shape).tocsr()


def _nearest(
    information: "scipy.sparse.csr_array", max_neighbours: int
) -> Iterator[list[tuple[int, float]]]:
    """Yield the most similar rows of each row with their similarities, the nearest first."""
    by_context = information.tocsc()
    total: FloatArray = information.sum(axis=1)
    for word in range(len(total)):
        own_sums, other_sums, _ = slot_overlap(
            word,
            *(information.indptr, information.indices, information.data),
            *(by_context.indptr, by_context.indices, by_context.data),
        )
        shared = own_sums + other_sums
        shared[word] = 0.0
        others = np.flatnonzero(shared)
        similarities = shared[others] / (total[word] + total[others])
        nearest = np.argsort(-similarities, kind="stable")[:max_neighbours]
        yield list(zip(others[nearest].tolist(), similarities[nearest].tolist(), strict=True))
