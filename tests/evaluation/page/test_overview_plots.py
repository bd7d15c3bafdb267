"""The first plots of the page."""

import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.page.overview import overview_plots
from rte_baselines.evaluation.page.verdict import main_measure
from rte_baselines.pairs import Pair
from tests.evaluation.page.conftest import YES, run_of

pytestmark = pytest.mark.slow


def plots(gold, runs):
    report = evaluate(gold, runs, measures=["accuracy_2way"])
    return list(overview_plots(report, main_measure(report)))


def test_all_systems_and_tasks(few_pairs, scored_run, bare_run):
    systems, tasks = plots(few_pairs, [bare_run, scored_run])
    # Right on 4 and on 3 of 6 pairs; each trivial system on 3.
    title = 'aria-label="two-way accuracy of all systems"'
    names = (">scored  0.667<", ">always ENTAILMENT  0.500<", ">uniform random  0.500<")
    shown = [systems.svg.index(part) for part in (title, *names)]
    assert shown == sorted(shown)
    assert ">IE, 3 pairs<" in tasks.svg


def test_pairs_without_tasks_have_one_plot(pairs, labels):
    assert len(plots(pairs("EN"), labels("EN"))) == 1


def test_many_runs_and_tasks_are_cut():
    gold = [Pair(str(n), "", "", f"task-{n % 32}", YES) for n in range(1, 65)]
    runs = [run_of(f"run-{n}", "N" * n + "E" * (64 - n)) for n in range(14)]
    _, tasks = plots(gold, runs)
    assert "of at most 12 runs, the best ones, on at most 30 tasks" in tasks.caption
    assert ">task-1, 2 pairs<" in tasks.svg
    assert ">task-9, 2 pairs<" not in tasks.svg
    assert ">run-11<" in tasks.svg
    assert ">run-12<" not in tasks.svg
