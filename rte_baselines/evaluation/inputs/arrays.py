"""Judgments and gold labels of arrays: labels by any of their names, ranks, probabilities."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rte_baselines.core.data_frames import check_same_index
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.evaluation.inputs.gold import Gold, column_of
from rte_baselines.evaluation.inputs.judgments import LABELS, Codes, Judgments, scheme_of_codes
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.pairs.labels import label_called, label_name, parse_label, parse_label_order
from rte_baselines.records.rows import is_missing
from rte_baselines.runs import Prediction, Run
from rte_baselines.runs.checking import PROBABILITY_TOLERANCE, check_same_ids, known_ids
from rte_baselines.runs.columns import PairDigests
from rte_baselines.runs.prediction import LARGEST_EXACT
from rte_baselines.runs.run import entailment_scores, label_confidences, ranks_by_score

Array = TypeVar("Array", bound=NDArray[Any])


_ORDERS = {2: "entailment,not_entailment", 3: "entailment,neutral,contradiction"}


def judgments_of_arrays(
    gold: ArrayLike,
    labels: ArrayLike,
    ranking: ArrayLike | None = None,
    confidences: ArrayLike | None = None,
    probabilities: ArrayLike | None = None,
    *,
    label_order: Sequence[str] | None = None,
) -> Judgments:
    """Check the arrays, as `evaluate_arrays` takes them, and turn label names into codes."""
    check_same_ids({"gold": known_ids(gold), "labels": known_ids(labels)})
    outputs = {"ranking": ranking, "confidences": confidences, "probabilities": probabilities}
    check_same_index({"gold": gold, "labels": labels, **outputs})
    gold_codes = encode_labels(gold, label_order)
    if len(gold_codes) == 0:
        raise RunError("no pairs to score; expected at least one")
    size = len(gold_codes)
    codes = _of_length(size, "labels", encode_labels(labels, label_order))
    ranks: IntArray | FloatArray | None = _finite(size, "ranking", ranking)
    certainties = _finite(size, "confidences", confidences)
    columns = _probabilities(codes, probabilities, _order_of_columns(probabilities, label_order))
    if columns is not None:
        # As in a run.
        ranks = ranks_by_score(entailment_scores(columns)) if ranks is None else ranks
        if certainties is None:
            certainties = label_confidences(columns, codes)
    return Judgments(gold_codes, codes, ranks, certainties, columns)


def gold_of_arrays(labels: Codes, tasks: Iterable[str] | None = None) -> Gold:
    """Return the gold labels of pairs whose ids are numbers from 1."""
    size = len(labels)
    task_names = [None] * size if tasks is None else column_of("tasks", tasks, size)
    ids = tuple(map(str, range(1, size + 1)))
    unknown = np.zeros(size, dtype=np.uint64)
    digests = PairDigests(unknown, unknown)
    return Gold(ids, tuple(task_names), labels, scheme_of_codes(labels), digests, ids)


def run_of_labels(labels: Sequence[Any], label_order: Sequence[str] | None = None) -> Run:
    """Return the run of labels in the order of the pairs."""
    try:
        codes = encode_labels(labels, label_order)
    except InputError as error:
        raise InputError(f"{error}; files are read first, by read_run") from None
    return Run([Prediction("", LABELS[code]) for code in codes], name="system", in_order=True)


def encode_labels(labels: ArrayLike, label_order: Sequence[str] | None = None) -> Codes:
    """Return the codes of labels, shape (n,), given by any of their names in use.

    `label_order` is what the numbers 0, 1, 2 stand for; without it they are an error, as is a
    boolean that it does not allow, or a mix of spellings.
    """
    given = label_objects(labels)
    if given.ndim != 1:
        raise RunError(f"labels have the shape {given.shape}; expected one for each pair")
    order = parse_label_order(label_order)
    codes: dict[Any, int] = {}
    distinct: Iterable[Any] = given.tolist()
    with suppress(TypeError):  # What cannot be a key is no label, and is refused below.
        distinct = dict.fromkeys(distinct)
    for label in distinct:
        if is_missing(label):
            raise InputError(f"a label is missing ({quoted(label)}); expected one for each pair")
        codes[label] = LABELS.index(parse_label(label_name(label, order), order))
    return np.array([codes[label] for label in given.tolist()], dtype=np.int8)


def label_objects(labels: ArrayLike) -> NDArray[Any]:
    """Return labels as an array, each as it was given; those of a `Run` by their names."""
    if isinstance(labels, Run):
        return labels.labels
    # As objects, since NumPy would make strings of what stands beside strings.
    return labels if isinstance(labels, np.ndarray) else np.asarray(labels, dtype=np.object_)


def _finite(size: int, name: str, values: ArrayLike | None) -> FloatArray | None:
    if values is None:
        return None
    given = numbers_of(name, values)
    if given.ndim != 1 and given.shape[1:] != (1,):
        raise RunError(f"{name} has the shape {given.shape}; expected one number for each pair")
    array = _of_length(size, name, given.reshape(-1))
    if not np.isfinite(array).all():
        raise RunError(f"{name} holds a value that is not finite; expected finite numbers")
    return array


def _probabilities(
    codes: Codes, values: ArrayLike | None, order: Sequence[Label]
) -> FloatArray | None:
    """Return a column for each of `LABELS`, of probabilities given for some of them."""
    if values is None:
        return None
    given = _of_length(
        len(codes), "probabilities", np.atleast_1d(numbers_of("probabilities", values))
    )
    if given.ndim == 1:
        given, order = np.column_stack([given, 1 - given]), Scheme.TWO_WAY.labels
    if given.ndim != 2 or given.shape[1] not in _ORDERS:
        raise RunError(
            f"probabilities have the shape {given.shape}; expected one of ENTAILMENT for each "
            "pair, or one of each label of a scheme"
        )
    if order and len(order) != given.shape[1]:
        raise RunError(
            f"{given.shape[1]} probabilities for the {len(order)} labels of the stated order; "
            "expected one for each"
        )
    if not ((given >= 0) & (given <= 1)).all():
        raise RunError("probabilities hold a value outside [0, 1]; expected none")
    if not np.allclose(given.sum(axis=1), 1, rtol=0, atol=PROBABILITY_TOLERANCE):
        raise RunError("probabilities of a pair do not sum to 1; expected that all do")
    if not order:
        raise RunError(
            f"probabilities have {given.shape[1]} columns, and label_order does not say of which "
            f"labels; expected label_order='{_ORDERS[given.shape[1]]}', or in whichever order they "
            "are (classes_ of a scikit-learn classifier), or the probabilities of ENTAILMENT alone"
        )
    columns = np.zeros((len(codes), len(LABELS)))
    columns[:, [LABELS.index(label) for label in order]] = given
    return columns


def _order_of_columns(
    probabilities: ArrayLike | None, label_order: Sequence[str] | None
) -> Sequence[Label]:
    """Return the labels of the columns, as stated or as a DataFrame names them."""
    stated = parse_label_order(label_order)
    found = parse_names_of_columns(probabilities)
    if found and stated and found != stated:
        names = ", ".join(map(quoted, getattr(probabilities, "columns", ())))
        raise RunError(
            f"probabilities have the columns {names}, and label_order says "
            f"{', '.join(stated)}; expected the same order"
        )
    return found or stated


def parse_names_of_columns(table: object) -> Sequence[Label]:
    """Return the labels that a DataFrame names its columns by; empty if it does not."""
    names = [name for name in getattr(table, "columns", ()) if isinstance(name, str)]
    if not names or any(label_called(name) is None for name in names):
        return ()
    return parse_label_order(names)


def numbers_of(name: str, values: ArrayLike) -> FloatArray:
    """Return numbers as an array; `name` is what they are, for messages."""
    if np.ma.isMaskedArray(values) and np.ma.getmaskarray(values).any():
        raise RunError(f"{name} holds a masked value; expected a number for each pair")
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise RunError(f"{name} holds what is no number, or rows of different lengths") from None
    if np.asarray(values).dtype.kind in "iu" and (np.abs(numbers) > LARGEST_EXACT).any():
        raise RunError(f"{name} holds integers that no float equals; expected ranks")
    return numbers


def _of_length(size: int, name: str, array: Array) -> Array:
    if len(array) != size:
        raise RunError(
            f"{name} has {counted(len(array), 'value')} for {counted(size, 'gold label')}; "
            "expected as many"
        )
    return array
