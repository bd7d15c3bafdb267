"""`calibrate`: temperature scaling from the command line."""

import json
from pathlib import Path

import pytest

from rte_baselines.runs import read_run
from tests.cli.documents import document, pair, write, write_lines

pytestmark = pytest.mark.slow


def run_of(right, wrong):
    probabilities = [0.9] * right + [0.1] * wrong
    lines = [f"{n},{p},{1 - p:.1f}" for n, p in enumerate(probabilities, 1)]
    return "\n".join(["id,p_entailment,p_not_entailment", *lines]) + "\n"


@pytest.fixture(autouse=True)
def files(folder):
    for name, right in (("dev", 7), ("test", 8)):
        pairs = [pair(number, "YES", text=f"{name} {number}.") for number in range(1, 11)]
        write(f"{name}.xml", document(*pairs))
        write(f"{name}.csv", run_of(right, 10 - right))


def test_a_scaled_run_is_written(rte):
    arguments = ("calibrate", "dev.xml", "dev.csv", "test.xml", "test.csv")
    result = rte(*arguments, "--output", "scaled.jsonl", "--json").succeeded()
    assert "scaled.jsonl: written, 10 predictions" in result.stderr
    assert json.loads(result.stdout)["temperature"] > 1
    assert read_run("scaled.jsonl").confidences == pytest.approx([0.7] * 10, abs=1e-3)


def test_answers_without_a_label_are_counted_and_left_as_they_are(rte):
    """Of ten pairs, the last two answers of one run and the last of the other are no labels."""
    lines = [
        {"id": str(n), "probabilities": {"entailment": p, "not_entailment": 1 - p}}
        for n, p in enumerate([0.9] * 6 + [0.1, 0.2], 1)
    ]
    lines = [line | {"label": "YES" if n < 6 else "NO"} for n, line in enumerate(lines)]
    withheld = [{"id": "9", "label": "ABSTAIN"}, {"id": "10", "label": "UNPARSEABLE"}]
    write_lines("test.jsonl", [*lines, *withheld])
    write_lines("dev.jsonl", [*lines, *withheld[:1]])
    write("dev.xml", document(*(pair(n, "YES", text=f"dev {n}.") for n in range(1, 10))))
    arguments = "calibrate dev.xml dev.jsonl test.xml test.jsonl -o scaled.jsonl".split()
    result = rte(*arguments).succeeded()
    assert "scaled.jsonl: written, 8 predictions and 2 answers without a label" in result.stderr
    text = " ".join(result.stdout.split())
    for what in ("fitted run without a label", "1 ABSTAIN", "measured run", "1 UNPARSEABLE"):
        assert what in text
    assert read_run("scaled.jsonl").withheld == read_run("test.jsonl").withheld
    assert rte("compare", "test.xml", "scaled.jsonl", "test.jsonl").exit_code == 0


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


def test_refused(rte):
    message = rte("calibrate", "dev.xml", "dev.csv", "dev.xml", "test.csv").refusal()
    assert "10 pairs are in both parts" in message
    arguments = ("calibrate", "dev.xml", "dev.csv", "test.xml", "test.csv")
    assert "--output is '-'; expected the name of a file" in rte(*arguments, "-o", "-").stderr
    assert "is the input test.csv" in rte(*arguments, "-o", "test.csv").stderr
