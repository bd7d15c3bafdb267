"""Run files of other systems, and of other datasets, as the commands take them."""

import json

import pytest

from tests.cli.documents import document, pair, write

pytestmark = pytest.mark.slow

GOLD = document(
    pair(1, "ENTAILMENT", text="One."),
    pair(2, "NO ENTAILMENT", text="Two."),
    pair(3, "NO ENTAILMENT", text="Three."),
    pair(4, "ENTAILMENT", text="Four."),
)
# How probable ENTAILMENT is; both entailed pairs are ranked above the others.
SHARES = {"1": 0.9, "2": 0.05, "3": 0.45, "4": 0.6}
HUGGING_FACE = [
    {"label": "entailment" if share > 0.5 else "not_entailment", "score": max(share, 1 - share)}
    for share in SHARES.values()
]
COMMANDS = {
    "evaluate": ("evaluate", "gold.xml", "my.json"),
    "compare": ("compare", "gold.xml", "my.json", "twin.json"),
    "report": ("report", "gold.xml", "my.json", "--output", "page.html"),
    "validate": ("validate", "my.json", "--gold", "gold.xml"),
}
# The labels, which are all right, and the score of each.
STATED = ("--run-columns", "label=label,confidence=score")
every_command = pytest.mark.parametrize("command", COMMANDS)


@pytest.fixture(autouse=True)
def gold(folder):
    write("gold.xml", GOLD)


def write_twice(content):
    for name in ("my.json", "twin.json"):
        write(name, json.dumps(content))


def measures(result):
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["runs"][0]["measures"]
    return {name: estimate["value"] for name, estimate in found.items()}


@every_command
def test_predictions_in_the_order_of_the_pairs(rte, command):
    write_twice(HUGGING_FACE)
    message = rte(*COMMANDS[command]).refusal()
    assert "my.json: line 1: no column for the id among 'label', 'score'" in message
    assert "--in-order" in message
    result = rte(*COMMANDS[command], "--in-order", *STATED).succeeded()
    assert result.understood[0].startswith("my.json: 4 predictions; ")
    write_twice(HUGGING_FACE[1:])
    refused = rte(*COMMANDS[command], "--in-order", *STATED)
    assert refused.exit_code == 2
    assert "my.json: 3 predictions in the order of 4 pairs; expected one for each" in refused.stderr


@every_command
def test_labels_that_are_the_gold_labels_are_refused(rte, command):
    write_twice([{"id": str(n), "label": row["label"]} for n, row in enumerate(HUGGING_FACE, 1)])
    refused = rte(*COMMANDS[command])
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "all 4 labels of 'label' are the gold labels" in refused.stderr
    assert rte(*COMMANDS[command], "--run-columns", "label=label").exit_code == 0


@pytest.mark.parametrize("name", ["my.jsonl", "my.csv", "my.tsv", "my.run"])
def test_a_run_on_other_texts_with_the_same_ids_is_refused(rte, overlap, name):
    write("other.xml", GOLD.replace("Two.", "Seven."))
    assert rte("predict", overlap, "gold.xml", "--output", name).exit_code == 0
    assert rte("predict", overlap, "gold.xml", "--output", f"twin-{name}").exit_code == 0
    for command in (
        ["evaluate", "other.xml", name],
        ["compare", "other.xml", name, f"twin-{name}"],
        ["report", "other.xml", name, "--output", "page.html"],
        ["validate", name, "--gold", "other.xml"],
    ):
        result = rte(*command)
        assert (result.exit_code, "fits" in result.stdout) == (2, False)
        assert f"{name}: text differs from the one that was labelled: 1 ('2')" in result.stderr
        assert result.stderr.count("\n") == 1
        fitting = [part.replace("other.xml", "gold.xml") for part in command]
        assert rte(*fitting).exit_code == 0
    assert "knows its texts: yes" in rte("validate", name, "--gold", "gold.xml").stdout


def test_the_way_of_the_readme_gives_all_figures(rte, overlap):
    result = rte("predict", overlap, "sample:test", "--output", "overlap.jsonl")
    assert (result.exit_code, result.stderr) == (0, "overlap.jsonl: written\n")
    in_lines = measures(rte("evaluate", "sample:test", "overlap.jsonl", "--json"))
    assert {"cws", "average_precision"} <= in_lines.keys()
    result = rte("predict", overlap, "sample:test", "--output", "overlap.run")
    assert "warning: overlap.run: a TAC run file has no confidences or scores" in result.stderr
    assert "--format jsonl" in result.stderr
    assert "cws" not in measures(rte("evaluate", "sample:test", "overlap.run", "--json"))
