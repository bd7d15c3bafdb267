"""Comparisons of runs as tables."""

from collections.abc import Iterator, Mapping, Sequence

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.differing import Outcomes
from rte_baselines.evaluation.comparison.run_comparison import (
    BOOTSTRAP,
    MCNEMAR,
    RANDOMIZATION,
    RunComparison,
)
from rte_baselines.evaluation.comparison.verdict import Difference, Verdict
from rte_baselines.evaluation.report.tables import p_value_text
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.rendering.tables import Table, decimal

_MISSING = "-"
_TEST_HEADERS = {BOOTSTRAP: "p bootstrap", RANDOMIZATION: "p swaps", MCNEMAR: "p mcnemar"}


def differences_table(verdict: Verdict, comparisons: int) -> Table:
    """Return a table of the differences: the run in the row less the run in the column.

    If runs are compared on different pairs, each difference has their number. The p-values below
    the differences are corrected for a number of `comparisons`.
    """
    runs = list(verdict.differences)
    pairs = ""
    if not verdict.is_on_same_pairs:
        common = counted(verdict.pairs or 0, "pair")
        pairs = f", and the number of pairs that both label; value: on the {common} that all label"
    return Table(
        f"{verdict.measure}: run in the row less run in the column, below it the p-value of "
        f"the difference corrected for {counted(comparisons, 'comparison')}{pairs}",
        ["run", "value", *runs],
        [
            [
                run,
                _MISSING if (value := verdict.values[run]) is None else decimal(value),
                *(
                    _difference_cell(
                        verdict.differences[run].get(other), has_pairs=not verdict.is_on_same_pairs
                    )
                    for other in runs
                ),
            ]
            for run in runs
        ],
    )


def measures_table(comparison: RunComparison, comparisons: int) -> Table:
    """Return a row for each measure: both values, their difference, and what the tests say.

    If there are several `comparisons`, each test has a second column with its p-values corrected
    for their number.
    """
    on = counted(comparison.outcomes.pairs, "pair")
    corrected_for = f"corrected for {counted(comparisons, 'comparison')}"
    corrected = [f"{header} {corrected_for}" for header in _TEST_HEADERS.values()]
    return Table(
        ", ".join(
            filter(None, (f"{comparison.a} and {comparison.b}, on {on}", comparison.why_two_way))
        ),
        [
            *("measure", comparison.a, comparison.b, "difference"),
            *_TEST_HEADERS.values(),
            *(corrected if comparisons > 1 else []),
        ],
        [
            [
                name,
                decimal(found.a),
                decimal(found.b),
                f"{found.difference:+.3f}\n{found.low:+.3f} to {found.high:+.3f}",
                *_p_values(found.p_values),
                *(_p_values(found.holm) if comparisons > 1 else []),
            ]
            for name, found in comparison.measures.items()
        ],
    )


def outcomes_table(comparison: RunComparison) -> Table:
    """Return a row for all pairs, each task and each quartile of length: which run is right."""
    return Table(
        f"Which of {comparison.a} and {comparison.b} is right, {comparison.scheme}",
        [
            *("on", "pairs", "labels differ", "both right"),
            *(f"only {run}" for run in (comparison.a, comparison.b)),
            "neither right",
        ],
        [[group, *map(str, _counts(found))] for group, found in _groups(comparison)],
    )


def differing_table(comparison: RunComparison, most: int) -> Table:
    """Return a row for each of the first `most` pairs that the two label differently."""
    shown = comparison.differing[:most]
    return Table(
        f"First {len(shown)} of {counted(len(comparison.differing), 'pair')} that "
        f"{comparison.a} and {comparison.b} label differently",
        ["id", "task", "gold", comparison.a, comparison.b, "right"],
        [
            [
                pair.id,
                pair.task or _MISSING,
                *map(str, (pair.gold, pair.label_a, pair.label_b)),
                {"a": comparison.a, "b": comparison.b}.get(pair.right, pair.right),
            ]
            for pair in shown
        ],
        keys=6,
    )


def agreement_table(comparisons: Sequence[RunComparison]) -> Table:
    """Return a row for each two runs, a column for each coefficient of agreement."""
    names = list(dict.fromkeys(n for found in comparisons for n in found.agreement.coefficients))
    return Table(
        "How far the labels agree, right or wrong",
        ["run", "other run", *names],
        [
            [found.a, found.b, *(_estimate(found.agreement.coefficients.get(n)) for n in names)]
            for found in comparisons
        ],
        keys=2,
    )


def _p_values(found: Mapping[str, float]) -> list[str]:
    """Return the p-value of each test."""
    return [p_value_text(found[test]) if test in found else _MISSING for test in _TEST_HEADERS]


def _difference_cell(difference: Difference | None, *, has_pairs: bool) -> str:
    if difference is None:
        return _MISSING
    pairs = f"\non {difference.pairs}" if has_pairs else ""
    return f"{difference.value:+.3f}\n{p_value_text(difference.p_value)}{pairs}"


def _groups(comparison: RunComparison) -> Iterator[tuple[str, Outcomes]]:
    yield "all", comparison.outcomes
    yield from comparison.by_task.items()
    for words, found in comparison.by_length.items():
        yield f"{words} words", found


def _counts(found: Outcomes) -> tuple[int, ...]:
    return (
        found.pairs,
        found.differ,
        found.both_right,
        found.only_a_right,
        found.only_b_right,
        found.both_wrong,
    )


def _estimate(estimate: Estimate | None) -> str:
    if estimate is None:
        return _MISSING
    if estimate.low is None or estimate.high is None:
        return decimal(estimate.value)
    return f"{decimal(estimate.value)}\n{decimal(estimate.low)} to {decimal(estimate.high)}"
