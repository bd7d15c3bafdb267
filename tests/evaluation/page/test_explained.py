"""Pairs with the words that runs aligned, drawn as in explanations."""

import pytest

from rte_baselines.evaluation.page import AlignedWords, Alignment
from rte_baselines.evaluation.page.pairs import explained_pairs
from tests.evaluation.page.conftest import HOSTILE, run_of, scored_runs


def aligned(*names):
    """The first words are aligned, and the last of the hypothesis is not."""
    links = Alignment(0, 0, "same"), Alignment(1, None, "no")
    alignment = AlignedWords(("Ada", HOSTILE), ("She", "sang"), links)
    return {name: lambda pair: alignment for name in names}


def explained(pairs, runs, aligners):
    return explained_pairs(pairs, scored_runs(pairs, *runs), aligners)


def test_one_run_shows_its_surest_errors_first(few_pairs, scored_run):
    """It is wrong on pair 2, with a score of 0.8 and so a confidence of 0.6, and on 5, with 0.4."""
    found = explained(few_pairs, [scored_run], aligned("scored"))
    assert [pair.id for pair, _ in found] == ["2", "5"]
    (_, (answer,)) = found[0]
    assert (answer.run, answer.label, answer.is_right) == ("scored", "ENTAILMENT", False)
    assert "Aligned words of the hypothesis and the text: She with Ada (same)" in answer.drawing
    assert "<img" not in answer.drawing


def test_of_several_runs_one_is_right(few_pairs, scored_run, bare_run):
    """The first is wrong on 2 and 5, the second, without confidences, on 2, 4 and 6."""
    runs = [scored_run, bare_run]
    found = explained(few_pairs, runs, aligned("scored", bare_run.name))
    assert [pair.id for pair, _ in found] == ["5", "4", "6"]
    assert [answer.is_right for answer in found[1][1]] == [True, False]
    # Runs whose models are not known are not asked.
    found = explained(few_pairs, runs, aligned("scored"))
    assert [len(answers) for _, answers in found] == [1, 1]


def test_pairs_that_a_run_leaves_out_are_not_shown(few_pairs, scored_run):
    part = run_of("part", "NNN")
    runs = [scored_run, part]
    aligners = aligned("scored", "part")
    assert [pair.id for pair, _ in explained(few_pairs, runs, aligners)] == ["2", "1", "3"]
    assert explained(few_pairs, runs, {}) == []


@pytest.mark.slow
def test_the_page_has_the_drawings(page):
    section = page.partition('<section id="explained"')[2].partition("</section>")[0]
    assert section.count("<svg") == 2
    assert "Pairs with a wrong label, by the confidence in it" in section
    assert "2 with Bo (&lt;b&gt;)" in section
    assert '<a href="#explained">' in page
