"""Whether the scores of a file are entailment scores, or scores of the predicted labels.

The ``score`` of Hugging Face's pipelines is the probability of the predicted label: a pair that
is certainly not entailed scores as high as one that certainly is. In a ranking by such scores,
certain rejections are above uncertain entailments.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label
from rte_baselines.runs.columns import LABELS, Column, RunColumns

ScoreOf = Literal["label", "entailment"]
"""What scores belong to: the predicted label, or entailment."""

_ENTAILMENT = LABELS.index(Label.ENTAILMENT)
_NO_ENTAILMENT = LABELS.index(Label.NO_ENTAILMENT)
# Maximum rounding error of files with two digits.
_ROUNDING = 0.0051
# The minimum for the most probable of three labels, and also of two.
_MIN_LABEL_SCORE = 1 / 3 - _ROUNDING
# The minimum share of entailed and other pairs that entailment scores put in the right order,
# even with a different cutoff for each task. Scores of labels have a lower share.
_MIN_ORDERED = 0.9


@dataclass(frozen=True)
class InterpretedScores:
    """Predictions whose scores are entailment scores, or are left out.

    Parameters
    ----------
    columns : RunColumns
    warning : str or None
        How the scores were read, if they were changed.
    """

    columns: RunColumns
    warning: str | None = None


def interpret_scores(
    columns: RunColumns, *, has_confidences: bool, score_of: ScoreOf | None = None
) -> InterpretedScores:
    """Return predictions whose scores are entailment scores, or are left out.

    The score of a label becomes the confidence. With two labels, it also gives the entailment
    score: the score itself, or 1 minus the score for NO_ENTAILMENT. With three, it does
    not: if CONTRADICTION has 0.6, ENTAILMENT may have anything up to 0.4. Such a run is not
    ranked by its scores, unless it also has the probability of ENTAILMENT.

    Parameters
    ----------
    columns : RunColumns
    has_confidences : bool
        Whether the file has a column or field for confidences. Then scores are entailment
        scores, as in files with digests of pairs, which this package writes, unless they
        equal the confidences in all predictions.
    score_of : {"label", "entailment"}, optional
        What the user states. By default this is inferred from the scores; ambiguous scores
        are left out.

    Raises
    ------
    InputError
        If `score_of` is neither.
    """
    if score_of not in (None, "label", "entailment"):
        raise InputError(f"score_of is {score_of!r}; expected 'label' or 'entailment'")
    if score_of == "entailment" or not columns.scores.given.any():
        return InterpretedScores(columns)
    if score_of is None and _are_copies(columns):
        return _of_copies(columns)
    if score_of is None and (has_confidences or columns.digests.any()):
        return InterpretedScores(columns)
    meaning = score_of or _infer_from_scores(columns)
    if meaning == "entailment":
        return InterpretedScores(columns)
    if meaning is None:
        return InterpretedScores(
            replace(columns, scores=_without_numbers(len(columns))),
            "the scores may be those of the labels, as in Hugging Face's output, or of entailment; "
            "they are not used for ranking; state which they are: "
            f"{_stated('label')} or {_stated('entailment')}",
        )
    return _as_label_scores(columns, is_stated=score_of is not None)


def _are_copies(columns: RunColumns) -> bool:
    """Whether all scores are also the confidences, although no number is both for all labels."""
    confidences, scores = columns.confidences.complete, columns.scores.complete
    if confidences is None or scores is None or columns.digests.any():
        return False
    entails = columns.codes == _ENTAILMENT
    return bool((confidences == scores).all() and entails.any() and not entails.all())


def _of_copies(columns: RunColumns) -> InterpretedScores:
    """Return predictions whose scores equal the confidences, with one of both left out."""
    equal = "the scores equal the confidences in all predictions"
    if _infer_from_scores(columns) == "entailment":
        return InterpretedScores(
            replace(columns, confidences=_without_numbers(len(columns))),
            f"{equal}; the labels follow from them as entailment scores, so that they are no "
            "confidences in the labels, which are left out",
        )
    interpreted = _as_label_scores(columns, is_stated=False)
    return replace(interpreted, warning=f"{equal}: {interpreted.warning}")


def with_probabilities(columns: RunColumns, *, if_of_entailment: bool = False) -> RunColumns:
    """Return predictions with their entailment scores as probabilities.

    Only with two labels: with three, the scores do not determine the probabilities of the
    others. Predictions that have probabilities are returned unchanged.

    Parameters
    ----------
    columns : RunColumns
        As `interpret_scores` returns them.
    if_of_entailment : bool
        Whether the scores are not interpreted yet. Then they are used only if they cannot be
        scores of labels, and the labels do not follow from them by another cutoff than 0.5.
    """
    scores, probabilities = columns.scores, columns.probabilities
    is_two_way = np.isin(columns.codes, [_ENTAILMENT, _NO_ENTAILMENT]).all()
    if not is_two_way or probabilities.given.any() or not scores.given.any():
        return columns
    if not ((scores.values >= 0) & (scores.values <= 1)).all():
        return columns
    if if_of_entailment and not _are_of_entailment(columns):
        return columns
    values, given = probabilities.values.copy(), probabilities.given.copy()
    values[scores.given, _ENTAILMENT] = scores.values[scores.given]
    values[scores.given, _NO_ENTAILMENT] = 1 - scores.values[scores.given]
    given[:, _ENTAILMENT] = given[:, _NO_ENTAILMENT] = scores.given
    return replace(columns, probabilities=Column(values, given))


def _are_of_entailment(columns: RunColumns) -> bool:
    """Whether a score is too low for the most probable label, and no cutoff gives the labels."""
    values = columns.scores.values[columns.scores.given]
    entails = columns.codes[columns.scores.given] == _ENTAILMENT
    lowest, highest = values[entails].min(initial=1), values[~entails].max(initial=0)
    return bool(values.min() < 0.5 - _ROUNDING and highest > lowest)


def _infer_from_scores(columns: RunColumns) -> ScoreOf | None:
    """Return what the scores belong to, by scores and labels, None if they are ambiguous."""
    scores = columns.scores.values[columns.scores.given]
    entails = columns.codes[columns.scores.given] == _ENTAILMENT
    if entails.all():
        return "entailment"
    if not ((scores >= 0) & (scores <= 1)).all():
        # Percentages, logarithms and logits may also be those of the labels.
        follows = entails.any() and (
            _signs_follow(scores, entails) or _labels_follow(scores, entails, most_probable=-np.inf)
        )
        return "entailment" if follows else None
    if (from_probabilities := _infer_from_probabilities(columns)) is not None:
        return from_probabilities
    fits_label = bool(scores.min() >= _MIN_LABEL_SCORE)
    fits_entailment = _labels_follow(scores, entails)
    if fits_label == fits_entailment:
        return None
    return "label" if fits_label else "entailment"


def _labels_follow(
    scores: FloatArray, entails: BoolArray, most_probable: float = 0.5 + _ROUNDING
) -> bool:
    """Whether labels follow from scores: by a cutoff, nearly so, or as the most probable ones."""
    accepted, rejected = scores[entails], np.sort(scores[~entails])
    lowest, highest = accepted.min(initial=np.inf), rejected[-1]
    if highest <= lowest or (highest <= most_probable and lowest >= _MIN_LABEL_SCORE):
        return True
    # The rejected pairs below each accepted one; those with an equal score count half.
    below, up_to = (np.searchsorted(rejected, accepted, side) for side in ("left", "right"))
    return bool((below + up_to).mean() / 2 >= _MIN_ORDERED * len(rejected))


def _signs_follow(scores: FloatArray, entails: BoolArray) -> bool:
    """Whether nearly all entailed pairs have positive scores, and nearly all others have not."""
    accepted, rejected = (scores[entails] > 0).mean(), (scores[~entails] <= 0).mean()
    return bool(min(accepted, rejected) >= _MIN_ORDERED)


def _infer_from_probabilities(columns: RunColumns) -> ScoreOf | None:
    """Return what the scores belong to, by comparison with the probabilities, if there are any."""
    given = columns.scores.given
    probabilities = columns.probabilities.values[given]
    if not columns.probabilities.has_number[given].all():
        return None
    scores = columns.scores.values[given]
    of_label = probabilities[np.arange(len(probabilities)), columns.codes[given]]
    are_of_label, are_of_entailment = (
        np.allclose(scores, known, rtol=0, atol=_ROUNDING)
        for known in (of_label, probabilities[:, _ENTAILMENT])
    )
    if are_of_label == are_of_entailment:
        return None
    return "label" if are_of_label else "entailment"


def _as_label_scores(columns: RunColumns, *, is_stated: bool) -> InterpretedScores:
    """Return predictions with the scores as confidences and, if possible, entailment scores."""
    given, values = columns.scores.given, columns.scores.values
    confidences = Column(
        np.where(columns.confidences.given, columns.confidences.values, values),
        columns.confidences.given | given,
    )
    probabilities = columns.probabilities
    is_entailed, is_rejected = columns.codes == _ENTAILMENT, columns.codes == _NO_ENTAILMENT
    # A lower score cannot be that of the more probable of two labels: there were three.
    is_of_two = bool((values[given] >= 0.5 - _ROUNDING).all())
    entailment = np.where(is_entailed, values, 1 - values)
    entailment = np.where(
        probabilities.has_number, probabilities.values[:, _ENTAILMENT], entailment
    )
    is_known = is_entailed | probabilities.has_number | (is_rejected & is_of_two)
    is_ranked = bool(is_known[given].all())
    scores = Column(np.where(given, entailment, 0.0), given)
    interpreted = replace(
        columns,
        confidences=confidences,
        scores=scores if is_ranked else _without_numbers(len(columns)),
    )
    if is_stated and is_ranked:
        return InterpretedScores(interpreted)
    warning = _warning(columns, is_ranked=is_ranked, is_stated=is_stated)
    return InterpretedScores(interpreted, warning)


def _warning(columns: RunColumns, *, is_ranked: bool, is_stated: bool) -> str:
    rejected = np.flatnonzero(columns.scores.given & (columns.codes != _ENTAILMENT))
    position = int(rejected[np.argmax(columns.scores.values[rejected])]) if len(rejected) else 0
    example = f"{LABELS[columns.codes[position]]} with {columns.scores.values[position]:.3g}"
    ranking = (
        "as confidences and as entailment scores, with 1 - score if the label is NO_ENTAILMENT"
        if is_ranked
        else "as confidences; they are not used for ranking, as they do not determine the "
        "probability of ENTAILMENT for other labels (the scores of all labels do: top_k=None)"
    )
    if is_stated:
        return f"the scores of labels are used {ranking}"
    return (
        "the scores are read as those of the labels, as in Hugging Face's output (such as "
        f"{example}), and used {ranking}; if they are of entailment, state " + _stated("entailment")
    )


def _without_numbers(size: int) -> Column:
    return Column(np.zeros(size), np.zeros(size, dtype=np.bool_))


def _stated(meaning: str) -> str:
    return how_to_state(f"score_of={meaning!r}", f"--score-of {meaning}")
