"""What an experiment can show, planned before it: by agreement of the systems, and as a plot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.writing import atomic_bytes
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import plain
from rte_baselines.evaluation.scores import MISSING, Printed, number_cell
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.evaluation.significance.power import (
    POWER,
    ROUNDING,
    independent_agreement,
    mcnemar_power,
    pairs_needed,
    smallest_difference,
)
from rte_baselines.rendering.tables import Table, decimal

AGREEMENTS = (0.7, 0.8, 0.9, 0.95)
"""The agreements of which power is shown if none is given."""

PLOT_FORMATS = ("pdf", "png", "svg")
"""The endings of the files that `PowerTable.plot` writes."""


@dataclass(frozen=True)
class PowerByAgreement:
    """What pairs show of two systems that are both right or both wrong on a share of pairs.

    `smallest_difference` is in accuracy, None if the pairs show none; `power` is that of the
    difference that is planned for, and `pairs_needed` the number of pairs that show it, both None
    if systems that agree so often cannot differ so much.
    """

    agreement: float
    smallest_difference: float | None
    power: float | None
    pairs_needed: int | None


@dataclass(frozen=True, repr=False)
class PowerTable(Printed):
    """The power of McNemar's exact test at the level 0.05, a row for each agreement."""

    pairs: int
    difference: float
    rows: tuple[PowerByAgreement, ...]
    independent: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the table as a JSON object."""
        return {**plain(self), "level": LEVEL, "target_power": POWER}

    def tables(self) -> Iterator[Table]:
        """Yield the table."""
        pairs, difference = counted(self.pairs, "pair"), decimal(self.difference)
        yield Table(
            "Differences in accuracy that McNemar's exact test shows",
            [
                "agreement",
                f"smallest difference shown by {pairs}",
                f"power of {pairs} for {difference}",
                f"pairs needed for {difference}",
            ],
            [
                [
                    decimal(row.agreement),
                    *map(number_cell, (row.smallest_difference, row.power)),
                    number_cell(row.pairs_needed, str),
                ]
                for row in self.rows
            ],
        )

    def notes(self) -> Iterator[str]:
        """Yield what the numbers mean."""
        yield (
            "agreement: share of the pairs that both systems get right or both get wrong; "
            "`compare` says it of two single runs"
        )
        if self.independent is not None:
            yield (
                f"{decimal(self.independent)} is the agreement of systems whose errors have "
                "nothing to do with each other; systems mostly agree more"
            )
        yield (
            f"shown: found at the level {LEVEL}, two-sided, with a power of {POWER:.0%}, for a "
            "single comparison; of several, more pairs are needed"
        )
        if any(None in (row.smallest_difference, row.power) for row in self.rows):
            yield (
                f"{MISSING}: systems that agree so often cannot differ by so much, or by as much "
                "as so few pairs show"
            )

    def plot(self, path: str | Path) -> None:
        """Write a plot of the power of the pairs by the difference, a line for each agreement.

        The ending of the name is one of `PLOT_FORMATS`; any other is an `InputError`.
        """
        ending = Path(path).suffix.lower().removeprefix(".")
        if ending not in PLOT_FORMATS:
            raise InputError(
                f"{path}: is no plot's name; expected one in .{', .'.join(PLOT_FORMATS)}"
            )
        from matplotlib.figure import Figure

        figure = Figure(figsize=(5, 3.4), layout="constrained")
        axes = figure.add_subplot()
        widest = max(1 - row.agreement for row in self.rows)
        shown = [row.smallest_difference for row in self.rows if row.smallest_difference]
        right = max(0.01, min(widest, max([self.difference, *shown]) * 1.5))
        for row in self.rows:
            x = np.linspace(0, min(right, 1 - row.agreement), 60)
            y = [mcnemar_power(self.pairs, difference, row.agreement) for difference in x.tolist()]
            axes.plot(x, y, label=f"agreement {decimal(row.agreement)}")
        axes.axhline(POWER, color="grey", linestyle=":", linewidth=1)
        axes.set(xlabel="difference in accuracy", ylabel="power", xlim=(0, right), ylim=(0, 1))
        axes.set_title(counted(self.pairs, "pair"), fontsize="medium")
        axes.legend(frameon=False, fontsize="small")
        with atomic_bytes(path) as stream:
            figure.savefig(stream, format=ending, dpi=200)


def power_table(
    pairs: int = 800,
    difference: float = 0.02,
    *,
    accuracy: float | None = None,
    agreements: Sequence[float] | None = None,
) -> PowerTable:
    """Return what a number of pairs can show of two systems, and how many a difference needs.

    Parameters
    ----------
    pairs : int
        How many pairs the test set has.
    difference : float
        The difference in accuracy that is to be shown, in (0, 1): 0.02 is two points.
    accuracy : float, optional
        That of the worse system, in [0, 1 - difference]. Agreements that are impossible then are
        left out, or refused if given, and that of independent errors is added.
    agreements : sequence of float, optional
        Shares of pairs that both systems get right or both get wrong, in [0, 1]; by default
        `AGREEMENTS`.

    Raises
    ------
    InputError
        If a number is outside its range, or systems of this accuracy cannot agree so often.
    """
    if not 0 < difference < 1:
        raise InputError(
            f"a difference of {difference:g}; expected one in (0, 1): 0.02 is 2 points"
        )
    independent = None
    chosen = set(AGREEMENTS if agreements is None else agreements)
    if accuracy is not None:
        better = accuracy + difference
        if accuracy < 0 or better > 1:
            raise InputError(
                f"an accuracy of {accuracy:g} and one higher by {difference:g}; expected both in "
                "[0, 1]"
            )
        least, most = abs(accuracy + better - 1), 1 - difference
        impossible = {share for share in chosen if not least - ROUNDING <= share <= most + ROUNDING}
        if impossible and agreements is not None:
            raise InputError(
                f"an agreement of {min(impossible):g}: systems with accuracies of {accuracy:g} and "
                f"{better:g} agree on {least:.3f} to {most:.3f} of the pairs"
            )
        independent = independent_agreement(accuracy, difference)
        chosen = (chosen - impossible) | ({independent} if agreements is None else set())
    rows = tuple(_row(pairs, difference, agreement) for agreement in sorted(chosen))
    return PowerTable(pairs, difference, rows, independent)


def _row(pairs: int, difference: float, agreement: float) -> PowerByAgreement:
    smallest = smallest_difference(pairs, agreement)
    if difference > 1 - agreement + ROUNDING:
        return PowerByAgreement(agreement, smallest, None, None)
    power = mcnemar_power(pairs, difference, agreement)
    return PowerByAgreement(agreement, smallest, power, pairs_needed(difference, agreement))
