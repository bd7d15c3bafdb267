"""Comparisons of runs as tables."""

from collections.abc import Iterator, Sequence

from rte_baselines.evaluation.comparison.differing import Outcomes
from rte_baselines.evaluation.comparison.run_comparison import (
    BOOTSTRAP,
    MCNEMAR,
    RANDOMIZATION,
    MeasureComparison,
    RunComparison,
)
from rte_baselines.evaluation.estimate import Estimate
from rte_baselines.evaluation.tables import p_value_text
from rte_baselines.tables import Table

_MISSING = "-"
_TEST_HEADERS = {BOOTSTRAP: "p_bootstrap", RANDOMIZATION: "p_swaps", MCNEMAR: "p_mcnemar"}


def measures_table(comparison: RunComparison, *, adjusted: bool) -> Table:
    """Return a row for each measure: both values, their difference, and what the tests say.

    Parameters
    ----------
    comparison : RunComparison
    adjusted : bool
        Whether to put Holm's adjusted p-values beneath those of each test.
    """
    return Table(
        f"{_names(comparison)}, on {comparison.outcomes.pairs} pairs",
        ["measure", "A", "B", "A - B", *_TEST_HEADERS.values()],
        [
            [name, f"{found.a:.3f}", f"{found.b:.3f}", *_difference(found, adjusted)]
            for name, found in comparison.measures.items()
        ],
    )


def outcomes_table(comparison: RunComparison) -> Table:
    """Return a row for all pairs, each task and each quartile of length: which run is right."""
    return Table(
        f"Which of A and B is right, {comparison.scheme}: {_names(comparison)}",
        ["on", "pairs", "labels_differ", "both", "only A", "only B", "neither"],
        [[group, *map(str, _counts(found))] for group, found in _groups(comparison)],
    )


def differing_table(comparison: RunComparison, most: int) -> Table:
    """Return a row for each of the first `most` pairs that the two label differently."""
    shown = comparison.differing[:most]
    return Table(
        f"First {len(shown)} of {len(comparison.differing)} pairs that A and B label "
        f"differently: {_names(comparison)}",
        ["id", "task", "gold", "A", "B", "right"],
        [
            [
                pair.id,
                pair.task or _MISSING,
                *map(str, (pair.gold, pair.label_a, pair.label_b)),
                pair.right.upper() if pair.right in ("a", "b") else pair.right,
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
        ["A", "B", *names],
        [
            [found.a, found.b, *(_estimate(found.agreement.coefficients.get(n)) for n in names)]
            for found in comparisons
        ],
        keys=2,
    )


def _names(comparison: RunComparison) -> str:
    return f"A = {comparison.a}, B = {comparison.b}"


def _difference(found: MeasureComparison, adjusted: bool) -> list[str]:
    """Return the cells of the difference, with its interval, and of each test's p-value."""
    cells = [f"{found.difference:+.3f}\n{found.low:+.3f} to {found.high:+.3f}"]
    for test in _TEST_HEADERS:
        if test not in found.p_values:
            cells.append(_MISSING)
        elif adjusted:
            cells.append(f"{p_value_text(found.p_values[test])}\n{p_value_text(found.holm[test])}")
        else:
            cells.append(p_value_text(found.p_values[test]))
    return cells


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
        return f"{estimate.value:.3f}"
    return f"{estimate.value:.3f}\n{estimate.low:.3f} to {estimate.high:.3f}"
