"""The first sentences of the page: which run is best, and whether that is more than chance."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.verdict import (
    LEVEL,
    Verdict,
    listed_in_words,
    pairs_in_words,
)
from rte_baselines.evaluation.findings.finding import DOUBTS
from rte_baselines.evaluation.findings.training import TRAINING
from rte_baselines.evaluation.measures.accuracy import (
    AccuracyOfAll,
    ThreeWayAccuracy,
    ThreeWayAccuracyOfAll,
    TwoWayAccuracy,
    TwoWayAccuracyOfAll,
)
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.page.ranking import (
    CommonVerdict,
    best_first,
    is_of_same_pairs,
    noun_of,
)
from rte_baselines.evaluation.page.templates import decimal
from rte_baselines.evaluation.report.report import Report
from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.evaluation.significance.chance import ChanceTest

_MOST_NAMES = 6
_ACCURACIES = frozenset(
    measure.name
    for measure in (TwoWayAccuracy, ThreeWayAccuracy, TwoWayAccuracyOfAll, ThreeWayAccuracyOfAll)
)


@dataclass(frozen=True)
class VerdictText:
    """The first sentences of the page, with cautions and the tests used.

    `sentences` say which run is best, and how the runs compare with the best trivial system;
    `cautions` are findings that call the scores of a run into question; `tests` says which tests
    decide what is more than chance, and is empty if there are none.
    """

    sentences: Sequence[str]
    cautions: Sequence[str]
    tests: str


def verdict_text(
    report: Report,
    measure: Measure | None,
    verdict: Verdict | None,
    common: CommonVerdict | None = None,
) -> VerdictText:
    """Return the first sentences of the page, on the runs by a measure.

    `measure` is None if no shown measure ranks runs; `verdict`, of `verdict_on_runs`, is None for a
    single run; `common` is that of `verdict_on_common_pairs`.
    """
    cautions = tuple(_cautions(report, measure))
    if measure is None:
        return VerdictText(
            ("None of the shown measures has a value by which runs can be ranked.",), cautions, ""
        )
    ranked = best_first(report.runs, measure)
    tests = {run.name: test for run in ranked if (test := _trivial_test(run, measure))}
    sentences = [_on_runs(ranked, measure, verdict, report), *_trivial(report, measure, tests)]
    sentences += _on_pairs_without_a_label(report, measure)
    if common:
        pairs = counted(common.pairs, "pair")
        sentences.append(f"On the {pairs} that all runs label, {common.verdict.text()}")
    return VerdictText(sentences, cautions, " ".join(_tests(report, measure, verdict, tests)))


def _on_runs(
    ranked: Sequence[SystemScores], measure: Measure, verdict: Verdict | None, report: Report
) -> str:
    """Return which run is best, or what the only run has."""
    if verdict is not None:
        return verdict.text()
    if len(ranked) > 1:
        return "No two runs can be compared, as they label no pair in common."
    (run,) = ranked
    found = run.overall.measures[measure.name]
    value = decimal(found.value)
    if found.low is not None and found.high is not None:
        value += f" (95% interval {decimal(found.low)} to {decimal(found.high)})"
    pairs = report.pairs if measure.counts_unanswered else run.overall.pairs
    return f"{run.name} has a {noun_of(measure)} of {value} on {counted(pairs, 'pair')}."


def _on_pairs_without_a_label(report: Report, measure: Measure) -> Iterator[str]:
    """Yield how many pairs the runs leave out, if these count as wrong."""
    partial = [run for run in report.runs if run.overall.pairs < report.pairs]
    if not (partial and isinstance(measure, AccuracyOfAll)):
        return
    left_out = _names(
        f"{run.name} leaves out {report.pairs - run.overall.pairs} of {report.pairs}"
        f"{_among(run, measure.accuracy)}"
        for run in partial
    )
    yield f"Pairs without a label count as wrong: {left_out}."


def _among(run: SystemScores, accuracy: Measure) -> str:
    """Return the accuracy of a run on the pairs that it labels, in brackets."""
    if accuracy.name not in run.overall.measures:
        return ""
    return f" ({decimal(run.overall.measures[accuracy.name].value)} of the labels are correct)"


def _trivial(report: Report, measure: Measure, tests: Mapping[str, ChanceTest]) -> Iterator[str]:
    """Yield which runs are better or worse than the best trivial system by more than chance."""
    trivial = best_first(report.trivial, measure)
    if not trivial:
        return
    if not tests:
        value = decimal(trivial[0].overall.measures[measure.name].value)
        yield (
            f"The best trivial system, {trivial[0].name}, has {value}; there is no test of "
            "differences from it."
        )
        return
    runs: dict[str, list[str]] = {}
    for run, test in tests.items():
        runs.setdefault(_kind(test), []).append(run)
    found = "; ".join(f"{kind} {_names(names)}" for kind, names in sorted(runs.items()))
    # Partial runs may have other opponents, of which the tables have the values.
    opponents = {f" ({test.system}, {decimal(test.chance)})" for test in tests.values()}
    which = opponents.pop() if len(opponents) == 1 else ""
    yield f"Against the best trivial system{which}: {found}."


def _kind(test: ChanceTest) -> str:
    if test.p_holm >= LEVEL:
        return "the difference may be chance for"
    side = "better" if test.value > test.chance else "worse"
    return f"{side} by more than chance is"


def _trivial_test(run: SystemScores, measure: Measure) -> ChanceTest | None:
    """Return the test of a run against the best trivial system, None if there is none."""
    found = (
        test
        for test in run.chance_tests
        if test.measure == measure.name and not test.is_against_guessing
    )
    return next(found, None)


def _tests(
    report: Report, measure: Measure, verdict: Verdict | None, tests: dict[str, ChanceTest]
) -> Iterator[str]:
    if verdict is not None:
        comparisons = sum(map(len, verdict.differences.values())) // 2
        corrected = f", with Holm's correction for {comparisons} comparisons"
        yield (
            f"Differences between runs: {_test_between_runs(verdict)}, two-sided"
            f"{corrected if comparisons > 1 else ''}."
        )
        if not is_of_same_pairs(report, measure):
            pairs = "" if verdict.is_on_same_pairs else f" ({pairs_in_words(verdict)})"
            yield f"Two runs are compared on the pairs that both label{pairs}, if there are any."
    if tests:
        corrected = f", with Holm's correction for {len(tests)} runs" if len(tests) > 1 else ""
        yield f"Differences from the trivial system: exact binomial test, two-sided{corrected}."
    if verdict is not None or tests:
        yield f"More than chance: a p-value below {LEVEL}."


def _test_between_runs(verdict: Verdict) -> str:
    is_accuracy = verdict.measure in _ACCURACIES
    return "McNemar's exact test" if is_accuracy else "approximate randomization"


def _cautions(report: Report, measure: Measure | None) -> Iterator[str]:
    if measure is not None:
        missing = [run.name for run in report.runs if measure.name not in run.overall.measures]
        if missing:
            verb = "has" if len(missing) == 1 else "have"
            yield f"{_names(missing)} {verb} no {noun_of(measure)}, and cannot be compared."
    for run in report.runs:
        for finding in run.findings:
            is_seen = finding.about == TRAINING and finding.details["seen"]
            if is_seen or finding.about in DOUBTS:
                yield f"{run.name}: {finding.text}{'' if finding.text.endswith('?') else '.'}"


def _names(names: Iterable[str]) -> str:
    """Return names in words, at most so many that a sentence can be read."""
    given = list(names)
    if len(given) <= _MOST_NAMES:
        return listed_in_words(given)
    return listed_in_words([*given[: _MOST_NAMES - 1], f"{len(given) - _MOST_NAMES + 1} others"])
