"""Files of other projects, and mistakes with them, on the command line."""

import json

import pytest

from tests.cli.documents import write
from tests.records.typed import csv

pytestmark = pytest.mark.slow

SIZE = 6
NUMBERED = "entailment,neutral,contradiction"
WORDS = NUMBERED.split(",")


def written_gold():
    """Write balanced pairs."""
    rows = [
        [f"p{n}", f"Boat {n} left at noon.", f"Boat {n} left.", WORDS[n % 3]] for n in range(SIZE)
    ]
    write("gold.csv", csv(["id", "premise", "hypothesis", "label"], rows))


def test_labels_in_a_wrong_order_are_said_in_every_form(rte):
    written_gold()
    write("run.csv", csv(["id", "prediction"], [[f"p{n}", 2 - n % 3] for n in range(SIZE)]))
    command = ["evaluate", "gold.csv", "run.csv", "--run-labels", NUMBERED]
    (run,) = json.loads(rte(*command, "--json").stdout)["runs"]
    first = run["findings"][0]
    assert first["about"] == "exchange"
    for form in ([], ["--markdown"], ["--brief"]):
        result = rte(*command, *form).succeeded()
        assert first["text"] in " ".join((result.stdout + result.stderr).split())
    order = "contradiction,neutral,entailment"
    right = rte(*command[:-1], order, "--run-columns", "label=prediction", "--brief").succeeded()
    assert "exchang" not in right.stdout + right.stderr


def test_the_labels_of_the_gold_file_are_those_of_the_runs_by_default(rte):
    rows = [[f"p{n}", f"Boat {n} left at noon.", f"Boat {n} left.", n % 3] for n in range(SIZE)]
    write("gold.csv", csv(["id", "premise", "hypothesis", "label"], rows))
    rows = [[f"p{n}", n % 3 if n else 1] for n in range(SIZE)]
    command = ("evaluate", "gold.csv", "run.csv", "--labels", NUMBERED, "--json")
    reverse = ("--run-labels", "contradiction,neutral,entailment")
    for given, options in ((rows, ()), ([[name, 2 - at] for name, at in rows], reverse)):
        write("run.csv", csv(["id", "prediction"], given))
        (run,) = json.loads(rte(*command, *options).stdout)["runs"]
        assert run["measures"]["accuracy_3way"]["value"] == pytest.approx(1 - 1 / SIZE)


def test_a_run_given_as_gold_is_refused(rte, overlap):
    written_gold()
    assert rte("predict", overlap, "gold.csv", "--output", "run.jsonl").exit_code == 0
    assert "run.jsonl" in rte("evaluate", "run.jsonl", "run.jsonl").refusal()
