"""Base class of features of entailment between dependency nodes."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Alignment, PairFeature
from rte_baselines.features.describing import aligned
from rte_baselines.features.trees import lexical_units
from rte_baselines.features.trees.dependency_nodes import NODES
from rte_baselines.features.trees.word_entailment import SameWord, WordEntailment, WordNetEntailment
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use

EntailedBy = Literal["same_word", "wordnet"]
"""How a node of the text entails one of the hypothesis; see `NodeFeature`."""


class NodeFeature(PairFeature):
    """A feature of the entailment of the hypothesis's nodes by nodes of the text.

    The nodes are the words without punctuation marks. `SameWord` (section 5, system 1) or
    `WordNetEntailment` (section 3) decides which nodes entail each other. The words of a
    multiword unit remain separate nodes. Therefore a hypothesis has the same number of nodes
    by both rules and, negation aside, the second rule entails at least as many.

    Parameters
    ----------
    entailed_by : {"same_word", "wordnet"}
    """

    entailed_by: EntailedBy

    @property
    def layers(self) -> tuple[str, ...]:
        """Norms and punctuation; for WordNet, lemmas, dependencies and negation as well."""
        more = lexical_units.LAYERS if self.entailed_by == "wordnet" else ()
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
            if np.isfinite(distances[position]).any():
                nearest = int(nodes[np.argmin(distances[position])])
                alignments.append(
                    Alignment(position, nearest, entailment.relation(nearest, position))
                )
            else:
                alignments.append(Alignment(position, None, "missing"))
        return alignments

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the nodes that are entailed."""
        found = self.align(text, hypothesis)
        return aligned(found, hypothesis, "word", "entailed by a word of the text")

    def _entailment(self, text: Analysis, hypothesis: Analysis) -> WordEntailment:
        if self.entailed_by == "same_word":
            return SameWord(text, hypothesis)
        return WordNetEntailment(text, hypothesis, wordnet_in_use())
