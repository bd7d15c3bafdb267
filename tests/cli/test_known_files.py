"""Files of other projects, and mistakes with them, on the command line."""

import json
import shlex
from pathlib import Path

import pytest

from rte_baselines import load_pairs
from tests.cli.documents import write
from tests.records import known_pairs, known_runs
from tests.records.known_pairs import begun
from tests.records.typed import csv, json_lines

pytestmark = pytest.mark.slow

SIZE = 6
NUMBERED = "entailment,neutral,contradiction"
WORDS = NUMBERED.split(",")


@pytest.mark.parametrize(
    "name",
    ["XNLI", "SciTail tsv_format", "ChaosNLI", "TRUE", "AggreFact", "HELP", "UNLI", "FraCaS"],
)
def test_pairs_are_converted_with_the_options_shown(rte, folder, name):
    known = known_pairs.BY_NAME[name]
    known.written(folder)
    refused = rte("convert", known.file, "--output", "out.jsonl")
    options = shlex.split(known.options)
    if options:
        assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
        assert not Path("out.jsonl").exists()
    result = rte("convert", known.file, "--output", "out.jsonl", *options)
    assert result.exit_code == 0, result.stderr
    (understood,) = result.understood
    assert known.file in understood
    assert begun(load_pairs("out.jsonl")) == known.expected()


@pytest.mark.parametrize(
    "name",
    [
        *("run_glue, numbers", "AllenNLP with metadata", "pipeline", "CrossEncoder"),
        *("Trainer.predict", "lm-eval multiple_choice", "OpenAI JSON answers", "MiniCheck csv"),
        *("AlignScore, lines", "SummaC", "MultiNLI on Kaggle", "HANS"),
    ],
)
def test_runs_are_scored_with_the_options_shown(rte, folder, name):
    known = known_runs.BY_NAME[name]
    known.written(folder)
    rows = [
        {"id": pair.id, "premise": pair.text, "hypothesis": pair.hypothesis, "label": pair.label}
        for pair in known.pairs()
    ]
    write("gold.jsonl", json_lines(rows))
    options = shlex.split(known.options)
    result = rte("evaluate", "gold.jsonl", known.file, *options, "--json")
    assert result.exit_code == 0, result.stderr
    run_line, gold_line = result.understood
    assert run_line.startswith(f"{known.file}: ")
    assert gold_line.startswith("gold.jsonl: ")
    (run,) = json.loads(result.stdout)["runs"]
    if not known.labels:
        assert "accuracy_2way" not in run["measures"]
        assert "average_precision" in run["measures"]
        return
    scheme = "accuracy_2way" if "N" in known.labels else "accuracy_3way"
    accuracy = known.right() / len(known.expected())
    assert run["measures"][scheme]["value"] == pytest.approx(accuracy)
    shown = rte("validate", known.file, "--gold", "gold.jsonl", *options)
    assert shown.exit_code == 0, shown.stderr


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
        result = rte(*command, *form)
        assert result.exit_code == 0
        assert first["text"] in " ".join((result.stdout + result.stderr).split())
    order = "contradiction,neutral,entailment"
    right = rte(*command[:-1], order, "--run-columns", "label=prediction", "--brief")
    assert right.exit_code == 0
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
