"""Counts of the hypothesis's dependency nodes that the text's nodes entail."""

from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Output
from rte_baselines.features.trees.dependency_nodes import NODES
from rte_baselines.features.trees.node_entailment import EntailedBy, NodeFeature
from rte_baselines.kernels.ragged import BoolArray

_SUBJECTS = frozenset({"nsubj", "csubj"})
_OBJECTS = frozenset({"obj", "iobj"})


@registry.features("entailed_nodes.v1")
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

    def __init__(self, entailed_by: EntailedBy = "wordnet", roles: bool = False) -> None:
        self.entailed_by = entailed_by
        self.roles = roles

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
        share = entailed_nodes / nodes if nodes else 0.0
        numbers = [nodes, nodes - entailed_nodes, share]
        if self.roles:
            failed = NODES.positions(hypothesis)[~entailed].tolist()
            relations = {hypothesis.relations[position].partition(":")[0] for position in failed}
            numbers += [bool(relations & _SUBJECTS), bool(relations & _OBJECTS)]
        return numbers
