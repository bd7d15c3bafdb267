"""What a paper needs of a comparison, with figures worked by hand or by statsmodels."""

import re

import pytest
from statsmodels.stats.proportion import proportion_confint

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.comparison.comparing import compare
from rte_baselines.evaluation.evaluator import evaluate
from rte_baselines.evaluation.paper import paper_of_comparison, paper_of_table, value_in_words
from rte_baselines.evaluation.seeds import DatasetRuns, System, tabulate_systems
from rte_baselines.runs import Prediction, Run

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_resamples")]

GOLD = "ENENENENENENENENENEN"
WRONG = "NENENENENENENENENENE"


@pytest.fixture
def run(run_of):
    """A run that is right on the first so many of the pairs."""
    return lambda right, name="run", count=20: run_of((GOLD[:right] + WRONG[right:])[:count], name)


def between(ends):
    return "{:.3f} to {:.3f}".format(*ends)


def test_two_runs(pairs, run):
    """Only the second is right on 6 pairs, and never only the first: p is 2 of 64 ways."""
    found = paper_of_comparison(compare(pairs(GOLD), [run(10, "low"), run(16, "high")]))
    high, low = (between(proportion_confint(n, 20, method="wilson")) for n in (16, 10))
    (sentence,) = found.results
    beginning, _, rest = sentence.partition(": a difference of +0.300 (")
    assert beginning == (
        f"On 20 pairs, two-way accuracy is 0.800 (95% interval {high}) for high and 0.500 (95% "
        f"interval {low}) for low"
    )
    assert re.fullmatch(r"\+0\.\d{3} to \+0\.\d{3}\), more than chance \(p = 0\.0312\)\.", rest)
    latex = found.to_latex()
    assert r"high & 0.800 {\scriptsize (0.584--0.919)} & +0.300 " in latex
    assert "\n\\paragraph{Methods.}\nValues have 95\\% intervals over pairs: Wilson's" in latex
    assert "McNemar's exact test (McNemar, 1947) for accuracies." in latex
    assert r"\textbar{}scheme:two-way\textbar{}" in latex


def test_runs_are_compared_with_the_first_and_corrected_for_all(pairs, run):
    """Of p-values of 2 in 2^6, 2^10 and 2^16, Holm's factors are 1, 2 and 3."""
    runs = [run(10, "a"), run(16, "b"), run(0, "c")]
    found = paper_of_comparison(compare(pairs(GOLD), runs))
    (table,) = found.tables
    p_values = {row[0]: row[-1] for row in table.rows}
    assert p_values == {"a": "-", "b": "0.0312", "c": f"{2 * 2 / 2**10:.4f}"}
    assert "more than chance (p = 0.0312 corrected)" in found.results[0]
    assert any("Holm's method (Holm, 1979) for 3 comparisons" in line for line in found.methods)
    assert re.search(r" for a and 0.000 .* for c: a difference of \+0.500", found.results[1])
    assert " for b and 0.000 " in found.results[2]
    assert r"$-$0.500 {\scriptsize ($-$" in found.to_latex()


def test_measures_without_a_test_of_mcnemar(pairs, run):
    """Their intervals are those of `evaluate`."""
    runs = [run(10, "a"), run(16, "b")]
    compared = compare(pairs(GOLD), runs, measures=["f1"])
    found = paper_of_comparison(compared, ["f1"])
    scored = evaluate(pairs(GOLD), runs, measures=["f1"]).runs
    a, b = (value_in_words(of.overall.measures["f1"]) for of in scored)
    assert "95% interval" in a
    assert f"F1 is {b} for b and {a} for a: " in found.results[0]
    assert not any("McNemar" in line for line in found.methods)
    with pytest.raises(InputError, match="cws: has no values of all runs on the same pairs"):
        paper_of_comparison(compared, ["cws"])


def test_measures_are_named_as_in_comparisons(pairs, run):
    """By any name in use, and the accuracy by the scheme of the labels."""
    names = ["cohen_kappa_score", "accuracy", "macro_f1"]
    compared = compare(pairs(GOLD), [run(10, "a"), run(16, "b")], measures=names)
    titles = [table.title for table in paper_of_comparison(compared, names).tables]
    assert titles == [f"{of} on 20 pairs" for of in ("Kappa", "Two-way accuracy", "Macro F1")]


def test_the_power_is_that_of_the_scheme_of_the_runs(pairs, run_of):
    """Which is shown with its name, whatever measure is selected."""
    runs = [run_of(of * 4, of) for of in ("ECUEE", "UUUUU")]
    found = paper_of_comparison(compare(pairs("ECUEE" * 4), runs, measures=["accuracy_2way"]))
    assert "a true difference in three-way accuracy of " in " ".join(found.methods)


def test_values_of_different_pairs_are_no_table(pairs, run):
    runs = [run(10, "a"), run(16, "b", count=19), run(0, "c")]
    compared = compare(pairs(GOLD), runs, partial=True)
    (table,) = paper_of_comparison(compared).tables
    assert table.title.startswith("Two-way accuracy of all pairs on 20 pairs")
    with pytest.raises(InputError, match="which there are accuracy_2way_of_all"):
        paper_of_comparison(compared, ["accuracy_2way"])


@pytest.mark.parametrize("name", ["accuracy_2way", "accuracy_2way_of_all"])
def test_accuracies_of_all_and_of_labelled_pairs_stand_together(pairs, run, name):
    compared = compare(pairs(GOLD), [run(10, "a"), run(16, "b", count=18)], partial=True)
    found = paper_of_comparison(compared, [name, "f1"])
    assert [table.title for table in found.tables] == [
        *("Two-way accuracy of all pairs on 20 pairs", "Two-way accuracy on 18 pairs"),
        "F1 on 18 pairs",
    ]
    # Of those that b leaves out, a gets none right.
    of_all, labelled, _ = found.results
    assert of_all.startswith("On 20 pairs, two-way accuracy of all pairs is 0.800 (")
    assert labelled.startswith("On 18 pairs, two-way accuracy is 0.889 (")
    said = "Of 20 pairs, b labels 18: accuracies of all pairs count the others as wrong, other "
    assert f"{said}measures leave them out." in found.methods


def test_the_power_of_runs_and_of_seeds_is_said_by_its_own_method(pairs, run):
    several = System("s", tuple(run(right, f"s-{right}") for right in (15, 16, 17)), tuple("123"))
    systems = [System("a", (run(4, "a"),), ("",)), System("b", (run(17, "b"),), ("",)), several]
    compared = compare(pairs(GOLD), systems)
    single, *others = (found.smallest_difference for found in compared.comparisons)
    methods = " ".join(paper_of_comparison(compared).methods)
    for size, source in ((single, "Card et al., 2020"), (max(others), "Bloom, 1995")):
        shown = f"of {size:.3f} is found with a power of 80% at 0.05 before correction ({source})"
        assert methods.count(shown) == 1
    notes = [note for note in compared.notes() if note.startswith("power: ")]
    assert [" about " in note for note in notes] == [False, True]
    by_f1 = paper_of_comparison(compare(pairs(GOLD), systems, measures=["f1"]))
    assert "power" not in " ".join(by_f1.methods)


def test_methods_of_seeds(pairs, run):
    low, high = ([run(right, f"run-{right}") for right in of] for of in ((10, 12), (16, 17)))
    systems = [System("a", tuple(low), ("1", "2")), System("b", tuple(high), ("1", "2"))]
    over = "over pairs and over seeds, which are paired if both systems have the same, and two-"
    table = tabulate_systems([DatasetRuns("one", pairs(GOLD), systems)])
    for found in (paper_of_comparison(compare(pairs(GOLD), systems)), paper_of_table(table)):
        values, differences, *_ = found.methods
        assert values.startswith("Values are means over 2 seeds, with ")
        assert over in differences
        assert differences.endswith("p-values by the same bootstrap.")


def test_the_better_run_is_named_first(pairs):
    """Also where it is the first one, and where lower values are better."""
    gold = pairs("EE")
    runs = []
    for name, p in (("low", 0.2), ("high", 0.4)):
        shares = {"YES": 1 - p, "NO": p}
        runs.append(Run((Prediction(of.id, "YES", None, None, shares) for of in gold), name=name))
    for order in (runs, runs[::-1]):
        compared = compare(gold, order, measures=["brier"])
        (sentence,) = paper_of_comparison(compared, ["brier"]).results
        # 0.2 squared is 0.04, and 0.4 squared 0.16.
        assert re.search(r"0\.040 .*for low and 0\.160 .*for high: .* of -0\.120", sentence)


@pytest.fixture
def table(pairs, run):
    """On one dataset, low is better than high; on the mean, high is."""

    def build(measures, **rights):
        datasets = []
        for name, systems in rights.items():
            given = [System(of, (run(right, of),), ("1",)) for of, right in systems.items()]
            datasets.append(DatasetRuns(name, pairs(GOLD), given))
        return tabulate_systems(datasets, measures=measures)

    return build


def test_a_table_of_datasets(table):
    found = paper_of_table(
        table("accuracy_2way", one={"low": 10, "high": 20}, two={"low": 11, "high": 10})
    )
    first, second, macro, micro = found.results
    assert first.startswith("On one, high has the best two-way accuracy with 1.000 (95% interval ")
    assert "before low with 0.500 (" in first
    assert "a difference of +0.500 (+" in first
    assert second.startswith("On two, low has the best two-way accuracy with 0.550 (")
    assert "a difference of +0.050 (" in second
    assert "which may be chance" in second
    assert macro.startswith("In the macro average, high has the best two-way accuracy with 0.750 (")
    assert "before low with 0.525 (" in micro
    assert found.methods[0].startswith("Values have 95% intervals over pairs: Wilson's (Wilson,")
    assert "one: pairs:20|" in found.methods[-1]


@pytest.mark.parametrize(
    ("measure", "systems", "methods"),
    [("accuracy_2way", {"low": 10}, 2), ("entropy_gold", {"low": 10, "high": 20}, 4)],
    ids=["one system", "no direction"],
)
def test_without_a_best_system_there_are_no_results(table, measure, systems, methods):
    found = paper_of_table(table(measure, one=systems))
    assert (len(found.results), len(found.tables), len(found.methods)) == (0, 1, methods)
    assert "Results" not in found.to_latex()
