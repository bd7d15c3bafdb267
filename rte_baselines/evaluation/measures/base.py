"""The base class of measures, and the selection of measures by name."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.components_table import MEASURES_BY_DEFAULT, MODULES
from rte_baselines.core.errors import ConfigError, InputError, RunError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.core.representing import named
from rte_baselines.evaluation.inputs.judgments import Codes, Judgments, canonical_order
from rte_baselines.evaluation.resampling.bootstrap import (
    Estimate,
    Resamples,
    expanded_level,
    percentile_interval,
    resampled,
)
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.runs.run import why_no_labels

Need = Literal["labels", "confidences", "ranking", "probabilities"]
Resampling = Literal["faithful", "shifted", "unfit"]

_REQUIRED = ("name", "description", "range", "citation")

ALL = "all"
"""The name that selects every registered measure."""

SYNONYMS = {
    "accuracy_score": "accuracy",
    "balanced_accuracy_score": "balanced_accuracy",
    "brier_score_loss": "brier",
    "cohen_kappa_score": "kappa",
    "f1_macro": "macro_f1",
    "f1_micro": "accuracy",
    "f1_score": "f1",
    "precision_score": "precision",
    "recall_macro": "balanced_accuracy",
    "recall_score": "recall",
    "roc_auc_score": "roc_auc",
}
"""The names that scikit-learn has for measures, with ours."""

_WHAT_IS_MISSING: dict[Need, str] = {
    "confidences": "the run has no confidence for every pair",
    "ranking": "the run is not ranked",
    "probabilities": "the run has no probabilities for every pair",
}


class Measure(ABC):
    """An evaluation measure of a system's output against gold labels.

    A subclass is registered as ``name.v1``: its own name, then the version. Users refer to a
    measure by its name alone, which stands for the highest version. The version is raised
    only if the same input would score differently.

    Measures accept the labels ENTAILMENT, CONTRADICTION, UNKNOWN and NO_ENTAILMENT. Two-way
    measures conflate three-way labels themselves.
    """

    name: str
    """The name under which users select it, in lower case."""
    description: str
    """A description in one line."""
    range: ClassVar[tuple[float, float]]
    """The lowest and the highest possible value."""
    direction: ClassVar[Literal["higher", "lower", "neither"]] = "higher"
    """Which values are better; "neither" if none are, as for the entropy of gold labels."""
    needs: ClassVar[tuple[Need, ...]] = ("labels",)
    """The outputs of a system that it requires."""
    citation: ClassVar[str]
    """Paper and section."""
    resampling: ClassVar[Resampling] = "faithful"
    """Which bootstrap interval is valid: percentile, corrected for bias, or none.

    "faithful": the percentile interval, since resampled values vary about the value as the value
    varies about the true value. "shifted": the percentile interval, extended to the same interval
    minus twice the bias of resampled values, since the value itself has about the same bias.
    "unfit": no interval, since simulated intervals contain the true value too seldom.
    """
    orders_by: ClassVar[Need | None] = None
    """The output it orders pairs by; ties count by their expectation over all orders."""
    ties_together: ClassVar[bool] = False
    """Whether tied pairs are on the same side of each threshold, instead of in any order."""
    weights: ClassVar[str] = "uniform"
    """The weighting of pairs."""
    counts_unanswered: ClassVar[bool] = False
    """Whether the value depends on pairs that the system did not label.

    Resamples are drawn from the labelled pairs. With several seeds, only accuracies of all pairs
    have a value: a pair without a label gets a wrong label (`JudgedSystem.completed`).
    """
    follows_scheme: ClassVar[bool] = False
    """Whether the value is three-way for three-way runs and two-way for others.

    Values in different schemes do not say which run is better.
    """
    value_of_guesses: ClassVar[float | None] = None
    """The expected value for systems that ignore the pairs, if it is the same for all of them."""
    by_default: bool = False
    """Whether it is shown if no measures are selected by name."""

    def __call__(
        self,
        gold: ArrayLike,
        labels: ArrayLike | None = None,
        ranking: ArrayLike | None = None,
        confidences: ArrayLike | None = None,
        probabilities: ArrayLike | None = None,
        *,
        label_order: Sequence[str] | None = None,
    ) -> float:
        """Return the value for arrays, as `evaluate_arrays` takes them.

        `labels` may be omitted for measures that do not need them. Raises RunError if the value is
        undefined on this input.
        """
        from rte_baselines.evaluation.inputs.arrays import judgments_of_arrays

        if labels is None:
            if "labels" in self.needs:
                raise RunError(f"{self.name} needs labels; expected one for each pair")
            labels = gold
        judgments = judgments_of_arrays(
            gold, labels, ranking, confidences, probabilities, label_order=label_order
        )
        reason = self.why_undefined(judgments)
        if reason:
            raise RunError(f"{self.name} is undefined: {reason}")
        return self.score(judgments)

    def __repr__(self) -> str:
        return named(self, quoted(self.name))

    @abstractmethod
    def score(self, judgments: Judgments) -> float:
        """Return the value. `why_undefined` must be None for these judgments."""

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why the measure is undefined on these judgments, or None if it is defined."""
        if "labels" in self.needs and not judgments.has_labels:
            return why_no_labels()
        for need in self.needs:
            if getattr(judgments, need) is None:
                return _WHAT_IS_MISSING[need]
        return None

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value in each resample, NaN where it is undefined.

        The default scores resamples one by one. Subclasses may score all of them at once.
        """
        return np.array(
            [
                np.nan if self.why_undefined(judgments) else self.score(judgments)
                for judgments in resamples.written_out()
            ]
        )

    def pairs_averaged(self, judgments: Judgments) -> int:
        """Return the number of pairs that the value is a mean over, for `expanded_level`."""
        return len(judgments.gold)

    def range_of(self, judgments: Judgments) -> tuple[float, float]:
        """Return the lowest and the highest value for labels in the scheme of the judgments."""
        return self.range

    def closed_interval(self, judgments: Judgments) -> tuple[float, float] | None:
        """Return the 95% confidence interval if it has a closed form, such as Wilson's."""
        return None

    def interval(self, judgments: Judgments) -> tuple[float, float] | None:
        """Return the 95% confidence interval, which contains the value, or None if it has none.

        For several measures, `estimate` is faster.
        """
        estimated = estimate([self], judgments)[self.name]
        low, high = estimated.low, estimated.high
        return None if low is None or high is None else (low, high)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the expected value for a system that ignores the pairs; None without closed form.

        The system gives each of `LABELS` to a pair with its probability, shape (4,), independently
        of all else. It has the same confidence in all labels, the same rank for all pairs, and
        these probabilities for each pair. The expectation is over the labels that it may give,
        except those for which the measure is undefined. By default, it is `value_of_guesses`.
        """
        return self.value_of_guesses


def estimate(measures: Iterable[Measure], judgments: Judgments) -> dict[str, Estimate]:
    """Return the value and the 95% confidence interval of each measure, by name.

    Each must be defined on the judgments, on whose order the estimates do not depend.
    """
    ordered = judgments.select(canonical_order(judgments), unanswered=judgments.unanswered)
    values = {measure: measure.score(ordered) for measure in measures}
    ends = {measure: measure.closed_interval(ordered) for measure in values}
    others = [m for m, interval in ends.items() if not interval and m.resampling != "unfit"]
    drawn = resampled_values(others, [ordered])
    unsmoothed = unsmoothed_values(others, [ordered])
    for measure in others:
        ends[measure] = bootstrap_interval(
            measure,
            values[measure],
            drawn[measure.name][0],
            ordered,
            unsmoothed=unsmoothed[measure.name][0] if measure.name in unsmoothed else None,
        )
    return {
        measure.name: Estimate(value, *(ends[measure] or ())) for measure, value in values.items()
    }


def bootstrap_interval(
    measure: Measure,
    value: float,
    values: FloatArray,
    *systems: Judgments,
    unsmoothed: FloatArray | None = None,
) -> tuple[float, float]:
    """Return the 95% interval of a measure from its values in resamples, shape (resamples,).

    The value is that of a system, or a mean over some with different seeds. `unsmoothed` are the
    values in resamples without pseudo-pairs, by which the bias of a "shifted" measure is estimated.
    """
    pairs = min(map(measure.pairs_averaged, systems))
    low, high = percentile_interval(values, value, level=expanded_level(pairs))
    # Resampled values have their own bias and that of the value.
    bias = 0.0 if unsmoothed is None else 2 * (float(np.nanmean(unsmoothed)) - value)
    lowest, highest = measure.range_of(systems[0])
    return max(min(low, low - bias), lowest), min(max(high, high - bias), highest)


def resampled_values(
    measures: Sequence[Measure],
    systems: Sequence[Judgments],
    rivals: Sequence[Judgments] = (),
    *,
    smoothed: bool = True,
) -> dict[str, FloatArray]:
    """Return each measure's values in the same resamples of all systems and rivals, by name.

    Each must be defined on all judgments, which are of the same pairs in one order; see
    `resampled`. Values have the shape (systems + rivals, resamples).
    """
    found = {}
    for labels_only in (True, False):
        chosen = [measure for measure in measures if is_of_labels(measure) is labels_only]
        if chosen:
            methods = [measure.resampled for measure in chosen]
            drawn = resampled(methods, systems, rivals, labels_only=labels_only, smoothed=smoothed)
            for measure, values in zip(chosen, zip(*drawn, strict=True), strict=True):
                found[measure.name] = np.array(values)
    return found


def unsmoothed_values(
    measures: Sequence[Measure], systems: Sequence[Judgments]
) -> dict[str, FloatArray]:
    """Return the values of "shifted" measures in resamples without pseudo-pairs, by name."""
    shifted = [measure for measure in measures if measure.resampling == "shifted"]
    return resampled_values(shifted, systems, smoothed=False)


def is_of_labels(measure: Measure) -> bool:
    """Return whether only labels and gold labels matter, so that like pairs can be counted."""
    return tuple(measure.needs) == ("labels",) and not measure.counts_unanswered


def available_measures() -> dict[str, Measure]:
    """Return every registered measure in its highest version, by its name without version.

    Raises ConfigError if one is registered without a version, or under another name than its own.
    """
    return {name: _made(registered) for name, registered in _registered().items()}


def _registered() -> dict[str, str]:
    """Return the name of the highest version of each measure, by its name without version."""
    latest: dict[str, tuple[int, str]] = {}
    for registered in registry.names("measures"):
        name, _, version = registered.rpartition(".v")
        if not name or not version.isdecimal():
            raise ConfigError(f"measure {registered!r} needs a version, as in {registered}.v1")
        latest[name] = max(latest.get(name, (0, "")), (int(version), registered))
    return {name: registered for name, (_, registered) in latest.items()}


def _made(registered: str) -> Measure:
    """Return a measure, unless it lacks what it is listed by, or would stand for another one."""
    measure: Measure = registry.get("measures", registered)()
    expected = registered.rpartition(".v")[0]
    missing = [name for name in _REQUIRED if not hasattr(measure, name)]
    if missing:
        raise ConfigError(
            f"measure {quoted(registered)}: class {type(measure).__name__} does not define "
            f"{', '.join(f'`{name}`' for name in missing)}, which Measure requires"
        )
    if measure.name != expected:
        raise ConfigError(
            f"measure {quoted(registered)} has the attribute name = {quoted(measure.name)}; "
            f"expected {quoted(expected)}, or a registration as {quoted(f'{measure.name}.v1')}"
        )
    return measure


def select_measures(measures: str | Iterable[str | Measure] | None = None) -> list[Measure]:
    """Return the selected measures, each once; by default those with `by_default`.

    They are selected by names such as "cws", by scikit-learn's names (`SYNONYMS`), "all" for every
    registered measure, or measures themselves. Raises InputError, which lists the known names, if a
    name is unknown, and if two measures have the same name.
    """
    available = _registered()
    # Measures of others are always made, so that wrong ones are refused; of its own, the package
    # imports only those that are shown.
    needed, own = MEASURES_BY_DEFAULT if measures is None else (), MODULES["measures"]
    made = [
        _made(registered)
        for name, registered in available.items()
        if name in needed or registered not in own
    ]
    if measures is None:
        return [measure for measure in made if measure.by_default]
    if isinstance(measures, (str, Measure)):
        measures = [measures]
    if not isinstance(measures, Iterable):
        raise InputError(f"measures are {quoted(measures)}; expected names of measures")
    chosen: dict[str, Measure] = {}
    for asked in measures:
        found = available_measures().values() if asked == ALL else [_measure(asked, available)]
        for measure in found:
            other = chosen.setdefault(measure.name, measure)
            if type(other) is not type(measure):
                raise InputError(
                    f"two measures have the name {quoted(measure.name)}, {type(other).__name__} "
                    f"and {type(measure).__name__}; expected different names"
                )
    if not chosen:
        raise InputError(f"no measures; expected some of {', '.join(available)}, {ALL}")
    return list(chosen.values())


def _measure(asked: str | Measure, available: dict[str, str]) -> Measure:
    if isinstance(asked, Measure):
        return asked
    if not isinstance(asked, str):
        raise InputError(f"measure {quoted(asked)} is neither a name nor a measure")
    asked = asked if asked in available else SYNONYMS.get(asked, asked)
    if asked in available or registry.has("measures", asked):
        return _made(available.get(asked, asked))
    if "," in asked:
        names = json.dumps([name.strip() for name in asked.split(",")])
        raise InputError(f"measures {quoted(asked)} are one string; expected a list, as {names}")
    known = [*available, ALL]
    hint = did_you_mean(asked, known)
    raise InputError(f"unknown measure {quoted(asked)}; {hint}expected one of {', '.join(known)}")
