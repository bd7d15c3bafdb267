"""Runs compared with each other."""

import json
import re
from dataclasses import astuple
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.evaluation.comparison.comparing import compare
from rte_baselines.evaluation.comparison.verdicts import length_groups, verdict_on
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun
from rte_baselines.evaluation.measures.base import available_measures
from rte_baselines.evaluation.significance.exact import holm
from rte_baselines.evaluation.significance.power import smallest_difference
from rte_baselines.evaluation.significance.randomization import approximate_randomizations
from rte_baselines.evaluation.systems.estimates import Difference
from rte_baselines.evaluation.systems.judged import System
from rte_baselines.pairs import Pair, Scheme
from tests.evaluation.paired import paired_bootstraps

pytestmark = pytest.mark.usefixtures("few_resamples")

MEASURES = available_measures()


@pytest.fixture
def sure_run(run_of):
    """A run of these labels that is surest of the first."""
    return lambda letters, name: run_of(letters, name, np.linspace(0.9, 0.1, len(letters)).tolist())


@pytest.fixture
def two_runs(pairs, sure_run):
    gold = pairs("EENNEENN", ["IE"] * 4 + ["QA"] * 4)
    return gold, [sure_run("EENNEENE", "first"), sure_run("NENEENEE", "second")]


@pytest.mark.slow
def test_who_is_right_where(two_runs):
    # Gold      E E N N | E E N N
    # first     E E N N | E E N E
    # second    N E N E | E N E E
    (found,) = compare(*two_runs).comparisons
    assert found.scheme is Scheme.TWO_WAY

    # Pairs, those with different labels, both right, only the first, only the second, and none.
    assert astuple(found.outcomes) == (8, 4, 3, 4, 0, 1)
    assert {task: astuple(of) for task, of in found.by_task.items()} == {
        "IE": (4, 2, 2, 2, 0, 0),
        "QA": (4, 2, 1, 2, 0, 1),
    }
    differing = [("1", "IE", "a"), ("4", "IE", "a"), ("6", "QA", "a"), ("7", "QA", "a")]
    assert [(pair.id, pair.task, pair.right) for pair in found.differing] == differing
    # Four pairs that A alone gets right: none or all of four, of 16 ways.
    assert found.measures["accuracy_2way"].p_values["mcnemar"] == 2 / 16


def test_the_figures_are_those_of_the_tests(two_runs):
    gold, runs = two_runs
    (found,) = compare(gold, runs, measures=["accuracy_2way", "cws"]).comparisons
    standard = Gold.from_pairs(gold)
    a, b = (ScoredRun.of(run, standard).judgments for run in runs)
    assert found.measures.keys() == {"accuracy_2way", "cws"}
    for name, values in found.measures.items():
        measure = MEASURES[name]
        drawn = paired_bootstraps([measure], a, b)[name]
        assert (values.a, values.b) == (measure.score(a), measure.score(b))
        assert (values.low, values.high) == (drawn.low, drawn.high)
        assert values.p_values["bootstrap"] == drawn.p_value
        exchanged = approximate_randomizations([measure], a, b)[name]
        assert values.p_values["randomization"] == exchanged
        assert ("mcnemar" in values.p_values) == (name == "accuracy_2way")
        # Of one comparison, nothing is to be adjusted.
        assert values.p_holm == values.p_value


@pytest.mark.slow
def test_deciding_tests_are_adjusted_over_all_comparisons(pairs, sure_run):
    """Of a system of several seeds, it is the bootstrap; of two runs McNemar's test, or swaps."""
    gold = pairs("EN" * 10)
    labels = ("EN" * 10, "EN" * 6 + "NE" * 4, "NE" * 10)
    runs = [sure_run(letters, name) for letters, name in zip(labels, "abc", strict=True)]
    both = System("both", (runs[0], runs[2]), ("1", "2"))
    found = compare(gold, [*runs[:2], both]).comparisons
    for measure, of_runs in (("accuracy_2way", "mcnemar"), ("cws", "randomization")):
        of_measure = [of.measures[measure] for of in found]
        tests = zip(of_measure, [of_runs, "bootstrap", "bootstrap"], strict=True)
        adjusted = holm([of.p_values[test] for of, test in tests]).tolist()
        assert [of.p_holm for of in of_measure] == adjusted


@pytest.mark.slow
def test_three_way_runs_may_both_be_wrong_and_differ(pairs, sure_run):
    gold = pairs("ECU")
    (found,) = compare(gold, [sure_run("CCU", "a"), sure_run("UUU", "b")]).comparisons
    assert found.scheme is Scheme.THREE_WAY
    assert [pair.right for pair in found.differing] == ["neither", "a"]
    assert (found.outcomes.both_right, found.outcomes.both_wrong) == (1, 1)
    # Two-way, both are right on the second and the third pair, and wrong on the first.
    assert found.measures["accuracy_2way"].difference == 0


@pytest.mark.slow
def test_runs_of_two_schemes_are_compared_two_way_and_named(pairs, sure_run):
    gold = pairs("ECU")
    three, two, other = map(sure_run, ("ECC", "ENE", "ECU"), ("three", "two", "other"))
    note = "two: without three-way labels, and compared two-way with all others"
    found = compare(gold, [three, two], measures=["kappa", "accuracy_3way"])
    (pair,) = found.comparisons[0].differing
    shown = (pair.id, pair.right, str(pair.gold), str(pair.label_a))
    assert shown == ("3", "a", "UNKNOWN", "NO_ENTAILMENT")
    assert found.comparisons[0].unavailable == {"accuracy_3way": "the run is two-way (two)"}
    assert found.to_markdown().count(note) == 1
    alike = compare(gold, [three, other], measures="kappa")
    assert "**three and other, on 3 pairs**" in alike.to_markdown()
    assert "three-way labels" not in alike.to_markdown()
    several = compare(gold, [three, two, other], measures="kappa")
    assert several.to_markdown(pairwise=False).count(note) == 1
    of_two_way_gold = compare(pairs("ENN"), [three, two], measures="kappa")
    assert "three-way labels" not in of_two_way_gold.to_markdown()


def test_missing_values_are_reported_for_their_runs(pairs, run_of, sure_run):
    runs = [sure_run("EN", "a"), sure_run("EE", "b"), run_of("EN", "d")]
    found = compare(pairs("EN"), runs, measures=["cws", "accuracy_3way"])
    why, reason = "the gold labels are two-way", "the run has no confidence for every pair (d)"
    assert found.comparisons[1].unavailable == {"cws": reason, "accuracy_3way": why}
    assert f"- accuracy_3way: {why}\n" in found.to_markdown()
    assert f"- cws of a and d, b and d: {reason}\n" in found.to_markdown()


@pytest.mark.slow
def test_the_labels_agreement(two_runs):
    """Of E E N N E E N E beside N E N E E N E E, whatever the gold labels."""
    compared = compare(*two_runs)
    found = compared.comparisons[0].agreement
    # 4 of 8 are alike; by chance 5/8 * 5/8 + 3/8 * 3/8 = 34/64: (1/2 - 34/64) / (30/64).
    values = {name: found.coefficients[name].value for name in ("observed_agreement", "kappa")}
    assert values == pytest.approx({"observed_agreement": 4 / 8, "kappa": -2 / 30})
    in_json = json.loads(compared.to_json())["comparisons"][0]["agreement"]["coefficients"]
    assert in_json["kappa"]["value"] == values["kappa"]
    assert "| first | second | 0.500 (" in compared.to_markdown()


@pytest.mark.slow
def test_lengths_are_counted_as_pairs_come(labels, sure_run):
    gold = [
        Pair(str(size), "word " * size, "two  words\n", None, label)
        for size, label in zip(range(1, 9), labels("ENENENEN"), strict=True)
    ]
    runs = [sure_run("EEEEEEEE", "a"), sure_run("ENENNNNN", "b")]
    (found,) = compare(iter(gold), runs).comparisons
    sizes = {length: of.pairs for length, of in found.by_length.items()}
    assert sizes == dict.fromkeys(("3-4", "5-6", "7-8", "9-10"), 2)
    assert found.by_length["7-8"].only_a_right == 1
    # Where texts are not known.
    assert length_groups(np.zeros(5, np.int64)) == {}


@pytest.mark.slow
@given(st.lists(st.integers(1, 30), min_size=1, max_size=60))
def test_each_pair_is_in_the_group_of_its_length(lengths):
    groups = length_groups(np.array(lengths))
    assert sorted(np.concatenate(list(groups.values()))) == list(range(len(lengths)))
    bounds = [tuple(map(int, name.split("-"))) for name in groups]
    for (low, high), places in zip(bounds, groups.values(), strict=True):
        assert all(low <= lengths[place] <= high for place in places)
    assert bounds == sorted(bounds)
    assert len(groups) <= 4


def test_wrong_input(pairs, sure_run):
    gold = pairs("EN")
    run, other = sure_run("EN", "a"), sure_run("NN", "b")
    for runs, message in (
        ([run, run], "^two systems are called 'a'; expected a name of its own"),
        ([run, other[:1]], "^b: missing id: 1"),
        ([run, "b.run"], "^run 2: 'b.run' is no Run; expected one, as of read_run"),
        (run, "^1 run to compare; expected two or more"),
        (None, "^1 run to compare; expected two or more"),
    ):
        with pytest.raises((InputError, RunError), match=message):
            compare(gold, runs)
    with pytest.raises(RunError, match="a and b: no pair is labelled by all runs"):
        compare(gold, [run[:1], other[1:]], partial=True)
    with pytest.raises(InputError, match=r"^'sample:test' is a name; expected pairs"):
        compare("sample:test", [run, other])


@pytest.mark.slow
def test_markdown(two_runs):
    markdown = compare(*two_runs).to_markdown(differences=1)
    assert markdown.startswith("**first and second, on 8 pairs**")
    assert "| accuracy_2way | 0.875 | 0.375 | +0.500 (" in markdown
    assert "| all | 8 | 4 | 3 | 4 | 0 | 1 |" in markdown
    assert "| 1 | IE | ENTAILMENT | ENTAILMENT | NO_ENTAILMENT | first |" in markdown
    assert not re.search("Holm|corrected|run in the row", markdown)


@pytest.mark.slow
def test_three_runs_open_with_a_verdict(pairs, sure_run):
    """Of twenty pairs, the runs get 20, 15 and 2 right."""
    letters = {"right": "EN" * 10, "half_right.run": "EN" * 5 + "EEEENNNNEE"}
    letters["wrong"] = "NE" * 9 + "EN"
    runs = [sure_run(labels, name) for name, labels in letters.items()]
    comparison = compare(pairs("EN" * 10), runs, measures=["accuracy_2way"])
    (verdict,) = comparison.verdicts
    assert verdict.best == ("right",)
    for found in comparison.comparisons:
        p_value = found.measures["accuracy_2way"].p_holm
        assert verdict.differences[found.a][found.b].p_holm == p_value
    assert verdict.better == {"right": ("wrong",), "half_right.run": ("wrong",)}
    said = verdict.text()
    assert said.startswith("accuracy_2way: right is best (1.000). Better by more than chance: ")
    for text in (comparison.to_text(400), comparison.to_markdown(), comparison.to_latex()):
        plain = text.replace("\\_", "_")
        assert said in plain
        assert plain.index(said) < plain.index("run in the row less run in the column")
        assert plain.index("run in the row") < plain.index("right and half_right.run, on 20 pairs")
    (found,) = json.loads(comparison.to_json())["verdicts"]
    assert found["text"] == said
    markdown = comparison.to_markdown()
    assert "the p-value of the difference corrected for 3 comparisons**" in markdown
    assert "| run | value | right | half_right.run | wrong |" in markdown
    assert "| half_right.run | 0.750 | -0.250 (" in markdown
    assert "p swaps | p mcnemar | p corrected |" in markdown


def test_accuracies_are_decided_by_the_exact_test():
    # With 105 comparisons, no p-value of 2,000 repetitions, 1/2,001 at least, is below 0.05.
    p_values = dict.fromkeys(("bootstrap", "randomization"), 105 / 2001)
    for found, better in ((p_values | {"mcnemar": 1e-9}, {"good": ("poor",)}), (p_values, {})):
        difference = Difference("higher", 0.8, 0.6, found, 9)
        answered = dict.fromkeys(["good", "poor"], np.arange(9))
        verdict = verdict_on("accuracy_2way", {("good", "poor"): difference}, answered)
        assert verdict.better == better


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 4), min_size=2, max_size=6),
    st.sampled_from(["higher", "lower"]),
    st.data(),
)
def test_a_verdict_on_any_values(values, direction, data):
    named = {f"run-{place}": value / 4 for place, value in enumerate(values)}
    p_value = st.sampled_from([0.0, 0.01, 0.049, 0.05, 1.0])
    compared = {
        (a, b): Difference(direction, named[a], named[b], {"bootstrap": data.draw(p_value)})
        for a, b in combinations(named, 2)
    }
    verdict = verdict_on("some", compared, dict.fromkeys(named, np.arange(0)))
    top = (max if direction == "higher" else min)(named.values())
    assert set(verdict.best) == {run for run, value in named.items() if value == top}
    assert verdict.values == named
    for run, others in verdict.better.items():
        for other in others:
            assert run not in verdict.better.get(other, ())
            assert other not in verdict.best
            assert verdict.differences[run][other].p_holm < 0.05
    for (a, b), found in compared.items():
        corrected, other = verdict.differences[a][b].p_holm, verdict.differences[b][a]
        assert (other.difference, other.p_holm) == (-found.difference, corrected)
        assert found.p_value <= corrected <= min(1.0, found.p_value * len(compared))
        is_chance = corrected >= 0.05 or found.a == found.b
        assert (b in verdict.better.get(a, ()) or a in verdict.better.get(b, ())) != is_chance


@pytest.mark.slow
def test_lower_may_be_better_and_runs_may_be_as_good(pairs, sure_run):
    gold = pairs("EN" * 10)
    runs = [sure_run("EN" * 10, "a"), sure_run("EN" * 10, "b"), sure_run("E" * 20, "c")]
    measures = ["accuracy_2way", "conditional_entropy", "entropy_gold"]
    comparison = compare(gold, runs, measures=measures)
    assert "lower is better: conditional_entropy\n" in comparison.to_text(400)
    found = {verdict.measure: verdict for verdict in comparison.verdicts}
    assert found["accuracy_2way"].text().startswith("accuracy_2way: a and b are best (1.000). ")
    assert found["conditional_entropy"].best == ("a", "b")
    assert found["conditional_entropy"].better["a"] == ("c",)
    assert found["entropy_gold"].best == ()
    assert "neither higher nor lower values are better" in found["entropy_gold"].text()


@pytest.mark.slow
def test_a_run_of_few_pairs_is_not_best(pairs, sure_run):
    """Of forty pairs, two runs label all, and a third only three, all of them right."""
    gold, letters = pairs("E" * 40), {"a": "EEEEN" * 8, "b": "EEEN" * 10, "few": "EEE"}
    runs = [sure_run(of, name) for name, of in letters.items()]
    comparison = compare(gold, runs, measures=["accuracy_2way"], partial=True)
    of_all, verdict = comparison.verdicts
    # Of 40 pairs, a is right on 32, b on 30, and few on the three that it labels.
    assert of_all.values == {"a": 32 / 40, "b": 30 / 40, "few": 3 / 40}
    assert (of_all.best, of_all.is_on_same_pairs) == (("a",), True)
    assert verdict.text() == (
        "accuracy_2way: no run is called best, as runs are compared on different pairs. None of "
        "the 3 differences is more than chance."
    )
    assert (verdict.best, verdict.is_on_same_pairs) == ((), False)
    # With b, a is right on 32 of 40, and with few on all of three.
    assert verdict.values == {"a": None, "b": None, "few": 1}
    markdown = comparison.to_markdown()
    assert "corrected for 3 comparisons, and the number of pairs that both label**" in markdown
    assert comparison.to_pandas()["pairs"].tolist() == [40, 40, 40, 3, 40, 3]
    (lead,) = compare(gold, runs[::2], measures=["accuracy_2way"], partial=True).lead()
    assert lead == "Of 40 pairs, few labels 3. All runs label 3 of them."


@pytest.mark.slow
def test_runs_with_no_pair_in_common_to_all_have_no_best(pairs, sure_run):
    gold = pairs("ENEN")
    runs = [sure_run(of, of) for of in ("EN  ", " NE ", "E E ")]
    of_all, verdict = compare(gold, runs, measures=["accuracy_2way"], partial=True).verdicts
    assert len(of_all.best) == 3
    assert verdict.best == ()
    assert "no run is called best, as runs are compared on different pairs" in verdict.text()


def test_runs_without_a_value_do_not_keep_others_from_being_best(pairs, run_of, sure_run):
    gold, letters = pairs("EN" * 4), {"a": "ENENENNN", "b": "NNNNNN"}
    runs = [sure_run(said, name) for name, said in letters.items()]
    runs.append(run_of("E", "unranked"))
    (verdict,) = compare(gold, runs, measures=["cws"], partial=True).verdicts
    assert verdict.text() == "cws: a is best (1.000). The difference may be chance."


def test_a_single_difference_is_said_in_the_singular():
    difference, nothing = Difference("higher", 0.6, 0.5, {"mcnemar": 0.3}), np.arange(0)
    verdict = verdict_on("f1", {("a", "b"): difference}, {"a": nothing, "b": nothing})
    assert verdict.text() == "f1: a is best (0.600). The difference may be chance."


# Of six pairs with one right run, six of one are significant: q^6 = 0.8 for q = 0.9635.
SIX = 2 * 0.8 ** (1 / 6) - 1


@pytest.mark.parametrize(
    ("gold", "letters", "expected", "said"),
    [
        ("ENENEN", ["ENENEN", "NENENE"], SIX, r"on 6 of which .*agreement 0\.000 .* of 0\.927 or"),
        ("ENENEN", ["ENENEN", "NENENE", "ENENNE"], SIX, "of 80% at 0.05, before correction"),
        ("EN" * 5, ["EN" * 4 + "NE", "NE" * 5], smallest_difference(10, 0.2), "on 8 of which only"),
        ("ENENE", ["ENENE", "NENEN"], None, "only one of two runs is right on too few pairs to"),
    ],
)
def test_the_smallest_difference_that_is_shown(pairs, sure_run, gold, letters, expected, said):
    found = compare(pairs(gold), [sure_run(of, of) for of in letters])
    shown = found.to_dict()["comparisons"][0]["smallest_difference"]
    assert shown == (expected and pytest.approx(expected, abs=1e-5))
    (note,) = (note for note in found.notes() if note.startswith("power: "))
    assert re.search(said, note)
