"""Heads that do not look at the features."""

from hashlib import blake2b
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.errors import ConfigError
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, Head, LabelArray, label_array, require_labels
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.registry import registry

Strategy = Literal["majority", "constant", "uniform", "stratified"]


@registry.heads("trivial.v1")
class TrivialHead(Head):
    """Labels without regard to text and hypothesis: what any system has to beat.

    Parameters
    ----------
    strategy : {"majority", "constant", "uniform", "stratified"}
        The commonest label of the training pairs; always `label`; one of the labels at
        random; one at random by the distribution of the training labels.
    label : str, optional
        The label that "constant" gives.
    scheme_name : {"two-way", "three-way"}
    random_state : int
        Seed of the random strategies. A pair's draw depends on the seed and its id, not
        on the pairs around it.

    Attributes
    ----------
    distribution_ : list of float
        The probability of each of the scheme's labels.
    """

    def __init__(
        self,
        strategy: Strategy = "majority",
        label: str | None = None,
        scheme_name: Literal["two-way", "three-way"] = "two-way",
        random_state: int = 0,
    ) -> None:
        self.strategy = strategy
        self.label = label
        self.scheme_name = scheme_name
        self.random_state = random_state

    @property
    def scheme(self) -> Scheme:
        """As configured."""
        return Scheme(self.scheme_name)

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Count the labels, where the strategy asks for them."""
        gold = label_array(labels)
        names = [label.value for label in self.scheme.labels]
        if self.strategy == "constant":
            if self.label not in names:
                raise ConfigError(f"label {self.label!r} is none of {', '.join(names)}")
            shares = np.array([float(name == self.label) for name in names])
        elif self.strategy == "uniform":
            shares = np.full(len(names), 1.0 / len(names))
        else:
            shares = self._training_shares(gold, names)
        self.distribution_: list[float] = shares.tolist()
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Give every pair the one label, or draw one for each."""
        shares = np.array(self.distribution_)
        names = [label.value for label in self.scheme.labels]
        if self.strategy in ("uniform", "stratified"):
            draws = np.array([self._draw(pair_id) for pair_id in table.ids])
            chosen = np.searchsorted(np.cumsum(shares)[:-1], draws, side="right")
        else:
            chosen = np.full(len(table), np.argmax(shares))
        probabilities = np.tile(shares, (len(table), 1))
        return Decisions(
            labels=np.array(names)[chosen],
            confidences=shares[chosen],
            entailment=probabilities[:, names.index(Label.ENTAILMENT.value)],
            probabilities=probabilities,
            classes=tuple(names),
        )

    def _training_shares(self, labels: LabelArray, names: list[str]) -> FloatArray:
        if not len(labels):
            require_labels(labels, self.scheme.labels, f"strategy {self.strategy!r}")
        return np.array([np.mean(labels == name) for name in names])

    def _draw(self, pair_id: str) -> float:
        """Return a number in [0, 1) that depends on seed and id only."""
        seeded = f"{self.random_state}:{pair_id}".encode("utf-8", errors="surrogatepass")
        digest = blake2b(seeded, digest_size=8).digest()
        return (int.from_bytes(digest, "little") >> 11) / 2**53
