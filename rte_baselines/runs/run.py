"""Predictions on the pairs of a dataset, in order, with their ranking."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import named
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme, scheme_of
from rte_baselines.runs.columns import LABELS, Codes, RunColumns
from rte_baselines.runs.prediction import Prediction, WithheldAnswers

_NAMES: NDArray[np.str_] = np.array([label.value for label in LABELS], dtype=np.str_)
_ENTAILMENT, _NO_ENTAILMENT = map(LABELS.index, (Label.ENTAILMENT, Label.NO_ENTAILMENT))
_NOT_ENTAILED = [code for code in range(len(LABELS)) if code != _ENTAILMENT]
_THREE_WAY_ONLY = [LABELS.index(label) for label in (Label.CONTRADICTION, Label.UNKNOWN)]


class Run(Sequence[Prediction]):
    """A system's predictions, stored as columns; each `Prediction` is created on access.

    NumPy and scikit-learn convert a run to the array of its labels, so that a run can be
    used wherever predicted labels are expected.

    Parameters
    ----------
    predictions : iterable of Prediction
    ranked : bool, optional
        Whether the order of the predictions is a ranking, from the most to the least
        certain entailment. If all predictions have scores or probabilities, these
        determine the ranking.
    name : str, optional
        The name in tables: of a recognizer, or of a file without its ending.
    classes : mapping of str to object, optional
        The values of the labels for NumPy, such as the numbers that a recognizer was
        trained on; by default the labels themselves.
    in_order : bool, optional
        Whether the predictions are in the order of the pairs, one for each. Their ids are then
        their numbers, from 1; other ids are replaced, unless answers are withheld.
    notes : sequence of str, optional
        Notes on how the predictions were read, one line each.
    withheld : mapping of str to Withheld, optional
        The answers that are not labels, by the ids of further pairs: the system abstained, or its
        answer could not be read. They are not among the predictions, which have a value in each
        column.
    has_labels : bool, optional
        Whether the predictions have labels. Otherwise only their ranking and probabilities count,
        and the label of each is a placeholder.
    labels_may_be_gold : str, optional
        The column of the labels, if nobody says that it is not that of the gold labels.
        `check_run` then refuses labels that all equal those of the pairs.
    other_columns : mapping of str to sequence of str, optional
        For predictions in the order of the pairs: the values of columns that are not read.
        `check_run` refuses a run in which one of them has the ids of the pairs.

    Attributes
    ----------
    columns : RunColumns
        All values of the predictions, including numbers that only some of them have.
    ids : tuple of str
    source : str
        The file that the run was read from, for messages; by default its name.
    understood : str
        How the source of the run was understood, in one line; empty if it was not read.
    confidences : ndarray of float64, shape (n,), or None
        The confidences, if every prediction has one. If none has one, but all have probabilities:
        the probabilities of the labels, if the labels are two-way or in the scheme of the
        probabilities. Otherwise None.
    scores : ndarray of float64, shape (n,), or None
        The scores, if every prediction has one. If none has one, but all have probabilities: the
        probabilities of ENTAILMENT. Otherwise None.
    ranking : ndarray of int64, shape (n,), or None
        The rank of each prediction: 1 is the most certain entailment, and predictions with
        equal scores share a rank. None if the run is not ranked.
    probabilities : ndarray of float64, shape (n, labels), or None
        One column for each `Label`, in their order; None unless every prediction has
        probabilities.
    scheme : Scheme or None
        None if all labels are ENTAILMENT.
    """

    def __init__(
        self,
        predictions: Iterable[Prediction],
        *,
        ranked: bool = False,
        name: str = "run",
        classes: Mapping[str, Any] | None = None,
        in_order: bool = False,
        notes: Sequence[str] = (),
        withheld: WithheldAnswers | None = None,
        has_labels: bool = True,
        labels_may_be_gold: str | None = None,
        other_columns: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.columns = (
            predictions if isinstance(predictions, RunColumns) else RunColumns.of(predictions)
        )
        self.name = self.source = name
        self.classes = classes
        self.in_order = in_order
        self.notes = tuple(notes)
        self.withheld = dict(withheld or {})
        self.has_labels = has_labels
        self.labels_may_be_gold = labels_may_be_gold
        self.other_columns = dict(other_columns or {})
        self.understood = ""
        if in_order and not self.withheld:
            numbers = tuple(map(str, range(1, len(self.columns) + 1)))
            self.columns = replace(self.columns, ids=numbers)
        self.ids = self.columns.ids
        self.probabilities = self.columns.probabilities.complete
        self.confidences = self.columns.confidences.complete if has_labels else None
        self.scores = self.columns.scores.complete
        has_confidences = not has_labels or self.columns.confidences.given.any()
        if self.probabilities is not None and not has_confidences:
            self.confidences = label_confidences(self.probabilities, self.columns.codes)
        if self.probabilities is not None and not self.columns.scores.given.any():
            self.scores = entailment_scores(self.probabilities)
        self.ranking: IntArray | None = None
        if self.scores is not None:
            self.ranking = ranks_by_score(self.scores)
        elif ranked:
            self.ranking = np.arange(1, len(self) + 1)

    @classmethod
    def from_records(cls, records: Any, **options: Any) -> "Run":
        """Make a run from the output of an NLI system: `rte_baselines.runs.read_run` of records.

        Parameters
        ----------
        records : iterable of mapping, or of sequence of mapping, or data frame or dataset
            A mapping ``{"id", "label", ...}`` for each pair, with the columns of run files; or the
            output of Hugging Face's pipelines. Or a table of pandas, polars, PyArrow or
            ``datasets``. Values and arrays of NumPy are converted to those of Python.
        **options
            As in `read_run`, such as ``in_order=True`` for records without ids.

        Raises
        ------
        InputError
            As in `read_run`; the line is the number of the record, from 1.

        Examples
        --------
        >>> run = Run.from_records(
        ...     [{"label": "entailment", "score": 0.9}],
        ...     in_order=True,
        ...     run_columns={"confidence": "score"},
        ... )
        >>> [str(prediction.label) for prediction in run]
        ['ENTAILMENT']
        """
        # Runs that are predicted need no reader.
        from rte_baselines.runs.reader import read_as

        if isinstance(records, (str, Path)):
            raise InputError(f"{quoted(str(records))} is a path; expected records; see read_run")
        run: Run = read_as(cls, records, **options)
        return run

    def to_pandas(self) -> Any:
        """Return the predictions as a data frame, which `read_run` reads.

        Returns
        -------
        pandas.DataFrame
            A row for each prediction, and then for each withheld answer. The columns are ``id``,
            ``label``, ``confidence``, ``score``, one such as ``probability_entailment`` for each
            label, ``pair_digest``, ``trained_model`` and ``in_training``; those without any value
            are left out, and single missing values are NaN or NA.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        from rte_baselines.runs.lines import run_frame

        frame = run_frame(self.columns, self.withheld)
        return frame if self.has_labels else frame.drop(columns="label")

    @property
    def labels(self) -> NDArray[np.str_]:
        """The labels, shape (n,); an error if the run has none."""
        self.require_labels()
        return _NAMES[self.columns.codes]

    def require_labels(self) -> None:
        """Refuse a run without labels by a `RunError` that says how to get them."""
        if not self.has_labels:
            raise RunError(f"{self.name}: {why_no_labels()}")

    @property
    def scheme(self) -> Scheme | None:
        """The scheme of the labels; mixing two-way and three-way labels is an error."""
        present = np.flatnonzero(np.bincount(self.columns.codes, minlength=len(LABELS)))
        try:
            return scheme_of(LABELS[code] for code in present)
        except InputError as error:
            raise RunError(f"{self.name}: {error}") from None

    def select(self, positions: Sequence[int] | IntArray, *, name: str | None = None) -> "Run":
        """Return the run of the predictions at these positions, which keep their ranks."""
        chosen = Run(
            self.columns.select(positions),
            name=name or self.name,
            classes=self.classes,
            in_order=self.in_order,
            notes=self.notes,
            withheld=self.withheld,
            has_labels=self.has_labels,
            labels_may_be_gold=self.labels_may_be_gold,
        )
        chosen.source = self.source if name is None else name
        if self.ranking is not None:
            chosen.ranking = self.ranking[np.asarray(positions, dtype=np.int64)]
        return chosen

    def noting(self, note: str) -> "Run":
        """Return the run with a further note."""
        return self._replaced(notes=(*self.notes, note))

    def withholding(self, withheld: WithheldAnswers) -> "Run":
        """Return the run with other withheld answers."""
        return self._replaced(withheld=dict(withheld))

    def called(self, name: str) -> "Run":
        """Return the run under another name."""
        source = name if self.source == self.name else self.source
        return self._replaced(name=name, source=source)

    def on(self, ids: Sequence[str]) -> "Run":
        """Return the run with other ids, one for each prediction; ranks are unchanged."""
        columns = replace(self.columns, ids=tuple(ids))
        return self._replaced(columns=columns, ids=columns.ids, in_order=False, other_columns={})

    def _replaced(self, **attributes: Any) -> "Run":
        changed = copy(self)
        vars(changed).update(attributes)
        return changed

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
        if self.classes is None:
            return np.array(self.labels, dtype=dtype)
        return np.array([self.classes[label] for label in self.labels.tolist()], dtype=dtype)

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the counts of labels, and the first predictions."""
        from rte_baselines.runs.lines import run_html

        return run_html(self)

    def __repr__(self) -> str:
        ranked = f"ranked={self.ranking is not None}"
        return named(self, quoted(self.name), counted(len(self), "prediction"), ranked)


def why_no_labels() -> str:
    """Return why a run without labels has no value, and how it would have labels."""
    advice = how_to_state("threshold=0.5", "--threshold 0.5")
    return f"the run has no labels; a threshold gives them: {advice}"


def entailment_scores(probabilities: FloatArray) -> FloatArray:
    """Return the probabilities of ENTAILMENT, given a column for each of `LABELS`."""
    return probabilities[:, _ENTAILMENT]


def label_confidences(probabilities: FloatArray, codes: Codes) -> FloatArray | None:
    """Return how probable each label is, or None if the probabilities, of shape (n, 4), do not say.

    Three-way probabilities say how probable NO_ENTAILMENT is; two-way ones do not say how
    probable CONTRADICTION and UNKNOWN are.
    """
    is_two_way = probabilities[:, _NO_ENTAILMENT] > 0
    if (is_two_way & np.isin(codes, _THREE_WAY_ONLY)).any():
        return None
    labelled: FloatArray = probabilities[np.arange(len(codes)), codes]
    not_entailed = probabilities[:, _NOT_ENTAILED].sum(axis=1)
    return np.where(codes == _NO_ENTAILMENT, not_entailed, labelled)


def ranks_by_score(scores: FloatArray) -> IntArray:
    """Return the rank of each pair: the highest score has rank 1, and equal ones share a rank."""
    return np.unique(-scores, return_inverse=True)[1].astype(np.int64) + 1
