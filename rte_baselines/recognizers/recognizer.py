"""A recognizer: features and a head, as one scikit-learn estimator over pairs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted
from typing_extensions import Self

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.errors import ConfigError, InputError
from rte_baselines.features import Feature, FeatureSet, FeatureTable
from rte_baselines.heads.base import Decisions, Head, LabelArray
from rte_baselines.pairs import Label, Pair, Scheme, conflate, parse_label, scheme_of
from rte_baselines.recognizers.config import build, read_config
from rte_baselines.registry import registry
from rte_baselines.runs import Prediction, Run

_BATCH = 1_000
"""Pairs analysed together: enough to amortise what a batch costs, few enough for memory."""


class Recognizer(ClassifierMixin, BaseEstimator):
    """Recognizes textual entailment by features and a head.

    An estimator in scikit-learn's sense whose samples are pairs: ``clone``,
    ``cross_val_score`` and ``GridSearchCV`` work, with parameters such as
    ``head__optimize`` or ``features__overlap__level``.

    Parameters
    ----------
    features : FeatureSet
    head : Head
    name : str
        Shown in tables.

    Attributes
    ----------
    head_ : Head
        The head, fitted.
    feature_means_ : list of float
        The mean of each column over the training pairs, which explanations compare with.
    training_pairs_ : int
        How many pairs it was fitted on.
    scheme_ : Scheme
        The scheme of the labels it gives.
    classes_ : ndarray of str
        The labels of the scheme, sorted.

    Examples
    --------
    >>> from rte_baselines import Recognizer, load_pairs
    >>> recognizer = Recognizer.from_config("word-overlap").fit(load_pairs("sample:train"))
    >>> run = recognizer.predict(load_pairs("sample:test"))
    """

    def __init__(self, features: FeatureSet, head: Head, name: str = "recognizer") -> None:
        self.features = features
        self.head = head
        self.name = name

    @classmethod
    def from_config(
        cls, source: str | Path, overrides: Mapping[str, Any] | None = None
    ) -> "Recognizer":
        """Build the recognizer that a config describes.

        Parameters
        ----------
        source : str or Path
            A config file or the name of a shipped config.
        overrides : mapping, optional
            Values to set, such as ``{"recognizer.head.optimize": "cws"}``.

        Raises
        ------
        ConfigError
            If the config cannot be found, read or built.
        """
        recognizer: Recognizer = build(read_config(source, overrides))
        recognizer.name = Path(source).stem
        return recognizer

    def fit(self, pairs: Iterable[Pair], labels: ArrayLike | None = None) -> Self:
        """Learn from pairs.

        Parameters
        ----------
        pairs : iterable of Pair
        labels : array-like of str, shape (pairs,), optional
            Gold labels; left out, those of the pairs. Three-way labels are conflated for
            a two-way head.

        Raises
        ------
        InputError
            If a pair has no label, the labels are of the wrong scheme, or too few to
            learn from.
        """
        tables, gold = [], []
        for batch in _batches(pairs):
            tables.append(self.features.extract(batch, default_analyzer()))
            if labels is None:
                gold += [_label_of(pair) for pair in batch]
        if labels is not None:
            gold = [parse_label(str(label)) for label in np.asarray(labels).tolist()]
        table = FeatureTable.concatenate(tables, self.features.columns)
        if len(gold) != len(table):
            raise InputError(f"{len(gold)} labels were given for {len(table)} pairs")
        self.training_pairs_ = len(table)
        self.scheme_ = self.head.scheme_for(scheme_of(gold))
        self.classes_ = np.array(sorted(label.value for label in self.scheme_.labels))
        self.feature_means_: list[float] = (
            table.values.mean(axis=0) if len(table) else table.values.sum(axis=0)
        ).tolist()
        self.head_: Head = clone(self.head)
        self.head_.fit(table, in_scheme(gold, self.scheme_))
        return self

    def predict(self, pairs: Iterable[Pair]) -> Run:
        """Label and rank pairs.

        Returns
        -------
        Run
            One prediction for each pair, in order; seen as an array, the labels.
        """
        return Run(self.predict_stream(pairs), name=self.name)

    def predict_stream(self, pairs: Iterable[Pair]) -> Iterator[Prediction]:
        """Yield a prediction for each pair, holding a batch of pairs at a time."""
        for batch in _batches(pairs):
            yield from self._predictions(self.decide(batch), batch)

    def decide(self, pairs: Sequence[Pair]) -> Decisions:
        """Return the head's decisions on the pairs, as arrays."""
        check_is_fitted(self)
        return self.head_.decide(self.features.extract(pairs, default_analyzer()))

    def score(self, pairs: Iterable[Pair], labels: ArrayLike | None = None) -> float:
        """Return the accuracy under the recognizer's own scheme."""
        pairs = list(pairs)
        gold = (
            [_label_of(pair) for pair in pairs]
            if labels is None
            else [parse_label(str(label)) for label in np.asarray(labels).tolist()]
        )
        return float(np.mean(self.predict(pairs).labels == in_scheme(gold, self.scheme_)))

    def to_config(self) -> dict[str, Any]:
        """Return the config that builds an equal, unfitted recognizer."""
        features = self.features.features.items()
        return {
            "recognizer": {
                "@recognizers": REGISTERED_NAME,
                "features": {name: feature.to_config() for name, feature in features},
                "head": self.head.to_config(),
            }
        }

    @staticmethod
    def _predictions(decisions: Decisions, pairs: Sequence[Pair]) -> Iterator[Prediction]:
        labels = [Label(label) for label in decisions.labels.tolist()]
        classes = [Label(label) for label in decisions.classes]
        confidences, scores = decisions.confidences.tolist(), decisions.scores.tolist()
        rows = None if decisions.probabilities is None else decisions.probabilities.tolist()
        for index, pair in enumerate(pairs):
            probabilities = None if rows is None else dict(zip(classes, rows[index], strict=True))
            yield Prediction(
                pair.id, labels[index], confidences[index], scores[index], probabilities
            )


REGISTERED_NAME = "features_and_head.v1"


@registry.recognizers(REGISTERED_NAME)
def build_recognizer(features: dict[str, Any], head: Head) -> Recognizer:
    """Build a recognizer from a config's sections.

    Raises
    ------
    ConfigError
        If a section of the features is not one.
    """
    # confection cannot type-check what stands inside a section of sections.
    for name, feature in features.items():
        if not isinstance(feature, Feature):
            raise ConfigError(f'recognizer.features.{name} needs a line @features = "..."')
    return Recognizer(FeatureSet(features), head)


def in_scheme(labels: Sequence[Label], scheme: Scheme) -> LabelArray:
    """Return the labels as an array in the scheme, conflating three-way labels for two-way.

    Raises
    ------
    InputError
        If two-way labels are to serve where three-way ones are needed.
    """
    if scheme is Scheme.TWO_WAY:
        return np.array([conflate(label).value for label in labels], dtype=np.str_)
    if Label.NO_ENTAILMENT in labels:
        raise InputError(
            "this recognizer needs three-way labels (ENTAILMENT, CONTRADICTION, UNKNOWN), "
            "and the pairs have NO_ENTAILMENT"
        )
    return np.array([label.value for label in labels], dtype=np.str_)


def _label_of(pair: Pair) -> Label:
    if pair.label is None:
        raise InputError(f"pair {pair.id!r} has no label; training and scoring need one")
    return pair.label


def _batches(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    iterator = iter(pairs)
    while batch := list(islice(iterator, _BATCH)):
        yield batch
