"""A sheet with the judgments of several judges, and how far they agree (szpektor2007, section 5).

The unit of the bootstrap is the rule: judgments of the examples of one rule depend on how the
judge reads that rule, so that examples are not independent.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import listed
from rte_baselines.evaluation.measures.accuracy import cohens_kappa
from rte_baselines.evaluation.ratios import Ratio, resampled_estimate
from rte_baselines.evaluation.resampling.bootstrap import Estimate, proportion
from rte_baselines.evaluation.resampling.sums import resampled_sums
from rte_baselines.evaluation.scores import estimate_cell
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.rendering.tables import Table
from rte_baselines.rules.judging.judgments import JudgeJudgments, Judgment
from rte_baselines.rules.judging.sheet import Sheet, SheetRule

CORRECT_FROM = 0.8
"""The least precision of a correct rule: szpektor2007, section 3.4."""

NOTES = (
    "agreement: the share that both judge alike; kappa: Cohen's. Each with its 95% interval, "
    "bootstrap over rules",
    "rules are compared if the examples of both judges decide whether they are correct; "
    "szpektor2007, section 5",
)
_ENTAILMENT = (Judgment.NO_ENTAILMENT, Judgment.ENTAILMENT_HOLDS)


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

    def precision(self, bound: Bound) -> Estimate | None:
        """Return the share of examples in which entailment holds, in [0, 1]; None without examples.

        It is holds / relevant context for the upper bound, and holds / left entailed for the lower
        one, which is never higher: szpektor2007, section 3.4. The sentences of a rule are drawn
        independently, so that the interval is Wilson's.
        """
        trials = self.relevant if bound is Bound.UPPER else self.left_entailed
        return proportion(self.entailment_holds, trials) if trials else None


class JudgedRule(NamedTuple):
    """What judgments say of a rule.

    The counts of a rule are all zero if a template of it expresses no relation, so that it is not
    relational: its examples are not judged.
    """

    rule: SheetRule
    counts: ExampleCounts
    is_relational: bool = True

    def is_correct(self, bound: Bound, threshold: float = CORRECT_FROM) -> bool | None:
        """Return whether the precision reaches the threshold; None if no examples decide it.

        They do not if the left phrase is entailed in none of them or, for the upper bound, if none
        has a relevant context. A rule that is not relational is never correct. szpektor2007,
        section 3.4: "we consider a rule to be correct only if its precision is at least 80%".
        """
        if not self.is_relational:
            return False
        precision = self.counts.precision(bound)
        return None if precision is None else precision.value >= threshold


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
            others = sum(
                any(id_ in judge.by_example for id_ in rule.example_ids) for judge in judges
            )
            if marks > others:
                yield JudgedRule(rule, ExampleCounts(), is_relational=False)
            elif all(id_ in counts for id_ in rule.example_ids):
                found = (judgment for id_ in rule.example_ids for judgment in counts[id_])
                yield JudgedRule(rule, ExampleCounts.of(found))


@dataclass(frozen=True)
class LevelAgreement:
    """How far two judges agree on one kind of item that both have judged.

    `observed` is the share that they judge alike, None if they share nothing. `kappa` is Cohen's,
    None if all judgments are the same. It has no interval if all resamples give the same value, as
    if the judges never differ, or if they share one rule.
    """

    items: str
    shared: int
    observed: Estimate | None
    kappa: Estimate | None


@dataclass(frozen=True)
class JudgeAgreement:
    """How far two judges agree.

    The levels are: all shared examples, by the four judgments; those that both judge as no
    entailment or entailment holds; rules, whether they are correct by the lower and the upper
    bound; and rules, whether they are relational.
    """

    judges: tuple[str, str]
    levels: tuple[LevelAgreement, ...]

    def to_table(self) -> Table:
        """Return a row for each kind of item."""
        return Table(
            f"Agreement of {self.judges[0]} and {self.judges[1]}",
            ["items", "shared", "agreement", "kappa"],
            [
                [
                    *(level.items, str(level.shared)),
                    estimate_cell(level.observed, "{:.2f}".format),
                    estimate_cell(level.kappa, "{:.2f}".format),
                ]
                for level in self.levels
            ],
        )


def judge_agreements(judged: Judged, *, threshold: float = CORRECT_FROM) -> list[JudgeAgreement]:
    """Return how far each two judges agree; an InputError if there is a single one.

    The agreement on rules is computed on the rules that both judges have judged to the end, and for
    which the examples of each judge decide whether the rule is correct, which takes a precision of
    `threshold`. A rule that is marked as not relational is not correct. szpektor2007, section 5;
    the coefficient is Cohen's kappa.
    """
    if len(judged.judges) < 2:
        raise InputError("one judge; expected the judgments of two or more, to see how they agree")
    return [
        JudgeAgreement(
            (first.judge, second.judge), tuple(_levels(judged, first, second, threshold))
        )
        for first, second in combinations(judged.judges, 2)
    ]


def _levels(
    judged: Judged, first: JudgeJudgments, second: JudgeJudgments, threshold: float
) -> Iterator[LevelAgreement]:
    """Yield the agreement on each kind of item."""
    examples = [
        [
            (first.by_example[id_], second.by_example[id_])
            for id_ in rule.example_ids
            if id_ in first.by_example and id_ in second.by_example
        ]
        for rule in judged.sheet.rules
    ]
    yield _agreement("examples, all judgments", examples, tuple(Judgment))
    yield _agreement("examples, entailment or not", examples, _ENTAILMENT)
    first_rules, second_rules = (
        {rule.rule.id: rule for rule in judged.rules_of([judge])} for judge in (first, second)
    )
    shared = [(first_rules[id_], second_rules[id_]) for id_ in first_rules if id_ in second_rules]
    for bound in (Bound.LOWER, Bound.UPPER):
        outcomes = [[tuple(rule.is_correct(bound, threshold) for rule in pair)] for pair in shared]
        yield _agreement(f"rules, correct by the {bound} bound", outcomes, (False, True))
    marks = [
        [tuple(rule.is_relational for rule in pair)] for pair in shared if pair[0].rule.examples
    ]
    yield _agreement("rules, relational", marks, (False, True))


def _agreement(
    items: str, by_rule: Sequence[Sequence[Sequence[Any]]], categories: Sequence[Any]
) -> LevelAgreement:
    """Return the agreement on the pairs of judgments that are both of the categories."""
    tables = np.zeros((len(by_rule), len(categories), len(categories)))
    for table, pairs in zip(tables, by_rule, strict=True):
        for row, column in pairs:
            if row in categories and column in categories:
                table[categories.index(row), categories.index(column)] += 1
    tables = tables[tables.any(axis=(1, 2))]
    alike = Ratio(np.trace(tables, axis1=1, axis2=2), tables.sum(axis=(1, 2)))
    return LevelAgreement(items, int(tables.sum()), alike.estimate(), _kappa(tables))


def _kappa(tables: FloatArray) -> Estimate | None:
    """Return the kappa of the sum of the tables of units, shape (units, labels, labels)."""
    value = float(cohens_kappa(tables.sum(axis=0)))
    if np.isnan(value):
        return None
    if len(tables) == 1:
        return Estimate(value)
    sums = resampled_sums(tables.reshape(len(tables), -1))
    values = cohens_kappa(sums.reshape(-1, *tables.shape[1:]))
    return resampled_estimate(values, value, len(tables))
