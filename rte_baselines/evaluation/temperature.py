"""Temperature scaling fitted on one part of a dataset and measured on another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import scipy

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.importing import version
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief, named, plain
from rte_baselines.evaluation.curves import reliability_curve
from rte_baselines.evaluation.findings.finding import warn_of_training_pairs
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun, unlabelled_note
from rte_baselines.evaluation.inputs.judgments import NO_ENTAILMENT, positions_in, probabilities_in
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
    probabilities are worse than equal ones. Gold labels have probabilities above 0. Guo et al.
    (2017), section 4.2; the loss is convex in the inverse of the temperature.
    """

    def loss(temperature: float) -> float:
        return float(np.mean(log_losses(log_scaled(probabilities, temperature), gold)))

    found = scipy.optimize.minimize_scalar(
        lambda log_temperature: loss(np.exp(log_temperature)),
        bounds=(np.log(LOWEST), np.log(HIGHEST)),
        method="bounded",
        options={"xatol": 1e-6},
    )
    # Near an end, or everywhere if probabilities are equal, the loss is level but for rounding.
    return min((LOWEST, HIGHEST, float(np.exp(found.x))), key=lambda at: round(loss(at), 12))


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


@brief
@dataclass(frozen=True)
class CalibrationPart:
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

    The `parts` are the "fitted" run, of whose labelled pairs the temperature is, and the "measured"
    one, of which the losses are; `scaled` is the latter with scaled probabilities, and labels of
    `scheme`. Answers without a label are left as they are.
    """

    temperature: float
    losses: dict[str, Calibrated]
    scheme: Scheme
    scaled: Run
    parts: dict[str, ScoredRun]

    @property
    def is_identified(self) -> bool:
        """Whether the best temperature is inside the range, rather than at an end of it.

        It is at the lower end if each gold label is the most probable one, so that the fitted
        pairs do not show how often the run is wrong, and at the higher end if its probabilities
        are worse than equal ones.
        """
        return LOWEST < self.temperature < HIGHEST

    @property
    def pairs(self) -> int:
        """The number of labelled pairs that the temperature is measured on."""
        return len(self.parts["measured"].answered)

    @property
    def signatures(self) -> dict[str, str]:
        """All that the figures depend on besides the runs."""
        return {part: _signature(part, scored) for part, scored in self.parts.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object, without the scaled run."""
        runs = self.parts
        return {
            "temperature": self.temperature,
            "is_identified": self.is_identified,
            "losses": plain(self.losses),
            "run": runs["measured"].name,
            "pairs": self.pairs,
            "fitted_pairs": len(runs["fitted"].answered),
            "scheme": self.scheme.value,
            "withheld": {key: withheld_counts(scored.run.withheld) for key, scored in runs.items()},
            "unlabelled": {key: scored.gold.unlabelled for key, scored in runs.items()},
            "signatures": self.signatures,
        }

    def scores(self) -> Iterator[Score]:
        """Yield the losses before and after scaling, and their changes."""
        run = self.parts["measured"].run
        for name, calibrated in self.losses.items():
            for scaling, loss in vars(calibrated).items():
                groups = {"scaling": scaling}
                yield Score(run.name, name, loss, self.pairs, len(run.withheld), groups)

    def tables(self) -> Iterator[Table]:
        """Yield a row for each loss."""
        yield score_table(
            f"{self.scaled.name}, temperature {decimal(self.temperature)}, on "
            f"{counted(self.pairs, 'pair')}",
            {"loss": MEASURE},
            self.scores(),
            [scaling.name for scaling in fields(Calibrated)],
            by=group("scaling"),
        )

    def notes(self) -> Iterator[str]:
        """Yield the notes below the table."""
        fitted = counted(len(self.parts["fitted"].answered), "other pair")
        yield (
            f"temperature: fitted on {fitted}; above 1, the run was too sure, below 1, too unsure; "
            "labels and accuracy do not change"
        )
        if not self.is_identified:
            yield (
                "the temperature is not identified, as the best one is at an end of the range from "
                f"{LOWEST} to {HIGHEST:.0f}: the most probable label is always right on the fitted "
                "pairs, or its probability tells nothing, or probabilities are worse than equal "
                "ones"
            )
        for part, scored in self.parts.items():
            if counts := withheld_counts(scored.run.withheld):
                yield (
                    f"answers of the {part} run without a label, which are left as they are: "
                    f"{withheld_text(counts)}"
                )
            for note in unlabelled_note(scored.gold.unlabelled, len(scored.gold.ids)):
                yield f"{part} pairs: {note}"
        conflated = " (three-way labels and probabilities are conflated)"
        yield (
            f"{self.scheme}{conflated if self.scheme is Scheme.TWO_WAY else ''}; nll: natural "
            "logarithms; brier: half of the sum of squared errors; calibration_error: of the most "
            "probable label, ten bins; ranges: 95% intervals by a bootstrap over pairs, of change "
            "paired; calibration errors have none (docs/evaluation.md)"
        )
        yield from self.signatures.values()

    def __repr__(self) -> str:
        temperature = f"temperature {decimal(self.temperature)}"
        return named(self, self.scaled.name, temperature, counted(self.pairs, "pair"))


def calibrate(fitted: CalibrationPart, measured: CalibrationPart) -> CalibrationReport:
    """Fit a temperature on one part and measure what it does on another.

    Two-way, with two-way labels of the scaled run, unless gold labels and runs are three-way.

    Parameters
    ----------
    fitted, measured : CalibrationPart
        Of different pairs.

    Raises
    ------
    InputError
        If the parts have pairs in common.
    RunError
        If a run has no probabilities, does not fit its pairs, or has a probability of 0 for a
        gold label.
    """
    golds = [Gold.from_pairs(part.gold) for part in (fitted, measured)]
    _refuse_common_pairs(*golds)
    scored = [_scored(part, gold) for part, gold in zip((fitted, measured), golds, strict=True)]
    is_two_way = any(map(_is_two_way, scored))
    scheme = Scheme.TWO_WAY if is_two_way else Scheme.THREE_WAY
    on_fitted, (probabilities, labels) = [_arrays(run, scheme) for run in scored]
    temperature = fit_temperature(*on_fitted)
    return CalibrationReport(
        temperature,
        _losses(probabilities, temperature, labels),
        scheme,
        _scaled_run(scored[1].run, scaled(probabilities, temperature), scheme),
        dict(zip(("fitted", "measured"), scored, strict=True)),
    )


def _signature(part: str, scored: ScoredRun) -> str:
    pairs, labelled = len(scored.gold.ids), len(scored.answered)
    partial = f"labelled:{labelled}|" if labelled < pairs else ""
    return (
        f"{part}|pairs:{pairs}|{partial}bootstrap:{resamples_of(labelled)}|seed:{SEED}|"
        f"gold:{scored.gold.digest()}|version:{version('rte-baselines')}"
    )


def _refuse_common_pairs(fitted: Gold, measured: Gold) -> None:
    """Refuse parts with pairs of equal texts or, if those of a pair are not known, equal ids."""
    keys = [gold.pair_digests.whole.tolist() for gold in (fitted, measured)]
    # The digest of a pair without texts is 0.
    if not all(map(all, keys)):
        keys = [fitted.ids, measured.ids]
    known = set(keys[0])
    common = [pair_id for pair_id, key in zip(measured.ids, keys[1], strict=True) if key in known]
    if common:
        examples = ", ".join(map(quoted, common[:3]))
        raise InputError(
            f"{len(common)} pairs are in both parts, by their texts or, if one has none, their ids "
            f"(such as {examples}); expected a temperature fitted on other pairs"
        )


def _scored(part: CalibrationPart, gold: Gold) -> ScoredRun:
    part.run.require_labels()
    warn_of_training_pairs(part.run)
    scored = ScoredRun.of(part.run, gold, partial=False)
    if scored.run.probabilities is None:
        raise RunError(
            f"{scored.name}: has no probabilities for every pair; expected one for each label"
        )
    return scored


def _is_two_way(scored: ScoredRun) -> bool:
    """Return whether gold labels are two-way, or probabilities of NO ENTAILMENT."""
    judged = scored.judgments
    assert judged.probabilities is not None
    return judged.scheme is Scheme.TWO_WAY or bool(judged.probabilities[:, NO_ENTAILMENT].any())


def _arrays(scored: ScoredRun, scheme: Scheme) -> tuple[FloatArray, IntArray]:
    """Return the probabilities of the labels of a scheme, and the columns of gold labels."""
    judged = scored.judgments
    assert judged.probabilities is not None
    probabilities = probabilities_in(scheme, judged.probabilities)
    gold = positions_in(scheme, judged.gold)
    impossible = int((probabilities[np.arange(len(gold)), gold] == 0).sum())
    if impossible:
        raise RunError(
            f"{scored.name}: the probability of the gold label is 0 for {impossible} of "
            f"{counted(len(gold), 'pair')}, so that nll is infinite at every temperature; expected "
            "positive probabilities"
        )
    return probabilities, gold


def _losses(before: FloatArray, temperature: float, gold: IntArray) -> dict[str, Calibrated]:
    after = scaled(before, temperature)
    with np.errstate(divide="ignore"):
        logs = np.log(before)
    losses = {
        # A probability that is too small for a number has a logarithm.
        "nll": (log_losses(logs, gold), log_losses(log_scaled(before, temperature), gold)),
        "brier": (brier_scores(before, gold), brier_scores(after, gold)),
    }
    errors = [calibration_error(probabilities, gold) for probabilities in (before, after)]
    return {
        # The means over pairs are resampled together.
        **{
            name: Calibrated(*means_of(np.column_stack([first, then, then - first])))
            for name, (first, then) in losses.items()
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
