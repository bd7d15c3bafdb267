"""Whether confidences are those in the labels, or probabilities of one label for all pairs.

A system's probability of ENTAILMENT is often stored as its confidence: where the label is another
one, it is low where the system is sure.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label
from rte_baselines.runs.by_probability import entailment_scores, label_confidences
from rte_baselines.runs.columns import LABELS, Codes, Column, RunColumns

_ENTAILMENT = LABELS.index(Label.ENTAILMENT)
_TWO_WAY = [LABELS.index(label) for label in (Label.ENTAILMENT, Label.NO_ENTAILMENT)]
# Maximum rounding error of files with two digits.
_ROUNDING = 0.0051
# Fewer predictions may have such confidences by chance.
_MIN_CONFIDENCES = 20
# So must labels of both kinds: a system may have one confidence for all labels of a kind.
_MIN_DISTINCT = 5


class Seeming(NamedTuple):
    """The label of which confidences seem to be probabilities, and why."""

    of: str
    """ENTAILMENT or NO ENTAILMENT."""
    why: str


@dataclass(frozen=True)
class CheckedConfidences:
    """Predictions whose confidences may be those in the labels.

    Parameters
    ----------
    columns : RunColumns
    warning : str or None
        What is wrong with the confidences, if anything.
    """

    columns: RunColumns
    warning: str | None = None


def check_confidences(columns: RunColumns) -> CheckedConfidences:
    """Check the confidences of a run.

    If probabilities show them to be those of one label for all pairs, the probabilities of
    the labels take their place. Runs of this package are not checked.
    """
    given, values = columns.confidences.given, columns.confidences.values
    if columns.digests.any() or not given.any():
        return CheckedConfidences(columns)
    codes, confidences = columns.codes[given], values[given]
    if columns.probabilities.has_number[given].all():
        probabilities = columns.probabilities.values[given]
        if agree_with_labels(confidences, probabilities, codes):
            return CheckedConfidences(columns)
        if other := probability_instead(confidences, probabilities, codes):
            nothing = Column(np.zeros(len(columns)), np.zeros(len(columns), dtype=np.bool_))
            return CheckedConfidences(
                replace(columns, confidences=nothing),
                f"the confidences are the probabilities of {other}, also where the label is "
                "another one; they are left out, and the probabilities of the labels are used",
            )
    seeming = seeming_probabilities(confidences, codes)
    return CheckedConfidences(columns, seeming and _warning(seeming, codes))


def agree_with_labels(confidences: FloatArray, probabilities: FloatArray, codes: Codes) -> bool:
    """Whether all confidences are the probabilities of the labels.

    Parameters
    ----------
    confidences : ndarray of float64, shape (n,)
    probabilities : ndarray of float64, shape (n, 4)
        A column for each of `LABELS`.
    codes : ndarray of int8, shape (n,)
        The labels, as indices of `LABELS`.
    """
    of_label = label_confidences(probabilities, codes)
    return of_label is not None and bool(_are_close(confidences, of_label).all())


def probability_instead(
    confidences: FloatArray, probabilities: FloatArray, codes: Codes
) -> str | None:
    """Return which probabilities all confidences are, if not those of the labels.

    Parameters are those of `agree_with_labels`.
    """
    of_label = label_confidences(probabilities, codes)
    if of_label is None or _are_close(confidences, of_label).all():
        return None
    # Beside a single label, the columns may be exchanged instead.
    if len(np.unique(codes)) == 1:
        return None
    entailed = entailment_scores(probabilities)
    candidates = {"ENTAILMENT": entailed, "NO ENTAILMENT": 1 - entailed}
    for label in (Label.CONTRADICTION, Label.UNKNOWN):
        candidates[label.value] = probabilities[:, LABELS.index(label)]
    return next(
        (name for name, found in candidates.items() if _are_close(confidences, found).all()), None
    )


def _are_close(one: FloatArray, other: FloatArray) -> BoolArray:
    found: BoolArray = np.isclose(one, other, rtol=0, atol=_ROUNDING)
    return found


def seeming_probabilities(confidences: FloatArray, codes: Codes) -> Seeming | None:
    """Return the label of which confidences seem to be probabilities, None if there is no doubt.

    The confidence in the more probable of two labels is at least 0.5. Where it is lower for
    all rejections and for no entailment, it is the probability of ENTAILMENT; where it is lower
    for all entailments and for no rejection, it is that of NO ENTAILMENT. With another cutoff
    than 0.5, all confidences in one label are at least as high as all others. The most probable
    of three labels has at least 1/3, and where it is not ENTAILMENT, this has at most 0.5.

    Parameters
    ----------
    confidences : ndarray of float64, shape (n,)
    codes : ndarray of int8, shape (n,)
        The labels, as indices of `LABELS`.
    """
    entails = codes == _ENTAILMENT
    if len(confidences) < _MIN_CONFIDENCES or entails.all() or not entails.any():
        return None
    if not ((confidences >= 0) & (confidences <= 1)).all():
        return None
    is_high = confidences >= 0.5
    labels = "NO ENTAILMENT" if np.isin(codes, _TWO_WAY).all() else "CONTRADICTION and UNKNOWN"
    noun = "label" if labels == "NO ENTAILMENT" else "labels"
    if (is_high == entails).all():
        return Seeming("ENTAILMENT", "at least 0.5 exactly for the label ENTAILMENT")
    if (is_high == ~entails).all():
        return Seeming("NO ENTAILMENT", f"at least 0.5 exactly for the {noun} {labels}")
    entailed, others = confidences[entails], confidences[~entails]
    if _are_above(entailed, others):
        return Seeming("ENTAILMENT", "highest for the label ENTAILMENT, without exception")
    if _are_above(others, entailed):
        return Seeming("NO ENTAILMENT", f"highest for the {noun} {labels}, without exception")
    if noun == "labels" and _are_of_most_probable(entailed, others):
        return Seeming(
            "ENTAILMENT",
            "at least 1/3 for the label ENTAILMENT and at most 0.5, also below 1/3, for the others",
        )
    return None


def _are_above(high: FloatArray, low: FloatArray) -> bool:
    """Whether a cutoff separates confidences; rounded ones may be equal on both sides."""
    return bool(high.min() >= low.max()) and _are_diverse(high, low)


def _are_of_most_probable(entailed: FloatArray, others: FloatArray) -> bool:
    """Whether confidences can be P(ENTAILMENT) of three labels, and cannot be of each label."""
    can_be = entailed.min() >= 1 / 3 - _ROUNDING and others.max() <= 0.5 + _ROUNDING
    cannot_be_others = others.min() < 1 / 3 - _ROUNDING and entailed.max() > others.max()
    return bool(can_be and cannot_be_others) and _are_diverse(entailed, others)


def _are_diverse(one: FloatArray, other: FloatArray) -> bool:
    return min(len(np.unique(one)), len(np.unique(other))) >= _MIN_DISTINCT


def _warning(seeming: Seeming, codes: Codes) -> str:
    advice = "name the field 'probability'"
    if seeming.of == "NO ENTAILMENT":
        # With three-way labels, the probability of NO ENTAILMENT alone is refused.
        advice = (
            "name the field 'probability_not_entailment'"
            if np.isin(codes, _TWO_WAY).all()
            else "give 1 minus each as 'probability' instead"
        )
    return (
        f"the confidences seem to be probabilities of {seeming.of}, as they are {seeming.why}; "
        f"they are read as confidences in the label; if they are probabilities of {seeming.of}, "
        f"{advice}"
    )
