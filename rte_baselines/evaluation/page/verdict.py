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
from rte_baselines.evaluation.page.typesetting import decimal
from rte_baselines.evaluation.report.report import Report
from rte_baselines.evaluation.report.scores import SystemScores
from rte_baselines.evaluation.report.tables import p_value_text
from rte_baselines.evaluation.resampling.intervals import Estimate
from rte_baselines.evaluation.significance.chance import ChanceTest

_MOST_NAMES = 6
_ACCURACIES = frozenset(
    measure.name
    for measure in (TwoWayAccuracy, ThreeWayAccuracy, TwoWayAccuracyOfAll, ThreeWayAccuracyOfAll)
)
_NOT_COMPARED = "No two runs can be compared, as they label no pair in common."


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
    if len(ranked) == 1:
        sentences = (
            _value_of_run(ranked[0], measure, report),
            *_trivial(report, measure, ranked, tests),
            *_on_pairs_without_a_label(report, measure),
        )
    else:
        sentences = (
            *(_between_runs(ranked, measure, verdict, report) if verdict else (_NOT_COMPARED,)),
            *_trivial(report, measure, ranked, tests),
            *_on_pairs_without_a_label(report, measure),
            *([" ".join(_on_common_pairs(common, len(report.runs)))] if common else []),
        )
    return VerdictText(sentences, cautions, " ".join(_tests(report, measure, verdict, tests)))


def _value_of_run(run: SystemScores, measure: Measure, report: Report) -> str:
    value = _with_interval(run.overall.measures[measure.name])
    pairs = counted(_pairs_of(run, measure, report), "pair")
    return f"{run.name} has a {noun_of(measure)} of {value} on {pairs}."


def _pairs_of(run: SystemScores, measure: Measure, report: Report) -> int:
    """Return on how many pairs a run has its value."""
    return report.pairs if measure.counts_unanswered else run.overall.pairs


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


def _on_common_pairs(common: CommonVerdict, runs: int) -> Iterator[str]:
    """Yield which run is best on the pairs that all label."""
    who = "both runs" if runs == 2 else "all runs"
    where = f"On the {counted(common.pairs, 'pair')} that {who} label"
    if common.pairs == 1:
        where = f"On the only pair that {who} label"
    verdict, noun = common.verdict, noun_of(common.measure)
    values = {run: value for run, value in verdict.values.items() if value is not None}
    others = sorted(
        (run for run in values if run not in verdict.best), key=lambda run: -values[run]
    )
    value = decimal(values[verdict.best[0]])
    names = _names(verdict.best)
    if not others:
        yield f"{where}, {names} have the same {noun}, {value}."
        return
    verb = "has" if len(verdict.best) == 1 else "share"
    yield f"{where}, {names} {verb} the highest {noun}, {value}."
    yield _certainty(verdict.best, others, verdict, values)


def _between_runs(
    ranked: Sequence[SystemScores], measure: Measure, verdict: Verdict, report: Report
) -> Iterator[str]:
    """Yield which of several runs is best, and how certain that is."""
    noun = noun_of(measure)
    best = [run for run in ranked if run.name in verdict.best]
    if not best:
        if verdict.pairs == 0:
            yield f"By {noun}, no run is called best, as no pair is labelled by all."
        else:
            where = _where_compared(verdict)
            yield f"By {noun}, no run is at least as good as every other {where}."
        return
    names = _names(run.name for run in best)
    others = [
        run
        for run in ranked
        if run not in best and all(run.name in verdict.differences[leader.name] for leader in best)
    ]
    has_values = is_of_same_pairs(report, measure)
    if has_values:
        yield _highest(names, best, others, measure, _pairs_of(best[0], measure, report))
    else:
        # Values on different pairs cannot be compared.
        verb = "is" if len(best) == 1 else "are"
        yield (
            f"By {noun}, {names} {verb} at least as good as every other run "
            f"{_where_compared(verdict)}."
        )
    if others:
        values = {run.name: run.overall.measures[measure.name].value for run in others}
        yield _certainty(
            [run.name for run in best],
            [run.name for run in others],
            verdict,
            values if has_values else {},
        )


def _where_compared(verdict: Verdict) -> str:
    """Return on which pairs it is decided which run is best, with their number if it is known."""
    if verdict.pairs is None:
        return "on the pairs that both label"
    who = "both" if verdict.is_on_same_pairs and len(verdict.differences) == 2 else "all"
    return f"on the {counted(verdict.pairs, 'pair')} that {who} label"


def _highest(
    names: str,
    best: Sequence[SystemScores],
    others: Sequence[SystemScores],
    measure: Measure,
    pairs: int,
) -> str:
    """Return which runs on the same pairs have the best value, and this value."""
    estimate, where = best[0].overall.measures[measure.name], f"on {counted(pairs, 'pair')}"
    value, noun = decimal(estimate.value), noun_of(measure)
    extreme = "highest" if measure.direction == "higher" else "lowest"
    if not others:
        return f"{names} have the same {noun}, {value}, {where}."
    if len(best) > 1:
        return f"{names} share the {extreme} {noun}, {value}, {where}."
    return f"{names} has the {extreme} {noun}, {_with_interval(estimate)}, {where}."


def _certainty(
    best: Sequence[str], others: Sequence[str], verdict: Verdict, values: Mapping[str, float]
) -> str:
    """Return which differences from the best runs are more than chance, for all of these."""
    beaten = [
        run for run in others if all(run in verdict.better.get(leader, ()) for leader in best)
    ]
    close = [run for run in others if run not in beaten]

    def listed(runs: Sequence[str]) -> str:
        return _names(f"{run} ({decimal(values[run])})" if run in values else run for run in runs)

    p_value = ""
    if len(best) == len(others) == 1:
        p_value = f" (p {_p_value(verdict.differences[best[0]][others[0]].p_value)})"
    if not close:
        whom = "all others" if len(beaten) > 1 else listed(beaten)
        return f"The {_difference(beaten)} from {whom} {_is(beaten)} more than chance{p_value}."
    doubt = f"from {listed(close)} may be chance{p_value}"
    if not beaten:
        return f"The {_difference(close)} {doubt}: these pairs do not show which run is better."
    pronoun = "those" if len(close) > 1 else "that"
    return (
        f"The {_difference(beaten)} from {listed(beaten)} {_is(beaten)} more than chance; "
        f"{pronoun} {doubt}."
    )


def _trivial(
    report: Report,
    measure: Measure,
    ranked: Sequence[SystemScores],
    tests: dict[str, ChanceTest],
) -> Iterator[str]:
    """Yield how the runs compare with the best trivial system."""
    trivial = best_first(report.trivial, measure)
    if not trivial:
        return
    value = decimal(trivial[0].overall.measures[measure.name].value)
    if not tests:
        yield (
            f"The best trivial system, {trivial[0].name}, has {value}; there is no test of "
            "differences from it."
        )
        return
    # Partial runs may have other opponents, of which the tables have the values.
    opponents = {(test.system, decimal(test.chance)) for test in tests.values()}
    system, chance = opponents.pop()
    named = "" if opponents else f" ({system}, {chance})"
    where = "" if is_of_same_pairs(report, measure) else " on the labelled pairs"
    opponent = f"the best trivial system{named}{where}"
    kinds: dict[str, list[str]] = {"better": [], "worse": [], "unclear": []}
    for run in ranked:
        kinds[_kind(tests[run.name])].append(run.name)
    if len(ranked) == 1:
        yield _trivial_of_one(ranked[0], opponent, tests[ranked[0].name])
    elif not kinds["worse"] and not kinds["unclear"]:
        whose = f"The {len(ranked)} runs that have a {noun_of(measure)}"
        who = "All runs" if len(ranked) == len(report.runs) else whose
        yield f"{who} are better than {opponent} by more than chance."
    else:
        yield from _trivial_by_kind(kinds, opponent)


def _trivial_of_one(run: SystemScores, opponent: str, test: ChanceTest) -> str:
    p_value = _p_value(test.p_holm)
    if _kind(test) == "unclear":
        side = "above" if test.value > test.chance else "below"
        level = "level with" if test.value == test.chance else side
        return f"It is {level} {opponent}, but the difference may be chance (p {p_value})."
    return f"It is {_kind(test)} than {opponent} by more than chance (p {p_value})."


def _trivial_by_kind(kinds: dict[str, list[str]], opponent: str) -> Iterator[str]:
    for kind in ("better", "worse"):
        if kinds[kind]:
            verb = "is" if len(kinds[kind]) == 1 else "are"
            yield f"{_names(kinds[kind])} {verb} {kind} than {opponent} by more than chance."
    if kinds["unclear"]:
        whose = "The difference" if len(kinds["unclear"]) == 1 else "The differences"
        yield f"{whose} of {_names(kinds['unclear'])} from {opponent} may be chance."


def _kind(test: ChanceTest) -> str:
    if test.p_holm >= LEVEL:
        return "unclear"
    return "better" if test.value > test.chance else "worse"


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


def _with_interval(estimate: Estimate) -> str:
    value = decimal(estimate.value)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} (95% interval {decimal(estimate.low)} to {decimal(estimate.high)})"


def _p_value(p_value: float) -> str:
    text = p_value_text(p_value)
    return f"< {text[1:]}" if text.startswith("<") else f"= {text}"


def _difference(runs: Sequence[str]) -> str:
    return "difference" if len(runs) == 1 else "differences"


def _is(runs: Sequence[str]) -> str:
    return "is" if len(runs) == 1 else "are"
