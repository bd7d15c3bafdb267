"""Comparison of every two of several systems, over pairs and seeds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.comparison.run_comparison import (
    LEVEL,
    Compared,
    OnCommonPairs,
    Verdict,
    labelled_by_all,
    one_reason,
    verdict_on,
)
from rte_baselines.evaluation.inputs.gold import Gold, unlabelled_note
from rte_baselines.evaluation.measures.accuracy import AccuracyOfAll
from rte_baselines.evaluation.measures.base import Measure, available_measures, select_measures
from rte_baselines.evaluation.report.printed import (
    Printed,
    notes_on_conflated,
    two_way_beside_three_way,
)
from rte_baselines.evaluation.report.scoring import signature
from rte_baselines.evaluation.report.tables import p_value_text
from rte_baselines.evaluation.resampling.seeds import SeedValues
from rte_baselines.evaluation.seeds.estimates import (
    MISSING,
    ResampledDifference,
    SeedDifference,
    difference_over_seeds,
    gap_notes,
    resampled_differences,
    seed_notes,
    together,
)
from rte_baselines.evaluation.seeds.scoring import judge_all, scheme_of_systems
from rte_baselines.evaluation.seeds.systems import SeededJudgments, System
from rte_baselines.evaluation.significance.exact import holm
from rte_baselines.evaluation.significance.stochastic_order import StochasticOrder, stochastic_order
from rte_baselines.pairs import Pair
from rte_baselines.rendering.tables import Table, decimal

FEW_SEEDS = 5
"""Below this number of seeds, there is a note on almost stochastic order."""

Both = tuple[str, str]
"""The names of two systems that are compared."""


@dataclass(frozen=True, repr=False)
class SeedComparison(Printed):
    """Every two of the systems compared by each measure.

    Parameters
    ----------
    systems : tuple of SeededJudgments
    directions : mapping of str to str
        By measure, whether "higher" or "lower" values are better, or "neither".
    differences : mapping of str to mapping of (str, str) to SeedDifference
        By measure and the names of both systems.
    orders : mapping of str to mapping of (str, str) to StochasticOrder
        Likewise, where both have several seeds whose values are not all equal.
    unavailable : mapping of str to mapping of (str, str) to str
        Why there is no difference.
    pairs : int
    signature : str
    unlabelled : int
        The number of gold pairs without a label, which are left out.
    """

    systems: tuple[SeededJudgments, ...]
    directions: Mapping[str, Any]
    differences: Mapping[str, Mapping[Both, SeedDifference]]
    orders: Mapping[str, Mapping[Both, StochasticOrder]]
    unavailable: Mapping[str, Mapping[Both, str]]
    pairs: int
    signature: str
    unlabelled: int = 0

    @property
    def verdicts(self) -> list[Verdict]:
        """Which system is best by each measure, and which differences are more than chance."""
        return [
            self._verdict(measure, found) for measure, found in self.differences.items() if found
        ]

    def _verdict(self, measure: str, found: Mapping[Both, SeedDifference]) -> Verdict:
        pairs, of_all = self._common_pairs(), len(labelled_by_all(s.answered for s in self.systems))
        if isinstance(available_measures().get(measure), AccuracyOfAll):
            pairs, of_all = dict.fromkeys(pairs, self.pairs), self.pairs
        compared = {
            both: Compared(of.a, of.b, of.p_holm, pairs[both]) for both, of in found.items()
        }
        is_on_same_pairs = all(of.pairs == of_all for of in compared.values())
        # The values on the pairs that all label are not known here, so that no system is best.
        common = None if is_on_same_pairs else OnCommonPairs(of_all, {})
        return verdict_on(measure, self.directions[measure], compared, common)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        return {
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
            "comparisons": [
                {"a": a, "b": b, "pairs": pairs, "measures": dict(self._measures_of((a, b)))}
                for (a, b), pairs in self._common_pairs().items()
            ],
            "systems": [
                {"system": system.name, "seeds": list(system.seeds), "pairs": len(system.answered)}
                for system in self.systems
            ],
            "pairs": self.pairs,
            "unlabelled": self.unlabelled,
            "signature": self.signature,
        }

    def _measures_of(self, both: Both) -> Iterator[tuple[str, dict[str, Any]]]:
        for measure, found in self.differences.items():
            if both in found:
                order = self.orders[measure].get(both)
                yield (
                    measure,
                    {
                        **found[both].to_dict(),
                        "direction": self.directions[measure],
                        "stochastic_order": order and asdict(order),
                    },
                )

    def lead(self) -> Iterator[str]:
        """Yield the verdicts in plain words."""
        yield from (verdict.text() for verdict in self.verdicts)

    def tables(self) -> Iterator[Table]:
        """Yield a table for each measure."""
        for measure, found in self.differences.items():
            if found:
                orders = self.orders[measure]
                yield Table(
                    f"{measure}: mean over seeds of A less that of B",
                    [
                        "A",
                        "B",
                        "A",
                        "B",
                        "difference",
                        "p",
                        "p corrected",
                        "order A>B",
                        "order B>A",
                    ],
                    [[*both, *_cells(of, orders.get(both))] for both, of in found.items()],
                    keys=2,
                )

    def notes(self) -> Iterator[str]:
        """Yield what the tables leave open."""
        comparisons = len(self.systems) * (len(self.systems) - 1) // 2
        yield (
            "difference: with its 95% interval; p: two-sided; both over pairs and seeds, or over "
            "pairs alone of single runs; p corrected: by Holm's method for "
            f"{counted(comparisons, 'comparison')} of two systems; more than chance: below "
            f"{LEVEL}, so corrected"
        )
        yield from self._pairing()
        if any(self.orders.values()):
            yield from self._on_order()
        yield from unlabelled_note(self.unlabelled, self.pairs)
        yield from seed_notes(self.systems)
        yield from self._on_common_pairs()
        schemes = {system.name: system.judgments[0].scheme for system in self.systems}
        yield from notes_on_conflated(two_way_beside_three_way(schemes))
        yield from gap_notes(
            (measure, " and ".join(both), reason)
            for measure, reasons in self.unavailable.items()
            for both, reason in reasons.items()
        )
        yield self.signature

    def __repr__(self) -> str:
        names = ", ".join(system.name for system in self.systems)
        return named(self, names, counted(self.pairs, "pair"))

    def _on_common_pairs(self) -> Iterator[str]:
        for (a, b), common in self._common_pairs().items():
            if common < self.pairs:
                yield (
                    f"{a} and {b} are compared on the {common} of {counted(self.pairs, 'pair')} "
                    "that all runs of both label; by accuracies of all pairs on all"
                )

    def _common_pairs(self) -> dict[Both, int]:
        """Return how many pairs all runs of both systems label."""
        return {
            (a.name, b.name): len(np.intersect1d(a.answered, b.answered, assume_unique=True))
            for a, b in combinations(self.systems, 2)
        }

    def _pairing(self) -> Iterator[str]:
        for a, b in combinations(self.systems, 2):
            single = [system.name for system in (a, b) if len(system.seeds) == 1]
            if len(single) == 2:
                continue
            if single:
                how = f"paired over pairs; {single[0]} is a single run, whose seed is not varied"
            elif set(a.seeds) == set(b.seeds):
                how = f"paired over pairs and over their {counted(len(a.seeds), 'seed')}"
            elif len(a.seeds) != len(b.seeds):
                how = (
                    f"paired over pairs, but not over seeds, of which {a.name} has {len(a.seeds)} "
                    f"and {b.name} {len(b.seeds)}"
                )
            else:
                how = "paired over pairs, but not over seeds, which have other names"
            yield f"{a.name} and {b.name}: {how}"

    def _on_order(self) -> Iterator[str]:
        yield (
            "order: upper bound of the violation ratio of almost stochastic order (Dror et al. "
            "2019), at 5% over all comparisons, by Bonferroni's correction; A is almost "
            "stochastically greater than B if it is below 0.5, and clearly if it is below 0.2; it "
            "takes the values of the seeds as exact, whatever the number of pairs"
        )
        few = [system.name for system in self.systems if 1 < len(system.seeds) < FEW_SEEDS]
        if few:
            yield (
                f"{', '.join(few)}: with fewer than {FEW_SEEDS} seeds, almost stochastic order is "
                "found much too often between equal systems (docs/seeds.md)"
            )


def compare_systems(
    gold: Iterable[Pair] | Any,
    systems: Iterable[System],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    partial: bool = False,
) -> SeedComparison:
    """Compare every two systems, with one seed or several each.

    Two systems are compared on the pairs that all runs of both label, three-way if all of these
    and the gold labels are, else two-way.

    Parameters
    ----------
    gold : iterable of Pair, or data frame, dataset or list of mapping
        As in `evaluate`.
    systems : iterable of System
        Two or more, of different names.
    measures, partial
        As in `evaluate`.

    Returns
    -------
    SeedComparison

    Raises
    ------
    InputError
        If there are fewer than two systems or two have one name, and as in `evaluate`.
    RunError
        As in `evaluate`, or if no pair is labelled by all runs of two systems.

    Warns
    -----
    InputWarning
        As `evaluate`.
    """
    chosen = select_measures(measures)
    standard = Gold.from_pairs(gold)
    judged = judge_all(systems, standard, partial=partial)
    if len(judged) < 2:
        raise InputError("one system to compare; expected two or more")
    found, unavailable = resampled_comparisons(chosen, judged, len(standard.ids))
    comparisons = len(judged) * (len(judged) - 1) // 2
    return SeedComparison(
        tuple(judged),
        {measure.name: measure.direction for measure in chosen},
        {
            measure.name: corrected(
                {
                    both: difference_over_seeds([of], measure)
                    for both, of in found[measure.name].items()
                }
            )
            for measure in chosen
        },
        {measure.name: _orders(measure, found[measure.name], comparisons) for measure in chosen},
        unavailable,
        len(standard.ids),
        signature(standard, scheme_of_systems(judged), chosen),
        standard.unlabelled,
    )


def resampled_comparisons(
    measures: Sequence[Measure], systems: Sequence[SeededJudgments], pairs: int
) -> tuple[dict[str, dict[Both, ResampledDifference]], dict[str, dict[Both, str]]]:
    """Return the resampled difference of every two systems by each measure.

    Both results, the differences and the reasons why there are none, are by the name of the measure
    and those of the systems. `pairs` is the number of gold pairs.
    """
    differences: dict[str, dict[Both, ResampledDifference]] = {m.name: {} for m in measures}
    unavailable: dict[str, dict[Both, str]] = {m.name: {} for m in measures}
    for first, second in combinations(systems, 2):
        for counting, a, b in _sides(measures, first, second, pairs):
            reasons = {
                measure.name: one_reason({of.name: of.why_undefined(measure) for of in (a, b)})
                for measure in counting
            }
            defined = [measure for measure in counting if not reasons[measure.name]]
            for name, found in resampled_differences(defined, a, b).items():
                differences[name][a.name, b.name] = found
            for name, reason in reasons.items():
                if reason:
                    unavailable[name][a.name, b.name] = reason
    return differences, unavailable


def _sides(
    measures: Sequence[Measure], first: SeededJudgments, second: SeededJudgments, pairs: int
) -> Iterator[tuple[list[Measure], SeededJudgments, SeededJudgments]]:
    """Yield measures with the judgments that they compare, on common pairs and on all pairs."""
    others = [measure for measure in measures if not isinstance(measure, AccuracyOfAll)]
    yield others, *together(first, second, pairs)
    of_all = [measure for measure in measures if measure not in others]
    if of_all:
        yield of_all, *together(first.on_all_pairs(), second.on_all_pairs(), pairs)


def corrected(differences: Mapping[Both, SeedDifference]) -> dict[Both, SeedDifference]:
    """Return differences with their p-values corrected by Holm's method for all of them."""
    p_values = holm([found.p_value for found in differences.values()]).tolist()
    return {
        both: replace(found, p_holm=p_value)
        for (both, found), p_value in zip(differences.items(), p_values, strict=True)
    }


def _orders(
    measure: Measure, found: Mapping[Both, ResampledDifference], comparisons: int
) -> dict[Both, StochasticOrder]:
    orders = {}
    for both, of in found.items():
        if measure.direction != "neither" and min(len(of.a.by_seed), len(of.b.by_seed)) > 1:
            sign = -1 if measure.direction == "lower" else 1
            order = stochastic_order(
                _signed(of.a, sign), _signed(of.b, sign), comparisons=comparisons
            )
            if order is not None:
                orders[both] = order
    return orders


def _signed(values: SeedValues, sign: int) -> list[float]:
    return [sign * value for value in values.by_seed.values()]


def _cells(found: SeedDifference, order: StochasticOrder | None) -> Iterator[str]:
    yield decimal(found.a)
    yield decimal(found.b)
    yield f"{found.difference:+.3f}\n{found.low:+.3f} to {found.high:+.3f}"
    yield p_value_text(found.p_value)
    yield p_value_text(found.p_holm)
    yield MISSING if order is None else decimal(order.bound)
    yield MISSING if order is None else decimal(order.bound_of_reverse)
