"""Predictions on the pairs of a dataset, in order, with their ranking."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import InputError, RunError
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme, scheme_of
from rte_baselines.pairs.judgments import parse_label_order
from rte_baselines.pairs.rows import Rows, is_frame, json_record
from rte_baselines.quoting import counted, quoted
from rte_baselines.representing import named
from rte_baselines.runs.by_probability import (
    entailment_scores,
    label_confidences,
    ranks_by_score,
)
from rte_baselines.runs.columns import LABELS, RunColumns
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.frames import run_frame
from rte_baselines.runs.label_scores import ScoreOf
from rte_baselines.runs.parsing import interpret, parse_records
from rte_baselines.runs.prediction import Prediction
from rte_baselines.runs.withheld import WithheldAnswers

_NAMES: NDArray[np.str_] = np.array([label.value for label in LABELS], dtype=np.str_)


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
        The name in tables, of a recognizer or a file.
    classes : mapping of str to object, optional
        The values of the labels for NumPy, such as the numbers that a recognizer was
        trained on; by default the labels themselves.
    in_order : bool, optional
        Whether the predictions are in the order of the pairs. `check_run` then ignores
        their ids.
    notes : sequence of str, optional
        Notes on how the predictions were read, one line each.
    withheld : mapping of str to Withheld, optional
        The answers that are not labels, by the ids of further pairs: the system abstained, or its
        answer could not be read. They are not among the predictions, which have a value in each
        column, so that they need ids to say which pairs they are on.
    is_of_chat_model : bool, optional
        Whether the labels were read from the answers of a chat model.

    Raises
    ------
    InputError
        If answers are withheld and the predictions are in the order of the pairs.

    Attributes
    ----------
    columns : RunColumns
        All values of the predictions, including numbers that only some of them have.
    ids : tuple of str
    labels : ndarray of str, shape (n,)
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
        is_of_chat_model: bool = False,
    ) -> None:
        self.columns = (
            predictions if isinstance(predictions, RunColumns) else RunColumns.of(predictions)
        )
        self.name = name
        self.classes = classes
        self.in_order = in_order
        self.notes = tuple(notes)
        self.withheld = dict(withheld or {})
        self.is_of_chat_model = is_of_chat_model
        if in_order and self.withheld:
            raise InputError(
                f"{name}: withholds {counted(len(self.withheld), 'answer')}, and predictions are "
                "in the order of the pairs; expected predictions with ids"
            )
        self.ids = self.columns.ids
        self.labels = _NAMES[self.columns.codes]
        self.probabilities = self.columns.probabilities.complete
        self.confidences = self.columns.confidences.complete
        self.scores = self.columns.scores.complete
        if self.probabilities is not None and not self.columns.confidences.given.any():
            self.confidences = label_confidences(self.probabilities, self.columns.codes)
        if self.probabilities is not None and not self.columns.scores.given.any():
            self.scores = entailment_scores(self.probabilities)
        self.ranking: IntArray | None = None
        if self.scores is not None:
            self.ranking = ranks_by_score(self.scores)
        elif ranked:
            self.ranking = np.arange(1, len(self) + 1)

    @classmethod
    def from_records(
        cls,
        records: Iterable[Mapping[str, Any] | Sequence[Mapping[str, Any]]] | Any,
        *,
        ranked: bool = False,
        name: str = "records",
        label_order: Sequence[str] | None = None,
        label_column: str | None = None,
        id_column: str | None = None,
        in_order: bool = False,
        score_of: ScoreOf | None = None,
    ) -> "Run":
        """Make a run from the output of an NLI system, as mappings like those of JSON Lines.

        Parameters
        ----------
        records : iterable of mapping, or of sequence of mapping, or data frame or dataset
            A mapping ``{"id", "label", ...}`` for each pair, with the names and numbers of run
            files; or the output of Hugging Face's pipelines, ``{"label", "score"}`` for each pair,
            or a list of these for all labels. Or a table of pandas, polars, PyArrow or
            ``datasets``, with a row for each pair. Values and arrays of NumPy are converted to
            those of Python; missing values are read as in files.
        ranked, name, label_order, label_column, id_column, in_order, score_of
            As in `read_run`, such as ``in_order=True`` for records without ids.

        Raises
        ------
        InputError
            As in `read_run`; the line is the number of the record, from 1.

        Examples
        --------
        >>> run = Run.from_records([{"label": "entailment", "score": 0.9}], in_order=True)
        >>> [str(prediction.label) for prediction in run]
        ['ENTAILMENT']
        """
        names = FieldNames.of_predictions(
            parse_label_order(label_order),
            label_column=label_column,
            id_column=id_column,
            in_order=in_order,
        )
        rows = Rows(records) if is_frame(records) else map(json_record, records)
        source = f"a {rows.name}" if isinstance(rows, Rows) else "a list of records"
        collected, run_format = parse_records(rows, name, names, source)
        parsed = interpret(collected, run_format, ranked=ranked, source=name, score_of=score_of)
        return cls(
            parsed.columns,
            ranked=parsed.ranked,
            name=name,
            in_order=in_order,
            notes=parsed.notes,
            withheld=parsed.withheld,
        )

    def to_pandas(self) -> Any:
        """Return the predictions as a data frame, which `read_run` reads.

        Returns
        -------
        pandas.DataFrame
            A row for each prediction, and then, not in the order of the pairs, for each withheld
            answer. The columns are ``id``, ``label``, ``confidence``, ``score``, one such as
            ``probability_entailment`` for each label, ``pair_digest``, ``trained_model`` and
            ``in_training``; those without any value are left out, and single missing values are
            NaN or NA.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        return run_frame(self.columns, self.withheld)

    @property
    def scheme(self) -> Scheme | None:
        """The scheme of the labels; mixing two-way and three-way labels is an error."""
        present = np.flatnonzero(np.bincount(self.columns.codes, minlength=len(LABELS)))
        try:
            return scheme_of(LABELS[code] for code in present)
        except InputError as error:
            raise RunError(f"{self.name}: {error}") from None

    def select(self, positions: Sequence[int] | IntArray, *, name: str | None = None) -> "Run":
        """Return the run of the predictions at these positions, in this order.

        Each prediction keeps its rank, so that a ranked run remains ranked in another order.
        """
        chosen = Run(
            self.columns.select(positions),
            name=name or self.name,
            classes=self.classes,
            in_order=self.in_order,
            notes=self.notes,
            withheld=self.withheld,
            is_of_chat_model=self.is_of_chat_model,
        )
        if self.ranking is not None:
            chosen.ranking = self.ranking[np.asarray(positions, dtype=np.int64)]
        return chosen

    def noting(self, note: str) -> "Run":
        """Return the run with a further note."""
        noted = copy(self)
        noted.notes = (*self.notes, note)
        return noted

    def withholding(self, withheld: WithheldAnswers) -> "Run":
        """Return the run with other withheld answers."""
        changed = copy(self)
        changed.withheld = dict(withheld)
        return changed

    def called(self, name: str) -> "Run":
        """Return the run under another name."""
        called = copy(self)
        called.name = name
        return called

    def on(self, ids: Sequence[str]) -> "Run":
        """Return the run with other ids, one for each prediction; ranks are unchanged."""
        named = Run(replace(self.columns, ids=tuple(ids)), name=self.name, notes=self.notes)
        named.ranking = self.ranking
        return named

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
        """Return what a notebook shows: the labels, and the first predictions."""
        # It imports rich, which scoring a run needs, but reading one does not.
        from rte_baselines.runs.html import run_html

        is_ranked = self.ranking is not None
        return run_html(self.name, self.columns, self.withheld, is_ranked=is_ranked)

    def __repr__(self) -> str:
        ranked = f"ranked={self.ranking is not None}"
        return named(self, quoted(self.name), counted(len(self), "prediction"), ranked)
