"""What every head is: a table of features to decisions."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

from rte_baselines.components import Component
from rte_baselines.errors import InputError
from rte_baselines.features.table import FeatureTable
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.pairs.labels import as_label
from rte_baselines.representing import brief

LabelArray = NDArray[np.str_]


@brief
@dataclass(frozen=True)
class Decisions:
    """What a head decides of some pairs.

    Parameters
    ----------
    labels : ndarray of str, shape (pairs,)
    confidences : ndarray of float64, shape (pairs,)
        How sure the head is of each label, in [0, 1].
    entailment : ndarray of float64, shape (pairs,)
        How surely each text entails its hypothesis, in [0, 1].
    probabilities : ndarray of float64, shape (pairs, classes), or None
        None for heads that know no probabilities.
    classes : tuple of str
        The labels of the columns of `probabilities`.
    """

    labels: LabelArray
    confidences: FloatArray
    entailment: FloatArray
    probabilities: FloatArray | None = None
    classes: tuple[str, ...] = ()

    @property
    def scores(self) -> FloatArray:
        """The entailment scores to rank by, in [0, 1].

        Pairs labelled ENTAILMENT have at least 0.5 and all others at most 0.5, within
        each by `entailment`, so that the ranking never contradicts the labels. Where a
        pair that is not labelled ENTAILMENT would reach 0.5, it gets the next lower
        number.
        """
        entailed = self.labels == Label.ENTAILMENT.value
        scores: FloatArray = (self.entailment + entailed) / 2
        return np.where(entailed, scores, np.minimum(scores, np.nextafter(0.5, 0.0)))


class Head(Component):
    """Turns the features of pairs into labels, confidences and entailment scores.

    `fit` stores what it learns in attributes that end in ``_``. They hold numbers,
    strings, lists and dictionaries, scikit-learn estimators, or, under the name of the
    parameter it was cloned from plus ``_``, another head; `recognizers` saves and loads
    them without help from the head.
    """

    kind: ClassVar[str] = "heads"

    @property
    @abstractmethod
    def scheme(self) -> Scheme:
        """The scheme of the labels it gives."""

    def scheme_for(self, training: Scheme | None) -> Scheme:
        """Return the scheme it gives labels in after training on labels of a scheme.

        None is the scheme of labels that are all ENTAILMENT. Heads that are to be
        trained on three-way labels but can do with two-way ones say so here.
        """
        return self.scheme

    @abstractmethod
    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Learn from pairs with gold labels of the scheme that `scheme_for` gives.

        Parameters
        ----------
        table : FeatureTable
        labels : array_like of Label or str, shape (pairs,)
            By any of their names in use; `label_array` makes an array of their own names.

        Raises
        ------
        InputError
            If one is no label, or the labels do not suffice to learn from.
        """

    @abstractmethod
    def decide(self, table: FeatureTable) -> Decisions:
        """Decide on every pair of the table."""

    def learned(self) -> dict[str, Any]:
        """Return the learned attributes by name."""
        return {
            name: value
            for name, value in vars(self).items()
            if name.endswith("_") and not name.startswith("_")
        }


def label_array(labels: ArrayLike) -> LabelArray:
    """Return the values of labels given by any of their names, shape (pairs,).

    Raises
    ------
    InputError
        If one is no label.
    """
    given = labels if isinstance(labels, np.ndarray) else np.asarray(labels, dtype=np.object_)
    return np.array([as_label(label).value for label in given.reshape(-1).tolist()], dtype=np.str_)


def require_labels(labels: LabelArray, needed: Sequence[Label], learner: str) -> None:
    """Check that each of the needed labels occurs in the training data.

    Raises
    ------
    InputError
        Naming the labels that are there and those that are missing.
    """
    present = set(labels.tolist())
    missing = [label.value for label in needed if label.value not in present]
    if missing:
        found = f"has only {' and '.join(sorted(present))}" if present else "is empty"
        raise InputError(
            f"the training data {found}; {learner} needs pairs labelled {' and '.join(missing)} too"
        )
