"""Where two runs differ, by properties of the pairs."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.inputs.parts import slices_of
from rte_baselines.evaluation.page.overview import disagreement_plots
from rte_baselines.pairs import Pair
from tests.evaluation.page.conftest import YES, page_of, run_of, scored_runs

PAIRS = 40


@pytest.fixture(scope="module")
def gold():
    return [Pair(str(n), "T.", "H.", "AB"[n % 2], YES) for n in range(1, PAIRS + 1)]


def scored(gold, wrong, name):
    letters = ["EN"[n in wrong] for n in range(PAIRS)]
    return scored_runs(gold, run_of(name, letters))[0]


def plotted(runs, properties):
    return disagreement_plots(runs, [run.name for run in runs], slices_of(properties))


@pytest.mark.slow
def test_numbers_by_hand(gold):
    # The first run is wrong on two short pairs, the second on twelve long ones.
    runs = [scored(gold, {0, 1}, "good"), scored(gold, set(range(20, 32)), "poor")]
    size = ["short"] * 20 + ["long"] * 20
    (plot,) = plotted(runs, {"size": size})
    # McNemar: 2 / 2^12 = 0.00049, twice that by Holm; and 2 / 2^2 = 0.5.
    assert plot.data.rows == [
        ["size", "long", "20", "12", "0", "0.0010"],
        ["size", "short", "20", "0", "2", "0.5000"],
    ]
    for part in ("long (20) *", "short (20)<", "only good"):
        assert part in plot.svg


@pytest.mark.slow
@pytest.mark.usefixtures("blank_plots")
def test_the_best_run_and_the_next_ones(gold):
    runs = [scored(gold, set(range(wrong)), f"run-{wrong}") for wrong in range(7)]
    plots = plotted(runs, {"size": ["all"] * PAIRS})
    expected = [f"run-0 and run-{other}" for other in range(1, 5)]
    assert [plot.caption.split(":")[0] for plot in plots] == expected


@pytest.mark.slow
@pytest.mark.usefixtures("blank_plots")
def test_of_many_values_those_with_the_most_pairs_are_drawn(gold):
    runs = [scored(gold, {0}, "a"), scored(gold, {1}, "b")]
    values = [f"value {min(n, 20)}" for n in range(PAIRS)]
    (plot,) = plotted(runs, {"many": values})
    assert len(plot.data.rows) == 12
    assert ["many", "value 20", "20", "0", "0", "1.0000"] in plot.data.rows


@pytest.mark.slow
def test_long_names_are_cut_in_the_legend_and_not_in_the_caption(gold):
    name = "a-name-that-is-" + "very-" * 15 + "long"
    (plot,) = plotted([scored(gold, {0}, name), scored(gold, {1}, "b")], {"n": ["x"] * PAIRS})
    assert ">only a-name-that-i…ery-very-long<" in plot.svg
    assert plot.caption.startswith(f"{name} and b: ")


def test_no_plot_of_one_run_of_equal_ones_and_without_common_pairs(gold):
    whole = scored(gold, {0}, "a")
    assert plotted([whole], {"size": ["all"] * PAIRS}) == []
    # Nor of runs that are right on the same pairs.
    assert plotted([whole, scored(gold, {0}, "b")], {"size": ["all"] * PAIRS}) == []
    parts = {"first": range(9), "second": range(9, PAIRS)}
    selected = (whole.run.select(places, name=name) for name, places in parts.items())
    first, second = scored_runs(gold, *selected)
    assert plotted([first, second], {"size": ["all"] * PAIRS}) == []
    assert plotted([whole, second], {}) == []


@pytest.mark.slow
def test_the_page_shows_it_by_task_and_property(few_pairs, scored_run, bare_run):
    runs = [scored_run, bare_run]
    sizes = {"size": ["small", "large"] * 3}
    page = page_of(few_pairs, *runs, measures=["accuracy_2way"], properties=sizes)
    assert '<h2 id="differences-title">Where the runs differ</h2>' in page
    for part in (">task<", ">IE (3)<", ">size<", ">large (3)<"):
        assert part in page
    with pytest.raises(InputError, match="size has 1 value for 6 pairs"):
        page_of(few_pairs, *runs, measures=["accuracy_2way"], properties={"size": ["small"]})
