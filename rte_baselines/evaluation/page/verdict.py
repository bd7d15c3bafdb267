"""By which measure the page ranks runs, and the first sentences on that."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.verdicts import (
    Verdict,
    accuracy_tests,
    listed_in_words,
    verdict_on,
)
from rte_baselines.evaluation.findings.finding import EXCHANGE, TRAINING
from rte_baselines.evaluation.inputs.gold import ScoredRun, labelled_by_all
from rte_baselines.evaluation.measures.accuracy import OF_ALL_PAIRS
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.coverage import AccuracyOfAll, Coverage
from rte_baselines.evaluation.paper import NOUNS, noun_of, value_in_words
from rte_baselines.evaluation.report.report import Report
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.scores import two_way_beside_three_way
from rte_baselines.evaluation.significance.chance import ChanceTest
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.evaluation.significance.randomization import approximate_randomizations
from rte_baselines.evaluation.systems.estimates import MCNEMAR, RANDOMIZATION, Difference
from rte_baselines.evaluation.systems.judged import JudgedSystem, Scorable, scorable
from rte_baselines.rendering.pages.typesetting import decimal


def main_measure(report: Report) -> Measure | None:
    """Return the measure that runs are ranked by, None if no such measure is shown.

    It is the headline (`Report.headline`), the other accuracy if that is not shown, or else the
    first shown measure of which either higher or lower values are better. Measures that all runs
    have come first. If a run leaves pairs out, it is the accuracy of all pairs, in which these
    count as wrong: accuracies of different pairs do not rank runs. Neither do values in different
    schemes, so that measures such as kappa are passed over if some runs are two-way and others
    three-way.
    """
    shown = [
        measure
        for measure in report.measures
        if ranks_systems(measure) and is_in_one_scheme(report, measure)
    ]
    first = sorted(OF_ALL_PAIRS, key=lambda name: name != report.headline)
    if report.is_partial:
        first = [*(OF_ALL_PAIRS[name] for name in first), *first]

    def precedence(measure: Measure) -> tuple[int, int]:
        missing = sum(measure.name not in run.overall.measures for run in report.runs)
        return missing, first.index(measure.name) if measure.name in first else len(first)

    return min(shown, key=precedence, default=None)


def ranks_systems(measure: Measure) -> bool:
    """Return whether a measure ranks systems; coverage, which is 1 for guesses, does not."""
    return measure.direction != "neither" and measure.name != Coverage.name


def is_of_same_pairs(report: Report, measure: Measure) -> bool:
    """Return whether the values of all runs are of the same pairs, so that they can be ranked."""
    return measure.counts_unanswered or not report.is_partial


def is_in_one_scheme(report: Report, measure: Measure) -> bool:
    """Return whether the values of all runs are in the same scheme, so that they can be ranked."""
    schemes = {run.name: run.scheme for run in report.runs if measure.name in run.overall.measures}
    return not (measure.follows_scheme and two_way_beside_three_way(schemes))


def best_first(systems: Sequence[SystemScores], measure: Measure) -> list[SystemScores]:
    """Return the systems that have a value, the best first, equal ones in their order."""
    sign = -1 if measure.direction == "higher" else 1
    with_value = [system for system in systems if measure.name in system.overall.measures]
    return sorted(with_value, key=lambda system: sign * system.overall.measures[measure.name].value)


def verdict_on_runs(runs: Sequence[JudgedSystem], measure: Measure) -> Verdict | None:
    """Compare every two runs by a measure; None if no two have a value on the pairs compared.

    An accuracy of all pairs is compared on all pairs, and pairs without a label count as wrong.
    Other measures are compared on the pairs that both runs label. Accuracies are compared by
    McNemar's exact test, other measures by approximate randomization, with Holm's correction.
    """
    counting = [run.on_all_pairs() if isinstance(measure, AccuracyOfAll) else run for run in runs]
    compared = {
        (a.name, b.name): _compared(found, measure)
        for a, b in combinations(counting, 2)
        if len(labelled_by_all((a.answered, b.answered)))
        for found in scorable([measure], a, b)
        if found.measures
    }
    if not compared:
        return None
    return verdict_on(measure.name, compared, {run.name: run.answered for run in counting})


def _compared(found: Scorable, measure: Measure) -> Difference:
    """Return the difference of two runs by the deciding test alone, as it is on the page."""
    a, b = (system.judgments[0] for system in found.systems)
    tests = accuracy_tests([measure], a, b)
    if tests:
        p_values = {MCNEMAR: tests[measure.name]}
    else:
        p_values = {RANDOMIZATION: approximate_randomizations([measure], a, b)[measure.name]}
    values = measure.score(a), measure.score(b)
    return Difference(measure.direction, *values, p_values, len(a.gold))


class Ranking(NamedTuple):
    """The runs by the main measure, None if no shown measure ranks runs.

    `sentences` say which run is best, and how the runs compare with the best trivial system;
    `cautions` are findings that call the scores of a run into question; `tests` says which tests
    decide what is more than chance, and is empty if there are none. `names` are the runs that have
    a value, the best first; `best` is the one that is better than each other by more than chance,
    if there is one. `verdict` is None if no two runs can be compared.
    """

    sentences: Sequence[str]
    cautions: Sequence[str]
    measure: Measure | None = None
    tests: str = ""
    names: Sequence[str] = ()
    verdict: Verdict | None = None
    best: Sequence[str] = ()


def ranking_of(report: Report, scored: Sequence[ScoredRun]) -> Ranking:
    """Rank the runs of a report, and say what is found."""
    measure = main_measure(report)
    cautions = list(_cautions(report, measure))
    if measure is None:
        none = "None of the shown measures has a value by which runs can be ranked."
        return Ranking([none], cautions)
    systems = [JudgedSystem.of_run(run) for run in scored]
    verdict = verdict_on_runs(systems, measure)
    ranked = best_first(report.runs, measure)
    tests = {
        run.name: test
        for run in ranked
        for test in run.chance_tests
        if test.measure == measure.name and not test.is_against_guessing
    }
    best = []
    if verdict is not None:
        first = verdict.text()
        better, others = verdict.better, len(scored) - 1
        best = [run for run in verdict.best if len(better.get(run, ())) == others]
    elif len(ranked) > 1:
        first = "No two runs can be compared, as they label no pair in common."
    else:
        (run,) = ranked
        value = value_in_words(run.overall.measures[measure.name])
        pairs = counted(report.pairs if measure.counts_unanswered else run.overall.pairs, "pair")
        first = f"The {noun_of(measure.name)} of {run.name} is {value} on {pairs}."
    sentences = [first, *_trivial(report, measure, tests)]
    if isinstance(measure, AccuracyOfAll) and report.is_partial:
        sentences.append("Pairs without a label count as wrong.")
    used = " ".join(_tests(report, measure, verdict, tests))
    names = [run.name for run in ranked]
    return Ranking(sentences, cautions, measure, used, names, verdict, best)


def _trivial(report: Report, measure: Measure, tests: Mapping[str, ChanceTest]) -> Iterator[str]:
    """Yield which runs are better or worse than the best trivial system by more than chance."""
    trivial = best_first(report.trivial, measure)
    if not trivial:
        return
    runs: dict[str, list[str]] = {}
    for run, test in tests.items():
        kind = "the difference may be chance for"
        if test.p_holm < LEVEL:
            kind = f"{'better' if test.value > test.chance else 'worse'} by more than chance:"
        runs.setdefault(kind, []).append(run)
    found = [f"{kind} {listed_in_words(names)}" for kind, names in sorted(runs.items())]
    # Partial runs may have other opponents, of which the tables have the values.
    opponents = {(test.system, test.chance) for test in tests.values()}
    if not opponents:
        opponents = {(trivial[0].name, trivial[0].overall.measures[measure.name].value)}
        found = ["there is no test of differences from it"]
    which = ""
    if len(opponents) == 1:
        ((name, value),) = opponents
        which = f" ({name}, {decimal(value)})"
    yield f"Against the best trivial system{which}: {'; '.join(found)}."


def _tests(
    report: Report, measure: Measure, verdict: Verdict | None, tests: dict[str, ChanceTest]
) -> Iterator[str]:
    if verdict is not None:
        comparisons = counted(sum(map(len, verdict.differences.values())) // 2, "comparison")
        test = "McNemar's exact test" if verdict.measure in NOUNS else "approximate randomization"
        yield (
            f"Differences between runs: {test}, two-sided, with Holm's correction for "
            f"{comparisons}."
        )
        if not is_of_same_pairs(report, measure):
            yield "Two runs are compared on the pairs that both label."
    if tests:
        yield (
            "Differences from the trivial system: exact binomial test, two-sided, with Holm's "
            f"correction for {counted(len(tests), 'run')}."
        )
    if verdict is not None or tests:
        yield f"More than chance: a p-value below {LEVEL}."


def _cautions(report: Report, measure: Measure | None) -> Iterator[str]:
    for run in report.runs:
        if measure is not None and measure.name not in run.overall.measures:
            yield f"{run.name} has no {noun_of(measure.name)}, and cannot be compared."
        for finding in run.findings:
            is_seen = finding.about == TRAINING and finding.details["seen"]
            if is_seen or finding.about == EXCHANGE:
                yield f"{run.name}: {finding.text}."
