"""What follows from probabilities: confidences and rankings, and which labels contradict them."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label
from rte_baselines.quoting import quoted
from rte_baselines.runs.columns import LABELS, Codes

_ENTAILMENT, _NO_ENTAILMENT = map(LABELS.index, (Label.ENTAILMENT, Label.NO_ENTAILMENT))
_NOT_ENTAILED = [code for code in range(len(LABELS)) if code != _ENTAILMENT]
_THREE_WAY_ONLY = [LABELS.index(label) for label in (Label.CONTRADICTION, Label.UNKNOWN)]


def entailment_scores(probabilities: FloatArray) -> FloatArray:
    """Return the probabilities of ENTAILMENT, given a column for each of `LABELS`."""
    return probabilities[:, _ENTAILMENT]


def label_confidences(probabilities: FloatArray, codes: Codes) -> FloatArray | None:
    """Return how probable each label is, or None if the probabilities do not say.

    Three-way probabilities say how probable NO_ENTAILMENT is; two-way ones do not say how
    probable CONTRADICTION and UNKNOWN are.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n, 4)
        A column for each of `LABELS`.
    codes : ndarray of int8, shape (n,)
        The labels, as indices of `LABELS`.
    """
    is_two_way = probabilities[:, _NO_ENTAILMENT] > 0
    if (is_two_way & np.isin(codes, _THREE_WAY_ONLY)).any():
        return None
    of_label: FloatArray = probabilities[np.arange(len(codes)), codes]
    not_entailed = probabilities[:, _NOT_ENTAILED].sum(axis=1)
    return np.where(codes == _NO_ENTAILMENT, not_entailed, of_label)


class Contradiction(NamedTuple):
    """Labels that are not the most probable ones."""

    message: str
    """The number of these labels, an example, and the order of columns that would fit, if any."""
    is_clear: bool
    """Whether most labels are not the most probable ones, or all fit after exchanging columns."""


def contradiction(
    probabilities: FloatArray, codes: Codes, ids: Sequence[str] = ()
) -> Contradiction | None:
    """Find labels that are not the most probable ones; None if there is at most one.

    A single one may be due to rounding, and has little effect on the scores. If all probabilities
    are 0 or 1, they are not rounded, and one is enough.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n, 4)
        A column for each of `LABELS`; all 0 where a system gives none.
    codes : ndarray of int8, shape (n,)
        The labels, as indices of `LABELS`. In the other scheme than the probabilities, they are
        compared two-way.
    ids : sequence of str, of length n, optional
        The ids of the pairs, for the message.
    """
    is_contradicted = _are_contradicted(probabilities, codes)
    count = int(is_contradicted.sum())
    if count == 0 or (count == 1 and not _are_certain(probabilities)):
        return None
    position = int(np.argmax(is_contradicted))
    most_probable = LABELS[int(np.argmax(probabilities[position]))]
    where = f"pair {quoted(ids[position])}" if ids else f"prediction {position + 1}"
    given = int(probabilities.any(axis=1).sum())
    order = _order_that_fits(probabilities, codes)
    are_not = "is not the most probable one" if count == 1 else "are not the most probable ones"
    message = (
        f"{count} of {given} labels {are_not}, such as "
        f"{LABELS[codes[position]]} of {where}, where {most_probable} is{order}"
    )
    return Contradiction(message, is_clear=bool(order) or 2 * count > given)


def _are_contradicted(probabilities: FloatArray, codes: Codes) -> BoolArray:
    entailed, no_entailment = probabilities[:, _ENTAILMENT], probabilities[:, _NO_ENTAILMENT]
    of_label = probabilities[np.arange(len(codes)), codes]
    is_conflated = (no_entailment > 0) & np.isin(codes, _THREE_WAY_ONLY)
    found: BoolArray = np.where(
        codes == _NO_ENTAILMENT,
        probabilities[:, _NOT_ENTAILED].sum(axis=1) < entailed,
        np.where(is_conflated, no_entailment, of_label) < probabilities.max(axis=1, initial=0),
    )
    return found


def count_contradicted(probabilities: FloatArray, codes: Codes) -> int:
    """Return how many labels are not the most probable ones; parameters as of `contradiction`."""
    return int(_are_contradicted(probabilities, codes).sum())


def reordered(probabilities: FloatArray) -> Iterator[tuple[FloatArray, str]]:
    """Yield the probabilities in each other order of the columns that have any.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n, 4)
        A column for each of `LABELS`.

    Yields
    ------
    ndarray of float64, shape (n, 4)
    str
        What is changed, such as "if the columns of ENTAILMENT and UNKNOWN are exchanged".
    """
    columns = np.flatnonzero(probabilities.any(axis=0)).tolist()
    for order in permutations(columns):
        if list(order) != columns:
            moved = probabilities.copy()
            moved[:, columns] = probabilities[:, order]
            yield moved, _what_is_moved(order, columns)


def _what_is_moved(order: Sequence[int], columns: Sequence[int]) -> str:
    changed = [pair for pair in zip(order, columns, strict=True) if len({*pair}) > 1]
    read, meant = ([LABELS[column] for column in each] for each in zip(*changed, strict=True))
    if len(read) == 2:
        return f"if the columns of {meant[0]} and {meant[1]} are exchanged"
    return f"if the columns of {', '.join(read)} are of {', '.join(meant)}"


def _order_that_fits(probabilities: FloatArray, codes: Codes) -> str:
    """Say in which other order of the columns the labels are the most probable ones, if in any."""
    for moved, how in reordered(probabilities):
        if not count_contradicted(moved, codes):
            return f"; they fit {how}"
    return ""


def follow_from_cutoff(probabilities: FloatArray, codes: Codes) -> bool:
    """Whether labels are two-way, and no other one has a higher probability than ENTAILMENT.

    Probabilities that are rounded, some of which are neither 0 nor 1, may be equal on both sides
    of the cutoff. Parameters are those of `contradiction`.
    """
    entailed, entails = probabilities[:, _ENTAILMENT], codes == _ENTAILMENT
    is_given = probabilities.any(axis=1)
    lowest = entailed[entails & is_given].min(initial=1)
    highest = entailed[~entails & is_given].max(initial=0)
    is_cut = lowest > highest if _are_certain(probabilities) else lowest >= highest
    return not np.isin(codes, _THREE_WAY_ONLY).any() and bool(is_cut)


def _are_certain(probabilities: FloatArray) -> bool:
    """Whether all probabilities are 0 or 1, so that none is rounded."""
    return bool(np.isin(probabilities, (0, 1)).all())


def ranks_by_score(scores: FloatArray) -> IntArray:
    """Return the rank of each pair: the highest score has rank 1, and equal ones share a rank."""
    return np.unique(-scores, return_inverse=True)[1].astype(np.int64) + 1
