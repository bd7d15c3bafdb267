"""Any scikit-learn classifier as a head."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import ParameterGrid, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from typing_extensions import Self

from rte_baselines.errors import ConfigError, InputError
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import Decisions, Head, LabelArray, label_array, require_labels
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.quoting import quoted
from rte_baselines.registry import registry
from rte_baselines.suggestions import did_you_mean

# Where scikit-learn keeps its classifiers; those of the first two split on one feature at
# a time and so need no scaling.
_UNSCALED_MODULES = ("tree", "ensemble")
_MODULES = (
    *_UNSCALED_MODULES,
    *("linear_model", "svm", "naive_bayes", "neighbors", "neural_network"),
    *("discriminant_analysis", "gaussian_process", "semi_supervised", "dummy"),
)
_CALIBRATION_METHODS = {"platt": "sigmoid", "isotonic": "isotonic"}
_CALIBRATION_FOLDS = 5
_SEARCH_FOLDS = 10
_DECISIONS, _BY_LABEL = "decision_function_shape", "ovr"


@registry.heads("classifier.v1")
class ClassifierHead(Head):
    """A scikit-learn classifier on all features.

    Parameters
    ----------
    classifier : str
        The name of a scikit-learn class, such as ``LogisticRegression``.
    parameters : mapping, optional
        Its constructor's arguments.
    scheme_name : {"two-way", "three-way"}
    scaling : {"auto", "always", "never"}
        Whether features are brought to mean 0 and variance 1 first; "auto" does so unless
        the classifier is a tree or an ensemble.
    task : bool
        Add a feature 0 or 1 for each task of the training pairs.
    calibration : {"platt", "isotonic"}, optional
        Calibrate the probabilities by cross-validation on the training pairs, by a
        sigmoid or an isotonic fit. Without it, a classifier that has no probabilities gets
        them from its decision function through the logistic function.
    random_state : int
        Seed of the classifier, if it uses chance, and of the folds.
    search : mapping of str to list, optional
        Further arguments with the values to choose from: those that get most labels right
        in stratified ten-fold cross-validation on the training pairs, and of equally good
        ones the first listed.

    Attributes
    ----------
    estimator_ : sklearn estimator
        The fitted pipeline.
    tasks_ : list of str
        The tasks that have a feature.
    chosen_ : dict
        The arguments that were searched for, and the values they got.
    """

    def __init__(
        self,
        classifier: str = "LogisticRegression",
        parameters: Mapping[str, Any] | None = None,
        scheme_name: Literal["two-way", "three-way"] = "two-way",
        scaling: Literal["auto", "always", "never"] = "auto",
        task: bool = False,
        calibration: Literal["platt", "isotonic"] | None = None,
        random_state: int = 0,
        search: Mapping[str, Any] | None = None,
    ) -> None:
        self.classifier = classifier
        self.parameters = parameters
        self.scheme_name = scheme_name
        self.scaling = scaling
        self.task = task
        self.calibration = calibration
        self.random_state = random_state
        self.search = search

    @property
    def scheme(self) -> Scheme:
        """As configured."""
        return Scheme(self.scheme_name)

    def check_fields(self, path: str) -> None:
        """Check the fields, and that `search` lists values to choose from."""
        super().check_fields(path)
        for name, values in (self.search or {}).items():
            if not isinstance(values, (list, tuple)) or not values:
                raise ConfigError(f"{path}.search.{name}: {values!r} is not a list of values")

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Fit the classifier on pairs of the scheme's labels."""
        gold = label_array(labels)
        require_labels(gold, self.scheme.labels, self.classifier)
        return self.fit_labels(table, gold)

    def fit_labels(self, table: FeatureTable, labels: LabelArray) -> Self:
        """Fit the classifier on whatever two or more labels there are."""
        tasks = {task for task in table.tasks if task} if self.task else set()
        self.tasks_ = sorted(tasks)
        inputs = self._inputs(table)
        self.chosen_ = self._chosen(inputs, labels)
        estimator = self._calibrated(self._scaled(self.chosen_), labels)
        with self._refusing_in_one_line():
            self.estimator_ = estimator.fit(inputs, labels)
        return self

    def decide(self, table: FeatureTable) -> Decisions:
        """Give every pair its likeliest label."""
        classes = tuple(str(label) for label in self.estimator_.classes_)
        probabilities = self.probabilities(table)
        chosen = np.argmax(probabilities, axis=1)
        entailment = np.zeros(len(table))
        if Label.ENTAILMENT.value in classes:
            entailment = probabilities[:, classes.index(Label.ENTAILMENT.value)]
        return Decisions(
            labels=np.array(classes)[chosen],
            confidences=probabilities[np.arange(len(table)), chosen],
            entailment=entailment,
            probabilities=probabilities,
            classes=classes,
        )

    def probabilities(self, table: FeatureTable) -> FloatArray:
        """Return the probability of each class of ``estimator_``, shape (pairs, classes)."""
        if not len(table):
            return np.empty((0, len(self.estimator_.classes_)))
        inputs = self._inputs(table)
        if hasattr(self.estimator_, "predict_proba"):
            return np.asarray(self.estimator_.predict_proba(inputs), dtype=np.float64)
        return _logistic(np.asarray(self.estimator_.decision_function(inputs)))

    def _inputs(self, table: FeatureTable) -> FloatArray:
        """Return the features with the task's columns, shape (pairs, features)."""
        one_hot = np.array([[task == known for known in self.tasks_] for task in table.tasks])
        return np.hstack([table.values, one_hot.reshape(len(table), len(self.tasks_))])

    def _chosen(self, inputs: FloatArray, labels: LabelArray) -> dict[str, Any]:
        """Return the searched arguments that do best in cross-validation."""
        if not self.search:
            return {}
        folds = self._folds(_SEARCH_FOLDS, labels, "a search")
        candidates = list(ParameterGrid(self.search))
        with self._refusing_in_one_line():
            scores = [
                cross_val_score(
                    self._scaled(values), inputs, labels, cv=folds, error_score="raise"
                ).mean()
                for values in candidates
            ]
        best: dict[str, Any] = candidates[int(np.argmax(scores))]
        return best

    def _scaled(self, chosen: Mapping[str, Any]) -> BaseEstimator:
        """Return the classifier, behind a scaler if it is to have one."""
        estimator = self._classifier(chosen)
        if self.scaling == "always" or (self.scaling == "auto" and not _splits(estimator)):
            return make_pipeline(StandardScaler(), estimator)
        return estimator

    def _calibrated(self, estimator: BaseEstimator, labels: LabelArray) -> BaseEstimator:
        if self.calibration is None:
            return estimator
        folds = self._folds(_CALIBRATION_FOLDS, labels, "calibration")
        method = _CALIBRATION_METHODS[self.calibration]
        return CalibratedClassifierCV(estimator, method=method, cv=folds)

    def _folds(self, count: int, labels: LabelArray, purpose: str) -> StratifiedKFold:
        """Return that many folds, or as many as the rarest label has pairs."""
        rarest = int(np.unique(labels, return_counts=True)[1].min())
        if rarest < 2:
            raise InputError(f"{purpose} needs at least two training pairs of each label")
        return StratifiedKFold(min(count, rarest), shuffle=True, random_state=self.random_state)

    def _classifier(self, chosen: Mapping[str, Any]) -> BaseEstimator:
        classifier_class = find_classifier(self.classifier)
        parameters = {**(self.parameters or {}), **chosen}
        known = classifier_class._get_param_names()
        for name in parameters:
            if name not in known:
                raise ConfigError(
                    f"{self.classifier} has no parameter {quoted(name)}; "
                    f"{did_you_mean(name, known)}it has: {', '.join(known)}"
                )
        if parameters.get(_DECISIONS, _BY_LABEL) != _BY_LABEL:
            raise ConfigError(
                f"{_DECISIONS} must be {_BY_LABEL!r}: decisions between pairs of labels rank none"
            )
        if "random_state" in known:
            parameters.setdefault("random_state", self.random_state)
        try:
            return classifier_class(**parameters)
        except TypeError as error:
            raise ConfigError(f"{self.classifier} cannot be made: {error}") from None

    @contextmanager
    def _refusing_in_one_line(self) -> Iterator[None]:
        """Turn scikit-learn's refusal to fit into one line."""
        try:
            yield
        except (ValueError, TypeError) as error:
            reason = str(error).splitlines()[0]
            raise InputError(f"{self.classifier} cannot be fitted: {reason}") from error


def find_classifier(name: str) -> type[BaseEstimator]:
    """Return the scikit-learn classifier of that name.

    Raises
    ------
    ConfigError
        If scikit-learn has none.
    """
    known: set[str] = set()
    for module in _MODULES:
        found = vars(import_module(f"sklearn.{module}"))
        if _is_classifier(found.get(name)):
            classifier: type[BaseEstimator] = found[name]
            return classifier
        known.update(other for other, candidate in found.items() if _is_classifier(candidate))
    raise ConfigError(
        f"scikit-learn has no classifier {quoted(name)}; {did_you_mean(name, sorted(known))}"
        "try LogisticRegression, LinearSVC, DecisionTreeClassifier or RandomForestClassifier"
    )


def _is_classifier(candidate: object) -> bool:
    return isinstance(candidate, type) and (
        issubclass(candidate, BaseEstimator) and issubclass(candidate, ClassifierMixin)
    )


def _splits(estimator: BaseEstimator) -> bool:
    return type(estimator).__module__.split(".")[1] in _UNSCALED_MODULES


def _logistic(decisions: FloatArray) -> FloatArray:
    """Turn a decision function into probabilities: the logistic function, or softmax."""
    if decisions.ndim == 1:
        decisions = np.column_stack([np.zeros_like(decisions), decisions])
    return np.asarray(softmax(decisions, axis=1), dtype=np.float64)
