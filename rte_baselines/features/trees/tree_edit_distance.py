"""Tree edit distance between the dependency trees of text and hypothesis."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Feature, Illustration, Output, share
from rte_baselines.features.batch import Drop, PairBatch, Selection, Side
from rte_baselines.features.describing import listed
from rte_baselines.features.trees.dependency_forests import (
    LAYERS,
    NO_RELATION,
    DependencyForests,
    Heads,
    Nodes,
    Unit,
)
from rte_baselines.features.trees.tree_edits import EditScript, OperationCounts, TreeComparison
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.kernels.trees.tree_edit_distance import EditCosts
from rte_baselines.lexicon.weighting import Weighting
from rte_baselines.lexicon.word_similarity import WordSimilarity

Sentences = Literal["best_sentence", "one_root"]


@registry.features("tree_edit_distance.v1")
@dataclass(eq=False, repr=False)
class TreeEditDistance(Feature):
    """The cost of editing the text into the hypothesis, divided by that of inserting the latter.

    Both are dependency trees without punctuation. The label of a node is its lemma with its
    relation to the head; the label of a root is the lemma alone. A node of the text is deleted
    or substituted by a node of the hypothesis with the same part of speech; the remaining nodes
    of the hypothesis are inserted. The substitution of w1 by w2 costs
    Ins(w2) (1 - Ent(w1, w2)). It is allowed only if Ent(w1, w2) is positive. Ent(w1, w2) is the
    highest of the following:

    - 1 for equal labels;
    - with `rules`, the probability of the rule, regardless of the relations;
    - with `similarity`, the similarity of the words times that of their relations;
    - with rules or a similarity, for equal lemmas the similarity of the relations.

    What the paper leaves open:

    - *Similarity of relations*: 1 if they are equal, subtypes included, or if one of the words
      is a root without relation (as are the words substituted in Figure 2); else 0.
    - *Equal lemmas in different relations* are not a rule, although a word is its own synonym.
      If they entailed each other with probability 1, system 6 would have far more substitutions
      than system 1; in Table 2 it has 4% more.
    - *Parts of speech* are those of Universal Dependencies, but names are nouns, as in Minipar.
      Rules that lead to another part of speech (pertainyms) have no effect.
    - *Ties*: of edits with the same cost, those with the most substitutions.

    Parameters
    ----------
    deletion : float or Weighting
        The cost of deleting a word: a non-negative number, or a weight, by the word's lemma
        unless the weighting has another level.
    insertion : float or Weighting
        The cost of inserting a word, likewise.
    free_insertions : {"nothing", "punctuation", "stop_words", "closed_class", "function_words"}
        Words whose insertion costs nothing. In section 4.3 these are stop words if the cost is
        the idf.
    rules : WordSimilarity, optional
        The probability that a word entails another (equation 7).
    similarity : WordSimilarity, optional
        The similarity of words in the same relation (equation 8).
    sentences : {"best_sentence", "one_root"}
        How a text of several sentences is compared: by its nearest sentence, or by all
        sentences under one root, which costs nothing. The sentences of a hypothesis are always
        under one root.
    heads : {"content_words", "function_words"}
        Whether nouns and predicates are heads, as in Universal Dependencies, or their
        prepositions and copulas, as in Minipar; see `function_words_as_heads`.
    """

    source = "kouylekov2006 sections 3 to 5, equations 3 to 8"
    field_ranges = (
        ("deletion", 0, math.inf),
        ("insertion", 0, math.inf),
    )

    deletion: float | Weighting = 0.0
    insertion: float | Weighting = 1.0
    free_insertions: Drop = "nothing"
    rules: WordSimilarity | None = None
    similarity: WordSimilarity | None = None
    sentences: Sentences = "best_sentence"
    heads: Heads = "content_words"

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of forests, weighted strings, and free insertions."""
        free = Selection("lemmas", self.free_insertions)
        costs = (self.deletion, self.insertion)
        weighed = (_weighed_layer(cost) for cost in costs if isinstance(cost, Weighting))
        compared = (layer for similarity in self._similarities() for layer in similarity.layers)
        return tuple(dict.fromkeys((*LAYERS, *weighed, *free.layers, *compared)))

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The distance: at most 1 if deletions cost nothing; 0 if insertions cost nothing.

        From the best sentence, it has no direction: a text of several sentences is at a distance
        from itself.
        """
        high = 1.0 if self.deletion == 0 else math.inf
        return (Output("", high=high, direction=-1 if self.sentences == "one_root" else 0),)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the normalised distance of every pair, shape (pairs, 1); equation 3."""
        comparison = self._compare(batch)
        distances = share(comparison.distances, comparison.insertion_costs)
        # A distance can exceed its bound by a rounding error.
        return np.minimum(distances, self.outputs[0].high)[:, np.newaxis]

    def operation_counts(self, batch: PairBatch) -> OperationCounts:
        """Count the operations that turn the texts of a batch into their hypotheses."""
        return self._compare(batch).operation_counts()

    def edit_script(self, text: Analysis, hypothesis: Analysis) -> EditScript:
        """Return the cheapest edits of a pair; of several sentences, those of the chosen one."""
        return self._compare(PairBatch([text], [hypothesis])).edit_script()

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words of the hypothesis with those they are the same as or substitute."""
        return tuple(
            Alignment(edit.hypothesis, edit.text, f"{edit.kind}, {edit.cost:.2f}")
            for edit in self.edit_script(text, hypothesis).edits
            if edit.hypothesis is not None
        )

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say what the edits cost, and which words they insert."""
        script = self.edit_script(text, hypothesis)
        inserted = [
            hypothesis.words[edit.hypothesis]
            for edit in script.edits
            if edit.kind == "inserted" and edit.hypothesis is not None
        ]
        words = f"inserting {listed(inserted)}" if inserted else "no word being inserted"
        return (
            f"the edits from the text to the hypothesis cost {script.cost:.2f}, {words}, and to "
            f"insert the whole hypothesis would cost {script.insertion_cost:.2f}"
        )

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Return the edit script and both trees."""
        return self.edit_script(text, hypothesis).illustrations()

    def _compare(self, batch: PairBatch) -> TreeComparison:
        unit: Unit = "sentence" if self.sentences == "best_sentence" else "snippet"
        text_side, hypothesis_side = batch.sides
        with_vectors = any(similarity.needs_vectors for similarity in self._similarities())
        texts = DependencyForests(text_side, unit, self.heads, with_vectors=with_vectors)
        hypotheses = DependencyForests(
            hypothesis_side, "snippet", self.heads, with_vectors=with_vectors
        )
        deletions = _costs(self.deletion, text_side)[texts.words]
        is_costly = hypothesis_side.kept(self.free_insertions)
        insertions = np.where(is_costly, _costs(self.insertion, hypothesis_side), 0.0)
        insertions = insertions[hypotheses.words]
        pair_insertions = np.split(insertions, hypotheses.leftmost.offsets[1:-1])
        matrices = map(self._substitutions, texts.nodes, hypotheses.nodes, pair_insertions)
        substitutions = np.concatenate([np.empty(0), *(matrix.ravel() for matrix in matrices)])
        costs = EditCosts(deletions, insertions, substitutions)
        return TreeComparison(batch, texts, hypotheses, costs)

    def _similarities(self) -> list[WordSimilarity]:
        """Return the rules and the similarity, as far as they are given."""
        given = (self.rules, self.similarity)
        return [similarity for similarity in given if similarity is not None]

    def _substitutions(self, text: Nodes, hypothesis: Nodes, insertions: FloatArray) -> FloatArray:
        """Return the substitution costs, shape (nodes of the text, nodes of the hypothesis)."""
        same_lemma = np.equal.outer(text.lemmas.ids, hypothesis.lemmas.ids)
        same_relation = np.equal.outer(text.relations, hypothesis.relations)
        # Ent(w1, w2).
        entailment = (same_lemma & same_relation).astype(np.float64)
        are_roots = (nodes.relations == NO_RELATION for nodes in (text, hypothesis))
        corresponding = same_relation | np.logical_or.outer(*are_roots)
        if self.rules is not None:
            ruled = _similarities(self.rules, text, hypothesis)
            entailment = np.maximum(entailment, np.where(same_lemma, corresponding, ruled))
        if self.similarity is not None:
            similar = _similarities(self.similarity, text, hypothesis)
            entailment = np.maximum(entailment, similar * corresponding)
        forbidden = (entailment == 0) | ~np.equal.outer(text.parts, hypothesis.parts)
        return np.where(forbidden, np.inf, insertions * (1.0 - entailment))


def _costs(cost: float | Weighting, side: Side) -> FloatArray:
    """Return the cost of each word of a side, shape (words,)."""
    if isinstance(cost, Weighting):
        return side.weights(_weighed_layer(cost), cost)
    return np.full(side.offsets[-1], float(cost))


def _weighed_layer(weighting: Weighting) -> str:
    return weighting.level or "lemmas"


def _similarities(similarity: WordSimilarity, text: Nodes, hypothesis: Nodes) -> FloatArray:
    """Return similarities in [0, 1], shape (nodes of the text, nodes of the hypothesis)."""
    matrix = similarity.matrix(hypothesis.lemmas, text.lemmas)
    return np.asarray(matrix.T / similarity.maximum)
