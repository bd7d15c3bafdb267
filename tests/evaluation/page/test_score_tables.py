"""The marks of the summary, and its blocks."""

import math

import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.page.verdict import folded, summary_table
from tests.evaluation.page.conftest import run_of


def marked(summary, cells, measure):
    column = summary.table.header.index(measure)
    return {summary.table.rows[row][0] for row, place in cells if place == column}


@pytest.mark.slow
def test_marks_by_hand(few_pairs, scored_run, bare_run):
    measures = ["accuracy_2way", "recall", "brier", "entropy_gold"]
    found = summary_table(evaluate(few_pairs, [scored_run, bare_run], measures=measures))
    best, short = (
        {name: marked(found, of, name) for name in measures} for of in (found.best, found.short)
    )
    # Half the pairs are entailed, so that every trivial system is right on half of them.
    assert best["accuracy_2way"] == {row[0] for row in found.table.rows[2:]}
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
    table = summary_table(report).table
    assert table.title == "6 pairs, of which each run is scored on those that it labels"
    assert table.header[:2] == ["run", "labelled"]
    assert [row[1] for row in table.rows] == ["6 of 6", "3 of 6", *["6 of 6"] * len(report.trivial)]


def test_values_on_different_pairs_mark_no_run_as_best(few_pairs, scored_run):
    """Right on all of two pairs is better than on four of six, but not of all six pairs."""
    half = run_of("half", "EN")
    measures = ["coverage", "accuracy_2way_of_all", "accuracy_2way"]
    report = evaluate(few_pairs, [half, scored_run], measures=measures, partial=True)
    found = folded(summary_table(report), report).main
    assert found.table.header == ["run", "labelled", *measures]
    assert marked(found, found.leading, "accuracy_2way") == set()
    assert marked(found, found.leading, "accuracy_2way_of_all") == {"scored"}
    # Trivial systems are right on half of all pairs; "half" is right on two of six.
    assert marked(found, found.short, "accuracy_2way_of_all") == {"half"}
    assert marked(found, found.short, "accuracy_2way") == set()
    # Coverage is 1 for guesses, and no run is better or worse by it.
    assert marked(found, found.best | found.short, "coverage") == set()
    assert marked(found, found.best, "accuracy_2way")
    report = evaluate(few_pairs, [half, scored_run], measures=["recall"], partial=True)
    assert summary_table(report).leading == set()


def test_values_in_different_schemes_mark_no_run_as_best(pairs):
    """Each of "three" and "two" is wrong once in six pairs, in its own scheme.

    Of two three-way runs, and by accuracies, which are of one scheme, the better one is marked.
    """
    measures = ["accuracy_2way", "kappa", "mutual_information"]
    three, two, worse = map(run_of, ("three", "two", "worse"), ("ECUECC", "EENENN", "EEUECC"))
    gold = pairs("ECUECU")
    mixed = summary_table(evaluate(gold, [three, two], measures=measures))
    assert marked(mixed, mixed.leading, "accuracy_2way") == {"three"}
    assert marked(mixed, mixed.leading, "kappa") == set()
    assert marked(mixed, mixed.leading, "mutual_information") == set()
    alike = summary_table(evaluate(gold, [three, worse], measures=measures))
    assert marked(alike, alike.leading, "kappa") == {"three"}


def test_a_run_in_another_scheme_is_not_set_against_trivial_systems(pairs):
    """Trivial systems are three-way if any run is; their kappa is 0, as that of two runs."""
    runs = [run_of(letters, letters) for letters in ("EEEEEE", "ECUECE", "NNNNNN")]
    found = summary_table(evaluate(pairs("ECUECU"), runs, measures=["kappa", "accuracy_2way"]))
    assert marked(found, found.short, "kappa") == {"EEEEEE"}
    assert marked(found, found.short, "accuracy_2way") == {"EEEEEE", "NNNNNN"}


@pytest.mark.slow
def test_blocks_hold_every_column_once_and_keep_the_marks(few_pairs, scored_run, bare_run):
    report = evaluate(few_pairs, [scored_run, bare_run], measures="all")
    summary = summary_table(report)
    blocks = list(summary.blocks())
    assert len(blocks) > 1
    assert [name for block in blocks for name in block.table.header[1:]] == summary.table.header[1:]
    # No more columns than a page is wide, and no more blocks than they need.
    assert max(len(block.table.header[1:]) for block in blocks) <= 8
    assert len(blocks) == math.ceil(len(summary.table.header[1:]) / 8)
    for which in ("best", "short"):
        of_blocks, of_all = (
            {(row, of.table.header[column]) for of in tables for row, column in getattr(of, which)}
            for tables in (blocks, [summary])
        )
        assert of_blocks == of_all
