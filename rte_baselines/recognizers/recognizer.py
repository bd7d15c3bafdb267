"""A recognizer: features and a head, as one scikit-learn estimator over pairs."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from confection import Config
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted
from typing_extensions import Self

from rte_baselines import resources
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.errors import ConfigError, InputError, InputWarning
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.heads.base import Decisions, Head, LabelArray
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Pair, Scheme, conflate, parse_label, scheme_of
from rte_baselines.recognizers.config import (
    build,
    read_config,
    shipped_configs,
    with_overrides,
)
from rte_baselines.registry import registry
from rte_baselines.runs import Prediction, Run

if TYPE_CHECKING:
    from rte_baselines.recognizers.explanation import Explanation

# Pairs analysed together: enough to amortise what a batch costs, few enough for memory.
_BATCH = 1_000


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
    training_digest_ : str
        Tells these pairs and labels from others.
    resources_ : dict of str to (str or None)
        The digest of every resource that it read, by name; None where there was none.
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
        cls,
        source: str | Path | Mapping[str, Any],
        overrides: Mapping[str, Any] | None = None,
    ) -> "Recognizer":
        """Build the recognizer that a config describes.

        Parameters
        ----------
        source : str, Path or mapping
            A config file, the name of a shipped config, or what `to_config` returned.
        overrides : mapping, optional
            Values to set, such as ``{"recognizer.head.optimize": "cws"}``.

        Raises
        ------
        ConfigError
            If the config cannot be found, read or built.
        """
        if isinstance(source, Mapping):
            recognizer: Recognizer = build(with_overrides(Config(dict(source)), overrides or {}))
            return recognizer
        config = read_config(source, overrides)
        try:
            recognizer = build(config)
        except ConfigError as error:
            raise ConfigError(f"{source}: {error}") from None
        shipped = str(source) in shipped_configs()
        recognizer.name = str(source) if shipped else Path(source).stem
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
        self.features.check_fields()
        self.head.check_fields("recognizer.head")
        tables, gold, digest = [], [], sha256()
        for batch in _batches(pairs):
            tables.append(self.features.extract(batch, default_analyzer()))
            gold += [_label_of(pair) for pair in batch] if labels is None else []
            for pair in batch:
                digest.update(repr((pair.id, pair.text, pair.hypothesis)).encode())
        table = FeatureTable.concatenate(tables, self.features.columns)
        if labels is not None:
            gold = _parsed(labels, len(table))
        scheme = self.head.scheme_for(scheme_of(gold))
        targets = in_scheme(gold, scheme)
        if labels is not None:
            _warn_if_respelled(labels, targets, scheme)
        # All or nothing: a fit that fails leaves the recognizer as it was.
        head: Head = clone(self.head).fit(table, targets)
        self.head_ = head
        self.scheme_ = scheme
        self.classes_ = np.array(sorted(label.value for label in scheme.labels))
        self.feature_means_: list[float] = (
            table.values.mean(axis=0) if len(table) else table.values.sum(axis=0)
        ).tolist()
        self.training_pairs_ = len(table)
        digest.update(repr(targets.tolist()).encode())
        self.training_digest_ = digest.hexdigest()[:12]
        self.resources_ = resources_in_use(self.features)
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

    def predict_proba(self, pairs: Iterable[Pair]) -> FloatArray:
        """Return the probability of each label, as scikit-learn's scorers ask for it.

        For heads that know no probabilities, how surely the text entails the hypothesis
        stands in for one.

        Returns
        -------
        ndarray of float64, shape (pairs, classes)
            In the order of `classes_`.
        """
        rows = [_probabilities(self.decide(batch), self.classes_) for batch in _batches(pairs)]
        return np.vstack(rows) if rows else np.empty((0, len(self.classes_)))

    def score(self, pairs: Iterable[Pair], labels: ArrayLike | None = None) -> float:
        """Return the accuracy under the recognizer's own scheme.

        Raises
        ------
        InputError
            If there are no pairs, or not as many labels.
        """
        pairs = list(pairs)
        if not pairs:
            raise InputError("there are no pairs to score")
        if labels is None:
            gold = [_label_of(pair) for pair in pairs]
        else:
            gold = _parsed(labels, len(pairs))
        return float(np.mean(self.predict(pairs).labels == in_scheme(gold, self.scheme_)))

    def explain(self, text: str, hypothesis: str, task: str | None = None) -> "Explanation":
        """Explain the decision on a text and a hypothesis.

        Returns
        -------
        Explanation
            Which word met which, and what each feature did to the decision.
        """
        from rte_baselines.recognizers.explanation import explain

        return explain(self, Pair("given", text, hypothesis, task))

    def save(self, folder: str | Path, *, trained_on: str | None = None) -> None:
        """Write the fitted recognizer to a folder, all of it or nothing.

        Parameters
        ----------
        folder : str or Path
            A new folder, or one that holds a model, which is replaced.
        trained_on : str, optional
            What the training data was called, for the signature.

        Raises
        ------
        InputError
            If the folder holds something else or cannot be written.
        ConfigError
            If the recognizer holds what a model folder cannot.
        """
        from rte_baselines.recognizers.persistence import save_recognizer

        save_recognizer(self, folder, trained_on=trained_on)

    @staticmethod
    def load(folder: str | Path) -> "Recognizer":
        """Read a fitted recognizer from a folder; nothing in it is executed.

        Raises
        ------
        ModelError
            If the folder is no model, is damaged, was written in a format this version
            does not know, or holds types that are not known to be safe.
        """
        from rte_baselines.recognizers.persistence import load_recognizer

        return load_recognizer(folder)

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
def build_recognizer(features: dict[str, Any], head: Any) -> Recognizer:
    """Build a recognizer from a config's sections.

    Raises
    ------
    ConfigError
        If a section is not what it should be, or one of its fields.
    """
    # confection cannot type-check what stands inside a section of sections.
    feature_set = FeatureSet(features)
    feature_set.check_fields()
    if not isinstance(head, Head):
        raise ConfigError('recognizer.head needs a line @heads = "..."')
    head.check_fields("recognizer.head")
    return Recognizer(feature_set, head)


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


def _parsed(labels: ArrayLike, count: int) -> list[Label]:
    parsed = [parse_label(str(label)) for label in np.asarray(labels).reshape(-1).tolist()]
    if len(parsed) != count:
        raise InputError(f"{len(parsed)} labels were given for {count} pairs")
    return parsed


def _warn_if_respelled(given: ArrayLike, labels: LabelArray, scheme: Scheme) -> None:
    if np.asarray(given, dtype=np.str_).reshape(-1).tolist() != labels.tolist():
        warnings.warn(
            f"the labels given are not spelled {' and '.join(map(str, scheme.labels))}, as the "
            "predictions will be; scikit-learn's scorers, but for the default one, compare the two "
            "to the letter",
            InputWarning,
            stacklevel=3,
        )


def _probabilities(decisions: Decisions, classes: LabelArray) -> FloatArray:
    if decisions.probabilities is None:
        known = {Label.ENTAILMENT.value: decisions.entailment}
        return np.column_stack([known.get(name, 1 - decisions.entailment) for name in classes])
    order = [decisions.classes.index(name) for name in classes.tolist()]
    return decisions.probabilities[:, order]


def resources_in_use(features: FeatureSet) -> dict[str, str | None]:
    """Return the digest of every resource that the features read; None where there is none."""
    return {
        name: None if resources.locate(name) is None else resources.digest(name)
        for name in sorted(features.resources(default_analyzer()))
    }


def _batches(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    iterator = iter(pairs)
    while batch := list(islice(iterator, _BATCH)):
        yield batch
