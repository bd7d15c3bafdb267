"""Temperature scaling fitted on one part of a dataset and measured on another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import scipy

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.importing import version
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief, named, plain
from rte_baselines.evaluation.curves import reliability_curve
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun
from rte_baselines.evaluation.inputs.judgments import (
    NO_ENTAILMENT,
    Judgments,
    positions_in,
    probabilities_in,
)
from rte_baselines.evaluation.measures.accuracy import headline, with_accuracies_of_all
from rte_baselines.evaluation.measures.base import Measure, estimate
from rte_baselines.evaluation.resampling.bootstrap import SEED, Estimate, resamples_of
from rte_baselines.evaluation.resampling.sums import means_of
from rte_baselines.evaluation.scores import MEASURE, Score, ScoreReport, group, score_table
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Pair, Scheme, conflate
from rte_baselines.rendering.tables import Table, decimal
from rte_baselines.runs import Run
from rte_baselines.runs.prediction import withheld_counts, withheld_text

LOWEST, HIGHEST = 0.01, 100.0
"""The temperatures among which the best one is sought."""

# Three times 1/3, written with fewer digits, are not quite equal after they were made to sum to 1.
_ROUNDING = 1e-12


def scaled(probabilities: FloatArray, temperature: float) -> FloatArray:
    """Return probabilities at a temperature: proportional to ``p ** (1 / temperature)``.

    The most probable label stays so, unless its probability is higher by a rounding error alone.
    Above 1, they are less sure; a probability of 0 stays 0. Arrays have shape (n, labels).

    C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, "On calibration of modern neural networks"
    (2017), equation 9: the softmax of logits divided by the temperature. The logarithms of
    probabilities are logits but for a constant, which cancels out.
    """
    return np.asarray(np.exp(log_scaled(probabilities, temperature)))


def log_scaled(probabilities: FloatArray, temperature: float) -> FloatArray:
    """Return the natural logarithms of `scaled`, finite even if a probability rounds to 0."""
    with np.errstate(divide="ignore"):
        logits = np.log(probabilities) / temperature
    logs: FloatArray = scipy.special.log_softmax(logits, axis=1)
    return logs


def fit_temperature(probabilities: FloatArray, gold: IntArray) -> float:
    """Return the temperature with the lowest mean negative log probability of the gold labels.

    `probabilities` has shape (n, labels), and `gold`, shape (n,), the column of each gold label.
    The result is from `LOWEST`, if each gold label is the most probable one, to `HIGHEST`, if
    probabilities are worse than equal ones. It is an error if no temperature changes the loss: a
    gold label has a probability of 0, or the probabilities above 0 are equal for each pair. Guo et
    al. (2017), section 4.2; the loss is convex in the inverse of the temperature.
    """
    impossible = int((probabilities[np.arange(len(gold)), gold] == 0).sum())
    if impossible:
        raise RunError(
            f"the probability of the gold label is 0 for {impossible} of {len(gold)} pairs, which "
            "no temperature changes; expected positive probabilities"
        )
    lowest = np.min(probabilities, axis=1, where=probabilities > 0, initial=1.0)
    if (probabilities.max(axis=1) - lowest <= _ROUNDING).all():
        raise RunError(
            f"no temperature changes a probability of any of the {len(gold)} fitted pairs, as each "
            "is 0, 1 or the same for all labels; expected the probabilities of a system that is "
            "more and less sure"
        )

    def loss(log_temperature: float) -> float:
        logs = log_scaled(probabilities, float(np.exp(log_temperature)))
        return float(np.mean(log_losses(logs, gold)))

    found = scipy.optimize.minimize_scalar(
        loss, bounds=(np.log(LOWEST), np.log(HIGHEST)), method="bounded", options={"xatol": 1e-6}
    )
    # Near an end, the loss is level but for rounding.
    best = min((np.log(LOWEST), np.log(HIGHEST), float(found.x)), key=loss)
    return {np.log(LOWEST): LOWEST, np.log(HIGHEST): HIGHEST}.get(best, float(np.exp(best)))


def log_losses(logs: FloatArray, gold: IntArray) -> FloatArray:
    """Return the negative of each gold label's natural log probability, shape (n,)."""
    # The absolute value, since the negative of log 1 would be printed as -0.
    found: FloatArray = np.abs(logs[np.arange(len(gold)), gold])
    return found


def brier_scores(probabilities: FloatArray, gold: IntArray) -> FloatArray:
    """Return half of the sum over labels of squared errors of each pair, in [0, 1], shape (n,).

    Two-way, it is the squared error of the probability of ENTAILMENT, whose mean is `brier`. G. W.
    Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78
    (1950), without the half.
    """
    errors = probabilities - np.eye(probabilities.shape[1])[gold]
    halves: FloatArray = np.square(errors).sum(axis=1) / 2
    return halves


def calibration_error(probabilities: FloatArray, gold: IntArray) -> float:
    """Return the expected calibration error of the most probable labels, in [0, 1].

    The distance between the mean probability of the most probable labels and the share of these
    that are right, averaged over ten bins of equal width: Guo et al. (2017), equation 3.
    """
    right = np.argmax(probabilities, axis=1) == gold
    return reliability_curve(probabilities.max(axis=1), right).calibration_error


_PARTS = ("fitted", "measured")
_DIGITS = 3


@brief
@dataclass(frozen=True)
class Part:
    """The gold labels of a part of a dataset, and a run on it.

    Parameters
    ----------
    gold : iterable of Pair, or data frame, dataset or list of mapping
        As in `evaluate`.
    run : Run
        With probabilities of each label.
    """

    gold: Iterable[Pair] | Any
    run: Run


@dataclass(frozen=True)
class Calibrated:
    """A loss before and after temperature scaling, and how much it changes.

    The change is the value after less that before, with the interval of the paired bootstrap;
    below 0 is better. The calibration error has no intervals.
    """

    before: Estimate
    after: Estimate
    change: Estimate


@dataclass(frozen=True, repr=False)
class CalibrationReport(ScoreReport):
    """What temperature scaling does to the probabilities of a run.

    `accuracies` are those of the measured run, which do not change: the headline, and that of all
    pairs if the run leaves some without a label. `pairs` and `fitted_pairs` are the numbers of
    labelled pairs that the temperature is measured on, and was fitted on; `scaled` is the measured
    run with scaled probabilities, and labels of `scheme`; `conflated` are the three-way gold labels
    and runs that were conflated, since others are two-way. Of the "fitted" and the "measured" run,
    `withheld` has the number of answers of each kind that are no labels, which are neither fitted
    nor scaled; `unlabelled` that of pairs without a label, which are left out; and `signatures` are
    those of the gold labels.
    """

    temperature: float
    losses: dict[str, Calibrated]
    accuracies: dict[str, Estimate]
    run: str
    pairs: int
    fitted_pairs: int
    scheme: Scheme
    scaled: Run
    conflated: tuple[str, ...]
    withheld: dict[str, dict[str, int]]
    unlabelled: dict[str, int]
    signatures: tuple[str, ...]

    @property
    def is_identified(self) -> bool:
        """Whether the best temperature is within the range, and not at an end of it.

        It is at the lower end if each gold label is the most probable one, so that the fitted
        pairs do not show how often the run is wrong, and at the higher end if its probabilities
        are worse than equal ones.
        """
        return LOWEST < self.temperature < HIGHEST

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object, without the scaled run."""
        found = plain({name: of for name, of in vars(self).items() if name != "scaled"})
        return {
            "temperature": self.temperature,
            "is_identified": self.is_identified,
            **found,
            "signatures": dict(zip(_PARTS, self.signatures, strict=True)),
        }

    def scores(self) -> Iterator[Score]:
        """Yield accuracies, which do not change, and losses before and after scaling."""
        counts = self.pairs, sum(self.withheld["measured"].values())
        for name, accuracy in self.accuracies.items():
            yield Score(self.run, name, accuracy, *counts)
        for name, of in self.losses.items():
            for scaling, loss in vars(of).items():
                yield Score(self.run, name, loss, *counts, {"scaling": scaling})

    def tables(self) -> Iterator[Table]:
        """Yield a row for each loss."""
        accuracies = (f"{name} {decimal(of.value)}" for name, of in self.accuracies.items())
        yield score_table(
            f"{self.run}, {', '.join(accuracies)}, temperature {self.temperature:.{_DIGITS}f}, "
            f"on {counted(self.pairs, 'pair')}",
            {"loss": MEASURE},
            (score for score in self.scores() if score.groups),
            [scaling.name for scaling in fields(Calibrated)],
            by=group("scaling"),
        )

    def notes(self) -> Iterator[str]:
        """Yield the notes below the table."""
        # As the temperature is printed.
        shown = round(self.temperature, _DIGITS)
        meaning = "1 changes nothing: the run was neither too sure nor too unsure"
        if shown != 1:
            side, sure = ("above", "sure") if shown > 1 else ("below", "unsure")
            meaning = f"{side} 1, the run was too {sure}"
        yield (
            f"temperature: fitted on {counted(self.fitted_pairs, 'other pair')}; {meaning}; labels "
            "and accuracy do not change"
        )
        if not self.is_identified:
            why = "flatter is always better, as where probabilities are worse than equal ones"
            if self.temperature == LOWEST:
                why = "sharper is always better, as where the most probable label is always right"
            yield (
                "the temperature is not identified, as the best one is at an end of the range from "
                f"{LOWEST} to {HIGHEST:.0f}: on the fitted pairs, {why}"
            )
        withheld = [f"{part} run {withheld_text(of)}" for part, of in self.withheld.items() if of]
        if withheld:
            yield f"answers without a label, which are left as they are: {'; '.join(withheld)}"
        left_out = [f"{number} {part}" for part, number in self.unlabelled.items() if number]
        if left_out:
            yield f"pairs without a label, which are left out: {', '.join(left_out)}"
        if self.conflated:
            what = ", ".join(self.conflated)
            yield f"conflated to two-way, labels as well as probabilities: {what}"
        yield (
            f"{self.scheme}; nll: natural logarithms; brier: half of the sum of squared errors; "
            "calibration_error: of the most probable label, ten bins; ranges: 95% intervals by a "
            "bootstrap over pairs, of change paired; calibration errors have none "
            "(docs/evaluation.md)"
        )
        yield from self.signatures

    def __repr__(self) -> str:
        temperature = f"temperature {self.temperature:.{_DIGITS}f}"
        return named(self, self.run, temperature, counted(self.pairs, "pair"))


def calibrate(fitted: Part, measured: Part) -> CalibrationReport:
    """Fit a temperature on one part and measure what it does on another.

    Three-way if gold labels and runs are, else two-way: then the labels of the scaled run are
    two-way, too.

    Parameters
    ----------
    fitted, measured : Part
        Of different pairs.

    Raises
    ------
    InputError
        If the parts have pairs in common.
    RunError
        If a run has no probabilities, does not fit its pairs, or has a probability of 0 for a
        gold label, or if no temperature changes the probabilities of the fitted run.
    """
    golds = [Gold.from_pairs(part.gold) for part in (fitted, measured)]
    _refuse_common_pairs(*golds)
    scored = [_scored(part, gold) for part, gold in zip((fitted, measured), golds, strict=True)]
    runs, judged = [of.run for of in scored], [of.judgments for of in scored]
    is_two_way = any(of.scheme is Scheme.TWO_WAY or _has_two_way(of) for of in judged)
    scheme = Scheme.TWO_WAY if is_two_way else Scheme.THREE_WAY
    on_fitted, (probabilities, labels) = [_arrays(of, scheme) for of in judged]
    temperature = fit_temperature(*on_fitted)
    accuracies: list[Measure] = [headline([scheme])]
    if judged[1].unanswered:
        accuracies = with_accuracies_of_all(accuracies)
    return CalibrationReport(
        temperature,
        _losses(probabilities, temperature, labels),
        estimate(accuracies, judged[1]),
        measured.run.name,
        len(labels),
        len(on_fitted[1]),
        scheme,
        _scaled_run(runs[1], scaled(probabilities, temperature), scheme),
        tuple(_conflated(golds, judged)) if is_two_way else (),
        {part: withheld_counts(run.withheld) for part, run in zip(_PARTS, runs, strict=True)},
        {part: gold.unlabelled for part, gold in zip(_PARTS, golds, strict=True)},
        tuple(map(_signature, _PARTS, golds, (len(on_fitted[1]), len(labels)))),
    )


def _conflated(golds: Sequence[Gold], judged: Sequence[Judgments]) -> Iterator[str]:
    """Yield which gold labels and runs are three-way."""
    for part, gold, of in zip(_PARTS, golds, judged, strict=True):
        if gold.scheme is Scheme.THREE_WAY:
            yield f"gold labels of the {part} pairs"
        if not _has_two_way(of):
            yield f"run on the {part} pairs"


def _signature(part: str, gold: Gold, labelled: int) -> str:
    """Return everything that the figures on the labelled pairs depend on besides the run."""
    of_labelled = f"labelled:{labelled}|" if labelled < len(gold.ids) else ""
    return (
        f"{part}|pairs:{len(gold.ids)}|{of_labelled}bootstrap:{resamples_of(labelled)}|"
        f"seed:{SEED}|gold:{gold.digest()}|version:{version('rte-baselines')}"
    )


def _refuse_common_pairs(fitted: Gold, measured: Gold) -> None:
    # The digest of a pair without texts is 0.
    known = set(fitted.pair_digests.whole.tolist()) - {0}
    digests = zip(measured.ids, measured.pair_digests.whole.tolist(), strict=True)
    common = [pair_id for pair_id, digest in digests if digest in known]
    has_texts = all(bool((gold.pair_digests.whole != 0).all()) for gold in (fitted, measured))
    if not common and not has_texts:
        common = [pair_id for pair_id in measured.ids if pair_id in set(fitted.ids)]
    if common:
        examples = ", ".join(map(quoted, common[:3]))
        whether = "" if has_texts else " or may be, since their texts are not known,"
        raise InputError(
            f"{len(common)} pairs are{whether} in both parts (such as {examples}); expected a "
            "temperature fitted on other pairs than it is measured on"
        )


def _scored(part: Part, gold: Gold) -> ScoredRun:
    part.run.require_labels()
    scored = ScoredRun.of(part.run, gold, partial=False)
    if scored.run.probabilities is None:
        raise RunError(
            f"{scored.name}: has no probabilities for every pair; expected one for each label"
        )
    return scored


def _has_two_way(judged: Judgments) -> bool:
    """Return whether probabilities are of NO ENTAILMENT."""
    assert judged.probabilities is not None
    return bool(judged.probabilities[:, NO_ENTAILMENT].any())


def _arrays(judged: Judgments, scheme: Scheme) -> tuple[FloatArray, IntArray]:
    """Return the probabilities of the labels of a scheme, and the columns of gold labels."""
    assert judged.probabilities is not None
    return probabilities_in(scheme, judged.probabilities), positions_in(scheme, judged.gold)


def _losses(before: FloatArray, temperature: float, gold: IntArray) -> dict[str, Calibrated]:
    after = scaled(before, temperature)
    with np.errstate(divide="ignore"):
        nll = log_losses(np.log(before), gold)
    infinite = int(np.isinf(nll).sum())
    if infinite:
        raise RunError(
            f"the probability of the gold label is 0 for {infinite} of "
            f"{counted(len(before), 'measured pair')}, so that nll is infinite; expected positive "
            "probabilities"
        )
    of_pairs = {
        # A probability that is too small for a number has a logarithm.
        "nll": (nll, log_losses(log_scaled(before, temperature), gold)),
        "brier": (brier_scores(before, gold), brier_scores(after, gold)),
    }
    errors = [calibration_error(of, gold) for of in (before, after)]
    return {
        # The means over pairs are resampled together.
        **{
            name: Calibrated(*means_of(np.column_stack([first, then, then - first])))
            for name, (first, then) in of_pairs.items()
        },
        "calibration_error": Calibrated(*map(Estimate, (*errors, errors[1] - errors[0]))),
    }


def _scaled_run(run: Run, probabilities: FloatArray, scheme: Scheme) -> Run:
    """Return a run with other probabilities, which give its confidences and ranking."""
    is_two_way = scheme is Scheme.TWO_WAY
    rows = zip(run, probabilities.tolist(), strict=True)
    return Run(
        [
            replace(
                prediction,
                label=conflate(prediction.label) if is_two_way else prediction.label,
                confidence=None,
                score=None,
                probabilities=dict(zip(scheme.labels, row, strict=True)),
            )
            for prediction, row in rows
        ],
        name=run.name,
        withheld=run.withheld,
    )
