"""Scores, comparisons and tables of systems: what they say, in every form."""

import json

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation import compare
from rte_baselines.evaluation.seeds import DatasetRuns, System, tabulate_systems
from rte_baselines.runs import Prediction, Run

GOLD = "EN" * 20
WRONG = "NE" * 20
ACCURACY = "accuracy_2way"
OF_ALL = "accuracy_2way_of_all"


pytestmark = pytest.mark.usefixtures("few_resamples")


def right(*numbers):
    """The labels of runs that are right on the first so many pairs."""
    return [GOLD[:number] + WRONG[number:] for number in numbers]


@pytest.fixture
def table(pairs):
    """A table of systems by dataset, on pairs with gold labels of all or of each dataset."""

    def build(systems, *, gold=GOLD, **options):
        letters = gold if isinstance(gold, dict) else dict.fromkeys(systems, gold)
        given = [DatasetRuns(name, pairs(letters[name]), of) for name, of in systems.items()]
        return tabulate_systems(given, **options)

    return build


def on_two(*systems):
    """The same systems on two datasets."""
    return {"first": systems, "second": systems}


@pytest.mark.slow
def test_a_table_of_one_dataset(table, system):
    systems = [system("good", *right(36, 38)), system("one", *right(20))]
    found = table({"gold": systems}, measures=[ACCURACY, "cws"])
    measures = json.loads(found.to_json())["measures"]
    good, one = (measures[ACCURACY]["datasets"]["gold"]["systems"][of] for of in ("good", "one"))
    assert good["mean"] == pytest.approx(0.925)
    assert good["by_seed"] == {"1": 0.9, "2": 0.95}
    assert one["sd"] is None
    why = "the run has no confidence for every pair"
    assert {missing["reason"] for missing in measures["cws"]["unavailable"]} == {why}
    text = found.to_text()
    assert "good: 2 seeds, 1, 2" in text
    assert f"cws of good on gold, one on gold: {why}" in " ".join(text.split())
    assert max(map(len, text.splitlines()[:-1])) <= 80
    for shown in (text, found.to_latex(), found.to_markdown()):
        assert "sd 0.035" in shown
    assert repr(found) == "DatasetTable(good, one, 1 dataset)"


@pytest.mark.slow
def test_values_in_different_schemes_are_not_in_bold(table, system):
    """Of two three-way systems, the one that is right on each of 60 pairs is in bold."""
    letters = {"right": "ECU", "wrong": "CUE", "two": "NNE"}
    right, wrong, two = (system(name, of * 20) for name, of in letters.items())
    told = "the labels of two are two-way, and so are their kappa, macro F1 and other measures in"
    for systems, measure, best, note in (
        ((right, wrong), "kappa", "right", ""),
        ((right, two), "kappa", None, "the values of some systems are two-way"),
        ((right, two), "accuracy_2way", "right", ""),
    ):
        found = table({"one": systems}, gold="ECU" * 20, measures=measure)
        column = found.columns[measure]["one"]
        assert (column.best, column.note[: len(note) or None]) == (best, note)
        assert (told in " ".join(found.to_text().split())) is (two in systems)


@pytest.mark.slow
def test_the_order_of_runs_does_not_matter(table, system):
    there = system("a", *right(36, 30, 33), seeds=("1", "2", "10"))
    back = system("a", *right(33, 30, 36), seeds=("10", "2", "1"))
    tables = [table({"one": [given]}) for given in (there, back)]
    assert tables[0].to_json() == tables[1].to_json()
    assert "a: 3 seeds, 1, 2, 10" in tables[0].to_text()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:good. the runs with the seeds")
def test_comparison(pairs, system):
    systems = [system("good", *right(38, 39, 38)), system("bad", *right(20, 22, 21))]
    systems.append(system("one", *right(38)))
    found = compare(pairs(GOLD), systems, measures=[ACCURACY, "accuracy_3way"])
    assert found.verdicts[0].better["good"] == ("bad",)
    report = json.loads(found.to_json())
    first = report["comparisons"][0]
    assert (first["a"], first["b"]) == ("good", "bad")
    measured = first["measures"][ACCURACY]
    assert measured["p_values"]["bootstrap"] <= measured["p_holm"] < 0.05
    assert report["seeds"] == {"good": ["1", "2", "3"], "bad": ["1", "2", "3"], "one": ["1"]}
    text = " ".join(found.to_text().split())
    assert "over pairs and seeds, paired over seeds if both have the same (a single run's" in text
    # 1.96 + 0.84 standard errors, of which half the interval has 1.96.
    shown = (measured["high"] - measured["low"]) / 2 * (1 + 0.841621 / 1.959964)
    assert first["smallest_difference"] == pytest.approx(shown, rel=1e-5)
    said = "power: by intervals over seeds, the bootstrap shows a true difference in two-way "
    assert f"{said}accuracy of about " in text
    assert "accuracy_3way: the gold labels are two-way" in text
    assert repr(found) == "Comparison(good, bad, one, 40 pairs)"


def test_a_reason_names_the_seed_if_it_is_not_that_of_all(table, system):
    reasons = {
        "precision_contradiction": "the gold labels are two-way",
        "conditional_entropy_no_entailment": (
            "as it is scored, the run never says NO ENTAILMENT (seed 2)"
        ),
    }
    found = table({"one": [system("a", GOLD, "E" * 40)]}, measures=list(reasons))
    assert {name: of["one"].reasons for name, of in found.columns.items()} == {
        name: {"a": why} for name, why in reasons.items()
    }


@pytest.mark.parametrize(
    ("numbers", "seeds", "is_paired"),
    [((30, 31), ("1", "2"), True), ((30, 31), ("x", "y"), False), ((30, 31, 29), None, False)],
    ids=["same", "other names", "other number"],
)
def test_other_seeds_are_not_paired(pairs, system, numbers, seeds, is_paired):
    systems = [system("a", *right(30, 31)), system("b", *right(*numbers), seeds=seeds)]
    (found,) = compare(pairs(GOLD), systems, measures=ACCURACY).comparisons
    assert found.measures[ACCURACY].is_paired is is_paired
    single = compare(pairs(GOLD), [system(*of) for of in (("a", GOLD), ("b", WRONG))])
    assert not any("seeds" in note for note in single.notes())


@pytest.mark.slow
def test_table(table, system):
    good, bad = system("good", *right(38, 39, 40)), system("bad", *right(20, 22, 21))
    found = table(on_two(good, bad))
    assert list(found.columns[ACCURACY]) == ["first", "second", "macro average", "micro average"]
    assert {of.best for of in found.columns[ACCURACY].values()} == {"good"}
    macro = found.columns[ACCURACY]["macro average"]
    assert macro.estimates["good"].mean == pytest.approx(0.975)
    assert "| good | **0.975** (" in found.to_markdown()
    assert r"good & \textbf{0.975} {\scriptsize (" in found.to_latex()
    text = " ".join(found.to_text().split())
    assert ("0.975*" in text, "0.525*" in text) == (True, False)
    assert "first, second: good: 3 seeds, 1, 2, 3" in text
    report = json.loads(found.to_json())["measures"][ACCURACY]
    assert report["macro"]["best"] == "good"
    assert report["datasets"]["first"]["differences"][0]["p_holm"] < 0.05
    assert repr(found) == "DatasetTable(good, bad, 2 datasets)"


@pytest.mark.slow
def test_the_order_of_systems_may_differ_between_datasets(table, system):
    both = [system("good", *right(38)), system("bad", *right(20))]
    tables = [table({"first": both, "second": of}) for of in (both, both[::-1])]
    assert tables[1].to_json() == tables[0].to_json()
    micro = tables[1].columns[ACCURACY]["micro average"]
    assert (micro.best, micro.estimates["good"].mean) == ("good", pytest.approx(38 / 40))


@pytest.mark.slow
def test_the_micro_average_is_the_value_on_all_pairs(table, system):
    """By hand: 36 of 40 and 5 of 10, and with another seed 38 and 7, are 41 and 45 of 50."""
    large, small = system("a", *right(36, 38)), system("a", *(run[:10] for run in right(5, 7)))
    found = table(
        {"large": [large], "small": [small]},
        gold={"large": GOLD, "small": GOLD[:10]},
        measures=[ACCURACY, "average_precision"],
    )
    micro = found.columns[ACCURACY]["micro average"].estimates["a"]
    assert micro.by_seed == pytest.approx({"1": 41 / 50, "2": 45 / 50})
    macro = found.columns[ACCURACY]["macro average"].estimates["a"]
    assert macro.mean == pytest.approx(((0.9 + 0.95) / 2 + (0.5 + 0.7) / 2) / 2)
    assert "micro average" not in found.columns["average_precision"]
    one = json.loads(found.to_json())["measures"][ACCURACY]
    assert one["micro"]["systems"]["a"]["mean"] == pytest.approx(43 / 50)
    assert set(one["datasets"]) == {"large", "small"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gold", "runs", "seeds"),
    [(GOLD, right(30, 31), ("x", "y")), ("EC" * 20, ["EC" * 20, "EU" * 20], ("1", "2"))],
    ids=["seeds", "schemes"],
)
def test_other_seeds_or_labels_are_not_pooled(table, system, gold, runs, seeds):
    first, second = system("a", *right(30, 31)), system("a", *runs, seeds=seeds)
    found = table({"first": [first], "second": [second]}, gold={"first": GOLD, "second": gold})
    assert list(found.columns[ACCURACY]) == ["first", "second", "macro average"]
    assert "micro average: the value on the pairs of all" in " ".join(found.to_text().split())
    assert found.to_dict()["measures"][ACCURACY]["micro"] is None


@pytest.mark.slow
def test_a_system_that_is_not_pooled_is_said_beside_others(table, system):
    first, second = (system("a", *right(30, 31), seeds=seeds) for seeds in ("12", "xy"))
    b = system("b", WRONG)
    found = table({"first": [first, b], "second": [second, b]}, measures=[ACCURACY, "roc_auc"])
    assert set(found.columns[ACCURACY]["micro average"].estimates) == {"b"}
    text = " ".join(found.to_text().split())
    assert f"{ACCURACY} of a in the micro average: its seeds, or the schemes of its labels" in text
    assert "micro average" not in found.columns["roc_auc"]


def test_a_macro_average_needs_a_value_on_each_dataset(table, system):
    systems = on_two(system("a", *right(30)), system("b", *right(20)))
    gold = {"first": GOLD, "second": "N" * 40}
    found = table(systems, gold=gold, measures="recall").columns["recall"]
    assert list(found["first"].estimates) == ["a", "b"]
    macro = found["macro average"]
    assert (macro.estimates, macro.differences) == ({}, {})


def test_single_runs_are_pooled_whatever_their_names(table, system):
    """Files have the name of the dataset in theirs; 30 and 34 of 40 are 64 of 80."""
    numbers = {"one": 30, "two": 34}
    found = table({name: [system("a", *right(of), seeds=[name])] for name, of in numbers.items()})
    assert found.columns[ACCURACY]["micro average"].estimates["a"].mean == pytest.approx(64 / 80)


def test_a_two_way_system_is_pooled_over_two_way_and_three_way_datasets(table, system):
    """By hand: 30 of 40 and, where NO ENTAILMENT is right for C and U, 40 of 40 are 70 of 80."""
    systems = {"two": [system("a", *right(30))], "three": [system("a", GOLD)]}
    found = table(systems, gold={"two": GOLD, "three": GOLD.replace("ENEN", "ECEU")})
    assert found.columns[ACCURACY]["micro average"].estimates["a"].mean == pytest.approx(70 / 80)


@pytest.mark.slow
def test_systems_that_label_different_pairs_have_a_footnote(table, system):
    """On the pairs that both label, both are right on all: the higher value is not bold.

    Of all pairs, 30/40 are fewer than 38/40 by more than chance.
    """
    whole, part = system("whole", *right(38)), system("part", GOLD[:30])
    given = {"first": [whole, part], "second": [whole, system("part", GOLD)]}
    found = table(given, partial=True)
    assert list(found.columns) == [OF_ALL, ACCURACY]
    for measure, mean, best in ((OF_ALL, 30 / 40, "whole"), (ACCURACY, 1, None)):
        first = found.columns[measure]["first"]
        assert (first.estimates["part"].mean, first.best) == (mean, best)
        assert first.estimates["whole"].mean == 38 / 40
    assert not any(of.note for of in found.columns[OF_ALL].values())
    note = "systems label different pairs: each value is of the pairs that all runs of the system"
    markdown = found.to_markdown()
    assert "| system | first† | second | macro average† | micro average† |" in markdown
    assert f"\n\n† {note}" in markdown
    assert f"† {note}" in " ".join(found.to_text().split())
    latex = found.to_latex()
    assert r"system & first\dag{} & second &" in latex
    assert rf"\par\smallskip{{\footnotesize \dag{{}} {note}" in latex
    columns = found.to_dict()["measures"][ACCURACY]["datasets"]
    assert columns["first"]["note"].startswith(note)
    assert columns["second"]["note"] is None


@pytest.mark.slow
def test_the_best_by_chance_alone_is_not_bold(table, system):
    a, b = system("a", *right(30, 24)), system("b", *right(26, 27))
    found = table(on_two(a, b))
    assert {of.best for of in found.columns[ACCURACY].values()} == {None}
    assert "**0." not in found.to_markdown()
    alone = table({"one": [a]}).columns[ACCURACY]
    assert {name: of.best for name, of in alone.items()} == {"one": None}


@pytest.mark.slow
def test_where_lower_is_better_and_where_there_is_no_value(table, system):
    systems = on_two(system("good", *right(39)), system("bad", *right(20)))
    found = table(systems, measures=["conditional_entropy", "cws"])
    assert found.columns["conditional_entropy"]["first"].best == "good"
    assert found.columns["cws"]["first"].estimates == {}
    everywhere = "cws of good on first, bad on first, good on second, bad on second"
    assert f"{everywhere}: the run has no confidence" in " ".join(found.to_text().split())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:sure. the runs with the seeds")
def test_losses_that_are_infinite_in_all_resamples(table):
    """Where another label had been right, the probability of 0 would have been infinite."""
    shares = {"YES": 1.0, "NO": 0.0}
    run = Run(Prediction(str(number), "YES", probabilities=shares) for number in range(1, 21))
    sure = System("sure", (run, run.called("b")), ("1", "2"))
    found = table(on_two(sure), gold="E" * 20, measures="nlp")
    macro = found.columns["nlp"]["macro average"].estimates["sure"]
    assert (macro.mean, macro.low, macro.high) == (0, 0, 0)


def test_refused(table, pairs, system):
    one = system("a", *right(30))
    for given, message in (
        (on_two(), "no systems to score"),
        (on_two(one, one), "two systems are called 'a'"),
        ({}, "no datasets to score systems on"),
        ({**on_two(one), "third": [system("b", GOLD)]}, "third: has other systems than first"),
    ):
        with pytest.raises(InputError, match=message):
            table(given)
    with pytest.raises(InputError, match="two datasets are called 'x'"):
        tabulate_systems([DatasetRuns("x", pairs(GOLD), [one])] * 2)
