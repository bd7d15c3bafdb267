"""Classifiers as plain numbers, which do not depend on the version of scikit-learn.

A stored scikit-learn estimator can have attributes that other versions do not know, or lack
attributes that they expect. The decisions of linear classifiers, and of support vectors with a
Gaussian kernel for two labels, depend on a few arrays. Only these arrays are saved.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import scipy

from rte_baselines.kernels.ragged import FloatArray

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator
    from sklearn.preprocessing import StandardScaler

Numbers = Mapping[str, FloatArray]
"""Arrays by name, as `plain_numbers` returns them."""

# How far probabilities may be from those of scikit-learn, by rounding alone.
_ROUNDING = 1e-9


def plain_numbers(estimator: "BaseEstimator", inputs: FloatArray) -> dict[str, FloatArray] | None:
    """Return the arrays that determine the decisions; None for other kinds of estimators.

    `estimator`: a fitted classifier, or a pipeline of a `StandardScaler` and a classifier.
    `inputs`, shape (pairs, features): the training inputs, for which the arrays must give the
    probabilities of the estimator. The result: ``mean`` and ``scale`` of the features, shape
    (features,); ``coefficients``, shape (decisions, features or vectors); ``intercepts``, shape
    (decisions,); and for support vectors these ``vectors``, shape (vectors, features), and
    ``gamma``, shape ().
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import SVC, LinearSVC

    from rte_baselines.heads.monotone import MonotoneLogisticRegression

    scaler, classifier = _parts(estimator)
    learned: dict[str, FloatArray] | None = None
    # With three labels, decisions of support vectors are combined from those of every two labels.
    if isinstance(classifier, SVC) and classifier.kernel == "rbf" and len(classifier.classes_) == 2:
        learned = {
            "coefficients": classifier.dual_coef_,
            "intercepts": classifier.intercept_,
            "vectors": classifier.support_vectors_,
            "gamma": classifier._gamma,
        }
    elif isinstance(classifier, LogisticRegression | LinearSVC | MonotoneLogisticRegression):
        learned = {"coefficients": classifier.coef_, "intercepts": np.ravel(classifier.intercept_)}
    if learned is None:
        return None
    features = inputs.shape[1]
    numbers = {
        "mean": np.zeros(features) if scaler is None else scaler.mean_,
        "scale": np.ones(features) if scaler is None else scaler.scale_,
        **learned,
    }
    numbers = {name: np.array(values, dtype=np.float64) for name, values in numbers.items()}
    return numbers if _agree(numbers, estimator, inputs) else None


def plain_decisions(numbers: Numbers, inputs: FloatArray) -> FloatArray:
    """Return the decision function that the arrays give.

    `numbers`: as `plain_numbers` returns them. `inputs` has shape (pairs, features). The result has
    shape (pairs, decisions): one decision for two classes, which is that for the second; otherwise
    one for each.
    """
    scaled = (inputs - numbers["mean"]) / numbers["scale"]
    if "vectors" in numbers:
        vectors = numbers["vectors"]
        squares = (scaled**2).sum(axis=1)[:, None] + (vectors**2).sum(axis=1)
        distances = np.maximum(squares - 2 * _products(scaled, vectors), 0)
        scaled = np.exp(-float(numbers["gamma"]) * distances)
    return _products(scaled, numbers["coefficients"]) + numbers["intercepts"]


def logistic(decisions: FloatArray) -> FloatArray:
    """Turn a decision function into probabilities: the logistic function, or softmax.

    `decisions` has shape (pairs,), (pairs, 1) or (pairs, classes). The result has shape (pairs,
    classes).
    """
    if decisions.ndim == 1 or decisions.shape[1] == 1:
        decisions = decisions.reshape(-1)
        decisions = np.column_stack([np.zeros_like(decisions), decisions])
    return np.asarray(scipy.special.softmax(decisions, axis=1), dtype=np.float64)


def log_odds(decisions: FloatArray, column: int) -> FloatArray:
    """Return the log-odds of a class, log p / (1 - p), without computing p, which may be 0 or 1.

    `decisions`, shape (pairs,), (pairs, 1) or (pairs, classes): as `logistic` takes them. `column`:
    the column of the class in what `logistic` returns. The result has shape (pairs,): the decision,
    or the decision for the class less the logarithm of the sum of the exponentials of the others.
    """
    if decisions.ndim == 1 or decisions.shape[1] == 1:
        return decisions.reshape(-1) * (1.0 if column == 1 else -1.0)
    others = np.delete(decisions, column, axis=1)
    return np.asarray(
        decisions[:, column] - scipy.special.logsumexp(others, axis=1), dtype=np.float64
    )


def _parts(estimator: "BaseEstimator") -> "tuple[StandardScaler | None, BaseEstimator]":
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    if not isinstance(estimator, Pipeline):
        return None, estimator
    steps = [step for _, step in estimator.steps]
    is_scaled = len(steps) == 2 and isinstance(steps[0], StandardScaler)
    return (steps[0], steps[1]) if is_scaled else (None, estimator)


def _products(rows: FloatArray, others: FloatArray) -> FloatArray:
    """Return the product of each row with each of the others, shape (rows, others).

    A matrix product would be faster, but adds up in an order that depends on the number of
    rows, so that scores would depend in the last bit on the pairs that are decided together.
    """
    return np.asarray(np.einsum("ij,kj->ik", rows, others))


def _agree(numbers: Numbers, estimator: "BaseEstimator", inputs: FloatArray) -> bool:
    """Whether the arrays give the estimator's probabilities; with some parameters, they do not."""
    if hasattr(estimator, "predict_proba"):
        expected = estimator.predict_proba(inputs)
    else:
        expected = logistic(np.asarray(estimator.decision_function(inputs)))
    actual = logistic(plain_decisions(numbers, inputs))
    return actual.shape == expected.shape and bool(np.abs(actual - expected).max() <= _ROUNDING)
