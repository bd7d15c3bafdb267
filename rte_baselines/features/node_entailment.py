"""Which nodes of a text's dependency trees entail which of a hypothesis's."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features import lexical_units
from rte_baselines.features.base import Alignment, PairFeature
from rte_baselines.features.dependency_nodes import NODES
from rte_baselines.features.describing import aligned
from rte_baselines.features.word_entailment import SameWord, WordEntailment, WordNetEntailment
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.lexicon.wordnet.database import wordnet_in_use

EntailedBy = Literal["same_word", "wordnet"]
"""What makes a node of the text entail one of the hypothesis; see `NodeFeature`."""


class NodeFeature(PairFeature):
    """A feature of which nodes of the hypothesis are entailed by nodes of the text.

    The nodes are the words without punctuation marks. They entail each other as
    `SameWord` says (section 5, system 1) or as `WordNetEntailment` says (section 3).
    Words that make a multiword unit stay nodes of their own, so that a hypothesis has as
    many nodes by either rule, and no fewer of them are entailed by the second, negation
    aside.

    Parameters
    ----------
    entailed_by : {"same_word", "wordnet"}
    """

    entailed_by: EntailedBy

    @property
    def layers(self) -> tuple[str, ...]:
        """Norms and marks; for WordNet, lemmas, dependencies and negation as well."""
        more = lexical_units.LAYERS if self.entailed_by == "wordnet" else ()
        return (*NODES.layers, *more)

    @property
    def resources(self) -> set[str]:
        """WordNet, if it is asked."""
        return {"wordnet"} if self.entailed_by == "wordnet" else set()

    def entailing_nodes(self, text: Analysis, hypothesis: Analysis) -> BoolArray:
        """Return which nodes entail which, shape (of the hypothesis, of the text)."""
        distances = self._entailment(text, hypothesis).distances()
        between_nodes = np.ix_(NODES.positions(hypothesis), NODES.positions(text))
        return np.isfinite(distances[between_nodes])

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each node of the hypothesis with the nearest of those that entail it."""
        entailment, nodes = self._entailment(text, hypothesis), NODES.positions(text)
        distances = entailment.distances()[:, nodes]
        alignments = []
        for place in NODES.positions(hypothesis).tolist():
            if np.isfinite(distances[place]).any():
                nearest = int(nodes[np.argmin(distances[place])])
                alignments.append(Alignment(place, nearest, entailment.relation(nearest, place)))
            else:
                alignments.append(Alignment(place, None, "missing"))
        return alignments

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the nodes that are entailed."""
        found = self.align(text, hypothesis)
        return aligned(found, hypothesis, "word", "entailed by a word of the text")

    def _entailment(self, text: Analysis, hypothesis: Analysis) -> WordEntailment:
        if self.entailed_by == "same_word":
            return SameWord(text, hypothesis)
        return WordNetEntailment(text, hypothesis, wordnet_in_use())
