"""The base class of heads, which turn a table of features into decisions."""

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

# How many columns are named of those that pull either way.
_NAMED = 2


@brief
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


@dataclass(frozen=True)
class Reason:
    """Why a head decides as it does on a pair.

    Parameters
    ----------
    text : str
        In plain words, as part of a sentence.
    columns : tuple of str
        The columns of the feature table that alone decided; empty if many did, or none.
    """

    text: str
    columns: tuple[str, ...] = ()


class Head(Component):
    """A map from the features of pairs to labels, confidences and entailment scores.

    `fit` stores what it learns in attributes that end in ``_``: numbers, strings, lists,
    dictionaries, dictionaries of float arrays, scikit-learn estimators, or another head, under
    the name of the parameter that it was cloned from, plus ``_``. `recognizers` saves and
    loads these attributes.
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
        """Return the decisions on all pairs of the table."""

    def pulls(self, table: FeatureTable, means: Sequence[float]) -> FloatArray:
        """Return what each column does to the entailment score of a pair.

        Parameters
        ----------
        table : FeatureTable
            Of one pair.
        means : sequence of float, length columns
            The mean of each column over the training pairs.

        Returns
        -------
        ndarray of float64, shape (columns,)
            How much higher `Decisions.entailment` is than it would be if the column were at
            its mean and all others as they are; in [-1, 1].
        """
        columns = len(table.columns)
        variants = np.repeat(table.values, columns + 1, axis=0)
        variants[np.arange(columns), np.arange(columns)] = means
        decisions = self.decide(table.select([0] * (columns + 1)).with_values(variants))
        pulls: FloatArray = decisions.entailment[-1] - decisions.entailment[:-1]
        return pulls

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say in plain words why it decides as it does on a pair; by default, what pulls most.

        Parameters are those of `pulls`.
        """
        is_entailed = self.decide(table).labels[0] == Label.ENTAILMENT.value
        pulls = self.pulls(table, means)
        return Reason(strongest_pulls(table, means, pulls, is_entailed=is_entailed))

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


def strongest_pulls(
    table: FeatureTable, means: Sequence[float], pulls: FloatArray, *, is_entailed: bool
) -> str:
    """Say which columns of a pair pull most towards entailment, and which most away from it.

    Those that pull towards the decision come first.

    Parameters
    ----------
    table, means
        As `Head.pulls` takes them.
    pulls : ndarray of float64, shape (columns,)
        What it returns.
    is_entailed : bool
        Whether the decision is ENTAILMENT.
    """
    said = []
    directions = (("towards", 1.0), ("away from", -1.0))
    for direction, sign in directions if is_entailed else directions[::-1]:
        strength = sign * pulls
        strongest = np.argsort(-strength, kind="stable")[:_NAMED]
        names = [
            f"{table.columns[column].name} at {plain_number(table.values[0, column])} "
            f"(mean {plain_number(means[column])})"
            for column in strongest.tolist()
            if strength[column] > 0
        ]
        if names:
            verb = "pulls" if len(names) == 1 else "pull"
            said.append(f"{' and '.join(names)} {verb} most {direction} entailment")
    return "; ".join(said) or "no feature changes the score if it is put at its training mean"


def plain_number(value: float) -> str:
    """Return a number to three places, or to one digit if it is smaller than that."""
    return f"{value:.3f}" if value == 0 or abs(value) >= 0.0005 else f"{value:.0e}"


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
