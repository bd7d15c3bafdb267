"""The matrix of the differences between every two runs."""

from collections.abc import Sequence
from dataclasses import dataclass

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.verdict import LEVEL, Difference, Verdict
from rte_baselines.evaluation.page.typesetting import decimal, typeset
from rte_baselines.evaluation.report.tables import p_value_text

_SMALLEST = 0.0005


@dataclass(frozen=True)
class MatrixCell:
    """The difference of the run in the row less the run in the column.

    `kind` says whether the run in the row is better or worse by more than chance. `pairs` says on
    how many pairs, such as "40 pairs"; empty if all differences are on as many.
    """

    difference: str
    p_value: str
    kind: str
    pairs: str


@dataclass(frozen=True)
class MatrixRow:
    """A run, its value, and its difference from each run.

    A cell is None for the run itself, and where two runs have no pairs in common.
    """

    name: str
    value: str
    cells: Sequence[MatrixCell | None]


def matrix_of(verdict: Verdict) -> list[MatrixRow]:
    """Return the rows of the matrix, which are the runs in its columns."""
    runs = list(verdict.differences)
    numbers = {found.pairs for row in verdict.differences.values() for found in row.values()}
    has_numbers = len(numbers) > 1
    sign = -1 if verdict.direction == "lower" else 1
    return [
        MatrixRow(
            run,
            "-" if (value := verdict.values[run]) is None else decimal(value),
            [
                _cell(found, sign, has_numbers) if found else None
                for found in map(verdict.differences[run].get, runs)
            ],
        )
        for run in runs
    ]


def _cell(difference: Difference, sign: int, has_numbers: bool) -> MatrixCell:
    kind = ""
    if difference.p_value < LEVEL and difference.value:
        kind = "better" if difference.value * sign > 0 else "worse"
    # A difference that is rounded to zero has no sign.
    shown = f"{difference.value:+.3f}" if abs(difference.value) >= _SMALLEST else "0.000"
    pairs = counted(difference.pairs, "pair") if has_numbers and difference.pairs else ""
    return MatrixCell(typeset(shown), f"p {p_value_text(difference.p_value)}", kind, pairs)
