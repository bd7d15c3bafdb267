"""Pairs with the words that runs aligned, drawn as in explanations."""

import pytest

from rte_baselines.evaluation.page import AlignedWords, Alignment
from rte_baselines.evaluation.page.pairs import explained_pairs
from tests.evaluation.page.conftest import HOSTILE, page_of, run_of, scored_runs


def aligned(pairs, *names):
    """The first words are aligned, and the last of the hypothesis is not."""
    links = Alignment(0, 0, "same"), Alignment(1, None, "no")
    alignment = AlignedWords(("Ada", HOSTILE), ("She", "sang"), links)
    return {name: {pair.id: alignment for pair in pairs} for name in names}


def explained(pairs, runs, alignments):
    return explained_pairs(pairs, scored_runs(pairs, *runs), alignments)


def test_one_run_shows_its_surest_errors_first(few_pairs, scored_run):
    """It is wrong on pair 2, with a score of 0.8 and so a confidence of 0.6, and on 5, with 0.4."""
    found = explained(few_pairs, [scored_run], aligned(few_pairs, "scored"))
    assert [shown.pair.id for shown in found] == ["2", "5"]
    (answer,) = found[0].answers
    assert (answer.run, answer.label, answer.is_right) == ("scored", "ENTAILMENT", False)
    for drawing in (answer.wide, answer.narrow):
        assert "Aligned words of the hypothesis and the text: She with Ada (same)" in drawing
        assert "<img" not in drawing


def test_more_than_two_answers_beside_each_other_are_narrow(few_pairs, scored_run, bare_run):
    third = run_of("third", "NNNNNN")
    runs = [scored_run, bare_run, third]
    found = explained(few_pairs, runs, aligned(few_pairs, *(run.name for run in runs)))
    assert [len(shown.answers) for shown in found] == [3] * len(found)
    (two, *_) = explained(few_pairs, runs[:2], aligned(few_pairs, "scored", bare_run.name))
    assert ['width="560"' in answer.wide for answer in two.answers] == [True, True]
    assert ['width="320"' in answer.narrow for answer in two.answers] == [True, True]


def test_of_several_runs_one_is_right(few_pairs, scored_run, bare_run):
    """The first is wrong on 2 and 5, the second, without confidences, on 2, 4 and 6."""
    runs = [scored_run, bare_run]
    found = explained(few_pairs, runs, aligned(few_pairs, "scored", bare_run.name))
    assert [shown.pair.id for shown in found] == ["5", "4", "6"]
    assert [answer.is_right for answer in found[1].answers] == [True, False]
    # Runs whose models are not known are not asked.
    found = explained(few_pairs, runs, aligned(few_pairs, "scored"))
    assert [len(shown.answers) for shown in found] == [1, 1]


def test_pairs_that_a_run_leaves_out_or_does_not_align_are_not_shown(few_pairs, scored_run):
    part = run_of("part", "NNN")
    runs = [scored_run, part]
    alignments = aligned(few_pairs, "scored", "part")
    assert [shown.pair.id for shown in explained(few_pairs, runs, alignments)] == ["2", "1", "3"]
    del alignments["part"]["1"]
    assert [shown.pair.id for shown in explained(few_pairs, runs, alignments)] == ["2", "3"]
    assert explained(few_pairs, runs, {}) == []


@pytest.mark.slow
def test_wrong_labels_without_confidences_are_not_called_sure(few_pairs, bare_run):
    alignments = aligned(few_pairs, bare_run.name)
    page = page_of(few_pairs, bare_run, alignments=alignments)
    assert "The first pairs with a wrong label, as the run has no confidences." in page
    assert "surest" not in page


@pytest.mark.slow
def test_the_page_has_the_drawings(page):
    section = page.partition('<section id="explained"')[2].partition("</section>")[0]
    # A wide and a narrow one.
    assert section.count("<svg") == 2
    assert "Pairs of whose wrong label the run is surest." in section
    assert "2 with Bo (&lt;b&gt;)" in section
    assert '<a href="#explained">' in page
