"""The status layer: the tense, modality, polarity and veridicality of predications."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predicates.embedding import Embedding
from rte_baselines.analysis.predicates.predications import Predication, Status
from rte_baselines.analysis.predicates.verb_groups import VerbGroups, head_of
from rte_baselines.core.registry import registry

_ASSERTED = Status("none", "none", False, "factual", None)


@registry.layers("statuses.v1")
class StatusLayer(Layer):
    """A `Status` for each predication, parallel to the layer ``predications``.

    Tense and modality are those of the verb group (see `VerbGroups`). Verbs that share
    auxiliaries share tense, modality and negation. "Have to" and "need to" are modals of their
    infinitive; "do not have to" makes it potential. The commitment to a clause depends on what
    it is embedded in (see `Embedding`). Appositions are factual and not negated.
    """

    provides = ("statuses",)
    needs = (*PARSE_LAYERS, "predications")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Find the statuses in the parses."""
        for analysis in analyses:
            yield {"statuses": tuple(_statuses(analysis))}


def _statuses(analysis: Analysis) -> Iterator[Status]:
    tree = DependencyTree(analysis)
    predications: tuple[Predication, ...] = analysis.layer("predications")
    groups = VerbGroups(tree, predications)
    embedding = Embedding(tree, predications, groups)
    for predication in predications:
        if predication.kind == "apposition":
            yield _ASSERTED
            continue
        head = head_of(tree, predication)
        yield Status(
            tense=groups.of(head).tense,
            modality=groups.of(head).modality,
            negated=groups.is_negated(head),
            commitment=embedding.commitment(head),
            embedded_by=embedding.embedded_by(head),
        )
