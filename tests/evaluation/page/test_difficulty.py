"""When the difficulty of pairs is drawn."""

from itertools import product

import numpy as np
import pytest

from rte_baselines.evaluation.page.curves import difficulty_of_pairs
from rte_baselines.evaluation.rasch import rasch_analysis
from tests.evaluation.page.conftest import run_of, scored_runs


def scored(few_pairs, number):
    """Runs of which each answers the pairs in another way."""
    letters = list(map("".join, product("NE", repeat=6)))
    runs = (run_of(f"run-{place}", letters[1 + 3 * place]) for place in range(number))
    return scored_runs(few_pairs, *runs)


def test_two_runs_have_no_analysis(few_pairs):
    assert difficulty_of_pairs(scored(few_pairs, 2)) is None


def test_abilities_of_runs_that_leave_pairs_out_have_a_note(few_pairs):
    part = run_of("part", "ENEENN").select([2, 3, 4, 5])
    runs = run_of("whole", "EENNEN"), run_of("third", "ENENNE"), part
    found = difficulty_of_pairs(scored_runs(few_pairs, *runs))
    responses = [[1, 0, 0, 1, 1, 1], [1, 1, 1, 1, 0, 0], [np.nan, np.nan, 1, 0, 0, 1]]
    expected = rasch_analysis(responses, systems=["whole", "third", "part"])
    assert found.tables[0].rows == expected.systems_table().rows
    assert "Abilities are estimated from the pairs that a run labels" in found.note


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, 15, 16])
def test_pairs_are_plotted_from_sixteen_runs_on(few_pairs, number):
    found = difficulty_of_pairs(scored(few_pairs, number))
    assert found.tables[0].title.startswith(f"Abilities of {number} systems")
    assert "Pairs are plotted from 16 runs on" in found.note
    assert (found.plot is not None) == (number == 16)
    if found.plot is not None:
        assert "difficulty in logits" in found.plot.svg
