"""Logistic regression on the items of bags, such as n-grams, and on numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.features.describing import listed
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import (
    LOG_ODDS,
    Decisions,
    EitherSchemeHead,
    Reason,
    SchemeName,
    most_probable,
    parts_of,
    require_labels,
)
from rte_baselines.heads.plain_classifier import log_odds, logistic
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.pairs import Label

if TYPE_CHECKING:
    from scipy.sparse import csr_array

# The maximum number of items that a reason names for each direction.
_NAMED = 3


@registry.heads("bag_logistic.v1")
@dataclass(eq=False, repr=False)
class BagLogisticHead(EitherSchemeHead):
    """Logistic regression on the presence of each item of the bags, and on standardized numbers.

    Items that do not occur in the training pairs are ignored. The regression is multinomial, with a
    quadratic penalty.

    Parameters
    ----------
    scheme_name : {"two-way", "three-way"}, optional
        By default, the scheme of the training labels.
    min_pairs : int
        The minimum number of training pairs with an item; rarer items are not learned.
    strength : float
        The inverse strength of the penalty, scikit-learn's ``C``, above 0.

    Attributes
    ----------
    labels_ : list of str
        The labels of the columns of probabilities.
    items_ : dict of str to ndarray of int64, shape (items,)
        The learned items of each bag, in increasing order.
    weights_ : dict of str to ndarray of float64, shape (items, decisions)
        The weights of these items: one column for two labels, otherwise one for each label.
    numbers_ : dict of str to ndarray of float64
        For the other columns, ``mean`` and ``scale``, shape (columns,), and ``weights``, shape
        (columns, decisions). For the whole regression, ``intercepts``, shape (decisions,).
    mean_decisions_ : dict of str to ndarray of float64, shape (decisions,)
        The mean contribution of each bag to the decisions, over the training pairs.
    """

    scheme_name: SchemeName | None = None
    min_pairs: int = 2
    strength: float = 1.0

    def check_fields(self, path: str) -> None:
        """Check the fields, and that the penalty has a strength."""
        super().check_fields(path)
        if self.strength <= 0:
            raise ConfigError(f"{path}.strength: {self.strength} is not above 0")

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Learn the items, and a weight of each."""
        from scipy.sparse import csr_array, hstack
        from sklearn.linear_model import LogisticRegression
        from threadpoolctl import threadpool_limits

        gold = self.gold(labels)
        require_labels(gold, self.scheme.labels, "logistic regression")
        self.items_ = {}
        for name, bags in table.bags.items():
            items, pairs = np.unique(bags.values, return_counts=True)
            self.items_[name] = items[pairs >= self.min_pairs]
        deviation = table.values.std(axis=0)
        mean, scale = table.values.mean(axis=0), np.where(deviation > 0, deviation, 1.0)
        blocks = [_items_of(bags, self.items_[name]) for name, bags in table.bags.items()]
        regression = LogisticRegression(C=self.strength, max_iter=1_000)
        inputs = hstack([csr_array((table.values - mean) / scale), *blocks], format="csr")
        # Sums may depend on the number of threads, and threads do not make sparse products faster.
        with threadpool_limits(1):
            regression.fit(inputs, gold)
        weights = np.split(
            np.ascontiguousarray(regression.coef_.T),
            np.cumsum([len(mean), *map(len, self.items_.values())])[:-1],
        )
        self.labels_ = [str(label) for label in regression.classes_]
        self.numbers_ = {
            "mean": mean,
            "scale": scale,
            "weights": weights[0],
            "intercepts": regression.intercept_,
        }
        self.weights_ = dict(zip(self.items_, weights[1:], strict=True))
        self.mean_decisions_ = {
            name: (block @ self.weights_[name]).mean(axis=0)
            for name, block in zip(self.items_, blocks, strict=True)
        }
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Return the most probable label of each pair."""
        return most_probable(logistic(self._decisions(table)), tuple(self.labels_))

    scale = LOG_ODDS
    """Weights are added up to log-odds."""

    def leaning(self, table: FeatureTable) -> FloatArray:
        """Return the log-odds of ENTAILMENT."""
        return log_odds(self._decisions(table), self._entailment)

    def pulls(self, table: FeatureTable, means: Sequence[float]) -> FloatArray:
        """Return the effect of each column on the decision; see `Head.pulls`.

        A bag is one column with all of its items. Its effect is relative to the mean contribution
        of the bag over the training pairs.
        """
        changed = [self._without(name, table, means) for name, _ in parts_of(table)]
        decisions = np.vstack([self._decisions(table), *changed])
        leanings = log_odds(decisions, self._entailment)
        pulls: FloatArray = leanings[0] - leanings[1:]
        return pulls

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Name the items that pull most, if their spelling is known."""
        pulls = [
            (pull, table.spellings[name][item])
            for name in self.items_
            if name in table.spellings
            for item, pull in self._item_pulls(name, table).items()
        ]
        said = [
            _most(pulls, sign, direction)
            for sign, direction in ((1.0, "towards"), (-1.0, "away from"))
        ]
        is_entailed = self.decide(table).labels[0] == Label.ENTAILMENT.value
        text = "; ".join(filter(None, said if is_entailed else said[::-1]))
        return Reason(text) if text else super().reason(table, means)

    @property
    def _entailment(self) -> int:
        return self.labels_.index(Label.ENTAILMENT.value)

    def _decisions(self, table: FeatureTable) -> FloatArray:
        """Return the decision function, shape (pairs, decisions).

        Rows are added up one by one, so that they do not depend on the others.
        """
        numbers = self.numbers_
        scaled = (table.values - numbers["mean"]) / numbers["scale"]
        decisions = np.einsum("ij,jk->ik", scaled, numbers["weights"]) + numbers["intercepts"]
        for name, bags in table.bags.items():
            decisions += _items_of(bags, self.items_[name]) @ self.weights_[name]
        return np.asarray(decisions, dtype=np.float64)

    def _without(self, column: str, table: FeatureTable, means: Sequence[float]) -> FloatArray:
        """Return the decision on a pair if a column were at its mean, shape (1, decisions)."""
        place = [output.name for output in table.columns].index(column)
        values = table.values.copy()
        values[:, place] = means[place]
        decisions = self._decisions(table.with_values(values))
        if column in table.bags:
            pull = _items_of(table.bags[column], self.items_[column]) @ self.weights_[column]
            decisions = decisions - pull + self.mean_decisions_[column]
        return decisions

    def _item_pulls(self, name: str, table: FeatureTable) -> Mapping[int, float]:
        """Return, for each learned item of a pair, by how much it raises the leaning."""
        known = _items_of(table.bags[name], self.items_[name]).indices
        with_all = self._decisions(table)
        decisions = np.vstack([with_all, with_all - self.weights_[name][known]])
        leanings = log_odds(decisions, self._entailment)
        items = self.items_[name][known].tolist()
        return dict(zip(items, (leanings[0] - leanings[1:]).tolist(), strict=True))


def _items_of(bags: Ragged, items: IntArray) -> "csr_array":
    """Return a matrix of 0 and 1, shape (pairs, items): which pair has which learned item."""
    from scipy.sparse import csr_array

    places = np.searchsorted(items, bags.values)
    places[places == len(items)] = 0
    is_known = items[places] == bags.values if len(items) else np.zeros(len(places), np.bool_)
    known = Ragged(places, bags.offsets).keep(is_known)
    return csr_array(
        (np.ones(len(known.values)), known.values, known.offsets), shape=(len(bags), len(items))
    )


def _most(pulls: Sequence[tuple[float, str]], sign: float, direction: str) -> str:
    """Name the items that pull most in a direction; nothing if none does."""
    pulling = [(sign * pull, name) for pull, name in pulls if sign * pull > 0]
    names = [name for _, name in sorted(pulling, reverse=True)[:_NAMED]]
    verb = "pulls" if len(names) == 1 else "pull"
    return f"{listed(names)} {verb} most {direction} entailment" if names else ""
