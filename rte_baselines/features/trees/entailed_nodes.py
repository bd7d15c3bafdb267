"""The hypothesis's dependency nodes that the text entails: their number, and included trees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature, mean
from rte_baselines.features.describing import aligned
from rte_baselines.features.trees.dependency_forests import NODES, parents_of_nodes
from rte_baselines.features.trees.word_entailment import (
    LAYERS,
    SameWord,
    WordNetEntailment,
)
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.kernels.trees.tree_inclusion import included_nodes, nodes_of_kept_edges
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.rendering.drawings.shapes import TreeNode, Trees

EntailedBy = Literal["same_word", "wordnet"]
"""How a node of the text entails one of the hypothesis; see `NodeFeature`."""

_SUBJECTS = frozenset({"nsubj", "csubj"})
_OBJECTS = frozenset({"obj", "iobj"})


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
        positions = NODES.positions(hypothesis).tolist()
        nearest = {
            position: int(nodes[np.argmin(distances[position])])
            for position in positions
            if np.isfinite(distances[position]).any()
        }
        return [
            Alignment(position, nearest[position], entailment.relation(nearest[position], position))
            if position in nearest
            else Alignment(position, None, "missing")
            for position in positions
        ]

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the nodes that are entailed."""
        found = self.align(text, hypothesis)
        return aligned(found, hypothesis, "word", "entailed by a word of the text")

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
        counts = Output("nodes", high=np.inf), Output("not_entailed", high=np.inf)
        roles = Output("subject_failed"), Output("object_failed")
        return (*counts, Output("entailed"), *(roles if self.roles else ()))

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Count the nodes."""
        entailed: BoolArray = np.any(self.entailing_nodes(text, hypothesis), axis=1)
        nodes, entailed_nodes = len(entailed), int(entailed.sum())
        numbers = [nodes, nodes - entailed_nodes, mean(entailed.tolist())]
        if self.roles:
            failed = NODES.positions(hypothesis)[~entailed].tolist()
            relations = {hypothesis.relations[position].partition(":")[0] for position in failed}
            numbers += [bool(relations & _SUBJECTS), bool(relations & _OBJECTS)]
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
    outputs = (Output(""),)
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
