"""Tables with signs behind values, and their blocks."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.comparison.verdicts import verdict_on
from rte_baselines.evaluation.page.tables import (
    blocks,
    confusion_table,
    difference_table,
    folded,
    summary_table,
)
from rte_baselines.evaluation.systems.estimates import Difference
from tests.evaluation.page.conftest import run_of


def marked(summary, sign, measure):
    column = summary.header.index(measure)
    return {row[0] for row in summary.rows if sign in row[column]}


@pytest.mark.slow
def test_marks_by_hand(few_pairs, scored_run, bare_run):
    measures = ["accuracy_2way", "recall", "brier", "entropy_gold"]
    found = summary_table(evaluate(few_pairs, [scored_run, bare_run], measures=measures))
    best, short = ({name: marked(found, sign, name) for name in measures} for sign in "◆†")
    # Half the pairs are entailed, so that every trivial system is right on half of them.
    assert best["accuracy_2way"] == {row[0] for row in found.rows[2:]}
    assert best["recall"] == {"always ENTAILMENT"}
    assert short["accuracy_2way"] == {bare_run.name}
    assert short["recall"] == {"scored", bare_run.name}
    # A constant probability of 1/2 is off by 1/4 on each pair; the run, at (.01 + .64 + .09 +
    # .16 + .49 + .01) / 6 = .2333 of them, by less.
    assert "uniform random" in best["brier"]
    assert short["brier"] == set()
    # Where neither end is better, there are no marks.
    assert best["entropy_gold"] == short["entropy_gold"] == set()


@pytest.mark.slow
def test_partial_runs_show_their_number_of_pairs(few_pairs, scored_run):
    report = evaluate(few_pairs, [scored_run, run_of("half", "ENE")], partial=True)
    table = summary_table(report)
    assert table.title == "6 pairs, of which each run is scored on those that it labels"
    assert table.header[:2] == ["run", "labelled"]
    assert [row[1] for row in table.rows] == ["6 of 6", "3 of 6", *["6 of 6"] * len(report.trivial)]


def test_values_on_different_pairs_mark_no_run_as_best(few_pairs, scored_run):
    """Right on all of two pairs is better than on four of six, but not of all six pairs."""
    half = run_of("half", "EN")
    measures = ["coverage", "accuracy_2way_of_all", "accuracy_2way"]
    report = evaluate(few_pairs, [half, scored_run], measures=measures, partial=True)
    found, *_ = folded(summary_table(report), report)
    assert found.header == ["run", "labelled", *measures]
    assert marked(found, "★", "accuracy_2way") == set()
    assert marked(found, "★", "accuracy_2way_of_all") == {"scored"}
    # Trivial systems are right on half of all pairs; "half" is right on two of six.
    assert marked(found, "†", "accuracy_2way_of_all") == {"half"}
    assert marked(found, "†", "accuracy_2way") == set()
    # Coverage is 1 for guesses, and no run is better or worse by it.
    assert marked(found, "◆", "coverage") | marked(found, "†", "coverage") == set()
    assert marked(found, "◆", "accuracy_2way")
    report = evaluate(few_pairs, [half, scored_run], measures=["recall"], partial=True)
    assert marked(summary_table(report), "★", "recall") == set()


def test_values_in_different_schemes_mark_no_run_as_best(pairs):
    """Each of "three" and "two" is wrong once in six pairs, in its own scheme.

    Of two three-way runs, and by accuracies, which are of one scheme, the better one is marked.
    """
    measures = ["accuracy_2way", "kappa", "mutual_information"]
    three, two, worse = map(run_of, ("three", "two", "worse"), ("ECUECC", "EENENN", "EEUECC"))
    gold = pairs("ECUECU")
    mixed = summary_table(evaluate(gold, [three, two], measures=measures))
    assert marked(mixed, "★", "accuracy_2way") == {"three"}
    assert marked(mixed, "★", "kappa") == set()
    assert marked(mixed, "★", "mutual_information") == set()
    alike = summary_table(evaluate(gold, [three, worse], measures=measures))
    assert marked(alike, "★", "kappa") == {"three"}


def test_a_run_in_another_scheme_is_not_set_against_trivial_systems(pairs):
    """Trivial systems are three-way if any run is; their kappa is 0, as that of two runs."""
    runs = [run_of(letters, letters) for letters in ("EEEEEE", "ECUECE", "NNNNNN")]
    found = summary_table(evaluate(pairs("ECUECU"), runs, measures=["kappa", "accuracy_2way"]))
    assert marked(found, "†", "kappa") == {"EEEEEE"}
    assert marked(found, "†", "accuracy_2way") == {"EEEEEE", "NNNNNN"}


@pytest.mark.slow
def test_blocks_hold_every_column_once_and_keep_the_marks(few_pairs, scored_run, bare_run):
    report = evaluate(few_pairs, [scored_run, bare_run], measures="all")
    summary = summary_table(report)
    found = list(blocks(summary))
    assert len(found) > 1
    assert [name for block in found for name in block.header[1:]] == summary.header[1:]
    # No more columns than a page is wide, and no more blocks than they need.
    assert max(len(block.header[1:]) for block in found) <= 8
    assert len(found) == math.ceil(len(summary.header[1:]) / 8)
    rows = zip(*(block.rows for block in found), strict=True)
    assert [
        [row[0][0], *(cell for part in row for cell in part[1:])] for row in rows
    ] == summary.rows


def cells(table, run):
    return next(row for row in table.rows if row[0] == run)[1:]


def test_differences_on_other_numbers_of_pairs_have_these():
    compared = {
        ("a", "b"): Difference("higher", 0.9, 0.8, {"mcnemar": 0.5}, 40),
        ("a", "c"): Difference("lower", 0.9, 0.7, {"mcnemar": 0.0004}, 1),
        ("b", "c"): Difference("higher", 0.8, 0.8, {"mcnemar": 1.0}, 40),
    }
    answered = {"a": np.arange(40), "b": np.arange(40), "c": np.arange(1)}
    found = difference_table(verdict_on("accuracy_2way", compared, answered), "two-way accuracy")
    assert found.title.startswith("Two-way accuracy of the run in the row less")
    assert cells(found, "a") == [
        *("0.900", "-", "+0.100\np 1.0000\n40 pairs", "+0.200 ▼\np 0.0012\n1 pair")
    ]
    assert cells(found, "c")[1:3] == ["-0.200 ▲\np 0.0012\n1 pair", "0.000\np 1.0000\n40 pairs"]
    same = {names: replace(difference, pairs=40) for names, difference in compared.items()}
    answered = dict.fromkeys("abc", np.arange(40))
    found = difference_table(verdict_on("accuracy_2way", same, answered), "two-way accuracy")
    assert cells(found, "c")[1:3] == ["-0.200 ▲\np 0.0012", "0.000\np 1.0000"]


def test_a_confusion_matrix_by_hand(few_pairs, scored_run, pairs):
    found = confusion_table(evaluate(few_pairs, scored_run, measures="recall").runs[0])
    assert found.header == ["gold", "ENTAILMENT", "NO_ENTAILMENT", "all"]
    assert cells(found, "ENTAILMENT") == ["2 ✓\n66.7%", "1\n33.3%", "3"]
    three = confusion_table(evaluate(pairs("EC"), run_of("x", "UC"), measures="recall").runs[0])
    assert cells(three, "UNKNOWN") == ["0\n0.0%", "0\n0.0%", "0 ✓\n0.0%", "0"]
