"""A sheet with the judgments of several judges."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import listed
from rte_baselines.evaluation.resampling.intervals import Estimate, wilson_interval
from rte_baselines.rules.judging.judgments import JudgeJudgments
from rte_baselines.rules.judging.questions import Judgment
from rte_baselines.rules.judging.sheet import Sheet, SheetRule

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
        """Return the share of examples in which entailment holds, in [0, 1]; None without examples.

        It is holds / relevant context for the upper bound, and holds / left entailed for the lower
        one, which is never higher: szpektor2007, section 3.4.
        """
        trials = self.trials(bound)
        return self.entailment_holds / trials if trials else None

    def precision_estimate(self, bound: Bound) -> Estimate | None:
        """Return the precision with Wilson's interval, None if there is no such example.

        The sentences of a rule are drawn independently, so that the interval has a closed form.
        """
        precision, trials = self.precision(bound), self.trials(bound)
        if precision is None:
            return None
        return Estimate(precision, *wilson_interval(self.entailment_holds, trials))

    def is_correct(self, bound: Bound, threshold: float = CORRECT_FROM) -> bool | None:
        """Whether the precision reaches the threshold; None if there is no precision.

        szpektor2007, section 3.4: "we consider a rule to be correct only if its precision is at
        least 80%".
        """
        precision = self.precision(bound)
        return None if precision is None else precision >= threshold


class JudgedRule(NamedTuple):
    """What judgments say of a rule.

    The counts of a rule are all zero if a template of it expresses no relation, so that it is not
    relational: its examples are not judged.
    """

    rule: SheetRule
    counts: ExampleCounts
    is_relational: bool = True

    def is_correct(self, bound: Bound, threshold: float = CORRECT_FROM) -> bool | None:
        """Return whether the rule is correct; None if its examples do not decide it.

        They do not if the left phrase is entailed in none of them or, for the upper bound, if none
        has a relevant context. A rule that is not relational is never correct.
        """
        return self.counts.is_correct(bound, threshold) if self.is_relational else False


@dataclass(frozen=True)
class Judged:
    """A sheet with the judgments of all its judges, of one or more with different names."""

    sheet: Sheet
    judges: tuple[JudgeJudgments, ...]

    def __post_init__(self) -> None:
        names = [judge.judge for judge in self.judges]
        if not names:
            raise InputError("there are no judgments; expected those of one judge or more")
        if len(set(names)) < len(names):
            raise InputError(
                f"the judges are {listed(names)}; expected one file of judgments for each judge"
            )

    def rules_of(self, judges: Sequence[JudgeJudgments]) -> Iterator[JudgedRule]:
        """Yield the rules that are judged to the end by some judges together.

        The examples of such a rule each have a judgment of one of these judges at least; if several
        have judged an example, each judgment counts. A rule counts as not relational if most of the
        judges who saw it have marked it; of two judges, both. Rules without examples are included.
        """
        counts: dict[str, list[Judgment]] = defaultdict(list)
        for judge in judges:
            for id_, judgment in judge.by_example.items():
                counts[id_].append(judgment)
        for rule in self.sheet.rules:
            marks = sum(rule.id in judge.not_relational for judge in judges)
            others = sum(_has_judged(judge, rule) for judge in judges)
            if marks > others:
                yield JudgedRule(rule, ExampleCounts(), is_relational=False)
            elif all(id_ in counts for id_ in rule.example_ids):
                found = (judgment for id_ in rule.example_ids for judgment in counts[id_])
                yield JudgedRule(rule, ExampleCounts.of(found))


def _has_judged(judge: JudgeJudgments, rule: SheetRule) -> bool:
    return any(id_ in judge.by_example for id_ in rule.example_ids)
