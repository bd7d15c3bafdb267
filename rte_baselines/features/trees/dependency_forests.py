"""Dependency trees of snippets, as ordered forests in postorder, with either kind of heads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.features.batch import Selection, Side
from rte_baselines.kernels.ragged import BoolArray, IntArray, Ragged, offsets_of
from rte_baselines.kernels.trees.tree_edit_distance import postorder
from rte_baselines.lexicon.word_similarity import Lemmas

NODES = Selection("norms", "punctuation")
"""The words that are nodes: all but punctuation marks."""

_CLAUSES = frozenset("root csubj ccomp xcomp advcl acl parataxis conj".split())
_CLAUSAL = frozenset({"nsubj", "csubj", "expl", "aux", "mark"})

MODIFIER, PREPOSITIONAL, PREDICATE = "mod", "pcomp-n", "pred"
"""Minipar's relations of a preposition, and those to a preposition and to a copula."""

Unit = Literal["sentence", "snippet"]
Heads = Literal["content_words", "function_words"]
"""Which of two words is the head: nouns and predicates, or prepositions and copulas."""

LAYERS = (
    *("lemmas", "lemmas.ids", "pos", "pos.ids", "heads", "relations"),
    *("sentence_starts", "is_punctuation"),
)
"""The analysis layers that forests are built from."""

NO_RELATION = 0
"""The relation id of a root."""

_NOUN, _PROPER_NOUN = TokenIds()(["NOUN", "PROPN"]).tolist()


def parents_of_nodes(analysis: Analysis) -> IntArray:
    """Return the parent of each node, -1 for a root; shape (nodes,).

    Dependents of a punctuation mark are attached to the mark's head.
    """
    positions = NODES.positions(analysis)
    above = nearest_kept(analysis.heads, ~analysis.is_punctuation)[positions]
    # The extra, last element is looked up for roots, whose head is -1.
    numbers = np.full(len(analysis) + 1, -1, np.int64)
    numbers[positions] = np.arange(len(positions))
    return numbers[above]


def nearest_kept(heads: IntArray, kept: BoolArray) -> IntArray:
    """Return the nearest kept ancestor of each word, -1 if there is none; shape (words,).

    `heads`, shape (words,): the head of each word, -1 for a root. `kept` has shape (words,).
    """
    above: IntArray = heads.copy()
    while len(dropped := np.flatnonzero((above >= 0) & ~kept[above])):
        above[dropped] = heads[above[dropped]]
    return above


def negated_words(analysis: Analysis) -> BoolArray:
    """Mark the negated words, shape (words,).

    A negation is a leaf attached to its head as an adverb or a determiner: "not", "never",
    "no". Negation is passed on to the head, and from there upwards "until the head", which is
    taken to be the head of the clause. "not" and "no" negate "change" in "will not change" and
    "makes no change", and the latter negates "makes" too, but neither negates the governor of
    the clause. The paper's trees have verbs as heads of clauses; those of Universal
    Dependencies may not. Therefore the head of a clause is negated together with its
    auxiliaries, neg(will) and neg(change), and a copula is negated instead of its predicate,
    neg(be) in "is not a big seller".

    Source: Herrera, Peñas and Verdejo 2006, "Textual entailment recognition based on dependency
    analysis and WordNet", section 3.4 and figures 2 and 3.
    """
    negated = np.zeros(len(analysis), np.bool_)
    if not analysis.is_negation.any():
        return negated
    heads = analysis.heads
    kinds = [relation.partition(":")[0] for relation in analysis.relations]
    for word in np.setdiff1d(np.flatnonzero(analysis.is_negation), heads).tolist():
        if kinds[word] not in {"advmod", "det"} or heads[word] < 0:
            continue
        above = [int(heads[word])]
        while kinds[above[-1]] not in _CLAUSES and heads[above[-1]] >= 0:
            above.append(int(heads[above[-1]]))
        *within, clause = above
        dependents = np.flatnonzero(heads == clause).tolist()
        auxiliaries = [dependent for dependent in dependents if kinds[dependent] == "aux"]
        copulas = [dependent for dependent in dependents if kinds[dependent] == "cop"]
        negated[[*within, *auxiliaries, *(copulas or [clause])]] = True
        negated[heads[word]] |= kinds[word] == "det"
    return negated


def function_words_as_heads(
    heads: IntArray, relations: Sequence[str], parts: Sequence[str]
) -> tuple[IntArray, list[str]]:
    """Turn trees of Universal Dependencies so that prepositions and copulas are heads.

    A preposition takes the place of its noun, and a copula that of its predicate, with its
    relation; the noun depends on the preposition as "pcomp-n", the predicate on the copula as
    "pred". Prepositions modify nouns and verbs in one relation, "mod". Subjects, expletives,
    auxiliaries and subordinating conjunctions move from the predicate to the copula. Of several
    prepositions or copulas, the first is the head. Each step is a rotation of two nodes, so that
    trees stay trees.

    `heads`, shape (words,): the head of each word, -1 for a root. `relations`, `parts`, length
    words: the dependency relations to the heads, and the parts of speech. The result has shape
    (words,).

    Source: Lin 1998, "Dependency-based evaluation of MINIPAR": its trees, which kouylekov2006 and
    herrera2006 use.
    """
    turned, names = heads.copy(), list(relations)
    kinds = [relation.partition(":")[0] for relation in relations]
    copulas = _first_of_each_head(heads, [kind == "cop" for kind in kinds])
    for predicate, copula in copulas.items():
        _rotate(turned, names, copula, PREDICATE)
        dependents = np.flatnonzero(heads == predicate).tolist()
        turned[[word for word in dependents if kinds[word] in _CLAUSAL]] = copula
    is_preposition = [
        kind == "case" and part == "ADP" for kind, part in zip(kinds, parts, strict=True)
    ]
    for noun, preposition in _first_of_each_head(heads, is_preposition).items():
        _rotate(turned, names, preposition, PREPOSITIONAL)
        if kinds[noun] in {"nmod", "obl"}:
            names[preposition] = MODIFIER
    return turned, names


def _first_of_each_head(heads: IntArray, wanted: Sequence[bool]) -> Mapping[int, int]:
    """Return the first wanted dependent of each head that has one."""
    first: dict[int, int] = {}
    for word in np.flatnonzero(wanted).tolist():
        if heads[word] >= 0:
            first.setdefault(int(heads[word]), word)
    return first


def _rotate(heads: IntArray, relations: list[str], word: int, relation: str) -> None:
    """Put a word in the place of its head, and the head below it in a relation."""
    below = int(heads[word])
    heads[word], relations[word] = heads[below], relations[below]
    heads[below], relations[below] = word, relation


@dataclass(frozen=True)
class Nodes:
    """The nodes of a snippet's forests, forest by forest, in postorder.

    `relations`, shape (nodes,): ids of the dependency relations to the heads; `NO_RELATION` for
    roots. `parts`, shape (nodes,): ids of the parts of speech; proper nouns have the id of nouns.
    """

    lemmas: Lemmas
    relations: IntArray
    parts: IntArray

    def __len__(self) -> int:
        return len(self.relations)


class DependencyForests:
    """The dependency trees of the texts, or of the hypotheses, of a batch.

    The nodes are words without punctuation; dependents of a punctuation mark are attached to
    its head. A forest is either a sentence (or a snippet without sentences) or a snippet with
    one tree for each sentence.

    `heads_are`: see `function_words_as_heads`. `with_vectors`: whether the lemmas of the nodes have
    the vectors of their words. `words`, shape (nodes,): the index of each node's word, counted over
    the side; snippet by snippet, forest by forest, in postorder. `heads`, shape (nodes,): the index
    of the head, counted over the side; -1 for a root. `relations`: the dependency relation of each
    word of the side, punctuation included. `leftmost`: for each forest, the position of the
    leftmost leaf below each node. `first_forests`, shape (snippets + 1,): the first forest of each
    snippet, and the end of the last.
    """

    def __init__(
        self,
        side: Side,
        unit: Unit,
        heads_are: Heads = "content_words",
        *,
        with_vectors: bool = False,
    ) -> None:
        kept = side.kept("punctuation")
        words = np.flatnonzero(kept)
        all_heads, self.relations = side.heads(), side.strings("relations")
        if heads_are == "function_words":
            all_heads, self.relations = function_words_as_heads(
                all_heads, self.relations, side.strings("pos")
            )
        heads = nearest_kept(all_heads, kept)[words]
        starts, self.first_forests = side.offsets[:-1], np.arange(len(side.offsets))
        if unit == "sentence":
            # A snippet without sentences has one, empty forest.
            marks = side.marks("sentence_starts")
            counts = side.counts(marks)
            starts = np.sort(np.append(np.flatnonzero(marks), starts[counts == 0]))
            self.first_forests = offsets_of(np.maximum(counts, 1))
        offsets = np.searchsorted(words, np.append(starts, side.offsets[-1]))
        begins = np.repeat(offsets[:-1], np.diff(offsets))
        heads_within = np.where(heads < 0, -1, np.searchsorted(words, heads) - begins)
        ordered = postorder(Ragged(heads_within, offsets))
        order = begins + ordered.nodes
        self.words, self.heads, self.leftmost = words[order], heads[order], ordered.leftmost
        self._side, self._with_vectors = side, with_vectors

    @property
    def snippets(self) -> IntArray:
        """The snippet of each forest, shape (forests,)."""
        counts = np.diff(self.first_forests)
        return np.repeat(np.arange(len(counts)), counts)

    @cached_property
    def nodes(self) -> list[Nodes]:
        """The nodes of each snippet."""
        relations = TokenIds()([self.relations[word] for word in self.words.tolist()])
        relations[self.heads < 0] = NO_RELATION
        parts = self._side.all_ids("pos").values[self.words]
        parts[parts == _PROPER_NOUN] = _NOUN
        bounds = self.leftmost.offsets[self.first_forests].tolist()
        return [
            Nodes(
                self._side.lemmas_of(self.words[begin:end], with_vectors=self._with_vectors),
                relations[begin:end],
                parts[begin:end],
            )
            for begin, end in pairwise(bounds)
        ]
