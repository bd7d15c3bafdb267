"""Scores of systems of several seeds on one dataset."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.inputs.gold import Gold, unlabelled_note
from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.report.printed import Printed
from rte_baselines.evaluation.report.scoring import Scores, SystemScores, score_trivial, signature
from rte_baselines.evaluation.report.tables import estimate_cell
from rte_baselines.evaluation.resampling.bootstrap import keeping_weights
from rte_baselines.evaluation.seeds.estimates import (
    INTERVALS,
    MISSING,
    SeedEstimate,
    estimates_over_seeds,
    gap_notes,
    names_with_a_value,
    score_notes,
    seed_cell,
    seed_notes,
)
from rte_baselines.evaluation.seeds.systems import (
    SeededJudgments,
    System,
    judge,
    measures_of_systems,
    refuse_repeated_names,
)
from rte_baselines.evaluation.significance.chance import trivial_systems
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.rendering.tables import Table, decimal


@dataclass(frozen=True, repr=False)
class SeedScores(Printed):
    """The scores of systems, each with one seed or several, and of trivial systems.

    Parameters
    ----------
    systems : tuple of SeededJudgments
    estimates : mapping of str to mapping of str to SeedEstimate
        By the name of the system, and of the measure.
    unavailable : mapping of str to mapping of str to str
        By system, the measures without a value, and why.
    trivial : tuple of SystemScores
        The values are expected values.
    pairs : int
        The number of gold pairs with a label.
    asked : tuple of str
        The names of all selected measures.
    signature : str
        Everything that the figures depend on besides the runs.
    unlabelled : int
        The number of gold pairs without a label, which are left out.
    """

    systems: tuple[SeededJudgments, ...]
    estimates: Mapping[str, Mapping[str, SeedEstimate]]
    unavailable: Mapping[str, Mapping[str, str]]
    trivial: tuple[SystemScores, ...]
    pairs: int
    asked: tuple[str, ...]
    signature: str
    unlabelled: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "systems": [
                {
                    "system": system.name,
                    "seeds": list(system.seeds),
                    "pairs": len(system.answered),
                    "measures": {
                        name: found.to_dict() for name, found in self.estimates[system.name].items()
                    },
                    "unavailable": dict(self.unavailable[system.name]),
                    "training": [
                        {"run": run, **finding.to_dict()} for run, finding in system.findings
                    ],
                }
                for system in self.systems
            ],
            "trivial": [
                {
                    "system": system.name,
                    "measures": {
                        name: asdict(found) for name, found in system.overall.measures.items()
                    },
                }
                for system in self.trivial
            ],
            "pairs": self.pairs,
            "unlabelled": self.unlabelled,
            "signature": self.signature,
        }

    def tables(self) -> Iterator[Table]:
        """Yield a table of means, and one of each run."""
        names = names_with_a_value(self.asked, self.estimates.values())
        if not names:
            return
        yield Table(
            f"All {counted(self.pairs, 'pair')}, mean over seeds",
            ["system", "seeds", *names],
            [
                *(self._row(system, names) for system in self.systems),
                *(
                    [system.name, MISSING, *_trivial_cells(system.overall, names)]
                    for system in self.trivial
                ),
            ],
            keys=2,
        )
        several = [system for system in self.systems if len(system.seeds) > 1]
        if several:
            yield Table(
                "By seed",
                ["system", "seed", *names],
                [
                    [system.name, seed, *self._values(system.name, seed, names)]
                    for system in several
                    for seed in system.seeds
                ],
                keys=2,
            )

    def notes(self) -> Iterator[str]:
        """Yield the notes below the tables."""
        yield INTERVALS
        yield from unlabelled_note(self.unlabelled, self.pairs)
        yield from seed_notes(self.systems)
        yield from score_notes(self.systems, self.pairs)
        yield from gap_notes(
            (measure, system, reason)
            for system, reasons in self.unavailable.items()
            for measure, reason in reasons.items()
        )
        yield self.signature

    def __repr__(self) -> str:
        return named(self, ", ".join(self.estimates), counted(self.pairs, "pair"))

    def _row(self, system: SeededJudgments, names: Sequence[str]) -> list[str]:
        found = self.estimates[system.name]
        cells = (seed_cell(found.get(name)) for name in names)
        return [system.name, str(len(system.seeds)), *cells]

    def _values(self, system: str, seed: str, names: Sequence[str]) -> Iterator[str]:
        for name in names:
            found = self.estimates[system].get(name)
            yield MISSING if found is None else decimal(found.by_seed[seed])


def evaluate_systems(
    gold: Iterable[Pair] | Any,
    systems: Iterable[System],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    partial: bool = False,
) -> SeedScores:
    """Score systems with several seeds each: mean, standard deviation and interval.

    Parameters
    ----------
    gold : iterable of Pair, or data frame, dataset or list of mapping
        As in `evaluate`.
    systems : iterable of System
        Of different names.
    measures, partial
        As in `evaluate`. A system is scored on the pairs that all of its runs label; if these
        are not all pairs, accuracies of all pairs are added beside accuracies.

    Returns
    -------
    SeedScores

    Raises
    ------
    InputError
        If there is no system or two have one name, and as in `evaluate`.
    RunError
        As in `evaluate`.

    Warns
    -----
    InputWarning
        As `evaluate`.
    """
    chosen = select_measures(measures)
    standard = Gold.from_pairs(gold)
    judged = judge_all(systems, standard, partial=partial)
    chosen = measures_of_systems(chosen, judged)
    estimates, unavailable = {}, {}
    with keeping_weights():
        for system in judged:
            reasons = system.reasons(chosen)
            defined = [measure for measure in chosen if measure.name not in reasons]
            estimates[system.name] = {
                name: found
                for of, counting in system.by_judgments(defined)
                for name, found in estimates_over_seeds(counting, of).items()
            }
            unavailable[system.name] = reasons
    scheme = scheme_of_systems(judged)
    labels = standard.labels_in(scheme)
    return SeedScores(
        tuple(judged),
        estimates,
        unavailable,
        tuple(
            score_trivial(system, labels, scheme, Parts({}, {}), chosen)
            for system in trivial_systems(labels, scheme)
        ),
        len(standard.ids),
        tuple(measure.name for measure in chosen),
        signature(standard, scheme, chosen),
        standard.unlabelled,
    )


def judge_all(systems: Iterable[System], standard: Gold, *, partial: bool) -> list[SeededJudgments]:
    """Check the runs of systems of different names; see `judge`."""
    given = list(systems)
    if not given:
        raise InputError("no systems to score; expected one or more")
    refuse_repeated_names([system.name for system in given], "systems")
    return [judge(system, standard, partial=partial) for system in given]


def scheme_of_systems(systems: Sequence[SeededJudgments]) -> Scheme:
    """Return the three-way scheme if any system is scored in it, else the two-way one."""
    is_three_way = any(
        judged.scheme is Scheme.THREE_WAY for system in systems for judged in system.judgments
    )
    return Scheme.THREE_WAY if is_three_way else Scheme.TWO_WAY


def _trivial_cells(scores: Scores, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield estimate_cell(scores.measures.get(name))
