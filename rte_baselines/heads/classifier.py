"""A scikit-learn classifier as a head."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.registry import registry
from rte_baselines.features.table import FeatureTable
from rte_baselines.heads.base import (
    CERTAINTY,
    LOG_ODDS,
    Decisions,
    EitherSchemeHead,
    LabelArray,
    Reason,
    SchemeName,
    most_probable,
    plain_number,
    require_labels,
)
from rte_baselines.heads.decision_tree import tests_said
from rte_baselines.heads.plain_classifier import (
    Numbers,
    log_odds,
    logistic,
    plain_decisions,
    plain_numbers,
)
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator
    from sklearn.model_selection import StratifiedKFold
    from sklearn.tree import DecisionTreeClassifier

# The modules of scikit-learn's classifiers. Classifiers in the first two split on one feature
# at a time and need no scaling.
_UNSCALED_MODULES = ("tree", "ensemble")
_MODULES = (
    *_UNSCALED_MODULES,
    *("linear_model", "svm", "naive_bayes", "neighbors", "neural_network"),
    *("discriminant_analysis", "gaussian_process", "semi_supervised", "dummy"),
)
_DECISIONS, _BY_LABEL = "decision_function_shape", "ovr"


@registry.heads("classifier.v1")
@dataclass(eq=False, repr=False)
class ClassifierHead(EitherSchemeHead):
    """A scikit-learn classifier on all features.

    Parameters
    ----------
    classifier : str
        The name of a scikit-learn class, such as ``LogisticRegression``, or
        ``MonotoneLogisticRegression``, whose weights keep to the directions of the features.
    parameters : mapping, optional
        The arguments of its constructor.
    scheme_name : {"two-way", "three-way"}, optional
        By default, the scheme of the training labels.
    scaling : {"auto", "always", "never"}
        Whether features are standardized to mean 0 and variance 1; "auto" does so unless the
        classifier is a tree or an ensemble.
    task : bool
        Whether to add a feature for each task of the training pairs, one-hot encoded.
    clip : bool
        Whether features are limited to their range in the training pairs. Without it, a
        linear classifier extrapolates: a text much longer than those of training, for
        example, can decide alone.
    calibration : {"platt", "isotonic"}, optional
        Calibrates the probabilities by a sigmoid or an isotonic fit in cross-validation on
        the training pairs. Without calibration, a classifier without probabilities gets them
        from its decision function by the logistic function, or softmax for three labels.
    random_state : int
        The seed of the classifier, if it is randomized, and of the folds.
    search : mapping of str to list, optional
        Further arguments with lists of values. The combination with the highest accuracy in
        stratified ten-fold cross-validation on the training pairs is chosen, the first of
        equally good ones.

    Attributes
    ----------
    estimator_ : sklearn estimator
        The fitted pipeline. A model that is read from a folder has it only if `numbers_` is None.
    labels_ : list of str
        The labels of the columns of probabilities.
    numbers_ : dict of str to ndarray, or None
        The arrays that decide, for classifiers that `plain_numbers` supports. With them, a saved
        model does not depend on the version of scikit-learn.
    tasks_ : list of str
        The tasks with a feature.
    lowest_, highest_ : list of float, or None
        The range of each feature in the training pairs, if features are clipped.
    chosen_ : dict
        The searched arguments with the chosen values.
    """

    classifier: str = "LogisticRegression"
    parameters: Mapping[str, Any] | None = None
    scheme_name: SchemeName | None = None
    scaling: Literal["auto", "always", "never"] = "auto"
    task: bool = False
    calibration: Literal["platt", "isotonic"] | None = None
    random_state: int = 0
    search: Mapping[str, Any] | None = None
    clip: bool = False

    def check_fields(self, path: str) -> None:
        """Check the fields, and that `search` contains non-empty lists."""
        super().check_fields(path)
        for name, values in (self.search or {}).items():
            if not isinstance(values, (list, tuple)) or not values:
                raise ConfigError(f"{path}.search.{name}: {values!r} is not a list of values")

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Fit the classifier on pairs of the scheme's labels."""
        gold = self.gold(labels)
        require_labels(gold, self.scheme.labels, self.classifier)
        return self.fit_labels(table, gold)

    def fit_labels(self, table: FeatureTable, labels: LabelArray) -> Self:
        """Fit the classifier on two or more labels of any scheme."""
        tasks = {task for task in table.tasks if task} if self.task else set()
        self.tasks_ = sorted(tasks)
        self.lowest_ = table.values.min(axis=0).tolist() if self.clip else None
        self.highest_ = table.values.max(axis=0).tolist() if self.clip else None
        inputs = self._inputs(table)
        self._directions = [column.direction for column in table.columns] + [0] * len(self.tasks_)
        self.chosen_ = self._chosen(inputs, labels)
        estimator = self._calibrated(self._scaled(self.chosen_), labels)
        with self._refusing_in_one_line():
            self.estimator_ = estimator.fit(inputs, labels)
        self.labels_ = [str(label) for label in self.estimator_.classes_]
        self.numbers_ = plain_numbers(self.estimator_, inputs)
        return self

    def learned(self) -> dict[str, Any]:
        """Return the learned attributes by name, without an estimator that is not needed."""
        learned = super().learned()
        if learned.get("numbers_") is not None:
            learned.pop("estimator_", None)
        return learned

    def decide(self, table: FeatureTable) -> Decisions:
        """Return the most probable label of each pair."""
        return most_probable(self.probabilities(table), tuple(self._labels))

    def probabilities(self, table: FeatureTable) -> FloatArray:
        """Return the probability of each of ``labels_``, shape (pairs, labels)."""
        if not len(table):
            return np.empty((0, len(self._labels)))
        if self._has_decisions:
            return logistic(self._decisions(table))
        return self._of_estimator("predict_proba", self._inputs(table))

    @property
    def scale(self) -> str:
        """`LOG_ODDS` for classifiers with `numbers_` or a decision function, else `CERTAINTY`."""
        return LOG_ODDS if self._has_decisions else CERTAINTY

    def leaning(self, table: FeatureTable) -> FloatArray:
        """Return the log-odds of ENTAILMENT by the decision function, if there is one."""
        if not self._has_decisions:
            return super().leaning(table)
        return log_odds(self._decisions(table), self._labels.index(Label.ENTAILMENT.value))

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say what pulls most or, for a decision tree, which tests lead to the leaf."""
        from sklearn.tree import DecisionTreeClassifier

        estimator = getattr(self, "estimator_", None)
        if not isinstance(estimator, DecisionTreeClassifier):
            return super().reason(table, means)
        return self._reason_of_tree(estimator, table)

    def _reason_of_tree(self, estimator: "DecisionTreeClassifier", table: FeatureTable) -> Reason:
        tree, inputs = estimator.tree_, self._inputs(table)
        # Nodes are numbered from the root down, so that the last is the leaf.
        *inner, leaf = estimator.decision_path(inputs).indices.tolist()
        names = [column.name for column in table.columns]
        cuts: dict[int, list[float]] = {}
        for node in inner:
            cuts.setdefault(int(tree.feature[node]), []).append(float(tree.threshold[node]))
        # scikit-learn compares values of single precision with the cuts.
        values = inputs[0].astype(np.float32).tolist()
        said = [
            tests_said(names[column], values[column], column_cuts)
            if column < len(names)
            else f"the task is {'' if values[column] > 0.5 else 'not '}"
            f"{self.tasks_[column - len(names)]}"
            for column, column_cuts in cuts.items()
        ]
        decisions = self.decide(table)
        said.append(
            f"{decisions.labels[0]} has a probability of {plain_number(decisions.confidences[0])} "
            f"in this leaf, which has {counted(int(tree.n_node_samples[leaf]), 'training pair')}"
        )
        deciding = tuple(names[column] for column in cuts if column < len(names))
        return Reason("; ".join(said), deciding if len(cuts) == 1 else ())

    @property
    def _has_decisions(self) -> bool:
        numbers = getattr(self, "numbers_", None)
        return numbers is not None or not hasattr(self.estimator_, "predict_proba")

    def _decisions(self, table: FeatureTable) -> FloatArray:
        """Return the decision function, shape (pairs,), (pairs, 1) or (pairs, labels)."""
        inputs = self._inputs(table)
        numbers: Numbers | None = getattr(self, "numbers_", None)
        if numbers is not None:
            return plain_decisions(numbers, inputs)
        return self._of_estimator("decision_function", inputs)

    def _of_estimator(self, method: str, inputs: FloatArray) -> FloatArray:
        """Return what a method of scikit-learn's estimator gives for each row."""
        call = getattr(self.estimator_, method)
        if find_classifier(self.classifier).__module__.split(".")[1] in _UNSCALED_MODULES:
            return np.asarray(call(inputs), dtype=np.float64)
        # Matrix products are summed in an order that depends on the number of rows. One by one,
        # the score of a pair does not depend on the pairs that are decided with it.
        return np.concatenate([call(row) for row in inputs[:, np.newaxis]])

    @property
    def _labels(self) -> list[str]:
        # Models of version 0.2 have the estimator alone.
        labels = getattr(self, "labels_", None)
        return [str(label) for label in (self.estimator_.classes_ if labels is None else labels)]

    def _inputs(self, table: FeatureTable) -> FloatArray:
        """Return the features with the columns of the tasks, shape (pairs, features)."""
        one_hot = np.array([[task == known for known in self.tasks_] for task in table.tasks])
        values = table.values
        if self.clip:
            values = np.clip(values, self.lowest_, self.highest_)
        return np.hstack([values, one_hot.reshape(len(table), len(self.tasks_))])

    def _chosen(self, inputs: FloatArray, labels: LabelArray) -> dict[str, Any]:
        """Return the searched arguments with the highest accuracy in cross-validation."""
        if not self.search:
            return {}
        from sklearn.model_selection import ParameterGrid, cross_val_score

        folds = self._folds(10, labels, "a search")
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

    def _scaled(self, chosen: Mapping[str, Any]) -> "BaseEstimator":
        """Return the classifier, in a pipeline with a scaler if features are standardized."""
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        estimator = self._classifier(chosen)
        is_scaled = type(estimator).__module__.split(".")[1] not in _UNSCALED_MODULES
        if self.scaling == "always" or (self.scaling == "auto" and is_scaled):
            return make_pipeline(StandardScaler(), estimator)
        return estimator

    def _calibrated(self, estimator: "BaseEstimator", labels: LabelArray) -> "BaseEstimator":
        if self.calibration is None:
            return estimator
        from sklearn.calibration import CalibratedClassifierCV

        folds = self._folds(5, labels, "calibration")
        method = "sigmoid" if self.calibration == "platt" else self.calibration
        return CalibratedClassifierCV(estimator, method=method, cv=folds)

    def _folds(self, count: int, labels: LabelArray, purpose: str) -> "StratifiedKFold":
        """Return `count` folds, or fewer if the rarest label has fewer pairs."""
        from sklearn.model_selection import StratifiedKFold

        rarest = int(np.unique(labels, return_counts=True)[1].min())
        if rarest < 2:
            raise InputError(f"{purpose} needs at least two training pairs of each label")
        return StratifiedKFold(min(count, rarest), shuffle=True, random_state=self.random_state)

    def _classifier(self, chosen: Mapping[str, Any]) -> "BaseEstimator":
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
                f"{_DECISIONS} must be {_BY_LABEL!r}; one-vs-one decisions give no score of a label"
            )
        if "random_state" in known:
            parameters.setdefault("random_state", self.random_state)
        if "directions" in known:
            parameters.setdefault("directions", self._directions)
        try:
            return classifier_class(**parameters)
        except TypeError as error:
            raise ConfigError(f"{self.classifier} cannot be created: {error}") from None

    @contextmanager
    def _refusing_in_one_line(self) -> Iterator[None]:
        """Turn scikit-learn's errors in fitting into errors of one line."""
        try:
            yield
        except (ValueError, TypeError) as error:
            reason = str(error).splitlines()[0]
            raise InputError(f"{self.classifier} cannot be fitted: {reason}") from error


def find_classifier(name: str) -> type["BaseEstimator"]:
    """Return the scikit-learn classifier of a name, or `MonotoneLogisticRegression`."""
    known: set[str] = set()
    for module in ("rte_baselines.heads.monotone", *map("sklearn.{}".format, _MODULES)):
        members = vars(import_module(module))
        if _is_classifier(members.get(name)):
            classifier: type[BaseEstimator] = members[name]
            return classifier
        known.update(named for named, candidate in members.items() if _is_classifier(candidate))
    raise ConfigError(
        f"scikit-learn has no classifier {quoted(name)}; {did_you_mean(name, sorted(known))}"
        "try LogisticRegression, LinearSVC, DecisionTreeClassifier or RandomForestClassifier"
    )


def _is_classifier(candidate: object) -> bool:
    from sklearn.base import BaseEstimator, ClassifierMixin

    return isinstance(candidate, type) and (
        issubclass(candidate, BaseEstimator) and issubclass(candidate, ClassifierMixin)
    )
