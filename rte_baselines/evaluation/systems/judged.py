"""Runs and systems of several runs as judgments, and two of them on the pairs that both label."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.findings.finding import Finding
from rte_baselines.evaluation.inputs.judgments import ANOTHER_IS_TWO_WAY, Judgments
from rte_baselines.evaluation.inputs.scored_run import ScoredRun, labelled_by_all
from rte_baselines.evaluation.measures.accuracy import AccuracyOfAll
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.significance.randomization import comparable
from rte_baselines.kernels.ragged import IntArray


@brief
@dataclass(frozen=True)
class JudgedSystem:
    """The judgments of a system with each seed, on the pairs that all of its runs label.

    A run is a system of one seed (`of_run`). `seeds` are sorted; `judgments`, by seed, are in one
    scheme; `answered`, shape (n,), are the positions of the pairs; `findings` have the name of a
    run, and what is known of its training; `withheld` has, by run, how many answers are no labels,
    by kind. `completed` is the same on all gold pairs, with a wrong label for each pair that a run
    leaves out, but without ranks, confidences and probabilities; None if no run leaves a pair out.
    """

    name: str
    seeds: tuple[str, ...]
    judgments: tuple[Judgments, ...]
    answered: IntArray
    findings: tuple[tuple[str, Finding], ...] = ()
    withheld: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    completed: "JudgedSystem | None" = None

    @classmethod
    def of_run(cls, run: ScoredRun) -> "JudgedSystem":
        """Return a run as a system of one seed."""
        on_all = cls(run.name, (run.name,), (run.completed,), np.arange(len(run.gold.ids)))
        return replace(on_all, judgments=(run.judgments,), answered=run.answered, completed=on_all)

    @classmethod
    def pooled(cls, datasets: Sequence["JudgedSystem"]) -> "JudgedSystem":
        """Return a system on several datasets as on one, without ranks, which are of one each."""
        first = datasets[0]
        # Single runs on different datasets may have different seeds, and are pooled as one seed.
        seeds = first.seeds if len(first.seeds) > 1 else (first.name,)
        starts = np.cumsum([0, *(of.pairs for of in datasets[:-1])]).tolist()
        by_seed = [
            dict(zip(of.seeds if len(seeds) > 1 else seeds, of.judgments, strict=True))
            for of in datasets
        ]
        are_partial = any(of.completed is not None for of in datasets)
        return cls(
            first.name,
            seeds,
            tuple(Judgments.pooled([of[seed] for of in by_seed]) for seed in seeds),
            np.concatenate(
                [of.answered + start for of, start in zip(datasets, starts, strict=True)]
            ),
            completed=cls.pooled([of.on_all_pairs() for of in datasets]) if are_partial else None,
        )

    def on_all_pairs(self) -> "JudgedSystem":
        """Return these judgments, or the completed ones if there are any."""
        return self if self.completed is None else self.completed

    def counted_by(self, measure: Measure) -> "JudgedSystem":
        """Return the judgments that a measure counts: accuracies of all pairs need all of them."""
        return self.on_all_pairs() if isinstance(measure, AccuracyOfAll) else self

    @property
    def pairs(self) -> int:
        """The number of gold pairs."""
        return self.judgments[0].pairs

    def by_judgments(
        self, measures: Sequence[Measure]
    ) -> Iterator[tuple["JudgedSystem", list[Measure]]]:
        """Yield these judgments and the completed ones, each with the measures that count them."""
        own = [measure for measure in measures if self.counted_by(measure) is self]
        yield self, own
        if len(own) < len(measures):
            yield self.on_all_pairs(), [measure for measure in measures if measure not in own]

    def why_undefined(self, measure: Measure) -> str | None:
        """Return why a measure has no value with some seed, None if it has one with each.

        The measure must count these judgments; see `counted_by`. A measure of pairs without a
        label has no value if a run leaves pairs out: since only pairs that all runs label are
        scored, a pair that one run leaves out would also count against the runs that label it.
        """
        if measure.counts_unanswered and any(judged.unanswered for judged in self.judgments):
            return "it counts pairs without a label; only pairs that all runs label are scored"
        reasons = {
            seed: measure.why_undefined(judged)
            for seed, judged in zip(self.seeds, self.judgments, strict=True)
        }
        if len(set(reasons.values())) == 1:
            return reasons[self.seeds[0]]
        found = {seed: reason for seed, reason in reasons.items() if reason}
        # If one run is two-way, its own reason is given, and not that of the others, which are
        # scored two-way because of it.
        seed = min(found, key=lambda seed: found[seed] == ANOTHER_IS_TWO_WAY)
        return f"{found[seed]} (seed {seed})"

    def values(self, measure: Measure) -> dict[str, float]:
        """Return the value of a measure with each seed."""
        judged = zip(self.seeds, self.judgments, strict=True)
        return {seed: measure.score(judgments) for seed, judgments in judged}

    def limited_to(self, places: IntArray) -> "JudgedSystem":
        """Return the judgments of some of the pairs that all runs label, as if given no others."""
        chosen = np.flatnonzero(np.isin(self.answered, places))
        judgments = tuple(judged.select(chosen) for judged in self.judgments)
        return replace(self, judgments=judgments, answered=places)


def on_pairs_of_all(
    judgments: Sequence[Judgments], answered: Sequence[IntArray], names: str
) -> tuple[IntArray, tuple[Judgments, ...]]:
    """Return the positions of the pairs that all runs label, and their judgments in one scheme.

    It is an error if there are none; `names` are those of the systems.
    """
    common = labelled_by_all(answered)
    if not len(common):
        raise RunError(f"{names}: no pair is labelled by all runs; expected one at least")
    unanswered = judgments[0].pairs - len(common)
    selected = [
        judged.select(np.flatnonzero(np.isin(places, common)), unanswered=unanswered)
        for judged, places in zip(judgments, answered, strict=True)
    ]
    return common, comparable(*selected)


def together(a: JudgedSystem, b: JudgedSystem) -> tuple[JudgedSystem, JudgedSystem]:
    """Return two systems on the pairs that all runs of both label, in one scheme."""
    seeds = len(a.seeds)
    answered = [a.answered] * seeds + [b.answered] * len(b.seeds)
    judged, names = [*a.judgments, *b.judgments], f"{a.name} and {b.name}"
    common, judgments = on_pairs_of_all(judged, answered, names)
    return (
        replace(a, judgments=judgments[:seeds], answered=common),
        replace(b, judgments=judgments[seeds:], answered=common),
    )


@dataclass(frozen=True)
class Sides:
    """Two systems on the same pairs, with the measures that have a value on both.

    `unavailable` says why the other ones have none, by their names.
    """

    a: JudgedSystem
    b: JudgedSystem
    measures: Sequence[Measure]
    unavailable: Mapping[str, str]

    def values(self, measure: Measure) -> tuple[float, float]:
        """Return the values of both, each the mean over its seeds."""
        of_a, of_b = (float(np.mean([*of.values(measure).values()])) for of in (self.a, self.b))
        return of_a, of_b


def sides(measures: Sequence[Measure], a: JudgedSystem, b: JudgedSystem) -> Iterator[Sides]:
    """Yield two systems on all gold pairs, and on those that both label.

    Accuracies of all pairs are of the former, if there are any, other measures of the latter.
    """
    of_all: list[Measure] = [of for of in measures if isinstance(of, AccuracyOfAll)]
    others = [measure for measure in measures if measure not in of_all]
    given = [(of_all, a.on_all_pairs(), b.on_all_pairs())] if of_all else []
    for counting, first, second in [*given, (others, a, b)]:
        both = together(first, second)
        reasons = {
            measure.name: one_reason({of.name: of.why_undefined(measure) for of in both})
            for measure in counting
        }
        yield Sides(
            *both,
            [measure for measure in counting if not reasons[measure.name]],
            {name: reason for name, reason in reasons.items() if reason},
        )


def one_reason(reasons: Mapping[str, str | None]) -> str | None:
    """Return why a measure has no value on some systems, naming them if not all lack it."""
    if len(set(reasons.values())) == 1:
        return next(iter(reasons.values()))
    missing = {name: reason for name, reason in reasons.items() if reason}
    # If one system is two-way, only its own reason is given, and not that of the others, which are
    # scored two-way because of it.
    own = {name: reason for name, reason in missing.items() if reason != ANOTHER_IS_TWO_WAY}
    return "; ".join(f"{reason} ({name})" for name, reason in (own or missing).items())
