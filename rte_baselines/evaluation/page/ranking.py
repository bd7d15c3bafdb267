"""By which measure runs are ranked on the page, and which of them is best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.comparison.common_pairs import (
    ScoredRun,
    labelled_by_all,
    on_common_pairs,
    score_on_common_pairs,
    why_not_compared,
)
from rte_baselines.evaluation.comparison.differing import accuracy_tests
from rte_baselines.evaluation.comparison.verdict import Compared, Verdict, verdict_on
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.accuracy import (
    AccuracyOfAll,
    Coverage,
    ThreeWayAccuracy,
    ThreeWayAccuracyOfAll,
    TwoWayAccuracy,
    TwoWayAccuracyOfAll,
)
from rte_baselines.evaluation.measures.base import Measure, available_measures
from rte_baselines.evaluation.report.printed import two_way_beside_three_way
from rte_baselines.evaluation.report.report import Report
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.report.tables import are_partial, measured
from rte_baselines.evaluation.significance.exact import holm, mcnemar
from rte_baselines.evaluation.significance.randomization import approximate_randomizations

_FIRST = (ThreeWayAccuracy.name, TwoWayAccuracy.name)
_FIRST_OF_PARTIAL_RUNS = (ThreeWayAccuracyOfAll.name, TwoWayAccuracyOfAll.name)

_NOUNS = {
    ThreeWayAccuracy.name: "three-way accuracy",
    TwoWayAccuracy.name: "two-way accuracy",
    ThreeWayAccuracyOfAll.name: "three-way accuracy of all pairs",
    TwoWayAccuracyOfAll.name: "two-way accuracy of all pairs",
}


def main_measure(report: Report) -> Measure | None:
    """Return the measure that runs are ranked by, None if no such measure is shown.

    It is the accuracy, three-way if all runs have it, or else the first shown measure of which
    either higher or lower values are better. Measures that all runs have come first. If a run
    leaves pairs out, it is the accuracy of all pairs, in which these count as wrong: accuracies
    of different pairs do not rank runs. Neither do values in different schemes, so that measures
    such as kappa are passed over if some runs are two-way and others three-way.
    """
    available = available_measures()
    shown = [
        available[name]
        for name in measured(report.runs)
        if name in available
        and name != Coverage.name
        and available[name].direction != "neither"
        and is_in_one_scheme(report, available[name])
    ]
    first = (*_FIRST_OF_PARTIAL_RUNS, *_FIRST) if are_partial(report.runs) else _FIRST

    def precedence(measure: Measure) -> tuple[int, int]:
        missing = sum(measure.name not in run.overall.measures for run in report.runs)
        return missing, first.index(measure.name) if measure.name in first else len(first)

    return min(shown, key=precedence, default=None)


def is_of_same_pairs(report: Report, measure: Measure) -> bool:
    """Return whether the values of all runs are of the same pairs, so that they can be ranked."""
    return measure.counts_unanswered or not are_partial(report.runs)


def is_in_one_scheme(report: Report, measure: Measure) -> bool:
    """Return whether the values of all runs are in the same scheme, so that they can be ranked."""
    schemes = {run.name: run.scheme for run in report.runs if measure.name in run.overall.measures}
    return not (measure.follows_scheme and two_way_beside_three_way(schemes))


def noun_of(measure: Measure) -> str:
    """Return the name of a measure in a sentence."""
    return _NOUNS.get(measure.name, measure.name)


def best_first(systems: Sequence[SystemScores], measure: Measure) -> list[SystemScores]:
    """Return the systems that have a value, the best first, equal ones in their order."""
    sign = -1 if measure.direction == "higher" else 1
    with_value = [system for system in systems if measure.name in system.overall.measures]
    return sorted(with_value, key=lambda system: sign * system.overall.measures[measure.name].value)


def verdict_on_runs(runs: Sequence[ScoredRun], measure: Measure, pairs: int) -> Verdict | None:
    """Compare every two runs by a measure; None if no two have a value on the pairs compared.

    An accuracy of all pairs, whose number is `pairs`, is compared on all pairs, and pairs without a
    label count as wrong. Other measures are compared on the pairs that both runs label. Accuracies
    are compared by McNemar's exact test, other measures by approximate randomization, with Holm's
    correction. Which run is best is decided on the pairs that all label.
    """
    return _verdict(runs, measure, pairs)


@dataclass(frozen=True)
class CommonVerdict:
    """The runs by their accuracy on the pairs that all of them label, whose number is `pairs`."""

    pairs: int
    measure: Measure
    verdict: Verdict


def verdict_on_common_pairs(
    runs: Sequence[ScoredRun], measure: Measure, pairs: int
) -> CommonVerdict | None:
    """Compare runs by accuracy on the pairs that all of them label.

    None unless the measure that runs are ranked by is an accuracy of all pairs, and some but not
    all of the gold pairs, whose number is `pairs`, are labelled by all runs.
    """
    if not isinstance(measure, AccuracyOfAll):
        return None
    common = labelled_by_all(run.answered for run in runs)
    if not 0 < len(common) < pairs:
        return None
    verdict = _verdict([run.limited_to(common) for run in runs], measure.accuracy, pairs)
    return None if verdict is None else CommonVerdict(len(common), measure.accuracy, verdict)


def _verdict(runs: Sequence[ScoredRun], measure: Measure, pairs: int) -> Verdict | None:
    compared = {
        (a.name, b.name): found
        for a, b in combinations(runs, 2)
        if (found := _compared(measure, a, b, pairs)) is not None
    }
    if not compared:
        return None
    p_values = holm([found.p_value for found in compared.values()]).tolist()
    tested = {
        names: replace(found, p_value=p_value)
        for (names, found), p_value in zip(compared.items(), p_values, strict=True)
    }
    common = len(labelled_by_all(run.answered for run in runs))
    if all(found.pairs in {common, None} for found in compared.values()):
        return verdict_on(measure.name, measure.direction, tested)
    limited = score_on_common_pairs(runs, [measure], pairs)[measure.name]
    return verdict_on(measure.name, measure.direction, tested, limited)


def _compared(measure: Measure, a: ScoredRun, b: ScoredRun, pairs: int) -> Compared | None:
    """Return the values of two runs, with an uncorrected p-value; None if one has no value."""
    if isinstance(measure, AccuracyOfAll):
        return _compared_on_all_pairs(measure, a, b, pairs)
    try:
        common, of_a, of_b = on_common_pairs(a, b, pairs)
    except RunError:
        return None
    if why_not_compared(measure, of_a) or why_not_compared(measure, of_b):
        return None
    p_value = _p_value(measure, of_a, of_b)
    return Compared(measure.score(of_a), measure.score(of_b), p_value, len(common))


def _compared_on_all_pairs(
    measure: AccuracyOfAll, a: ScoredRun, b: ScoredRun, pairs: int
) -> Compared | None:
    if measure.why_undefined(a.judgments) or measure.why_undefined(b.judgments):
        return None
    right_a, right_b = np.zeros((2, pairs), np.bool_)
    right_a[a.answered] = measure.right(a.judgments)
    right_b[b.answered] = measure.right(b.judgments)
    p_value = mcnemar(right_a, right_b).p_value
    return Compared(float(right_a.mean()), float(right_b.mean()), p_value)


def _p_value(measure: Measure, a: Judgments, b: Judgments) -> float:
    tests = accuracy_tests([measure], a, b)
    if measure.name in tests:
        return tests[measure.name].p_value
    return approximate_randomizations([measure], a, b)[measure.name]
