"""By which measure runs are ranked on the page, and which of them is best."""

from collections.abc import Sequence
from itertools import combinations

from rte_baselines.errors import RunError
from rte_baselines.evaluation.comparison.common_pairs import Entrant, on_common_pairs
from rte_baselines.evaluation.comparison.differing import accuracy_tests
from rte_baselines.evaluation.comparison.verdict import Compared, Verdict, verdict_on
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy
from rte_baselines.evaluation.measures.base import Measure, available_measures
from rte_baselines.evaluation.measures.coverage import Coverage
from rte_baselines.evaluation.page.scored_runs import ScoredRun
from rte_baselines.evaluation.report.report import Report
from rte_baselines.evaluation.report.scores import SystemScores
from rte_baselines.evaluation.report.tables import measured
from rte_baselines.evaluation.significance.holm import holm
from rte_baselines.evaluation.significance.randomization import approximate_randomizations

_FIRST = (ThreeWayAccuracy.name, TwoWayAccuracy.name)
_NOUNS = {ThreeWayAccuracy.name: "three-way accuracy", TwoWayAccuracy.name: "two-way accuracy"}


def main_measure(report: Report) -> Measure | None:
    """Return the measure that runs are ranked by.

    It is the accuracy, three-way if all runs have it, or else the first shown measure of which
    either higher or lower values are better. Measures that all runs have come first.

    Returns
    -------
    Measure or None
        None if no such measure is shown.
    """
    available = available_measures()
    shown = [
        available[name]
        for name in measured(report.runs)
        if name in available and name != Coverage.name and available[name].direction != "neither"
    ]

    def precedence(measure: Measure) -> tuple[int, int]:
        missing = sum(measure.name not in run.overall.measures for run in report.runs)
        is_accuracy = measure.name in _FIRST
        return missing, _FIRST.index(measure.name) if is_accuracy else len(_FIRST)

    return min(shown, key=precedence, default=None)


def noun_of(measure: Measure) -> str:
    """Return the name of a measure in a sentence."""
    return _NOUNS.get(measure.name, measure.name)


def best_first(systems: Sequence[SystemScores], measure: Measure) -> list[SystemScores]:
    """Return the systems that have a value, the best first, equal ones in their order."""
    sign = -1 if measure.direction == "higher" else 1
    with_value = [system for system in systems if measure.name in system.overall.measures]
    return sorted(with_value, key=lambda system: sign * system.overall.measures[measure.name].value)


def verdict_on_runs(runs: Sequence[ScoredRun], measure: Measure, pairs: int) -> Verdict | None:
    """Compare every two runs by a measure, on the pairs that both label.

    Parameters
    ----------
    runs : sequence of ScoredRun
    measure : Measure
    pairs : int
        The number of gold pairs.

    Returns
    -------
    Verdict or None
        None unless any two runs have a value on common pairs. Accuracies are compared by
        McNemar's exact test, other measures by approximate randomization, with Holm's
        correction.
    """
    values, p_values = {}, []
    entrants = [Entrant(run.name, run.answered, run.judgments) for run in runs]
    for a, b in combinations(entrants, 2):
        try:
            _, of_a, of_b = on_common_pairs(a, b, pairs)
        except RunError:
            continue
        if measure.why_undefined(of_a) or measure.why_undefined(of_b):
            continue
        values[a.name, b.name] = measure.score(of_a), measure.score(of_b)
        p_values.append(_p_value(measure, of_a, of_b))
    if not values:
        return None
    compared = {
        names: Compared(*both, p_value)
        for (names, both), p_value in zip(values.items(), holm(p_values).tolist(), strict=True)
    }
    return verdict_on(measure.name, measure.direction, compared)


def _p_value(measure: Measure, a: Judgments, b: Judgments) -> float:
    tests = accuracy_tests([measure], a, b)
    if measure.name in tests:
        return tests[measure.name].p_value
    return approximate_randomizations([measure], a, b)[measure.name]
