"""Gold labels and a system's output on the same pairs, as the arrays that measures take."""

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rte_baselines.errors import RunError
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme, conflate, scheme_of
from rte_baselines.runs import parse_judgments

Array = TypeVar("Array", bound=NDArray[Any])
Codes = NDArray[np.int8]
"""Labels by their place in `LABELS`, shape (n,)."""

LABELS = tuple(Label)
ENTAILMENT = LABELS.index(Label.ENTAILMENT)
_CONFLATED = np.array([LABELS.index(conflate(label)) for label in LABELS], dtype=np.int8)


@dataclass(frozen=True)
class Judgments:
    """What there is to measure: one value for each pair in every array.

    Parameters
    ----------
    gold, labels : ndarray of int8, shape (n,)
        Codes of the gold labels and of the system's.
    ranking : ndarray of int64 or float64, shape (n,), or None
        The rank of each pair; the lowest is the surest entailment, equal ranks are tied.
    confidences : ndarray of float64, shape (n,), or None
        How sure the system is of each label; higher is surer.
    """

    gold: Codes
    labels: Codes
    ranking: IntArray | FloatArray | None = None
    confidences: FloatArray | None = None

    @classmethod
    def from_arrays(
        cls,
        gold: ArrayLike,
        labels: ArrayLike,
        ranking: ArrayLike | None = None,
        confidences: ArrayLike | None = None,
    ) -> "Judgments":
        """Check the arrays and turn label names into codes.

        Raises
        ------
        RunError
            If there is no pair, the arrays differ in length, or a rank or confidence is
            not finite.
        """
        gold_codes = encode_labels(gold)
        if len(gold_codes) == 0:
            raise RunError("no pairs to score; expected at least one")
        size = len(gold_codes)
        return cls(
            gold=gold_codes,
            labels=_of_length(size, "labels", encode_labels(labels)),
            ranking=_finite(size, "ranking", ranking),
            confidences=_finite(size, "confidences", confidences),
        )

    @property
    def scheme(self) -> Scheme | None:
        """Three-way if gold and labels can both be read so; None if all is ENTAILMENT."""
        schemes = {scheme_of_codes(self.gold), scheme_of_codes(self.labels)}
        if Scheme.TWO_WAY in schemes:
            return Scheme.TWO_WAY
        return Scheme.THREE_WAY if Scheme.THREE_WAY in schemes else None

    @property
    def gold_entails(self) -> BoolArray:
        """Which pairs are ENTAILMENT in the gold standard."""
        return np.equal(self.gold, ENTAILMENT)

    @property
    def labels_entail(self) -> BoolArray:
        """Which pairs the system labels ENTAILMENT."""
        return np.equal(self.labels, ENTAILMENT)

    @property
    def correct(self) -> BoolArray:
        """Which labels match the gold label after two-way conflation of both."""
        return np.equal(self.gold_entails, self.labels_entail)

    def select(self, positions: IntArray) -> "Judgments":
        """Return the judgments of the pairs at these positions."""
        return Judgments(
            gold=self.gold[positions],
            labels=self.labels[positions],
            ranking=None if self.ranking is None else self.ranking[positions],
            confidences=None if self.confidences is None else self.confidences[positions],
        )


def encode_labels(labels: ArrayLike) -> Codes:
    """Return the codes of labels given by any of their names in use.

    Parameters
    ----------
    labels : array_like of Label or str, shape (n,)

    Raises
    ------
    InputError
        If a name is no label, or the names mix spellings.
    """
    names = np.asarray(labels, dtype=np.str_).reshape(-1)
    codes = np.full(len(names), -1, dtype=np.int8)
    for code, label in enumerate(LABELS):
        codes[names == label.value] = code
    if (codes < 0).any():
        parsed = parse_judgments(names.tolist())
        codes = np.array([LABELS.index(label) for label in parsed], dtype=np.int8)
    return codes


def conflate_codes(codes: Codes) -> Codes:
    """Map codes of three-way labels to those of the two-way scheme."""
    return _CONFLATED[codes]


def scheme_of_codes(codes: Codes) -> Scheme | None:
    """Return the scheme of the labels, as `scheme_of` does."""
    present = np.flatnonzero(np.bincount(codes, minlength=len(LABELS)))
    return scheme_of(LABELS[code] for code in present)


def _finite(size: int, name: str, values: ArrayLike | None) -> FloatArray | None:
    if values is None:
        return None
    array = _of_length(size, name, np.asarray(values, dtype=np.float64).reshape(-1))
    if not np.isfinite(array).all():
        raise RunError(f"{name} holds a value that is not finite; expected finite numbers")
    return array


def _of_length(size: int, name: str, array: Array) -> Array:
    if len(array) != size:
        raise RunError(f"{name} has {len(array)} values for {size} gold labels; expected as many")
    return array
