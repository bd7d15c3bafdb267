"""Run files of other systems, and of other datasets, as the commands take them."""

import json
import re
from pathlib import Path

import pytest

from rte_baselines import load_pairs
from rte_baselines.pairs import conflate
from tests.cli.documents import document, pair, write

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
ALL_SCORES = [
    [{"label": "entailment", "score": share}, {"label": "not_entailment", "score": 1 - share}]
    for share in SHARES.values()
]
COMMANDS = {
    "evaluate": ("evaluate", "gold.xml", "my.json"),
    "compare": ("compare", "gold.xml", "my.json", "twin.json"),
    "report": ("report", "gold.xml", "my.json", "--output", "page.html"),
    "validate": ("validate", "my.json", "--gold", "gold.xml"),
}
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


@pytest.mark.slow
@every_command
def test_predictions_in_the_order_of_the_pairs(rte, command):
    write_twice(HUGGING_FACE)
    refused = rte(*COMMANDS[command])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "my.json: line 1: field 'id' is missing" in refused.stderr
    assert "--in-order" in refused.stderr
    assert refused.stderr.count("\n") == 1
    result = rte(*COMMANDS[command], "--in-order")
    assert result.exit_code == 0
    assert "warning: my.json: the scores are read as those of the labels" in result.stderr
    write_twice(HUGGING_FACE[1:])
    refused = rte(*COMMANDS[command], "--in-order")
    assert refused.exit_code == 2
    assert "my.json: 3 predictions in the order of 4 pairs; expected one for each" in refused.stderr


@pytest.mark.slow
@pytest.mark.parametrize("content", [HUGGING_FACE, ALL_SCORES], ids=["best", "all"])
def test_what_hugging_face_writes_is_ranked_by_entailment(rte, content):
    write_twice(content)
    found = measures(rte("evaluate", "gold.xml", "my.json", "--in-order", "--json"))
    # By the score of the label, the surest rejection would come first: 0.5 and less.
    assert found["average_precision"] == 1
    assert found["cws"] == 1


@pytest.mark.slow
def test_the_page_shows_what_probabilities_say(rte):
    write_twice(ALL_SCORES)
    result = rte(*COMMANDS["report"], "--in-order")
    assert (result.exit_code, result.stderr.count("\n")) == (0, 1)
    page = Path("page.html").read_text()
    data = json.loads(re.search(r'id="data">(.*?)</script>', page)[1])
    (run,) = data["runs"]
    assert data["labels"][int(run["labels"][1])] == "NO_ENTAILMENT"
    assert (run["right"][1], run["confidence"][1], run["score"][1]) == ("1", 0.95, 0.05)


@pytest.mark.slow
@every_command
def test_scores_that_may_be_either(rte, command):
    rows = [{"id": str(number), **one} for number, one in enumerate(HUGGING_FACE, start=1)]
    rows[1]["score"] = rows[2]["score"] = 0.5
    write_twice(rows)
    result = rte(*COMMANDS[command])
    assert result.exit_code == 0
    assert "state which they are: --score-of label or --score-of entailment" in result.stderr
    for what in ("label", "entailment"):
        result = rte(*COMMANDS[command], "--score-of", what)
        assert (result.exit_code, "warning" in result.stderr) == (0, False)
    result = rte(*COMMANDS[command], "--score-of", "both")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "'both'" in result.stderr


@pytest.mark.slow
def test_how_scores_were_read_is_in_the_results(rte):
    write_twice(HUGGING_FACE)
    text = rte("validate", "my.json", "--gold", "gold.xml", "--in-order").stdout
    assert "notes: the scores are read as those of the labels" in text
    result = rte("validate", "my.json", "--gold", "gold.xml", "--in-order", "--json")
    (note,) = json.loads(result.stdout)["notes"]
    report = json.loads(rte("evaluate", "gold.xml", "my.json", "--in-order", "--json").stdout)
    findings = {one["about"]: one["text"] for one in report["runs"][0]["findings"]}
    assert findings["reading"] == note


@pytest.mark.slow
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
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{name}: text differs from the one that was labelled: 1 ('2')" in result.stderr
        assert result.stderr.count("\n") == 1
        fitting = [part.replace("other.xml", "gold.xml") for part in command]
        assert rte(*fitting).exit_code == 0
    assert "knows its texts: yes" in rte("validate", name, "--gold", "gold.xml").stdout


@pytest.mark.slow
def test_the_same_pairs_in_another_format_and_scheme_are_the_same(rte, overlap):
    assert rte("predict", overlap, "sample:test", "--output", "my.jsonl").exit_code == 0
    rte("convert", "sample:test", "--to", "rte1_xml", "--two-way", "--output", "two-way.xml")
    result = rte("validate", "my.jsonl", "--gold", "two-way.xml")
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.slow
def test_the_way_of_the_readme_gives_all_figures(rte, overlap):
    assert rte("predict", overlap, "sample:test", "--output", "overlap.jsonl").stderr == ""
    in_lines = measures(rte("evaluate", "sample:test", "overlap.jsonl", "--json"))
    assert {"cws", "average_precision"} <= in_lines.keys()
    result = rte("predict", overlap, "sample:test", "--output", "overlap.csv")
    assert (result.exit_code, result.stderr) == (0, "")
    assert measures(rte("evaluate", "sample:test", "overlap.csv", "--json")) == in_lines
    result = rte("predict", overlap, "sample:test", "--output", "overlap.run")
    assert "warning: overlap.run: a TAC run file has no confidences or scores" in result.stderr
    assert "--format jsonl" in result.stderr
    assert "cws" not in measures(rte("evaluate", "sample:test", "overlap.run", "--json"))


def rows_of(name):
    labels = [f"{pair.id},{conflate(pair.label)}\n" for pair in load_pairs(name)]
    return "id,prediction\n" + "".join(labels)


@pytest.mark.slow
def test_a_run_that_may_be_the_gold_labels_is_reported(rte):
    pairs = load_pairs("sample:test")
    rows = [
        f"{pair.id},{pair.label},{'N' if number % 3 else 'E'}\n"
        for number, pair in enumerate(pairs)
    ]
    write("judge.csv", "id,label,judge\n" + "".join(rows))
    warning = "warning: judge.csv: all 160 labels are equal to the gold labels; if they are"
    assert warning in " ".join(
        rte("evaluate", "sample:test", "judge.csv", "--brief").stderr.split()
    )
    result = rte("validate", "judge.csv", "--gold", "sample:test")
    advice = "gold labels, name the column of the predictions: --label-column COLUMN"
    assert f"labels are equal to the gold labels; if they are the {advice}" in " ".join(
        result.stdout.split()
    )
    # With one label wrong, it is a good system.
    labels = [pair.label for pair in pairs]
    labels[0] = next(label for label in labels if label is not labels[0])
    rows = [f"{pair.id},{label}\n" for pair, label in zip(pairs, labels, strict=True)]
    write("good.csv", "id,label\n" + "".join(rows))
    assert "equal to" not in rte("evaluate", "sample:test", "good.csv", "--brief").stderr


@pytest.mark.slow
def test_a_run_that_may_be_for_another_dataset_is_spoken_of(rte, rte_data):
    write("my.csv", rows_of("rte3:test"))
    result = rte("evaluate", "rte2:test", "my.csv")
    text = " ".join(result.stdout.split())
    assert (
        "is not above chance; the ids are also those of rte3:test (accuracy there 100.0%)" in text
    )
    assert "rte3-3way:test" not in text
    (run,) = json.loads(rte("evaluate", "rte2:test", "my.csv", "--json").stdout)["runs"]
    (finding,) = (one for one in run["findings"] if one["about"] == "dataset")
    assert finding["datasets"][0] == {"name": "rte3:test", "accuracy": 1.0}
    assert "rte2:test" not in {dataset["name"] for dataset in finding["datasets"]}
    brief = rte("evaluate", "rte2:test", "my.csv", "--brief")
    assert len(brief.stdout.splitlines()) == 1
    assert "warning: my.csv: accuracy 5" in brief.stderr
    assert "the ids are also those of rte3:test" in brief.stderr
    assert "ids are also" not in rte("evaluate", "rte3:test", "my.csv", "--brief").stderr
    page = rte("report", "rte2:test", "my.csv", "--output", "page.html")
    assert page.exit_code == 0
    assert "the ids are also those of rte3:test" in Path("page.html").read_text()


@pytest.mark.slow
def test_validate_says_that_a_run_may_be_for_another_dataset(rte, rte_data):
    write("my.csv", rows_of("rte3:test"))
    result = rte("validate", "my.csv", "--gold", "rte2:test")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "the ids are also those of rte3:test (accuracy there 100.0%)" in result.stdout
    (note,) = json.loads(rte("validate", "my.csv", "--gold", "rte2:test", "--json").stdout)["notes"]
    assert note.endswith("is it a run for that?") or note.endswith("is it a run for one of these?")
    assert "ids are also" not in rte("validate", "my.csv", "--gold", "rte3:test").stdout


def findings_of(rte, gold, run):
    (scored,) = json.loads(rte("evaluate", gold, run, "--json").stdout)["runs"]
    return {finding["about"] for finding in scored["findings"]}


@pytest.mark.slow
def test_of_a_run_that_does_well_or_knows_its_texts_nothing_is_said(rte, rte_data, overlap):
    write("right.csv", rows_of("rte2:test"))
    assert "dataset" not in findings_of(rte, "rte2:test", "right.csv")
    assert rte("predict", overlap, "rte2:test", "--output", "known.jsonl").exit_code == 0
    known = [json.loads(line) for line in Path("known.jsonl").read_text().splitlines()]
    always = [{**one, "label": "ENTAILMENT"} for one in known]
    write("known.jsonl", "".join(json.dumps(one) + "\n" for one in always))
    assert "dataset" not in findings_of(rte, "rte2:test", "known.jsonl")
    unknown = [{"id": one["id"], "label": one["label"]} for one in always]
    write("unknown.jsonl", "".join(json.dumps(one) + "\n" for one in unknown))
    assert "dataset" in findings_of(rte, "rte2:test", "unknown.jsonl")


@pytest.mark.slow
def test_without_other_datasets_nothing_is_said(rte, without_data):
    write("my.csv", "id,prediction\n1,NO\n2,YES\n3,YES\n4,NO\n")
    assert "dataset" not in findings_of(rte, "gold.xml", "my.csv")
