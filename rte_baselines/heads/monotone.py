"""Logistic regression whose weights may not point against the directions of features."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from typing_extensions import Self

from rte_baselines.heads.base import LabelArray
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label


class MonotoneLogisticRegression(ClassifierMixin, BaseEstimator):
    """Logistic regression in which more of a feature never speaks against its direction.

    The log-odds of ENTAILMENT to each other label do not fall with a feature of direction 1, and do
    not rise with one of direction -1. A pair that is at the best end of every such feature, as a
    text and itself are, therefore has the highest probability of ENTAILMENT that these features
    can give.

    The weights minimize ``C`` times the sum of the pairs' log losses, plus half the sum of the
    squares of the weights, within these bounds. ENTAILMENT has weights of 0, and the others are
    relative to it.

    Parameters
    ----------
    directions : sequence of {-1, 0, 1}, optional
        The direction of each feature, as `Output.direction`; by default, all are 0, which bounds
        no weight.
    C : float
        The inverse strength of the regularization, greater than 0.
    max_iter : int
        The maximum number of iterations of L-BFGS-B.

    Attributes
    ----------
    classes_ : ndarray of str, shape (classes,)
    coef_ : ndarray of float64, shape (1, features) for two classes, else (classes, features)
    intercept_ : ndarray of float64, shape (1,) or (classes,)

    References
    ----------
    Byrd, Lu, Nocedal and Zhu 1995, "A limited memory algorithm for bound constrained optimization".
    """

    def __init__(
        self,
        directions: Sequence[int] | None = None,
        C: float = 1.0,  # noqa: N803 (scikit-learn's name)
        max_iter: int = 1000,
    ) -> None:
        self.directions = directions
        self.C = C
        self.max_iter = max_iter

    def fit(self, inputs: ArrayLike, labels: ArrayLike) -> Self:
        """Find the weights for inputs of shape (pairs, features) and their labels.

        Raises
        ------
        ValueError
            If no label is ENTAILMENT, or there is another number of directions than of features.
        """
        values = np.asarray(inputs, dtype=np.float64)
        self.classes_, codes = np.unique(np.asarray(labels), return_inverse=True)
        directions = np.zeros(values.shape[1]) if self.directions is None else self.directions
        if len(directions) != values.shape[1]:
            raise ValueError(f"{len(directions)} directions for {values.shape[1]} features")
        if Label.ENTAILMENT.value not in self.classes_:
            raise ValueError("no label is ENTAILMENT")
        is_other = self.classes_ != Label.ENTAILMENT.value
        weights = np.zeros((len(self.classes_), values.shape[1] + 1))
        weights[is_other] = _minimized(
            np.column_stack([values, np.ones(len(values))]),
            np.eye(len(self.classes_))[codes],
            is_other,
            [_BOUNDS[int(direction)] for direction in directions],
            (self.C, self.max_iter),
        )
        if len(self.classes_) == 2:
            weights = weights[1:] - weights[:1]
        self.coef_, self.intercept_ = weights[:, :-1], weights[:, -1]
        return self

    def decision_function(self, inputs: ArrayLike) -> FloatArray:
        """Return the decision for the second of two classes, or for each of three.

        The shape is (pairs,) or (pairs, classes).
        """
        decisions: FloatArray = np.asarray(inputs, np.float64) @ self.coef_.T + self.intercept_
        return decisions[:, 0] if decisions.shape[1] == 1 else decisions

    def predict_proba(self, inputs: ArrayLike) -> FloatArray:
        """Return the probability of each class, shape (pairs, classes)."""
        decisions = self.decision_function(inputs)
        if decisions.ndim == 1:
            decisions = np.column_stack([np.zeros_like(decisions), decisions])
        return np.asarray(softmax(decisions, axis=1))

    def predict(self, inputs: ArrayLike) -> LabelArray:
        """Return the most probable class of each pair, shape (pairs,)."""
        labels: LabelArray = self.classes_[self.predict_proba(inputs).argmax(axis=1)]
        return labels


_FREE = (None, None)
_BOUNDS = {1: (None, 0.0), 0: _FREE, -1: (0.0, None)}
"""Of the weights of labels other than ENTAILMENT, by the direction of the feature."""


def _minimized(
    values: FloatArray,
    one_hot: FloatArray,
    is_other: BoolArray,
    bounds: Sequence[tuple[float | None, float | None]],
    settings: tuple[float, int],
) -> FloatArray:
    """Return the weights and the intercept of the labels but ENTAILMENT, shape (labels, columns).

    `values` has a last column of 1 for the intercept, which is neither bounded nor regularized.
    """
    strength, max_iter = settings
    labels, columns = int(np.sum(is_other)), values.shape[1]
    regularized = np.append(np.ones(columns - 1), 0.0)

    def loss_and_gradient(flat: FloatArray) -> tuple[float, FloatArray]:
        weights = flat.reshape(labels, columns)
        decisions = np.zeros(one_hot.shape)
        decisions[:, is_other] = values @ weights.T
        logs = log_softmax(decisions, axis=1)
        errors = (np.exp(logs) - one_hot)[:, is_other]
        penalty = 0.5 * float(((weights * regularized) ** 2).sum())
        gradient = strength * errors.T @ values + weights * regularized
        return penalty - strength * float((one_hot * logs).sum()), gradient.ravel()

    result = minimize(
        loss_and_gradient,
        np.zeros(labels * columns),
        jac=True,
        method="L-BFGS-B",
        bounds=[*bounds, _FREE] * labels,
        options={"maxiter": max_iter, "ftol": 1e-12, "gtol": 1e-6},
    )
    return np.asarray(result.x).reshape(labels, columns)
