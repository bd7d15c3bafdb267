"""The measures for scikit-learn, as functions and scorers, and as a metric of Hugging Face's kind.

A function takes gold labels first, then a system's output: a `Run`, as recognizers predict it, or
the labels, probabilities or scores of any classifier. A run has confidences and a ranking of its
own, so that the scores are those of `evaluate`. The metric has the methods of those of the library
``evaluate``.
"""

import warnings
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rte_baselines.core.data_frames import check_same_index
from rte_baselines.core.errors import InputError, InputWarning, RunError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.findings.finding import find_exchange
from rte_baselines.evaluation.inputs.arrays import (
    encode_labels,
    judgments_of_arrays,
    label_objects,
    numbers_of,
    parse_names_of_columns,
)
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    NO_ENTAILMENT,
    Codes,
    Judgments,
)
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label
from rte_baselines.pairs.labels import are_compatible, label_called, parse_label, parse_label_order
from rte_baselines.runs import Run


def measure_score(
    y_true: ArrayLike,
    y_pred: Run | ArrayLike,
    *,
    measure: str | Measure,
    pos_label: str | int = Label.ENTAILMENT.value,
    labels: Sequence[Any] | None = None,
    label_order: Sequence[str] | None = None,
    confidences: ArrayLike | None = None,
) -> float:
    """Score a system's output by any measure, with the arguments of scikit-learn's metrics.

    Parameters
    ----------
    y_true : array_like of Label, str or int, shape (pairs,)
        The gold labels.
    y_pred : Run, or array_like, shape (pairs,) or (pairs, classes)
        A run, or the output that the measure needs. For measures of labels: the labels. For
        measures of rankings: scores, which are higher for more certain `pos_label`, or
        probabilities. For measures of probabilities: the probability of `pos_label`, or of each
        class. For measures of confidences: the same probabilities, from which the label
        (`pos_label` from 0.5) and the confidence follow, or labels with `confidences`.
    measure : str or Measure
        The name of a measure, such as ``"cws"``.
    pos_label : str or int
        The class that means entailment. Any other class than ENTAILMENT makes the labels
        two-way: all others are NO_ENTAILMENT. A run of a recognizer that was fitted on numbers
        says itself what they mean, so that none needs to be given.
    labels : sequence, optional
        The classes of the columns of `y_pred`; by default the names that a data frame has for
        them, or else those in `y_true`, sorted, as in scikit-learn.
    label_order : sequence of str, optional
        What the numbers 0, 1, 2 stand for.
    confidences : array_like of float, shape (pairs,), optional
        The confidence in each label, if `y_pred` has labels.

    Returns
    -------
    float
        Within the range of the measure.

    Raises
    ------
    InputError
        If the measure or a label is unknown, or `pos_label` or `label_order` contradicts what the
        recognizer that made the run was fitted on.
    RunError
        If the output does not fit the gold labels or the measure, or the value is undefined.

    Warns
    -----
    InputWarning
        If columns of probabilities are taken to be sorted, and fit the gold labels much better in
        another order.

    Examples
    --------
    >>> gold = ["ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT"]
    >>> measure_score(gold, [0.9, 0.2, 0.6], measure="average_precision")
    1.0
    """
    (chosen,) = select_measures([measure])
    check_same_index({"y_true": y_true, "y_pred": y_pred, "confidences": confidences})
    order = parse_label_order(label_order)
    if isinstance(y_pred, Run):
        y_true, pos_label = _as_fitted(y_pred, y_true, pos_label, order)
    meaning = _Meaning(pos_label, order)
    gold = meaning.codes(y_true)
    needs_columns = "probabilities" in chosen.needs or "ranking" in chosen.needs
    if isinstance(y_pred, Run):
        _check_length(gold, y_pred.columns.codes)
        judgments = Judgments.of_run(gold, y_pred)
    elif needs_columns or ("confidences" in chosen.needs and confidences is None):
        classes, are_assumed = _classes(meaning, y_true, y_pred, labels)
        judgments = _of_columns(chosen, gold, y_pred, classes, are_assumed)
    else:
        judgments = judgments_of_arrays(
            _names(gold), _names(meaning.codes(y_pred)), confidences=confidences
        )
    if reason := chosen.why_undefined(judgments):
        raise RunError(f"{chosen.name} is undefined: {reason}")
    return chosen.score(judgments)


def accuracy_2way_score(
    y_true: ArrayLike, y_pred: Run | ArrayLike, *, label_order: Sequence[str] | None = None
) -> float:
    """Return the share of correct labels, CONTRADICTION and UNKNOWN taken as NO ENTAILMENT.

    See `measure_score`; dagan2006, section 3.2.
    """
    return measure_score(y_true, y_pred, measure="accuracy_2way", label_order=label_order)


def accuracy_3way_score(
    y_true: ArrayLike, y_pred: Run | ArrayLike, *, label_order: Sequence[str] | None = None
) -> float:
    """Return the share of correct labels among ENTAILMENT, CONTRADICTION and UNKNOWN.

    See `measure_score`; tac2008, evaluation.
    """
    return measure_score(y_true, y_pred, measure="accuracy_3way", label_order=label_order)


def cws_score(
    y_true: ArrayLike,
    y_pred: Run | ArrayLike,
    *,
    confidences: ArrayLike | None = None,
    pos_label: str | int = Label.ENTAILMENT.value,
    labels: Sequence[Any] | None = None,
    label_order: Sequence[str] | None = None,
) -> float:
    """Return the confidence-weighted score.

    For ``make_scorer(cws_score)`` with recognizers, and for
    ``make_scorer(cws_score, response_method="predict_proba")`` with other classifiers. See
    `measure_score`; dagan2006, section 3.2.
    """
    score = partial(measure_score, measure="cws", confidences=confidences)
    return score(y_true, y_pred, pos_label=pos_label, labels=labels, label_order=label_order)


def average_precision_tac(
    y_true: ArrayLike,
    y_score: Run | ArrayLike,
    *,
    pos_label: str | int = Label.ENTAILMENT.value,
    labels: Sequence[Any] | None = None,
    label_order: Sequence[str] | None = None,
) -> float:
    """Return the average precision of the ranking, in which ties count by their expectation.

    For ``make_scorer(average_precision_tac)`` with recognizers, and for ``make_scorer(
    average_precision_tac, response_method=("decision_function", "predict_proba"))`` with other
    classifiers. See `measure_score`; tac2008, evaluation. scikit-learn's
    ``average_precision_score`` treats equal scores as one rank instead.
    """
    score = partial(measure_score, measure="average_precision")
    return score(y_true, y_score, pos_label=pos_label, labels=labels, label_order=label_order)


def measure_scorer(
    measure: str,
    *,
    response_method: Literal["predict", "predict_proba", "decision_function"] = "predict",
    **options: Any,
) -> Any:
    """Return a scorer for scikit-learn's ``scoring=``, in which higher is always better.

    Parameters
    ----------
    measure : str
        The name of a measure; the values of those that are better if lower are negated.
    response_method : {"predict", "predict_proba", "decision_function"}
        The method of the estimator whose output is scored. For recognizers, the output of
        ``predict`` has all that measures need.
    **options
        Options of `measure_score`.

    Raises
    ------
    InputError
        If the measure is unknown, or none of its values is better than another.
    """
    from sklearn.metrics import make_scorer

    # If classes are numbers, scikit-learn refuses the default `pos_label`, which it needs to choose
    # a column. The output of ``predict`` has no columns and needs none.
    needs_class = response_method != "predict" or "pos_label" in options
    (chosen,) = select_measures([measure])
    if chosen.direction == "neither":
        raise InputError(f"no value of {chosen.name} is better than another; choose a measure")
    return make_scorer(
        measure_score if needs_class else _prediction_score,
        response_method=response_method,
        greater_is_better=chosen.direction == "higher",
        measure=measure,
        **options,
    )


def _prediction_score(y_true: ArrayLike, y_pred: Run | ArrayLike, **options: Any) -> float:
    """Return `measure_score`, without a `pos_label` that scikit-learn would check."""
    return measure_score(y_true, y_pred, **options)


def _as_fitted(
    run: Run, y_true: ArrayLike, pos_label: Any, order: Sequence[Label]
) -> tuple[ArrayLike, Any]:
    """Return gold labels and `pos_label`, with labels for what a recognizer was fitted on.

    If an order is stated, they stay as they are, but must not contradict these labels.
    """
    known = {value: Label(label) for label, value in (run.classes or {}).items()}
    for value, label in [*enumerate(order), (pos_label, Label.ENTAILMENT)]:
        if not are_compatible(known.get(value, label), label):
            raise InputError(
                f"{value} is stated to be {label}, and the recognizer was fitted on {value} as "
                f"{known[value]}; expected the same"
            )
    if order or not known:
        return y_true, pos_label
    given = label_objects(y_true).tolist()
    return [known.get(value, value) for value in given], known.get(pos_label, pos_label)


class _Meaning:
    """What classes mean: their names, numbers in an order, or one class and all others.

    `order` has the labels that the numbers 0, 1, 2 stand for, if they are known, which `pos_label`
    must not contradict.
    """

    def __init__(self, pos_label: Any, order: Sequence[Label]) -> None:
        self._pos_label = pos_label
        self._order = order
        self._others: set[Any] = set()
        is_name = isinstance(pos_label, str) and label_called(pos_label) is Label.ENTAILMENT
        self.are_labels = is_name or bool(order)
        if order and not is_name:
            label = parse_label(pos_label, order)
            if label is not Label.ENTAILMENT:
                raise InputError(
                    f"pos_label is {quoted(pos_label)}, which is {label} in the order of labels; "
                    "expected the class that means ENTAILMENT"
                )

    def codes(self, values: Any) -> Codes:
        """Return the codes of labels."""
        if self.are_labels:
            return encode_labels(values, self._order or None)
        # Those of the gold labels and of the predictions are one class.
        given = label_objects(values).tolist()
        self._others |= set(given) - {self._pos_label}
        if len(self._others) > 1:
            classes = sorted({*self._others, *given}, key=str)
            shown = ", ".join(map(quoted, classes))
            raise InputError(
                f"the classes are {shown}, and pos_label is {quoted(self._pos_label)}; state what "
                "they mean: label_order=('entailment', 'neutral', 'contradiction')"
            )
        is_positive = np.array([value == self._pos_label for value in given], np.bool_)
        return np.where(is_positive, ENTAILMENT, NO_ENTAILMENT).astype(np.int8)


def _classes(
    meaning: _Meaning, y_true: Any, y_pred: Any, labels: Sequence[Any] | None
) -> tuple[Codes, bool]:
    """Return the codes of columns: as stated, by a data frame's names, or of the sorted classes.

    Also return whether nothing but the convention of sorted classes says so.
    """
    names = list(getattr(y_pred, "columns", ()))
    is_named = len(names) > 1 and names != list(range(len(names)))
    if labels is None:
        classes = names if is_named else sorted(set(label_objects(y_true).tolist()))
        return meaning.codes(classes), not is_named
    codes = meaning.codes(labels)
    are_known = set(names) == set(labels) or (meaning.are_labels and parse_names_of_columns(y_pred))
    if is_named and are_known and meaning.codes(names).tolist() != codes.tolist():
        raise RunError(
            f"y_pred has the columns {', '.join(map(quoted, names))}, and labels says "
            f"{', '.join(map(quoted, labels))}; expected the same order"
        )
    return codes, False


def _of_columns(
    measure: Measure, gold: Codes, y_pred: Any, columns: Codes, are_assumed: bool
) -> Judgments:
    """Return the judgments of scores or probabilities, of one class or of each.

    Warn if columns of probabilities are assumed to be in the sorted order, and another one fits the
    gold labels much better.
    """
    given = _numbers(measure, y_pred)
    _check_length(gold, given)
    if given.ndim == 1:
        given = np.column_stack([given, 1 - given])
        # A single column is of the class `pos_label`, whatever the order of classes.
        columns, are_assumed = np.array([ENTAILMENT, NO_ENTAILMENT], np.int8), False
    by_class = _by_class(given, columns.tolist())
    # Of two labels with one half each, ENTAILMENT is the first, whichever column comes first.
    codes = np.argmax(by_class, axis=1).astype(np.int8)
    # Other scores need not be highest for the most probable class.
    if are_assumed and ((by_class >= 0) & (by_class <= 1)).all():
        exchange = find_exchange(Judgments(gold, codes))
        if exchange is not None:
            warnings.warn(
                "the columns of probabilities are read in the sorted order of the classes, as in "
                f"scikit-learn, but {exchange.text}; if so, state it: labels=[...]",
                InputWarning,
                stacklevel=3,
            )
    if "ranking" in measure.needs:
        return Judgments(gold, gold, ranking=-by_class[:, ENTAILMENT])
    order = sorted(columns.tolist())
    return judgments_of_arrays(
        _names(gold),
        _names(codes),
        confidences=by_class.max(axis=1),
        probabilities=by_class[:, order],
        label_order=[LABELS[code] for code in order],
    )


def _numbers(measure: Measure, y_pred: Any) -> NDArray[Any]:
    given = np.asarray(y_pred)
    # Whole numbers may be labels, 0 for entailment among them.
    if given.dtype.kind != "f":
        raise RunError(
            f"{measure.name} needs {' and '.join(measure.needs)}, and there are labels "
            f"({given.dtype}); expected a run, or probabilities or scores that are no whole "
            "numbers, as of response_method='predict_proba'"
        )
    numbers = numbers_of("y_pred", y_pred)
    if not np.isfinite(numbers).all():
        raise RunError("y_pred holds a value that is not finite; expected finite numbers")
    return numbers


def _by_class(given: FloatArray, order: Sequence[int]) -> FloatArray:
    """Return a column for each of `LABELS`, 0 for those without a class."""
    if given.ndim != 2 or given.shape[1] != len(order) or len(set(order)) < len(order):
        names = ", ".join(LABELS[code] for code in order)
        raise RunError(
            f"the output has the shape {given.shape}, and the classes are {names}; expected a "
            "column for each class: state them in the order of the columns, labels=..."
        )
    by_class = np.zeros((len(given), len(LABELS)))
    by_class[:, order] = given
    return by_class


def _check_length(gold: Codes, values: NDArray[Any]) -> None:
    if len(values) != len(gold):
        raise RunError(
            f"{counted(len(values), 'prediction')} for {counted(len(gold), 'gold label')}; "
            "expected as many"
        )


def _names(codes: Codes) -> list[str]:
    return [LABELS[code].value for code in codes.tolist()]


_INPUTS = ("predictions", "references", "scores", "confidences", "probabilities")


class EntailmentMetric:
    """A metric that collects batches and computes several measures.

    Parameters
    ----------
    measures : str, or iterable of str or Measure, optional
        As in `rte_baselines.evaluate`. By default, those shown by default that have a value.
    label_order : sequence of str, optional
        The labels that the numbers 0, 1, 2 and the columns of probabilities stand for.

    Examples
    --------
    >>> metric = EntailmentMetric(["accuracy_2way", "recall"])
    >>> metric.compute(predictions=["yes", "no"], references=["yes", "yes"])
    {'accuracy_2way': 0.5, 'recall': 0.5}
    """

    name = "rte_baselines"

    def __init__(
        self,
        measures: str | Iterable[str | Measure] | None = None,
        *,
        label_order: Sequence[str] | None = None,
    ) -> None:
        self._measures = select_measures(measures)
        self._are_chosen = measures is not None
        self._label_order = label_order
        self._collected: dict[str, list[Any]] = {}

    def add(self, *, prediction: Any, reference: Any, **further: Any) -> None:
        """Add a predicted and a gold label.

        Further are the pair's ``score``, ``confidence`` and ``probabilities``, as in `add_batch`.
        """
        plural = {"score": "scores", "confidence": "confidences"}
        batch = {plural.get(name, name): [value] for name, value in further.items()}
        self.add_batch(predictions=[prediction], references=[reference], **batch)

    def add_batch(self, *, predictions: Any, references: Any, **further: Any) -> None:
        """Add a batch of predicted and gold labels.

        Parameters
        ----------
        predictions, references : array_like of str or int, shape (pairs,)
            The predicted labels and the gold labels, by any of their names, or numbers.
        **further
            ``scores``, shape (pairs,), the higher the more certain entailment;
            ``confidences``, shape (pairs,), in the labels; ``probabilities``, shape (pairs,)
            of entailment, or (pairs, classes) in the order of the labels. Missing scores and
            confidences are derived from the probabilities, as in a `Run`. All batches must have
            the same arguments. A measure that needs a missing argument has no value.

        Raises
        ------
        InputError
            If an argument is unknown, or another batch has other ones.
        RunError
            If the arguments differ in length.
        """
        batch = {"predictions": predictions, "references": references, **further}
        if unknown := batch.keys() - set(_INPUTS):
            raise InputError(f"{quoted(unknown.pop())} is unknown; expected {', '.join(_INPUTS)}")
        columns = {name: list(values) for name, values in batch.items()}
        if self._collected and columns.keys() != self._collected.keys():
            raise InputError(
                f"a batch with {', '.join(columns)} after one with {', '.join(self._collected)}; "
                "expected the same in each"
            )
        if len({len(items) for items in columns.values()}) > 1:
            lengths = ", ".join(f"{len(items)} {name}" for name, items in columns.items())
            raise RunError(f"there are {lengths}; expected as many of each")
        for name, items in columns.items():
            self._collected.setdefault(name, []).extend(items)

    def compute(
        self, *, predictions: Any = None, references: Any = None, **further: Any
    ) -> dict[str, float]:
        """Return the value of each measure on all pairs, by name, and forget them.

        The arguments are a last batch, or the only one; see `add_batch`.

        Raises
        ------
        InputError
            As `add_batch`, or if a label is unknown.
        RunError
            As `add_batch`, if there is no pair, or a measure that was chosen has no value.
        """
        arguments = {"predictions": predictions, "references": references, **further}
        if batch := {name: column for name, column in arguments.items() if column is not None}:
            self.add_batch(**batch)
        collected, self._collected = self._collected, {}
        scores = collected.get("scores")
        judgments = judgments_of_arrays(
            collected.get("references", []),
            collected.get("predictions", []),
            None if scores is None else -np.asarray(scores, dtype=np.float64),
            collected.get("confidences"),
            collected.get("probabilities"),
            label_order=self._label_order,
        )
        values = {}
        for measure in self._measures:
            if reason := measure.why_undefined(judgments):
                if self._are_chosen:
                    raise RunError(f"{measure.name} is undefined: {reason}")
                continue
            values[measure.name] = measure.score(judgments)
        return values

    def __repr__(self) -> str:
        return named(self, ", ".join(measure.name for measure in self._measures))
