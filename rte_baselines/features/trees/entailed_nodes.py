"""The hypothesis's dependency nodes that the text entails: their number, and included trees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature, mean
from rte_baselines.features.describing import aligned
from rte_baselines.features.trees.dependency_forests import NODES, negated_words, parents_of_nodes
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged, offsets_of
from rte_baselines.kernels.trees.tree_inclusion import included_nodes, nodes_of_kept_edges
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.entailment.lexical_entailment import LexicalEntailment
from rte_baselines.lexicon.wordnet.senses.disambiguation import senses_of_lemmas
from rte_baselines.lexicon.wordnet.senses.multiword_units import MultiwordUnit, MultiwordUnits
from rte_baselines.rendering.drawings.shapes import TreeNode, Trees

EntailedBy = Literal["same_word", "wordnet"]
"""How a node of the text entails one of the hypothesis; see `NodeFeature`."""

LAYERS = ("norms", "lemmas", "lemmas.ids", "pos", "heads", "relations", "is_negation")
"""The analysis layers that lexical units are built from."""


@dataclass(frozen=True)
class LexicalUnits:
    """The lexical units of a snippet: first its words, by position, then its multiword units.

    `words`: the number of words. `heads`: the position of the head word of each multiword unit.
    `senses`: the senses of each lexical unit; for multiword units those of all parts of speech.
    `negated`, shape (lexical units,): a multiword unit is negated if its head word is.
    """

    words: int
    multiword_units: tuple[MultiwordUnit, ...]
    heads: tuple[int, ...]
    senses: Ragged
    negated: BoolArray

    @classmethod
    def of(cls, analysis: Analysis, wordnet: WordNet) -> "LexicalUnits":
        """Find the lexical units of a snippet."""
        units = _multiword_units(wordnet, analysis.lemmas, analysis.norms)
        heads = [_head(analysis, unit) for unit in units]
        lemmas = Lemmas(analysis.lemmas, analysis.pos, analysis.ids("lemmas"))
        word_senses = senses_of_lemmas(wordnet, lemmas)
        unit_senses = Ragged.concatenate(wordnet.senses(unit.word) for unit in units)
        negated = negated_words(analysis)
        return cls(
            words=len(analysis),
            multiword_units=units,
            heads=tuple(heads),
            senses=Ragged(
                np.concatenate([word_senses.values, unit_senses.values]),
                offsets_of(np.concatenate([word_senses.lengths, unit_senses.lengths])),
            ),
            negated=np.concatenate([negated, negated[np.array(heads, np.int64)]]),
        )

    def headed_by(self, position: int) -> list[int]:
        """Return the index of the word, and of the multiword unit that it heads, if any."""
        units = enumerate(self.heads, self.words)
        return [position, *(number for number, head in units if head == position)]

    def containing(self, position: int) -> list[int]:
        """Return the index of the word, and of the multiword unit that contains it, if any."""
        units = enumerate(self.multiword_units, self.words)
        return [position, *(number for number, unit in units if unit.start <= position < unit.stop)]


def _head(analysis: Analysis, unit: MultiwordUnit) -> int:
    """Return the first word of a unit whose head is outside of the unit."""
    heads = analysis.heads[unit.start : unit.stop]
    outside = (heads < unit.start) | (heads >= unit.stop)
    return unit.start + int(np.argmax(outside))


_finder = lru_cache(maxsize=4)(MultiwordUnits)


# Cached, because finding units is slow and several features and systems read the same snippets.
@lru_cache(maxsize=4_000)
def _multiword_units(
    wordnet: WordNet, lemmas: tuple[str, ...], forms: tuple[str, ...]
) -> tuple[MultiwordUnit, ...]:
    return _finder(wordnet).find(lemmas, forms)


class SameWord:
    """A word entails the same word in lower case, regardless of negation."""

    def __init__(self, text: Analysis, hypothesis: Analysis) -> None:
        self._is_same = _is_same(text, hypothesis, "norms")

    def distances(self) -> FloatArray:
        """Return 0 or infinity, shape (words of the hypothesis, words of the text)."""
        return np.where(self._is_same, 0.0, np.inf)

    def relation(self, text_position: int, position: int) -> str:
        """Return "same word"."""
        return "same word"


class WordNetEntailment:
    """Entailment by WordNet, between words and multiword units.

    A word entails the same word or lemma if both or neither are negated, and the words that
    `LexicalEntailment` defines. A word that entails a multiword unit entails each word of the unit.
    The head word of a multiword unit entails what the unit entails. (Herrera, Peñas and Verdejo
    2006, "Textual entailment recognition based on dependency analysis and WordNet", section 3.)
    """

    def __init__(self, text: Analysis, hypothesis: Analysis, wordnet: WordNet) -> None:
        self._entailment = _lexical_entailment(wordnet)
        self._text = LexicalUnits.of(text, wordnet)
        self._hypothesis = LexicalUnits.of(hypothesis, wordnet)
        as_negated = np.equal.outer(
            self._hypothesis.negated[: len(hypothesis)], self._text.negated[: len(text)]
        )
        self._is_same_word = _is_same(text, hypothesis, "norms") & as_negated
        self._is_same_lemma = _is_same(text, hypothesis, "lemmas") & as_negated

    def distances(self) -> FloatArray:
        """Return 0 for the same word, 1 for the same lemma, 2 + path length by WordNet.

        Infinity if a word of the text does not entail one of the hypothesis; the shape is (words
        of the hypothesis, words of the text).
        """
        text, hypothesis = self._text, self._hypothesis
        lengths = self._entailment.lengths(
            text.senses, hypothesis.senses, text.negated, hypothesis.negated
        )
        for number, unit in enumerate(hypothesis.multiword_units, hypothesis.words):
            word_lengths = lengths[unit.start : unit.stop]
            np.minimum(word_lengths, lengths[number], out=word_lengths)
        for number, head in enumerate(text.heads, text.words):
            lengths[:, head] = np.minimum(lengths[:, head], lengths[:, number])
        distances = 2 + lengths[: hypothesis.words, : text.words]
        distances[self._is_same_lemma] = 1
        distances[self._is_same_word] = 0
        return distances

    def relation(self, text_position: int, position: int) -> str:
        """Return what is equal or, for the nearest two lexical units, the path in WordNet."""
        if self._is_same_word[position, text_position]:
            return "same word"
        if self._is_same_lemma[position, text_position]:
            return "same lemma"
        paths = (
            self._entailment.path(
                self._text.senses[entailing],
                self._hypothesis.senses[entailed],
                text_negated=bool(self._text.negated[entailing]),
                hypothesis_negated=bool(self._hypothesis.negated[entailed]),
            )
            for entailing in self._text.headed_by(text_position)
            for entailed in self._hypothesis.containing(position)
        )
        shortest = min(filter(None, paths), key=lambda path: path.length)
        return shortest.describe(self._entailment.wordnet)


# Cached, because building it takes time and components are copied.
_lexical_entailment = lru_cache(maxsize=4)(LexicalEntailment)


def _is_same(text: Analysis, hypothesis: Analysis, level: str) -> BoolArray:
    """Return which words are equal, shape (words of the hypothesis, words of the text)."""
    equal: BoolArray = np.equal.outer(hypothesis.ids(level), text.ids(level))
    return equal


class NodeFeature(PairFeature):
    """A feature of the entailment of the hypothesis's nodes by nodes of the text.

    The nodes are the words without punctuation marks. `SameWord` (section 5, system 1) or
    `WordNetEntailment` (section 3) decides which nodes entail each other. The words of a
    multiword unit remain separate nodes. Therefore a hypothesis has the same number of nodes
    by both rules and, negation aside, the second rule entails at least as many.
    """

    entailed_by: EntailedBy

    @property
    def layers(self) -> tuple[str, ...]:
        """Norms and punctuation; for WordNet, lemmas, dependencies and negation as well."""
        more = LAYERS if self.entailed_by == "wordnet" else ()
        return (*NODES.layers, *more)

    @property
    def resources(self) -> set[str]:
        """WordNet, if entailment is by WordNet."""
        return {"wordnet"} if self.entailed_by == "wordnet" else set()

    def entailing_nodes(self, text: Analysis, hypothesis: Analysis) -> BoolArray:
        """Return whether text nodes entail hypothesis nodes, shape (hypothesis, text)."""
        distances = self._entailment(text, hypothesis).distances()
        between_nodes = np.ix_(NODES.positions(hypothesis), NODES.positions(text))
        return np.isfinite(distances[between_nodes])

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each node of the hypothesis with the nearest node that entails it."""
        entailment, nodes = self._entailment(text, hypothesis), NODES.positions(text)
        distances = entailment.distances()[:, nodes]
        alignments = []
        for position in NODES.positions(hypothesis).tolist():
            partner, relation = None, "missing"
            if np.isfinite(distances[position]).any():
                partner = int(nodes[np.argmin(distances[position])])
                relation = entailment.relation(partner, position)
            alignments.append(Alignment(position, partner, relation))
        return alignments

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the nodes that are entailed."""
        alignments = self.align(text, hypothesis)
        return aligned(alignments, hypothesis, "word", "entailed by a word of the text")

    def _entailment(self, text: Analysis, hypothesis: Analysis) -> SameWord | WordNetEntailment:
        if self.entailed_by == "same_word":
            return SameWord(text, hypothesis)
        return WordNetEntailment(text, hypothesis, wordnet_in_use())


@registry.features("entailed_nodes.v1")
@dataclass(eq=False, repr=False)
class EntailedNodes(NodeFeature):
    """The number of the hypothesis's nodes, how many are not entailed, and the entailed share.

    A node is entailed if any node of the text entails it; `NodeFeature` defines entailment
    between nodes.

    Parameters
    ----------
    entailed_by : {"same_word", "wordnet"}
        How a node of the text entails one of the hypothesis: as the same word, or by
        WordNet, with negation and multiword units.
    roles : bool
        Whether to report also if a subject is not entailed and if an object is not.
        Subjects include passive and clausal subjects, objects include indirect objects.
    """

    source = "herrera2006 sections 3 and 5, systems 1 to 3"

    entailed_by: EntailedBy = "wordnet"
    roles: bool = False

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers that entailment reads, and the relations if `roles` is set."""
        return (*super().layers, *(["relations"] if self.roles else []))

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Two counts and a share, and with `roles` two truth values, 0 or 1."""
        shared = (
            Output("nodes", high=np.inf),
            Output("not_entailed", high=np.inf, direction=-1),
            Output("entailed", direction=1),
        )
        roles = Output("subject_failed", direction=-1), Output("object_failed", direction=-1)
        return (*shared, *(roles if self.roles else ()))

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Count the nodes."""
        entailed: BoolArray = np.any(self.entailing_nodes(text, hypothesis), axis=1)
        nodes, entailed_nodes = len(entailed), int(entailed.sum())
        numbers = [nodes, nodes - entailed_nodes, mean(entailed.tolist())]
        if self.roles:
            failed = NODES.positions(hypothesis)[~entailed].tolist()
            relations = {hypothesis.relations[position].partition(":")[0] for position in failed}
            numbers += [bool(relations & {"nsubj", "csubj"}), bool(relations & {"obj", "iobj"})]
        return numbers


@registry.features("tree_inclusion.v1")
@dataclass(eq=False, repr=False)
class TreeInclusion(NodeFeature):
    """The share of the hypothesis's nodes on branches that match a branch of the text.

    A branch matches a branch of the text if each of its nodes is entailed by a node of that
    branch, in the same order from the root; the text's branch may have further nodes in
    between. `NodeFeature` defines entailment between nodes.

    What the paper leaves open:

    - Whether a branch begins at the root. If it may begin and end anywhere, the nodes on
      matching branches are those at the ends of matching edges. With such branches, accuracy
      on the development pairs of RTE-1 is 57.8%, with branches from the root 52.6%.
    - A tree of one node is included if the node is entailed.
    - Branches may match different branches of the text, also in different sentences: the paper
      calls it a weakness that they "match with disperse text's branches" (section 7).
    - One node of the text may entail several consecutive nodes of a branch, as "melanoma"
      entails both words of "skin cancer".

    Parameters
    ----------
    entailed_by : {"same_word", "wordnet"}
        How a node of the text entails one of the hypothesis: as the same word, or by
        WordNet, with negation and multiword units.
    branches : {"from_root", "anywhere"}
        Whether a branch is the path from the root to a leaf, or any path downwards of at least
        one edge.
    """

    source = "herrera2006 section 4 and figure 4, system 4"
    outputs = (Output("", direction=1),)
    """One share; 0 for a hypothesis without nodes."""

    entailed_by: EntailedBy = "wordnet"
    branches: Literal["from_root", "anywhere"] = "from_root"

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers that entailment reads, and heads."""
        return (*super().layers, "heads")

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Find the matching branches."""
        return [mean(self._included(text, hypothesis).tolist())]

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Draw the hypothesis's trees, and mark the nodes of matching branches."""
        words = [hypothesis.words[position] for position in NODES.positions(hypothesis).tolist()]
        included = self._included(text, hypothesis).tolist()
        parents = parents_of_nodes(hypothesis)
        order = list(_indented(parents))
        lines = tuple(
            f"{'*' if included[node] else ' '} {'  ' * depth}{words[node]}" for node, depth in order
        )
        places = {node: place for place, (node, _) in enumerate(order)}
        nodes = tuple(
            TreeNode(words[node], places.get(int(parents[node])), "same" if included[node] else "")
            for node, _ in order
        )
        title = "The hypothesis's tree (* on a branch that matches one of the text)"
        return (Illustration(title, lines, Trees((), nodes)),) if lines else ()

    def _included(self, text: Analysis, hypothesis: Analysis) -> BoolArray:
        """Mark the nodes of the hypothesis that are on a matching branch."""
        find = included_nodes if self.branches == "from_root" else nodes_of_kept_edges
        return find(
            parents_of_nodes(text),
            parents_of_nodes(hypothesis),
            self.entailing_nodes(text, hypothesis),
        )


def _indented(parents: IntArray) -> Iterator[tuple[int, int]]:
    """Yield each node and its depth, parents first and siblings in order."""
    stack = [(node, 0) for node in np.flatnonzero(parents < 0).tolist()[::-1]]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        children = np.flatnonzero(parents == node).tolist()
        stack += [(child, depth + 1) for child in children[::-1]]
