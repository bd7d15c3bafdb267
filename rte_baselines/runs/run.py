"""Predictions on the pairs of a dataset, in order, with their ranking."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import InputError, RunError
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme, scheme_of
from rte_baselines.quoting import quoted
from rte_baselines.representing import named
from rte_baselines.runs.columns import LABELS, RunColumns
from rte_baselines.runs.prediction import Prediction

_NAMES: NDArray[np.str_] = np.array([label.value for label in LABELS], dtype=np.str_)


class Run(Sequence[Prediction]):
    """A system's predictions, held as columns; each `Prediction` is made when asked for.

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
    classes : mapping of str to object, optional
        What NumPy sees in place of each label, such as the numbers that a recognizer was
        trained on; by default the label.

    Attributes
    ----------
    columns : RunColumns
        All that is known of the predictions, numbers that only some of them have included.
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
        self,
        predictions: Iterable[Prediction],
        *,
        ranked: bool = False,
        name: str = "run",
        classes: Mapping[str, Any] | None = None,
    ) -> None:
        self.columns = (
            predictions if isinstance(predictions, RunColumns) else RunColumns.of(predictions)
        )
        self.name = name
        self._classes = classes
        self.ids = self.columns.ids
        self.labels = _NAMES[self.columns.codes]
        self.confidences = self.columns.confidences.complete
        self.scores = self.columns.scores.complete
        self.probabilities = self.columns.probabilities.complete
        self.ranking: IntArray | None = None
        if self.scores is not None:
            self.ranking = np.unique(-self.scores, return_inverse=True)[1].astype(np.int64) + 1
        elif ranked:
            self.ranking = np.arange(1, len(self) + 1)

    @property
    def scheme(self) -> Scheme | None:
        """Which scheme the labels are of; two-way beside three-way labels is an error."""
        present = np.flatnonzero(np.bincount(self.columns.codes, minlength=len(LABELS)))
        try:
            return scheme_of(LABELS[code] for code in present)
        except InputError as error:
            raise RunError(f"{self.name}: {error}") from None

    def select(self, positions: Sequence[int] | IntArray, *, name: str | None = None) -> "Run":
        """Return the run of the predictions at these positions, in this order.

        Each prediction keeps its rank, so that a ranked run stays so in another order.
        """
        columns = self.columns.select(positions)
        chosen = Run(columns, name=name or self.name, classes=self._classes)
        if self.ranking is not None:
            chosen.ranking = self.ranking[np.asarray(positions, dtype=np.int64)]
        return chosen

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, index: int) -> Prediction: ...
    @overload
    def __getitem__(self, index: slice) -> "Run": ...
    def __getitem__(self, index: int | slice) -> "Prediction | Run":
        if isinstance(index, slice):
            return self.select(range(*index.indices(len(self))))
        return next(iter(self.columns.select([index])))

    def __iter__(self) -> Iterator[Prediction]:
        return iter(self.columns)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if self._classes is None:
            return np.array(self.labels, dtype=dtype)
        return np.array([self._classes[label] for label in self.labels.tolist()], dtype=dtype)

    def __repr__(self) -> str:
        ranked = f"ranked={self.ranking is not None}"
        return named(self, quoted(self.name), f"{len(self)} predictions", ranked)
