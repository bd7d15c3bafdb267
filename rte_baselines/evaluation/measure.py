"""What a measure is, and how one is found by name."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.errors import ConfigError, InputError, RunError
from rte_baselines.evaluation.bootstrap import Resamples, percentile_interval, resampled
from rte_baselines.evaluation.estimate import Estimate
from rte_baselines.evaluation.judgments import Codes, Judgments, canonical_order
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.quoting import quoted
from rte_baselines.registry import registry
from rte_baselines.representing import named
from rte_baselines.suggestions import did_you_mean

Need = Literal["labels", "confidences", "ranking", "probabilities"]

ALL = "all"
"""What one says for all the measures that there are."""

_WHAT_IS_MISSING: dict[Need, str] = {
    "confidences": "the run has no confidence for every pair",
    "ranking": "the run is not ranked",
    "probabilities": "the run has no probabilities for every pair",
}


class Measure(ABC):
    """A number that says how good a system's output is.

    A subclass is registered as ``name.v1``, with its own name in front of the version.
    Users say and see the name alone, which stands for the highest version; a version is
    raised only when the same input would score differently.

    Measures of labels read ENTAILMENT, CONTRADICTION, UNKNOWN and NO_ENTAILMENT, and
    conflate three-way labels themselves where they are two-way.
    """

    name: str
    """The field's word for it, in lower case."""
    description: str
    """One line."""
    range: ClassVar[tuple[float, float]]
    """The lowest and the highest value there can be."""
    direction: ClassVar[Literal["higher", "lower", "neither"]] = "higher"
    """Whether the higher or the lower value is the better; neither of the pairs alone."""
    needs: ClassVar[tuple[Need, ...]] = ("labels",)
    """Which of a system's outputs it looks at."""
    citation: ClassVar[str]
    """Paper and section."""
    resampling: ClassVar[Literal["faithful", "shifted", "unfit"]] = "faithful"
    """What resampling does to the value.

    Faithful: resamples vary about the value as the value does about the truth. Shifted: they
    lie to that side of it to which it lies of the truth, so that their distances are taken
    to the other side. Unfit: they do, but by less, so that there is no interval.
    """
    orders_by: ClassVar[Need | None] = None
    """What it orders pairs by, ties counting by their expectation over all orders."""
    weights: ClassVar[str] = "uniform"
    """How it weighs pairs."""
    by_default: bool = False
    """Whether it is shown where no measures are asked for by name."""

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
        """Score a system's output on pairs.

        Parameters
        ----------
        gold, labels : array_like of Label, str or int, shape (n,)
            The gold labels and the system's, by any of their names in use. Measures that
            do not need the system's do without.
        ranking : array_like of float, shape (n,), optional
            The rank of each pair, as in `Run.ranking`: the lowest is the surest
            entailment, equal ranks are tied.
        confidences : array_like of float, shape (n,), optional
            How sure the system is of each label; higher is surer.
        probabilities : array_like of float, shape (n,), (n, 2) or (n, 3), optional
            How probable the system thinks ENTAILMENT, or each label of a scheme in the
            order of `Scheme.labels`; in [0, 1], and each row sums to 1.
        label_order : sequence of str, optional
            What the numbers 0, 1, 2 stand for where labels are numbers, such as
            ("entailment", "neutral", "contradiction").

        Returns
        -------
        float
            Within `range`.

        Raises
        ------
        RunError
            If there are no pairs, the arrays differ in length, what the measure needs
            is missing, or its value is undefined on this input.
        """
        if labels is None:
            if "labels" in self.needs:
                raise RunError(f"{self.name} needs labels; expected one for each pair")
            labels = gold
        judgments = Judgments.from_arrays(
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
        """Return the value where `why_undefined` gives no reason against it."""

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why the measure has no value here, or None if it has one."""
        for need in self.needs:
            if getattr(judgments, need) is None:
                return _WHAT_IS_MISSING[need]
        return None

    def best(self, judgments: Judgments) -> float | None:
        """Return the value of a perfect run on these pairs; None if none is better."""
        if self.direction == "neither":
            return None
        return self.range[1] if self.direction == "higher" else self.range[0]

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the value in each resample, NaN where it is undefined.

        Any measure can be resampled; one that scores all resamples at once is faster.
        """
        return np.array(
            [
                np.nan if self.why_undefined(judgments) else self.score(judgments)
                for judgments in resamples.written_out()
            ]
        )

    def closed_interval(self, judgments: Judgments) -> tuple[float, float] | None:
        """Return the 95% confidence interval if it has a closed form, as Wilson's has."""
        return None

    def interval(self, judgments: Judgments) -> tuple[float, float] | None:
        """Return the 95% confidence interval, which holds the value, or None if it has none.

        It is that of a bootstrap over pairs where there is no closed form. Of many
        measures, `estimate` is faster.
        """
        found = estimate([self], judgments)[self.name]
        return None if found.low is None or found.high is None else (found.low, found.high)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the expected value of a system that does not look at the pairs.

        It is the mean over all the labels that the system may give, where some of them
        leave the measure undefined over the others.

        Parameters
        ----------
        gold : ndarray of int8, shape (n,)
        probabilities : ndarray of float64, shape (4,)
            How probably the system gives each of `LABELS` to a pair, independently of
            all else. It is equally sure of all its labels, ranks all pairs alike, and
            has these probabilities for each of them.

        Returns
        -------
        float or None
            None where there is no closed form, or the measure is never defined.
        """
        return None


def estimate(measures: Iterable[Measure], judgments: Judgments) -> dict[str, Estimate]:
    """Return the value of each measure with its 95% confidence interval, by name.

    Parameters
    ----------
    measures : iterable of Measure
        Each defined on the judgments.
    judgments : Judgments
        In whatever order; the estimates do not depend on it.
    """
    ordered = judgments.select(canonical_order(judgments), unanswered=judgments.unanswered)
    values = {measure: measure.score(ordered) for measure in measures}
    ends = {measure: measure.closed_interval(ordered) for measure in values}
    others = [m for m, interval in ends.items() if not interval and m.resampling != "unfit"]
    if others:
        drawn = resampled([measure.resampled for measure in others], ordered)
        for measure, of_resamples in zip(others, drawn, strict=True):
            ends[measure] = _bootstrap_interval(measure, of_resamples, values[measure])
    return {
        measure.name: Estimate(value, *(ends[measure] or ())) for measure, value in values.items()
    }


def _bootstrap_interval(measure: Measure, drawn: FloatArray, value: float) -> tuple[float, float]:
    low, high = percentile_interval(drawn, value)
    if measure.resampling == "faithful":
        return low, high
    # The basic bootstrap interval: Davison and Hinkley 1997, Bootstrap Methods, section 5.2.
    least, most = measure.range
    return max(2 * value - high, least), min(2 * value - low, most)


def available_measures() -> dict[str, Measure]:
    """Return every registered measure by its plain name, each in its highest version.

    Raises
    ------
    ConfigError
        If a measure is registered without a version.
    """
    latest: dict[str, tuple[int, Measure]] = {}
    for registered, measure in registry.all("measures").items():
        name, _, version = registered.rpartition(".v")
        if not name or not version.isdecimal():
            raise ConfigError(f"measure {registered!r} needs a version, as in {registered}.v1")
        if name not in latest or int(version) > latest[name][0]:
            latest[name] = (int(version), measure())
    return {name: measure for name, (_, measure) in latest.items()}


def select_measures(
    measures: str | Iterable[str | Measure] | None = None,
) -> list[Measure]:
    """Return the measures asked for by name or given, each once.

    Parameters
    ----------
    measures : str, or iterable of str or Measure, optional
        Names such as "cws", "all" for all that there are; by default those that are
        shown by default.

    Raises
    ------
    InputError
        If a name is unknown; the message lists those that are known.
    """
    available = available_measures()
    if measures is None:
        return [measure for measure in available.values() if measure.by_default]
    if isinstance(measures, str):
        measures = [measures]
    measures = list(measures)
    if not measures:
        raise InputError(f"no measures; expected some of {', '.join(available)}, {ALL}")
    chosen: dict[str, Measure] = {}
    for asked in measures:
        for measure in available.values() if asked == ALL else [_measure(asked, available)]:
            chosen.setdefault(measure.name, measure)
    return list(chosen.values())


def _measure(asked: str | Measure, available: dict[str, Measure]) -> Measure:
    if isinstance(asked, Measure):
        return asked
    if asked in available:
        return available[asked]
    if registry.has("measures", asked):
        measure: Measure = registry.get("measures", asked)()
        return measure
    known = [*available, ALL]
    hint = did_you_mean(asked, known)
    raise InputError(f"unknown measure {quoted(asked)}; {hint}expected one of {', '.join(known)}")
