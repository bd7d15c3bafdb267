"""Whether the scores of a file are of entailment, or of the labels that it gives.

Hugging Face's pipelines call ``score`` how probable the predicted label is, whichever that
is: a pair that is surely not entailed scores as high as one that surely is. Ranked by such
scores, sure rejections stand above doubtful entailments.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label
from rte_baselines.runs.columns import LABELS, Column, RunColumns

ScoreOf = Literal["label", "entailment"]
"""What scores are of: the label that is given, or entailment whatever the label."""

_ENTAILMENT = LABELS.index(Label.ENTAILMENT)
_NO_ENTAILMENT = LABELS.index(Label.NO_ENTAILMENT)
# How far files round that write two digits.
_ROUNDING = 0.0051
# A label that is the most probable of three has no less, nor has one of two.
_LEAST_OF_LABEL = 1 / 3 - _ROUNDING
# Scores of labels hardly tell one label from the other; entailment scores do, even where the
# cutoff is another one for each task.
_NEARLY_ALL = 0.9
_SAY_WHICH = "--score-of label or --score-of entailment (from Python, score_of=...)"


@dataclass(frozen=True)
class SettledScores:
    """Predictions of which the scores are entailment scores, or left out.

    Parameters
    ----------
    columns : RunColumns
    oddity : str or None
        What was made of the scores, if they were changed.
    """

    columns: RunColumns
    oddity: str | None = None


def settle_scores(
    columns: RunColumns, *, has_confidences: bool, score_of: ScoreOf | None = None
) -> SettledScores:
    """Return predictions of which the scores are entailment scores, or left out.

    The score of a label becomes the confidence. Of two labels, it also says how surely the
    text entails the hypothesis: it is that, or 1 minus it for NO_ENTAILMENT. Of three, it
    does not: where CONTRADICTION has 0.6, ENTAILMENT may have anything up to 0.4. Such a
    run is not ranked by its scores, unless it has the probability of ENTAILMENT besides.

    Parameters
    ----------
    columns : RunColumns
    has_confidences : bool
        Whether confidences have a place of their own in the file, so that its scores are of
        entailment; likewise if it has the digests of pairs, which this package writes.
    score_of : {"label", "entailment"}, optional
        What the user says. Otherwise the scores tell, in doubt not at all: they are then
        left out.

    Raises
    ------
    InputError
        If `score_of` is neither.
    """
    if score_of not in (None, "label", "entailment"):
        raise InputError(f"score_of is {score_of!r}; expected 'label' or 'entailment'")
    if score_of == "entailment" or not columns.scores.given.any():
        return SettledScores(columns)
    if score_of is None and (has_confidences or columns.digests.any()):
        return SettledScores(columns)
    told = score_of or _told_by_scores(columns)
    if told == "entailment":
        return SettledScores(columns)
    if told is None:
        return SettledScores(
            replace(columns, scores=_without_numbers(len(columns))),
            "the scores may be those of the labels, as in Hugging Face's output, or of entailment; "
            f"nothing is ranked by them; say which: {_SAY_WHICH}",
        )
    return _of_labels(columns, is_stated=score_of is not None)


def with_probabilities(columns: RunColumns, *, if_of_entailment: bool = False) -> RunColumns:
    """Return predictions with the probabilities that their entailment scores are.

    Only those of two labels: of three, the scores do not tell the probabilities of the
    others. Predictions that have probabilities already stay as they are.

    Parameters
    ----------
    columns : RunColumns
        As `settle_scores` returns them.
    if_of_entailment : bool
        Whether scores are not settled yet, and are only read so where they can be of nothing
        but ENTAILMENT, and the labels do not follow from them by another cutoff than 0.5.
    """
    scores, shares = columns.scores, columns.probabilities
    is_two_way = np.isin(columns.codes, [_ENTAILMENT, _NO_ENTAILMENT]).all()
    if not is_two_way or shares.given.any() or not scores.given.any():
        return columns
    if not ((scores.values >= 0) & (scores.values <= 1)).all():
        return columns
    if if_of_entailment and not _are_of_entailment(columns):
        return columns
    values, given = shares.values.copy(), shares.given.copy()
    values[scores.given, _ENTAILMENT] = scores.values[scores.given]
    values[scores.given, _NO_ENTAILMENT] = 1 - scores.values[scores.given]
    given[:, _ENTAILMENT] = given[:, _NO_ENTAILMENT] = scores.given
    return replace(columns, probabilities=Column(values, given))


def _are_of_entailment(columns: RunColumns) -> bool:
    """Whether probabilities are lower than that of the label can be, and no cutoff fits all."""
    values = columns.scores.values[columns.scores.given]
    entails = columns.codes[columns.scores.given] == _ENTAILMENT
    lowest, highest = values[entails].min(initial=1), values[~entails].max(initial=0)
    return bool(values.min() < 0.5 - _ROUNDING and highest > lowest)


def _told_by_scores(columns: RunColumns) -> ScoreOf | None:
    """Return what the scores are of, as far as they and the labels say."""
    scores = columns.scores.values[columns.scores.given]
    entails = columns.codes[columns.scores.given] == _ENTAILMENT
    if entails.all():
        return "entailment"
    if not ((scores >= 0) & (scores <= 1)).all():
        # Percentages and logarithms of probabilities, which have one sign, may be of either.
        has_both_signs = bool(scores.min() < 0 < scores.max())
        if has_both_signs or _follows(scores, entails, most_probable=-np.inf):
            return "entailment"
        return None
    if (by_probabilities := _told_by_probabilities(columns)) is not None:
        return by_probabilities
    fits_label = bool(scores.min() >= _LEAST_OF_LABEL)
    fits_entailment = _follows(scores, entails)
    if fits_label == fits_entailment:
        return None
    return "label" if fits_label else "entailment"


def _follows(
    scores: FloatArray, entails: BoolArray, most_probable: float = 0.5 + _ROUNDING
) -> bool:
    """Whether labels follow from entailment scores: by a cutoff, nearly so, or as most probable."""
    accepted, rejected = scores[entails], np.sort(scores[~entails])
    lowest, highest = accepted.min(initial=np.inf), rejected[-1]
    if highest <= lowest or (highest <= most_probable and lowest >= _LEAST_OF_LABEL):
        return True
    # How many rejected pairs each accepted one outscores, those of equal score by half.
    below, up_to = (np.searchsorted(rejected, accepted, side) for side in ("left", "right"))
    return bool((below + up_to).mean() / 2 >= _NEARLY_ALL * len(rejected))


def _told_by_probabilities(columns: RunColumns) -> ScoreOf | None:
    """Return whose probabilities the scores are, if there are any to see it by."""
    given = columns.scores.given
    shares = columns.probabilities.values[given]
    if not columns.probabilities.has_number[given].all():
        return None
    scores = columns.scores.values[given]
    of_label = shares[np.arange(len(shares)), columns.codes[given]]
    are_of_label, are_of_entailment = (
        np.allclose(scores, known, rtol=0, atol=_ROUNDING)
        for known in (of_label, shares[:, _ENTAILMENT])
    )
    if are_of_label == are_of_entailment:
        return None
    return "label" if are_of_label else "entailment"


def _of_labels(columns: RunColumns, *, is_stated: bool) -> SettledScores:
    """Return the predictions with confidences and, where they are known, entailment scores."""
    given, values = columns.scores.given, columns.scores.values
    confidences = Column(
        np.where(columns.confidences.given, columns.confidences.values, values),
        columns.confidences.given | given,
    )
    shares = columns.probabilities
    is_entailed, is_rejected = columns.codes == _ENTAILMENT, columns.codes == _NO_ENTAILMENT
    # A label that has less is not the more probable of two: it was one of three.
    is_of_two = bool((values[given] >= 0.5 - _ROUNDING).all())
    entailment = np.where(is_entailed, values, 1 - values)
    entailment = np.where(shares.has_number, shares.values[:, _ENTAILMENT], entailment)
    is_known = is_entailed | shares.has_number | (is_rejected & is_of_two)
    is_ranked = bool(is_known[given].all())
    scores = Column(np.where(given, entailment, 0.0), given)
    settled = replace(
        columns,
        confidences=confidences,
        scores=scores if is_ranked else _without_numbers(len(columns)),
    )
    if is_stated and is_ranked:
        return SettledScores(settled)
    return SettledScores(settled, _what_was_done(columns, is_ranked=is_ranked, is_stated=is_stated))


def _what_was_done(columns: RunColumns, *, is_ranked: bool, is_stated: bool) -> str:
    rejected = np.flatnonzero(columns.scores.given & (columns.codes != _ENTAILMENT))
    place = int(rejected[np.argmax(columns.scores.values[rejected])]) if len(rejected) else 0
    example = f"{LABELS[columns.codes[place]]} with {columns.scores.values[place]:.3g}"
    ranking = (
        "as confidences and, 1 - score where the label is NO_ENTAILMENT, as entailment scores"
        if is_ranked
        else "as confidences; nothing is ranked by them, as they do not say how probable "
        "ENTAILMENT is where another label is given (the scores of all labels do: top_k=None)"
    )
    if is_stated:
        return f"the scores of labels are taken {ranking}"
    return (
        "the scores are taken as those of the labels, as in Hugging Face's output (such as "
        f"{example}): {ranking}; if they are of entailment, say --score-of entailment"
    )


def _without_numbers(size: int) -> Column:
    return Column(np.zeros(size), np.zeros(size, dtype=np.bool_))
