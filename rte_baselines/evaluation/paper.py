"""What a paper needs of a comparison: the table, a sentence on each result, and the methods."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rte_baselines.core.errors import InputError
from rte_baselines.core.importing import version
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.comparison.comparing import Comparison
from rte_baselines.evaluation.comparison.verdicts import RunComparison
from rte_baselines.evaluation.measures.accuracy import (
    OF_ALL_PAIRS,
    ThreeWayAccuracy,
    TwoWayAccuracy,
    by_headline,
)
from rte_baselines.evaluation.measures.base import Measure, available_measures, select_measures
from rte_baselines.evaluation.measures.coverage import ThreeWayAccuracyOfAll, TwoWayAccuracyOfAll
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.scores import MISSING, difference_cell, estimate_cell, p_value_text
from rte_baselines.evaluation.seeds.tables import MACRO, MICRO, Column, DatasetTable
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.evaluation.significance.power import POWER
from rte_baselines.evaluation.systems.estimates import BOOTSTRAP, MCNEMAR, RANDOMIZATION, Difference
from rte_baselines.rendering.markup import latex_of, latex_prose
from rte_baselines.rendering.tables import Table, decimal

_TESTS = {
    MCNEMAR: "McNemar's exact test (McNemar, 1947) for accuracies",
    RANDOMIZATION: "approximate randomization (Noreen, 1989)",
    BOOTSTRAP: "the same bootstrap",
}
NOUNS = {
    ThreeWayAccuracy.name: "three-way accuracy",
    TwoWayAccuracy.name: "two-way accuracy",
    ThreeWayAccuracyOfAll.name: "three-way accuracy of all pairs",
    TwoWayAccuracyOfAll.name: "two-way accuracy of all pairs",
}
"""The nouns of accuracies, in sentences."""

INTERVALS = (
    "Values have 95% intervals over pairs: Wilson's (Wilson, 1927) of accuracies and other "
    "proportions, else by the Bayesian bootstrap (Rubin, 1981)."
)
"""The sentence on the intervals of single runs."""

_ABBREVIATIONS = frozenset({"f1", "cws", "nlp", "aurc", "roc", "auc"})


def noun_of(measure: str) -> str:
    """Return what sentences and captions call a measure, given its name."""
    words = (word.upper() if word in _ABBREVIATIONS else word for word in measure.split("_"))
    return NOUNS.get(measure, " ".join(words))


def _captioned(table: Table, measure: str) -> Table:
    """Return a table whose title calls the measure by its noun."""
    title = table.title.replace(measure, noun_of(measure), 1)
    return replace(table, title=title[:1].upper() + title[1:])


@dataclass(frozen=True)
class Paper:
    """Tables, a sentence on each result, and the methods with the signatures, to be cited."""

    tables: tuple[Table, ...]
    results: tuple[str, ...]
    methods: tuple[str, ...]

    def to_latex(self) -> str:
        """Return the tables, for the package booktabs, and two paragraphs, a line a sentence."""
        nouns = {name: noun_of(name) for name in available_measures()}
        tables = [
            replace(table, header=[nouns.get(name, name) for name in table.header])
            for table in self.tables
        ]
        paragraphs = {"Results": self.results, "Methods": self.methods}
        blocks = [
            "\n".join([rf"\paragraph{{{title}.}}", *map(latex_prose, sentences)])
            for title, sentences in paragraphs.items()
            if sentences
        ]
        return "\n\n".join([latex_of(tables, ()).rstrip(), *blocks])


def paper_of_comparison(
    comparison: Comparison, measures: str | Iterable[str | Measure] | None = None
) -> Paper:
    """Return what a paper needs: a table of differences from the first run, and all sentences.

    Parameters
    ----------
    comparison : Comparison
        As `compare` returns it.
    measures : str, or iterable of str or Measure, optional
        As in `compare`; by default the first that all runs have on the same pairs. If a run leaves
        pairs out, the accuracy of all pairs and that of labelled ones stand beside each other, if
        all have both.

    Raises
    ------
    InputError
        If a measure has no value of some run, or values on different pairs.
    """
    on_same_pairs = [verdict.measure for verdict in comparison.verdicts if verdict.is_on_same_pairs]
    first = comparison.comparisons[0].a
    with_first = [found for found in comparison.comparisons if found.a == first]
    common = [
        name
        for name in with_first[0].measures
        if name in on_same_pairs and all(name in found.measures for found in with_first)
    ]
    chosen = common[:1]
    if measures is not None:
        named = by_headline(select_measures(measures), comparison.dataset.schemes.values())
        chosen = [measure.name for measure in named]
    if not chosen or not set(chosen) <= set(common):
        missing = ", ".join(sorted(set(chosen) - set(common))) or "each measure"
        raise InputError(
            f"{missing}: has no values of all runs on the same pairs; expected measures that have, "
            f"of which there are {', '.join(common) or 'none'}"
        )
    if any(count < comparison.pairs for count in comparison.labelled.values()):
        # Both accuracies in the place of either, that of all pairs first.
        accuracies = {name: names[::-1] for names in OF_ALL_PAIRS.items() for name in names}
        shown = dict.fromkeys(name for asked in chosen for name in accuracies.get(asked, (asked,)))
        chosen = [name for name in shown if name in common]
    return Paper(
        tuple(_run_table(comparison, name, with_first) for name in chosen),
        tuple(
            _run_sentence(comparison, name, found)
            for name in chosen
            for found in comparison.comparisons
            if name in found.measures
        ),
        tuple(_run_methods(comparison, with_first, chosen)),
    )


def _run_table(comparison: Comparison, measure: str, comparisons: Sequence[RunComparison]) -> Table:
    """Return a row for the first run and for each other, with its difference from the first."""
    first, count = comparisons[0], len(comparison.comparisons)
    value, _ = comparison.estimates(first, measure)
    rows = [[first.a, estimate_cell(value.estimate, sd=value.sd), MISSING, MISSING]]
    for found in comparisons:
        _, value = comparison.estimates(found, measure)
        lead = found.measures[measure].reversed()
        difference = difference_cell(lead.difference, lead.low, lead.high)
        cell = estimate_cell(value.estimate, sd=value.sd)
        rows.append([found.b, cell, difference, p_value_text(lead.p_holm)])
    corrected = f", p corrected for {counted(count, 'comparison')}" if count > 1 else ""
    title = f"{measure} on {counted(first.measures[measure].pairs, 'pair')}{corrected}"
    header = ["system", measure, f"difference from {first.a}", "p"]
    return _captioned(Table(title, header, rows), measure)


def _run_sentence(comparison: Comparison, measure: str, found: RunComparison) -> str:
    """Return the values of two runs, the better one first, and its value less the other."""
    lead, count = found.measures[measure], len(comparison.comparisons)
    values = (value_in_words(value.estimate) for value in comparison.estimates(found, measure))
    shown = [f"{value} for {name}" for value, name in zip(values, (found.a, found.b), strict=True)]
    is_second_better = lead.difference > 0 if lead.direction == "lower" else lead.difference < 0
    if is_second_better:
        shown, lead = shown[::-1], lead.reversed()
    return (
        f"On {counted(lead.pairs, 'pair')}, {noun_of(measure)} is {' and '.join(shown)}: "
        f"{_difference_in_words(lead, count)}."
    )


def _run_methods(
    comparison: Comparison, comparisons: Sequence[RunComparison], chosen: Sequence[str]
) -> Iterator[str]:
    seeds = [len(system.seeds) for system in comparison.dataset.systems]
    tests = {found.measures[name].deciding for found in comparisons for name in chosen}
    yield from _values_and_differences(seeds, tests, len(comparison.comparisons))
    if tests != {BOOTSTRAP}:
        yield f"Near {LEVEL}, an interval and a p-value may disagree, as their methods differ."
    labelled = [
        f"{name} labels {count}"
        for name, count in comparison.labelled.items()
        if count < comparison.pairs
    ]
    if labelled:
        yield (
            f"Of {counted(comparison.pairs, 'pair')}, {', '.join(labelled)}: accuracies of all "
            "pairs count the others as wrong, other measures leave them out."
        )
    if not NOUNS.keys().isdisjoint(chosen):
        yield from _power_of_runs(comparison)
    yield software([comparison.signature])


def _power_of_runs(comparison: Comparison) -> Iterator[str]:
    """Yield how small a difference in accuracy single runs, and systems of seeds, can show."""
    before = " before correction" if len(comparison.comparisons) > 1 else ""
    for over_seeds, given, source in (
        (False, "as many pairs on which only one of two runs is right", "Card et al., 2020"),
        (True, "intervals over seeds as wide as these", "Bloom, 1995"),
    ):
        shown, schemes = comparison.smallest_differences(over_seeds=over_seeds)
        if shown:
            yield (
                f"With {given}, a true difference in {schemes} accuracy of {decimal(max(shown))} "
                f"is found with a power of {POWER:.0%} at {LEVEL}{before} ({source})."
            )


def paper_of_table(table: DatasetTable) -> Paper:
    """Return what a paper needs of systems on datasets: the best one of each column, and how."""
    count = len(table.systems) * (len(table.systems) - 1) // 2
    results = [
        sentence
        for measure, columns in table.columns.items()
        for name, column in columns.items()
        for sentence in _column_sentences(measure, name, column, count)
    ]
    tables = map(_captioned, table.tables(), table.columns)
    return Paper(tuple(tables), tuple(results), tuple(_table_methods(table, count)))


def _column_sentences(measure: str, name: str, column: Column, count: int) -> Iterator[str]:
    """Yield how the best system of a column compares with the next, if there are two."""
    known = available_measures().get(measure)
    if known is None or known.direction == "neither" or len(column.estimates) < 2:
        return
    on = f"In the {name}" if name in (MACRO, MICRO) else f"On {name}"
    if column.note:
        yield f"{on}, no system is called best by {noun_of(measure)}, as the table says."
        return
    ranked = sorted(
        column.estimates,
        key=lambda system: column.estimates[system].mean,
        reverse=known.direction == "higher",
    )
    best, second = ranked[:2]
    lead = column.differences.get((best, second)) or column.differences[second, best].reversed()
    values = (column.estimates[system] for system in (best, second))
    best_value, second_value = (value_in_words(value.estimate) for value in values)
    yield (
        f"{on}, {best} has the best {noun_of(measure)} with {best_value}, before {second} with "
        f"{second_value}: {_difference_in_words(lead, count)}."
    )


def _table_methods(table: DatasetTable, count: int) -> Iterator[str]:
    seeds = [len(system.seeds) for dataset in table.datasets.values() for system in dataset.systems]
    yield from _values_and_differences(seeds, {BOOTSTRAP}, count)
    if count:
        yield f"A value is in bold if its system is better than each other one, at {LEVEL}."
    if len(table.datasets) > 1:
        yield "In the macro average, each dataset counts the same; in a micro average, each pair."
    yield software(f"{name}: {dataset.signature}" for name, dataset in table.datasets.items())


def _values_and_differences(
    seeds: Sequence[int], tests: Collection[str], count: int
) -> Iterator[str]:
    """Yield the methods of values, and of so many differences that are decided by these tests.

    `seeds` are the numbers of seeds of the systems.
    """
    fewest, most = min(seeds), max(seeds)
    over = "pairs "
    if most == 1:
        yield INTERVALS
    else:
        number = f"{most}" if fewest == most else f"{fewest} to {most}"
        single = " (of a single run, over pairs alone)" if fewest == 1 else ""
        over = "pairs and over seeds, which are paired if both systems have the same, "
        yield (
            f"Values are means over {number} seeds, with their standard deviation and 95% "
            f"intervals over seeds and pairs{single}, by a hierarchical bootstrap, in which the "
            "mean of few seeds varies by Student's distribution."
        )
    if count:
        by = " and ".join(text for test, text in _TESTS.items() if test in tests)
        corrected = f", corrected by Holm's method (Holm, 1979) for {count} comparisons"
        yield (
            "Differences have 95% intervals by the paired bootstrap (Efron and Tibshirani, 1993) "
            f"over {over}and two-sided p-values by {by}{corrected if count > 1 else ''}."
        )


def software(signatures: Iterable[str]) -> str:
    """Return the sentence on how figures can be computed again."""
    return (
        f"All figures are by rte-baselines {version('rte-baselines')}, with the signature "
        f"{'; '.join(signatures)}."
    )


def value_in_words(estimate: Estimate) -> str:
    """Return a value, and its interval in brackets if it has one."""
    value = decimal(estimate.value)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} (95% interval {decimal(estimate.low)} to {decimal(estimate.high)})"


def _difference_in_words(difference: Difference, count: int) -> str:
    """Return a difference, and whether it is more than chance by its corrected p-value."""
    verdict = "more than chance" if difference.p_holm < LEVEL else "which may be chance"
    shown = p_value_text(difference.p_holm)
    equals = "" if shown.startswith("<") else " = "
    corrected = " corrected" if count > 1 else ""
    return (
        f"a difference of {difference.difference:+.3f} ({difference.low:+.3f} to "
        f"{difference.high:+.3f}), {verdict} (p{equals}{shown}{corrected})"
    )
