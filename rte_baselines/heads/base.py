"""The base class of heads, which turn a table of features into decisions."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.components import Component
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.features.table import FeatureTable
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme, scheme_of
from rte_baselines.pairs.labels import as_label

LabelArray = NDArray[np.str_]
SchemeName = Literal["two-way", "three-way"]

CERTAINTY = "certainty of entailment"
LOG_ODDS = "log-odds of entailment"
"""The possible values of `Head.scale`: what `Head.leaning` measures."""

# How many parts are named of those that pull either way.
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
        The certainty that the text entails the hypothesis, in [0, 1]: its probability, for
        heads with probabilities. Not the score that a run is ranked by; see `scores`.
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
        """The entailment scores to rank by, in [0, 1], which runs have.

        Pairs labelled ENTAILMENT have scores of at least 0.5 and all others less than 0.5,
        so that the ranking never contradicts the labels. Within both, scores increase with
        `entailment`.
        """
        entailed = self.labels == Label.ENTAILMENT.value
        scores: FloatArray = (self.entailment + entailed) / 2
        return np.where(entailed, scores, np.minimum(scores, np.nextafter(0.5, 0.0)))


class TablePart(NamedTuple):
    """A unit of explanation: a column of the feature table, or a vector.

    `columns`: the column, or those of the vector's dimensions.
    """

    name: str
    columns: tuple[int, ...]

    @property
    def is_vector(self) -> bool:
        """Whether it has several dimensions, whose single values have no meaning for a reader."""
        return len(self.columns) > 1


def parts_of(table: FeatureTable) -> tuple[TablePart, ...]:
    """Return the columns of a table, those of a vector together, in order."""
    positions = range(len(table.columns))
    names = [column.vector or column.name for column in table.columns]
    groups = groupby(positions, key=names.__getitem__)
    return tuple(TablePart(name, tuple(columns)) for name, columns in groups)


@dataclass(frozen=True)
class Reason:
    """Why a head decides as it does on a pair.

    `text`: in plain words, as part of a sentence. `columns`: the columns that decided alone; empty
    if many columns did, or no column.
    """

    text: str
    columns: tuple[str, ...] = ()


class Head(Component):
    """A map from the features of pairs to labels, confidences and entailment scores.

    `fit` stores what it learns in attributes that end in ``_``: numbers, strings, lists,
    dictionaries, dictionaries of arrays, scikit-learn estimators, or another head, under
    the name of the parameter that it was cloned from, plus ``_``. `recognizers` saves and
    loads these attributes.
    """

    kind: ClassVar[str] = "heads"

    @property
    @abstractmethod
    def scheme(self) -> Scheme:
        """The scheme of the predicted labels."""

    def scheme_for(self, training: Scheme | None) -> Scheme:
        """Return the scheme of the predicted labels, given the scheme of the training labels.

        `training` is None if all training labels are ENTAILMENT, which is in every scheme.
        Heads whose scheme depends on the training labels override this method.
        """
        return self.scheme

    @abstractmethod
    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Learn from pairs with gold labels of the scheme that `scheme_for` gives.

        Parameters
        ----------
        table : FeatureTable
        labels : array_like of Label or str, shape (pairs,)
            The labels, by any of their names; `label_array` converts them to their values.

        Raises
        ------
        InputError
            If one is unknown, or the labels do not suffice to learn from.
        """

    @abstractmethod
    def decide(self, table: FeatureTable) -> Decisions:
        """Return the decisions on all pairs of the table."""

    def pulls(self, table: FeatureTable, means: Sequence[float]) -> FloatArray:
        """Return what each part of the table does to the decision on a pair.

        Parameters
        ----------
        table : FeatureTable
            Of one pair.
        means : sequence of float, length columns
            The mean of each column over the training pairs.

        Returns
        -------
        ndarray of float64, shape (parts,)
            The value of `leaning` minus its value if the part were at its mean and all other parts
            unchanged, for each of `parts_of`.
        """
        parts = parts_of(table)
        variants = np.repeat(table.values, len(parts) + 1, axis=0)
        for row, part in enumerate(parts):
            columns = list(part.columns)
            variants[row, columns] = np.asarray(means)[columns]
        leanings = self.leaning(table.select([0] * len(variants)).with_values(variants))
        pulls: FloatArray = leanings[-1] - leanings[:-1]
        return pulls

    @property
    def scale(self) -> str:
        """What `leaning` measures: `CERTAINTY` or `LOG_ODDS`."""
        return CERTAINTY

    def leaning(self, table: FeatureTable) -> FloatArray:
        """Return how much each pair leans to ENTAILMENT, shape (pairs,).

        It is `Decisions.entailment` or, for heads that add up evidence, its log-odds: probabilities
        near 0 or 1 differ little, but their log-odds do.
        """
        return self.decide(table).entailment

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say in plain words why a pair is decided as it is.

        By default, the parts with the strongest pulls are named, first those that pull towards the
        decision. Parameters are those of `pulls`.
        """
        pulls, parts = self.pulls(table, means), parts_of(table)
        directions = [("towards", 1.0), ("away from", -1.0)]
        if self.decide(table).labels[0] != Label.ENTAILMENT.value:
            directions.reverse()
        said = []
        for direction, sign in directions:
            strength = sign * pulls
            strongest = np.argsort(-strength, kind="stable")[:_NAMED].tolist()
            names = [
                _named(parts[index], table, means) for index in strongest if strength[index] > 0
            ]
            if names:
                verb = "pulls" if len(names) == 1 else "pull"
                said.append(f"{' and '.join(names)} {verb} most {direction} entailment")
        return Reason("; ".join(said) or "no single feature decides alone")

    def learned(self) -> dict[str, Any]:
        """Return the learned attributes by name."""
        return {
            name: value
            for name, value in vars(self).items()
            if name.endswith("_") and not name.startswith("_")
        }


class EitherSchemeHead(Head):
    """A head for two or three labels: those that it is told, or those of the training pairs.

    `scheme_name`: by default, the scheme of the training labels. `scheme_name_`: the scheme of the
    training labels; only without `scheme_name`.
    """

    scheme_name: SchemeName | None

    @property
    def scheme(self) -> Scheme:
        """The configured scheme, else that of the training labels, else two-way."""
        return Scheme(self.scheme_name or getattr(self, "scheme_name_", "two-way"))

    def scheme_for(self, training: Scheme | None) -> Scheme:
        """Return the configured scheme, else that of the training labels."""
        return Scheme(self.scheme_name or training or Scheme.TWO_WAY)

    def gold(self, labels: ArrayLike) -> LabelArray:
        """Return the values of training labels, and learn their scheme if none is configured."""
        gold = label_array(labels)
        if self.scheme_name is None:
            self.scheme_name_ = self.scheme_for(scheme_of(set(gold.tolist()))).value
        return gold


def most_probable(probabilities: FloatArray, classes: tuple[str, ...]) -> Decisions:
    """Return the most probable class of each pair; probabilities have shape (pairs, classes)."""
    chosen = np.argmax(probabilities, axis=1)
    is_entailment = np.array(classes) == Label.ENTAILMENT.value
    return Decisions(
        labels=np.array(classes)[chosen],
        confidences=probabilities[np.arange(len(chosen)), chosen],
        # Without such a class, all certainties are 0.
        entailment=probabilities[:, is_entailment].sum(axis=1),
        probabilities=probabilities,
        classes=classes,
    )


def column_named(table: FeatureTable, name: str, purpose: str) -> int:
    """Return the place of a column, which a user has named for a purpose."""
    names = [column.name for column in table.columns]
    if name not in names:
        raise ConfigError(
            f"no feature {quoted(name)} {purpose}; {did_you_mean(name, names)}expected one of: "
            f"{', '.join(names)}"
        )
    return names.index(name)


def label_array(labels: ArrayLike) -> LabelArray:
    """Return the values of labels given by any of their names, shape (pairs,)."""
    given = np.asarray(labels, dtype=np.object_).reshape(-1)
    return np.array([as_label(label).value for label in given.tolist()], dtype=np.str_)


def _named(part: TablePart, table: FeatureTable, means: Sequence[float]) -> str:
    """Return the name of a part, with its value and mean if it is a single number."""
    if part.is_vector:
        return part.name
    (column,) = part.columns
    value, mean = plain_number(table.values[0, column]), plain_number(means[column])
    return f"{part.name} at {value} (mean {mean})"


def plain_number(value: float) -> str:
    """Return a number to three places, or to one digit if it is smaller than that."""
    return f"{value:.3f}" if value == 0 or abs(value) >= 0.0005 else f"{value:.0e}"


def require_labels(labels: LabelArray, needed: Sequence[Label], learner: str) -> None:
    """Check that each of the needed labels occurs in the training data."""
    present = set(labels.tolist())
    missing = [label.value for label in needed if label.value not in present]
    if missing:
        content = f"has only {' and '.join(sorted(present))}" if present else "is empty"
        raise InputError(
            f"the training data {content}; {learner} needs pairs labelled "
            f"{' and '.join(missing)} too"
        )
