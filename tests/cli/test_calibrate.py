"""`calibrate`: temperature scaling from the command line."""

import json
from pathlib import Path

import pytest

from rte_baselines.runs import read_run
from tests.cli.documents import document, pair, write


def run_of(right, wrong):
    probabilities = [0.9] * right + [0.1] * wrong
    lines = [f"{n},{p},{1 - p:.1f}" for n, p in enumerate(probabilities, 1)]
    return "\n".join(["id,prob_entailment,prob_not_entailment", *lines]) + "\n"


@pytest.fixture(autouse=True)
def files(folder):
    for name, right in (("dev", 7), ("test", 8)):
        pairs = [pair(number, "YES", text=f"{name} {number}.") for number in range(1, 11)]
        write(f"{name}.xml", document(*pairs))
        write(f"{name}.csv", run_of(right, 10 - right))


@pytest.mark.slow
def test_a_scaled_run_is_written(rte):
    arguments = ("calibrate", "dev.xml", "dev.csv", "test.xml", "test.csv")
    result = rte(*arguments, "--output", "scaled.jsonl", "--json")
    assert result.exit_code == 0, result.stderr
    assert "scaled.jsonl: written, 10 predictions" in result.stderr
    assert json.loads(result.stdout)["temperature"] > 1
    assert read_run("scaled.jsonl").confidences == pytest.approx([0.7] * 10, abs=1e-3)


@pytest.mark.slow
def test_a_temperature_that_is_not_identified_is_not_written_unless_asked(rte):
    write("dev.csv", run_of(10, 0))
    arguments = ("calibrate", "dev.xml", "dev.csv", "test.xml", "test.csv", "-o", "scaled.jsonl")
    result = rte(*arguments)
    assert result.exit_code == 2
    assert "scaled.jsonl: not written, as the temperature is at an end" in result.stderr
    assert "not identified" in result.stdout
    assert not Path("scaled.jsonl").exists()
    assert rte(*arguments, "--write-anyway").exit_code == 0
    assert len(read_run("scaled.jsonl")) == 10
    assert "--write-anyway needs --output" in rte(*arguments[:-2], "--write-anyway").stderr


@pytest.mark.slow
def test_refused(rte):
    same = rte("calibrate", "dev.xml", "dev.csv", "dev.xml", "test.csv")
    assert same.exit_code == 2
    assert "10 pairs are in both parts" in same.stderr
    arguments = ("calibrate", "dev.xml", "dev.csv", "test.xml", "test.csv")
    assert "--output is '-'; expected the name of a file" in rte(*arguments, "-o", "-").stderr
    assert "is the input test.csv" in rte(*arguments, "-o", "test.csv").stderr
