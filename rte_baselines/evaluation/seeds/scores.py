"""Systems of several seeds scored on one dataset: mean, standard deviation and interval."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import named, plain
from rte_baselines.evaluation.comparison.systems import JudgedSystem
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.evaluation.measures.accuracy import headline_in_title
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.report.scoring import SystemScores, score_trivial
from rte_baselines.evaluation.resampling.bootstrap import Estimate, keeping_weights
from rte_baselines.evaluation.scores import (
    MISSING,
    SYSTEM,
    Score,
    ScoreReport,
    gap_notes,
    group,
    measured,
    score_table,
)
from rte_baselines.evaluation.seeds.estimates import (
    Resampled,
    SeedEstimate,
    estimates_over_seeds,
    resampled_means,
)
from rte_baselines.evaluation.seeds.systems import (
    JudgedDataset,
    System,
    judge_datasets,
    scheme_of_systems,
)
from rte_baselines.evaluation.significance.chance import trivial_systems
from rte_baselines.pairs import Pair
from rte_baselines.rendering.tables import Table

INTERVALS = (
    "ranges: 95% confidence intervals of the mean over seeds, over seeds and pairs (of single "
    "runs, over pairs alone, so that they do not say what another seed would reach); sd: standard "
    "deviation over seeds"
)
"""What intervals and deviations are."""


@dataclass(frozen=True, repr=False)
class SeedScores(ScoreReport):
    """The scores of systems, each with one seed or several, and the expected ones of trivial ones.

    `estimates` and `unavailable`, the reasons why there is no value, are by system and measure;
    `asked` are the names of all selected measures.
    """

    dataset: JudgedDataset
    estimates: Mapping[str, Mapping[str, SeedEstimate]]
    unavailable: Mapping[str, Mapping[str, str]]
    trivial: tuple[SystemScores, ...]
    asked: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "systems": [
                {
                    **facts,
                    "measures": plain(self.estimates[system.name]),
                    "unavailable": dict(self.unavailable[system.name]),
                    "training": [
                        {"run": run, **finding.to_dict()} for run, finding in system.findings
                    ],
                }
                for facts, system in zip(
                    self.dataset.facts_of_systems(), self.dataset.systems, strict=True
                )
            ],
            "trivial": [
                {"system": system.name, "measures": plain(system.overall.measures)}
                for system in self.trivial
            ],
            **self.dataset.facts(),
            "headline": self.dataset.headline,
        }

    def __repr__(self) -> str:
        names = ", ".join(system.name for system in self.dataset.systems)
        return named(self, names, counted(self.dataset.pairs, "pair"))

    def scores(self) -> Iterator[Score]:
        """Yield the scores of systems, those with each of several seeds, and of trivial systems."""
        for system in self.dataset.systems:
            counts = len(system.answered), self.dataset.pairs - len(system.answered)
            for name in self.asked:
                found = self.estimates[system.name].get(name)
                reason = self.unavailable[system.name].get(name)
                yield from scores_of_system(system.name, name, found, *counts, {}, reason)
        for trivial in self.trivial:
            yield from trivial.scores(is_reference=True)

    def tables(self) -> Iterator[Table]:
        """Yield a table of means, and one of each run."""
        scores = list(self.scores())
        names = measured(scores)
        if not names:
            return
        seeds = {system.name: str(len(system.seeds)) for system in self.dataset.systems}
        yield score_table(
            f"All {counted(self.dataset.pairs, 'pair')}, mean over seeds"
            + headline_in_title(self.dataset.schemes, names),
            {
                "system": SYSTEM,
                "seeds": lambda of: MISSING if of.is_reference else seeds[of.system],
            },
            (score for score in scores if not score.groups),
            names,
        )
        by_seed = [score for score in scores if score.groups]
        if by_seed:
            keys = {"system": SYSTEM, "seed": group("seed")}
            yield score_table("By seed", keys, by_seed, names)

    def notes(self) -> Iterator[str]:
        """Yield the notes below the tables."""
        yield INTERVALS
        yield from self.dataset.notes()
        yield from self.dataset.notes_on_scores()
        yield from gap_notes(
            (of.measure, of.system, of.reason)
            for of in self.scores()
            if of.reason and not of.is_reference
        )
        yield self.dataset.signature


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
    standard = Gold.from_pairs(gold)
    datasets, chosen = judge_datasets(
        {"": (standard, systems)}, select_measures(measures), partial=partial
    )
    (dataset,) = datasets.values()
    found = scored(chosen, dataset.systems)
    scheme = scheme_of_systems(dataset.systems)
    labels = standard.labels_in(scheme)
    return SeedScores(
        dataset,
        {name: of.estimates for name, of in found.items()},
        {name: of.reasons for name, of in found.items()},
        tuple(
            score_trivial(system, labels, scheme, Parts({}, {}), chosen)
            for system in trivial_systems(labels, scheme)
        ),
        tuple(measure.name for measure in chosen),
    )


@dataclass(frozen=True)
class Scored:
    """What a system reaches on a dataset, or why it has no value, by the name of the measure."""

    estimates: dict[str, SeedEstimate]
    reasons: dict[str, str]
    means: dict[str, Resampled]


def scored(
    measures: Sequence[Measure], systems: Sequence[JudgedSystem], *, with_means: bool = False
) -> dict[str, Scored]:
    """Score systems on a dataset; resampled means are needed to average over datasets only."""
    found = {}
    with keeping_weights():
        for system in systems:
            of = Scored({}, system.reasons(measures), {})
            defined = [measure for measure in measures if measure.name not in of.reasons]
            for judged, counting in system.by_judgments(defined):
                of.estimates.update(estimates_over_seeds(counting, judged))
                if with_means:
                    of.means.update(resampled_means(counting, judged))
            found[system.name] = of
    return found


def scores_of_system(
    system: str,
    measure: str,
    found: SeedEstimate | None,
    pairs: int,
    unlabelled: int,
    groups: Mapping[str, str],
    reason: str | None = None,
) -> Iterator[Score]:
    """Yield the score of a system's mean over seeds, then, of several, that with each seed."""
    if found is None:
        yield Score(system, measure, None, pairs, unlabelled, groups, reason=reason)
        return
    yield Score(system, measure, found.estimate, pairs, unlabelled, groups, found.sd)
    if found.sd is not None:
        for seed, value in found.by_seed.items():
            of_seed = {**groups, "seed": seed}
            yield Score(system, measure, Estimate(value), pairs, unlabelled, of_seed)
