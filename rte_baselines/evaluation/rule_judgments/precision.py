"""The precision of one rule, from the judgments of its examples (szpektor2007, section 3.4)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from rte_baselines.evaluation.resampling.estimate import Estimate
from rte_baselines.evaluation.resampling.intervals import wilson_interval
from rte_baselines.rules.judging.questions import Judgment

CORRECT_FROM = 0.8
"""The least precision of a correct rule: szpektor2007, section 3.4."""


class Bound(str, Enum):
    """Which examples count: for the upper bound, irrelevant contexts are ignored."""

    UPPER = "upper"
    LOWER = "lower"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class ExampleCounts:
    """How many examples of a rule have each judgment."""

    left_not_entailed: int = 0
    irrelevant_context: int = 0
    no_entailment: int = 0
    entailment_holds: int = 0

    @classmethod
    def of(cls, judgments: Iterable[Judgment]) -> "ExampleCounts":
        """Count judgments."""
        counted = Counter(judgments)
        return cls(*(counted[judgment] for judgment in Judgment))

    @property
    def judged(self) -> int:
        """The number of examples with any judgment."""
        return self.left_not_entailed + self.left_entailed

    @property
    def left_entailed(self) -> int:
        """The number of examples whose sentence entails the left phrase."""
        return self.irrelevant_context + self.relevant

    @property
    def relevant(self) -> int:
        """The number of examples whose context is relevant for the rule."""
        return self.no_entailment + self.entailment_holds

    def trials(self, bound: Bound) -> int:
        """Return the number of examples that a precision is a share of."""
        return self.relevant if bound is Bound.UPPER else self.left_entailed

    def precision(self, bound: Bound) -> float | None:
        """Return the share of examples in which entailment holds.

        Returns
        -------
        float or None
            In [0, 1]: holds / relevant context for the upper bound, holds / left entailed for
            the lower one, which is never higher. None if there is no such example.

        Notes
        -----
        szpektor2007, section 3.4.
        """
        trials = self.trials(bound)
        return self.entailment_holds / trials if trials else None

    def precision_estimate(self, bound: Bound, level: float = 0.95) -> Estimate | None:
        """Return the precision with Wilson's interval, None if there is no such example.

        The sentences of a rule are drawn independently, so that the interval has a closed form.
        """
        precision, trials = self.precision(bound), self.trials(bound)
        if precision is None:
            return None
        return Estimate(precision, *wilson_interval(self.entailment_holds, trials, level))

    def is_correct(self, bound: Bound, threshold: float = CORRECT_FROM) -> bool | None:
        """Whether the precision reaches the threshold; None if there is no precision.

        Notes
        -----
        szpektor2007, section 3.4: "we consider a rule to be correct only if its precision is
        at least 80%".
        """
        precision = self.precision(bound)
        return None if precision is None else precision >= threshold
