"""Inclusion of the hypothesis's dependency trees in the text's."""

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Illustration, Output
from rte_baselines.features.trees.dependency_nodes import NODES, parents_of_nodes
from rte_baselines.features.trees.node_entailment import EntailedBy, NodeFeature
from rte_baselines.kernels.ragged import BoolArray, IntArray
from rte_baselines.kernels.trees.tree_inclusion import included_nodes, nodes_of_kept_edges
from rte_baselines.rendering.drawings.shapes import TreeNode, Trees


@registry.features("tree_inclusion.v1")
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

    def __init__(
        self,
        entailed_by: EntailedBy = "wordnet",
        branches: Literal["from_root", "anywhere"] = "from_root",
    ) -> None:
        self.entailed_by = entailed_by
        self.branches = branches

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers that entailment reads, and heads."""
        return (*super().layers, "heads")

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Find the matching branches."""
        included = self._included(text, hypothesis)
        return [included.mean() if len(included) else 0.0]

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
