"""`power`: what an experiment can show, from the command line."""

import json

import pytest

pytestmark = pytest.mark.slow


def test_json(rte):
    shown = json.loads(rte("power", "--pairs", 6, "--agreement", 0, "--json").output())
    assert (shown["pairs"], shown["difference"]) == (6, 0.02)
    assert shown["rows"][0]["smallest_difference"] == pytest.approx(0.927, abs=1e-3)


def test_a_table_and_a_plot(rte, folder):
    result = rte("power", "--accuracy", 0.65, "--plot", "power.svg")
    assert "power.svg: written" in result.stderr
    assert (folder / "power.svg").read_text().startswith("<?xml")
    assert "0.551 is the agreement of systems whose errors have nothing" in result.stdout


def test_refusals_name_what_to_type(rte):
    assert rte("power", "--agreement", 85).refusal() == (
        "error: an agreement of 85; expected a share from 0 to 1, such as 0.85 for 85%\n"
    )
