"""What a measure is, and how one is found by name."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Literal

from numpy.typing import ArrayLike

from rte_baselines.errors import ConfigError, InputError, RunError
from rte_baselines.evaluation.judgments import Codes, Judgments
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry

Need = Literal["labels", "confidences", "ranking"]

_WHAT_IS_MISSING: dict[Need, str] = {
    "confidences": "the run has no confidence for every pair",
    "ranking": "the run is not ranked",
}


class Measure(ABC):
    """A number that says how good a system's output is.

    A subclass is registered as ``name.v1``, with its own name in front of the version.
    Users say and see the name alone, which stands for the highest version; a version is
    raised only when the same input would score differently.

    Measures of labels read ENTAILMENT, CONTRADICTION, UNKNOWN and NO_ENTAILMENT, and
    conflate three-way labels themselves where they are two-way.
    """

    name: ClassVar[str]
    """The field's word for it, in lower case."""
    description: ClassVar[str]
    """One line."""
    range: ClassVar[tuple[float, float]]
    """The lowest and the highest value there can be."""
    direction: ClassVar[Literal["higher", "lower"]] = "higher"
    """Whether the higher or the lower value is the better."""
    needs: ClassVar[tuple[Need, ...]] = ("labels",)
    """Which of a system's outputs it looks at."""
    citation: ClassVar[str]
    """Paper and section."""

    @property
    def best(self) -> float:
        """The value of a perfect run."""
        return self.range[1] if self.direction == "higher" else self.range[0]

    def __call__(
        self,
        gold: ArrayLike,
        labels: ArrayLike,
        ranking: ArrayLike | None = None,
        confidences: ArrayLike | None = None,
    ) -> float:
        """Score a system's output on pairs.

        Parameters
        ----------
        gold, labels : array_like of Label or str, shape (n,)
            The gold labels and the system's, by any of their names in use.
        ranking : array_like of float, shape (n,), optional
            The rank of each pair, as in `Run.ranking`: the lowest is the surest
            entailment, equal ranks are tied.
        confidences : array_like of float, shape (n,), optional
            How sure the system is of each label; higher is surer.

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
        judgments = Judgments.from_arrays(gold, labels, ranking, confidences)
        reason = self.why_undefined(judgments)
        if reason:
            raise RunError(f"{self.name} is undefined: {reason}")
        return self.score(judgments)

    @abstractmethod
    def score(self, judgments: Judgments) -> float:
        """Return the value where `why_undefined` gives no reason against it."""

    def why_undefined(self, judgments: Judgments) -> str | None:
        """Return why the measure has no value here, or None if it has one."""
        for need in self.needs:
            if getattr(judgments, need) is None:
                return _WHAT_IS_MISSING[need]
        return None

    def interval(self, judgments: Judgments) -> tuple[float, float] | None:
        """Return the 95% confidence interval, which holds the value, or None if it has none.

        That of a proportion has a closed form, in `intervals`; any other can be had by resampling
        the pairs, with `bootstrap`.
        """
        return None

    def expected(self, gold: Codes, probabilities: FloatArray) -> float | None:
        """Return the expected value of a system that does not look at the pairs.

        Parameters
        ----------
        gold : ndarray of int8, shape (n,)
        probabilities : ndarray of float64, shape (4,)
            How probably the system gives each of `LABELS` to a pair, independently of
            all else. It is equally sure of all its labels, and ranks all pairs alike.

        Returns
        -------
        float or None
            None where there is no closed form.
        """
        return None


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
    """Return the measures asked for by name or given; all that there are if None.

    Raises
    ------
    InputError
        If a name is unknown; the message lists those that are known.
    """
    available = available_measures()
    if measures is None:
        return list(available.values())
    if isinstance(measures, str):
        measures = [measures]
    return [
        measure if isinstance(measure, Measure) else _find(measure, available)
        for measure in measures
    ]


def _find(name: str, available: dict[str, Measure]) -> Measure:
    if name in available:
        return available[name]
    if registry.has("measures", name):
        measure: Measure = registry.get("measures", name)()
        return measure
    raise InputError(f"unknown measure {name!r}; expected one of {', '.join(available)}")
