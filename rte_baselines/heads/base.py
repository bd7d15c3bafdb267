"""The base class of heads, which turn a table of features into decisions."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

from rte_baselines.components import Component
from rte_baselines.errors import InputError
from rte_baselines.features.table import FeatureTable
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme

LabelArray = NDArray[np.str_]


@dataclass(frozen=True)
class Decisions:
    """The decisions of a head on a set of pairs.

    Parameters
    ----------
    labels : ndarray of str, shape (pairs,)
    confidences : ndarray of float64, shape (pairs,)
        The confidence in each label, in [0, 1].
    entailment : ndarray of float64, shape (pairs,)
        The certainty that the text entails the hypothesis, in [0, 1].
    probabilities : ndarray of float64, shape (pairs, classes), or None
        None for heads without probabilities.
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

        Pairs labelled ENTAILMENT have scores of at least 0.5 and all others less than 0.5,
        so that the ranking never contradicts the labels. Within both, scores increase with
        `entailment`.
        """
        entailed = self.labels == Label.ENTAILMENT.value
        scores: FloatArray = (self.entailment + entailed) / 2
        return np.where(entailed, scores, np.minimum(scores, np.nextafter(0.5, 0.0)))


class Head(Component):
    """A map from the features of pairs to labels, confidences and entailment scores.

    `fit` stores what it learns in attributes that end in ``_``: numbers, strings, lists,
    dictionaries, scikit-learn estimators, or another head, under the name of the parameter
    that it was cloned from, plus ``_``. `recognizers` saves and loads these attributes.
    """

    kind: ClassVar[str] = "heads"

    @property
    @abstractmethod
    def scheme(self) -> Scheme:
        """The scheme of the predicted labels."""

    def scheme_for(self, training: Scheme | None) -> Scheme:
        """Return the scheme of the predicted labels after training on labels of a scheme.

        None is the scheme of labels that are all ENTAILMENT. Three-way heads that also
        accept two-way training labels override this method.
        """
        return self.scheme

    @abstractmethod
    def fit(self, table: FeatureTable, labels: LabelArray) -> Self:
        """Learn from pairs with gold labels of the scheme that `scheme_for` gives.

        Parameters
        ----------
        table : FeatureTable
        labels : ndarray of str, shape (pairs,)

        Raises
        ------
        InputError
            If the labels do not suffice to learn from.
        """

    @abstractmethod
    def decide(self, table: FeatureTable) -> Decisions:
        """Return the decisions on all pairs of the table."""

    def learned(self) -> dict[str, Any]:
        """Return the learned attributes by name."""
        return {
            name: value
            for name, value in vars(self).items()
            if name.endswith("_") and not name.startswith("_")
        }


def require_labels(labels: LabelArray, needed: Sequence[Label], learner: str) -> None:
    """Check that each of the needed labels occurs in the training data.

    Raises
    ------
    InputError
        If a label is missing; the message names the labels that occur and those that do not.
    """
    present = set(labels.tolist())
    missing = [label.value for label in needed if label.value not in present]
    if missing:
        content = f"has only {' and '.join(sorted(present))}" if present else "is empty"
        raise InputError(
            f"the training data {content}; {learner} needs pairs labelled "
            f"{' and '.join(missing)} too"
        )
