"""When the difficulty of pairs is drawn."""

import pytest

from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.page.curves import difficulty_of_pairs
from rte_baselines.evaluation.systems.judged import ScoredRun
from tests.evaluation.page.conftest import NO, YES, run_of


def scored(few_pairs, number):
    """Runs of which each answers the pairs in another way."""
    gold = Gold.from_pairs(few_pairs)
    labels = [[YES if pattern >> place & 1 else NO for place in range(6)] for pattern in range(64)]
    runs = [run_of(f"run-{place}", labels[1 + 3 * place]) for place in range(number)]
    return [ScoredRun.of(run, gold) for run in runs], gold.ids


def test_one_run_has_no_analysis(few_pairs):
    assert difficulty_of_pairs(*scored(few_pairs, 1)) is None


@pytest.mark.slow
@pytest.mark.parametrize(("number", "logits"), [(3, "2.3"), (15, "1.0")])
def test_few_runs_leave_pairs_too_uncertain(few_pairs, number, logits):
    # 1.96 * 2 / sqrt(3) = 2.26, and 1.96 * 2 / sqrt(15) = 1.01.
    found = difficulty_of_pairs(*scored(few_pairs, number))
    assert found.plot is None
    assert found.tables[0].title.startswith(f"Abilities of {number} systems")
    assert f"{number} runs leave a 95% interval of at least {logits} logits" in found.note


@pytest.mark.slow
def test_sixteen_runs_have_a_plot(few_pairs):
    found = difficulty_of_pairs(*scored(few_pairs, 16))
    assert "difficulty in logits" in found.plot.svg
    assert found.note == ""


def test_abilities_of_runs_that_leave_pairs_out_have_a_note(few_pairs):
    gold = Gold.from_pairs(few_pairs)
    runs = [run_of("whole", [YES, YES, NO, NO, YES, NO]), run_of("part", [YES, NO, YES, YES])]
    found = difficulty_of_pairs([ScoredRun.of(run, gold) for run in runs], gold.ids)
    assert found.tables
    assert "Abilities are estimated from the pairs that a run labels" in found.note
