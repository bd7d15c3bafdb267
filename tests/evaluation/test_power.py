"""Tables and plots of what an experiment can show."""

import json

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.power import PLOT_FORMATS, power_table
from rte_baselines.evaluation.significance.power import (
    mcnemar_power,
    pairs_needed,
    smallest_difference,
)

BEGINNINGS = {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}


def test_an_accuracy_limits_the_agreement():
    """Accuracies of 0.9 and 0.92: at most 18% of the pairs have one system right; 2% have."""
    found = power_table(800, 0.02, accuracy=0.9)
    assert found.independent == pytest.approx(0.9 * 0.92 + 0.1 * 0.08)
    assert [row.agreement for row in found.rows] == [found.independent, 0.9, 0.95]
    for agreement in (0.81, 0.99):
        with pytest.raises(InputError, match=r"agree on 0\.820 to 0\.980 of the pairs"):
            power_table(800, 0.02, accuracy=0.9, agreements=[agreement])
    assert len(power_table(800, 0.02, accuracy=0.9, agreements=[0.82, 0.98]).rows) == 2


def test_refusals():
    with pytest.raises(InputError, match="a difference of 2; expected one in"):
        power_table(difference=2)
    with pytest.raises(InputError, match=r"an accuracy of 0.99 and one higher by 0"):
        power_table(accuracy=0.99)


def test_impossible_differences_have_no_power():
    found = power_table(800, 0.02, agreements=[0.99])
    shown = json.loads(found.to_json())["rows"][0]
    assert (shown["power"], shown["pairs_needed"]) == (None, None)
    assert next(found.tables()).rows == [["0.990", "0.010", "-", "-"]]
    assert any(note.startswith("-: systems that agree so often") for note in found.notes())


def test_rows_have_the_figures_of_the_test():
    (row,) = power_table(6, 0.5, agreements=[0]).rows
    found = (row.power, row.smallest_difference, row.pairs_needed)
    assert found == (mcnemar_power(6, 0.5, 0), smallest_difference(6, 0), pairs_needed(0.5, 0))


@pytest.mark.slow
@pytest.mark.parametrize("ending", PLOT_FORMATS)
def test_plots(tmp_path, ending):
    path = tmp_path / f"power.{ending}"
    power_table(80, 0.1, agreements=[0.8, 1]).plot(path)
    assert path.read_bytes().startswith(BEGINNINGS[ending])


def test_other_plots_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"is no plot's name; expected one in \.pdf, \.png, \.svg"):
        power_table(80).plot(tmp_path / "power.txt")
    assert not list(tmp_path.iterdir())
