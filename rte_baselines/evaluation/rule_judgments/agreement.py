"""Agreement of two judges on examples and on rules (szpektor2007, section 5).

The unit of the bootstrap is the rule: judgments of the examples of one rule depend on how the
judge reads that rule, so that examples are not independent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.measures.accuracy import cohens_kappa
from rte_baselines.evaluation.ratios import Ratio, resampled_estimate, resampled_sums
from rte_baselines.evaluation.resampling.intervals import Estimate
from rte_baselines.evaluation.rule_judgments.judged import CORRECT_FROM, Bound, Judged
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.rendering.tables import Table
from rte_baselines.rules.judging.judgments import JudgeJudgments
from rte_baselines.rules.judging.questions import Judgment

NOTES = (
    "agreement: the share that both judge alike; kappa: Cohen's. Each with its 95% interval, "
    "bootstrap over rules",
    "rules are compared if the examples of both judges decide whether they are correct; "
    "szpektor2007, section 5",
)
_ENTAILMENT = (Judgment.NO_ENTAILMENT, Judgment.ENTAILMENT_HOLDS)
_MISSING = "-"


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

    def to_dict(self) -> dict[str, Any]:
        """Return the agreement as JSON has it."""
        return asdict(self)

    def to_table(self) -> Table:
        """Return a row for each kind of item."""
        return Table(
            f"Agreement of {self.judges[0]} and {self.judges[1]}",
            ["items", "shared", "agreement", "kappa"],
            [
                [level.items, str(level.shared), _cell(level.observed), _cell(level.kappa)]
                for level in self.levels
            ],
        )


def judge_agreements(
    judged: Judged,
    *,
    threshold: float = CORRECT_FROM,
) -> list[JudgeAgreement]:
    """Return how far each two judges agree; an InputError if there is a single one.

    The agreement on rules is computed on the rules that both judges have judged to the end, and for
    which the examples of each judge decide whether the rule is correct, which takes a precision of
    `threshold`. A rule that is marked as not relational is not correct.

    Notes
    -----
    szpektor2007, section 5; the coefficient is Cohen's kappa.
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
    of_first, of_second = (
        {rule.rule.id: rule for rule in judged.rules_of([judge])} for judge in (first, second)
    )
    shared = [(of_first[id_], of_second[id_]) for id_ in of_first if id_ in of_second]
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


def _cell(estimate: Estimate | None) -> str:
    if estimate is None:
        return _MISSING
    interval = "" if estimate.low is None else f"\n{estimate.low:.2f} to {estimate.high:.2f}"
    return f"{estimate.value:.2f}{interval}"
