"""Predictions on the pairs of a dataset, in order, with their ranking."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import InputError, RunError
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme, scheme_of


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system says of one pair.

    Parameters
    ----------
    id : str
        The pair's id.
    label : Label
    confidence : float or None
        How sure the system is that its label is right, in [0, 1].
    score : float or None
        How surely the text entails the hypothesis; any real number, higher is surer.
        Pairs are ranked by it.
    probabilities : mapping of Label to float, or None
        One probability for each label of the scheme.
    """

    id: str
    label: Label
    confidence: float | None = None
    score: float | None = None
    probabilities: Mapping[Label, float] | None = None


class Run(Sequence[Prediction]):
    """A system's predictions, held as columns.

    NumPy and scikit-learn see a run as the array of its labels, so that a run can be
    given wherever predicted labels are expected.

    Parameters
    ----------
    predictions : iterable of Prediction
    ranked : bool, optional
        Whether the order of the predictions is a ranking, from the surest entailment to
        the least sure. Scores, where all predictions have one, rank by themselves.
    name : str, optional
        Shown in tables; a recognizer's name or a file's.

    Attributes
    ----------
    ids : tuple of str
    labels : ndarray of str, shape (n,)
    confidences : ndarray of float64, shape (n,), or None
        None unless every prediction has a confidence; likewise `scores`.
    scores : ndarray of float64, shape (n,), or None
    ranking : ndarray of int64, shape (n,), or None
        The rank of each prediction: 1 is the surest entailment, and predictions with
        equal scores share a rank. None when the run is not ranked.
    probabilities : ndarray of float64, shape (n, labels), or None
        One column for each `Label`, in their order; None unless every prediction has
        probabilities.
    scheme : Scheme or None
        None when all labels are ENTAILMENT.
    """

    def __init__(
        self, predictions: Iterable[Prediction], *, ranked: bool = False, name: str = "run"
    ) -> None:
        self._predictions = tuple(predictions)
        self.name = name
        self.ids = tuple(prediction.id for prediction in self._predictions)
        self.labels: NDArray[np.str_] = np.array(
            [str(prediction.label) for prediction in self._predictions], dtype=np.str_
        )
        self.confidences = _column([prediction.confidence for prediction in self._predictions])
        self.scores = _column([prediction.score for prediction in self._predictions])
        self.probabilities = _probabilities(self._predictions)
        self.ranking: IntArray | None = None
        if self.scores is not None:
            self.ranking = np.unique(-self.scores, return_inverse=True)[1].astype(np.int64) + 1
        elif ranked:
            self.ranking = np.arange(1, len(self) + 1)

    @property
    def scheme(self) -> Scheme | None:
        """Which scheme the labels are of; two-way beside three-way labels is an error."""
        try:
            return scheme_of({prediction.label for prediction in self._predictions})
        except InputError as error:
            raise RunError(f"{self.name}: {error}") from None

    def select(self, positions: Sequence[int] | IntArray, *, name: str | None = None) -> "Run":
        """Return the run of the predictions at these positions, in this order.

        Each prediction keeps its rank, so that a ranked run stays so in another order.
        """
        chosen = Run((self._predictions[place] for place in positions), name=name or self.name)
        if self.ranking is not None:
            chosen.ranking = self.ranking[np.asarray(positions, dtype=np.int64)]
        return chosen

    def __len__(self) -> int:
        return len(self._predictions)

    @overload
    def __getitem__(self, index: int) -> Prediction: ...
    @overload
    def __getitem__(self, index: slice) -> "Run": ...
    def __getitem__(self, index: int | slice) -> "Prediction | Run":
        if isinstance(index, slice):
            return self.select(range(*index.indices(len(self))))
        return self._predictions[index]

    def __iter__(self) -> Iterator[Prediction]:
        return iter(self._predictions)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.labels, dtype=dtype)

    def __repr__(self) -> str:
        return f"Run({self.name!r}, {len(self)} predictions, ranked={self.ranking is not None})"


def _column(values: list[float | None]) -> FloatArray | None:
    if not values or any(value is None for value in values):
        return None
    return np.array(values, dtype=np.float64)


def _probabilities(predictions: Sequence[Prediction]) -> FloatArray | None:
    if not predictions or any(prediction.probabilities is None for prediction in predictions):
        return None
    return np.array(
        [
            [(prediction.probabilities or {}).get(label, 0.0) for label in Label]
            for prediction in predictions
        ]
    )
