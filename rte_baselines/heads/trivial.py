"""Heads that ignore the features."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, EitherSchemeHead, Reason, SchemeName, require_labels
from rte_baselines.pairs import Label


@registry.heads("trivial.v1")
@dataclass(eq=False, repr=False)
class TrivialHead(EitherSchemeHead):
    """Labels without regard to text and hypothesis: the baseline for any system.

    Parameters
    ----------
    strategy : {"majority", "constant", "uniform", "stratified"}
        "majority": the most frequent label of the training pairs. "constant": always
        `label`. "uniform": a random label. "stratified": a random label by the distribution
        of the training labels.
    label : str, optional
        The label of the strategy "constant".
    scheme_name : {"two-way", "three-way"}, optional
        By default, the scheme of the training labels.
    random_state : int
        The seed of the random strategies. The label of a pair depends on the seed and its id
        only, not on other pairs.

    Attributes
    ----------
    distribution_ : list of float
        The probability of each of the scheme's labels.
    """

    strategy: Literal["majority", "constant", "uniform", "stratified"] = "majority"
    label: str | None = None
    scheme_name: SchemeName | None = None
    random_state: int = 0

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Set the distribution of the labels, counted if the strategy requires it."""
        gold = self.gold(labels)
        names = [label.value for label in self.scheme.labels]
        if self.strategy == "constant":
            if self.label not in names:
                raise ConfigError(f"label {self.label!r}; expected one of {', '.join(names)}")
            distribution = np.array([float(name == self.label) for name in names])
        elif self.strategy == "uniform":
            distribution = np.full(len(names), 1.0 / len(names))
        else:
            if not len(gold):
                require_labels(gold, self.scheme.labels, f"strategy {self.strategy!r}")
            distribution = np.array([np.mean(gold == name) for name in names])
        self.distribution_: list[float] = distribution.tolist()
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Return the most probable label for all pairs, or a random label for each."""
        distribution = np.array(self.distribution_)
        names = [label.value for label in self.scheme.labels]
        if self.strategy in ("uniform", "stratified"):
            draws = np.array([self._draw(pair_id) for pair_id in table.ids])
            chosen = np.searchsorted(np.cumsum(distribution)[:-1], draws, side="right")
        else:
            chosen = np.full(len(table), np.argmax(distribution))
        probabilities = np.tile(distribution, (len(table), 1))
        return Decisions(
            labels=np.array(names)[chosen],
            confidences=distribution[chosen],
            entailment=probabilities[:, names.index(Label.ENTAILMENT.value)],
            probabilities=probabilities,
            classes=tuple(names),
        )

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say where the label comes from, since neither text nor hypothesis is looked at."""
        label = str(self.decide(table).labels[0])
        sources = {
            "majority": f"{label} is the commonest label of the training pairs",
            "constant": f"{label} is the label of every pair",
            "uniform": f"{label} was drawn at random, each label being as likely",
            "stratified": f"{label} was drawn at random, as often as in the training pairs",
        }
        return Reason(f"{sources[self.strategy]}, whatever text and hypothesis say")

    def _draw(self, pair_id: str) -> float:
        """Return a pseudorandom number in [0, 1) from the seed and the id of a pair."""
        seeded = f"{self.random_state}:{pair_id}".encode("utf-8", errors="surrogatepass")
        digest = blake2b(seeded, digest_size=8).digest()
        return (int.from_bytes(digest, "little") >> 11) / 2**53
