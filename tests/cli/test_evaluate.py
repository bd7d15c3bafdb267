"""`evaluate`, and `validate` on runs."""

import json

import pytest

from tests.cli.documents import document, pair, write, write_lines
from tests.evaluation.rte1_test_pairs import pairs_like_rte1_test

GOLD = document(
    pair(1, "ENTAILMENT"), pair(2, "CONTRADICTION"), pair(3, "UNKNOWN"), pair(4, "ENTAILMENT")
)
RIGHT = "ranked: yes\n1 ENTAILMENT\n4 ENTAILMENT\n2 CONTRADICTION\n3 UNKNOWN\n"
HALF = "ranked: yes\n1 ENTAILMENT\n2 ENTAILMENT\n3 NO ENTAILMENT\n4 NO ENTAILMENT\n"


@pytest.fixture(autouse=True)
def files(folder):
    write("gold.xml", GOLD)
    write("right.run", RIGHT)
    write("half.run", HALF)


@pytest.mark.slow
def test_the_shape_of_the_json(rte):
    report = json.loads(rte("evaluate", "gold.xml", "right.run", "half.run", "--json").output())
    assert report["signature"].startswith("pairs:4|scheme:three-way|")
    right, half = report["runs"]
    assert (right["run"], half["run"]) == ("right", "half")
    assert right["measures"]["accuracy_3way"]["value"] == 1
    assert half["measures"]["accuracy_2way"]["value"] == 0.5
    assert "accuracy_3way" not in half["measures"]
    for run in report["runs"]:
        assert run["tasks"].keys() == {"IE"}
        for measures in (run["measures"], *run["tasks"].values()):
            assert all(value.keys() == {"value", "low", "high"} for value in measures.values())


@pytest.mark.slow
def test_the_measures_asked_for(rte):
    result = rte("evaluate", "gold.xml", "right.run", "--measures", "recall, f1", "--json")
    assert json.loads(result.stdout)["runs"][0]["measures"].keys() == {"recall", "f1"}
    result = rte("evaluate", "gold.xml", "right.run", "--measures", "all", "--json")
    found = json.loads(result.stdout)["runs"][0]["measures"].keys()
    assert {"accuracy_3way_by_gold", "entropy_gold", "recall_unknown", "coverage"} <= found
    message = rte("evaluate", "gold.xml", "right.run", "--measures", "acuracy_2way").refusal()
    assert "'acuracy_2way'; did you mean 'accuracy_2way'" in message


@pytest.mark.slow
def test_gold_and_run_from_pipes(rte):
    from_file = rte("evaluate", "gold.xml", "right.run", "--json").stdout
    piped_gold = rte("evaluate", "-", "right.run", "--json", stdin=GOLD.encode()).stdout
    piped_run = rte("evaluate", "gold.xml", "-", "--json", stdin=RIGHT.encode()).stdout
    assert piped_gold == from_file
    assert piped_run == from_file.replace('"right"', '"standard input"')


WRONG_RUNS = {
    "another_dataset": (
        "1 YES\n7 NO\n8 NO\n",
        "bad.run: missing id: 3 ('2', '3', '4'); unknown id: 2 ('7', '8'); expected one valid "
        "prediction for each of the 4 pairs",
    ),
    "a_label_of_its_own": ("1 YES\n2 PERHAPS\n", "bad.run: line 2: 'PERHAPS' is no label"),
}


@pytest.mark.slow
@pytest.mark.parametrize("command", [["evaluate", "gold.xml", "bad.run"], []])
@pytest.mark.parametrize("run", WRONG_RUNS)
def test_wrong_runs(rte, command, run):
    content, message = WRONG_RUNS[run]
    write("bad.run", content)
    result = rte(*(command or ["validate", "bad.run", "--gold", "gold.xml"]))
    assert result.exit_code == 2
    assert message in result.stdout + result.stderr
    assert "fits" not in result.stdout
    assert result.stderr.count("\n") == 1


def test_validate_describes_a_run(rte):
    assert rte("validate", "right.run", "--gold", "gold.xml").output().splitlines()[:8] == [
        "file: right.run",
        "fits: gold.xml",
        "predictions: 4",
        "labels: 2 ENTAILMENT, 1 CONTRADICTION, 1 UNKNOWN",
        "ranked: yes",
        "confidences: no",
        "probabilities: no",
        "knows its texts: no",
    ]
    found = json.loads(rte("validate", "half.run", "--gold", "gold.xml", "--json").stdout)
    assert found["labels"] == {"ENTAILMENT": 2, "NO_ENTAILMENT": 2}
    assert (found["ranked"], found["confidences"]) == (True, False)
    write("part.csv", "id,label\n1,ABSTAIN\n2,yes\n3,no\n")
    found = rte("validate", "part.csv", "--gold", "gold.xml", "--partial", "--json")
    assert json.loads(found.stdout)["notes"][0] == "no prediction for 1 of 4 pairs"


def test_latex_and_one_form_at_a_time(rte):
    options = ("--latex", "--measures", "accuracy_3way")
    output = rte("evaluate", "gold.xml", "right.run", *options).output()
    assert r"right & 1.000 {\scriptsize (0.510--1.000)} \\" in output
    message = rte("evaluate", "gold.xml", "right.run", "--json", "--brief").refusal()
    assert "--brief and --json exclude each other" in message


@pytest.mark.slow
def test_partial_runs(rte):
    write("part.run", "1 ENTAILMENT\n2 CONTRADICTION\n")
    assert "part.run: missing id: 2 ('3', '4')" in rte("evaluate", "gold.xml", "part.run").refusal()
    result = rte("evaluate", "gold.xml", "part.run", "right.run", "--partial", "--json")
    part, whole = json.loads(result.stdout)["runs"]
    assert part["measures"]["coverage"]["value"] == 0.5
    assert part["measures"]["accuracy_3way"]["value"] == 1
    assert whole["measures"]["coverage"]["value"] == 1
    chosen = "gold.xml", "part.run", "right.run", "--partial", "--measures", "accuracy_2way,f1"
    header = "| run | coverage | accuracy_2way_of_all | accuracy_2way | f1 |"
    assert header in rte("evaluate", *chosen, "--markdown").stdout


@pytest.mark.slow
def test_by_phenomenon(rte, rte_data):
    gold = pairs_like_rte1_test(rte_data)
    rows = [f"{pair.id},{pair.task},{pair.label}" for pair in gold]
    write("like.csv", "\n".join(["id,task,label", *rows, ""]))
    write("always.csv", "\n".join(["id,label", *(f"{pair.id},YES" for pair in gold), ""]))
    output = rte("evaluate", "like.csv", "always.csv", "--by", "phenomenon").output()
    lines = output.splitlines()
    # By hand in tests/evaluation/test_phenomena.py: 11 of the 18 are entailed here.
    place = next(number for number, line in enumerate(lines) if line.startswith("apposition "))
    assert lines[place].split() == ["apposition", "18", "0.611", "0.611"]
    assert lines[place + 1].split() == ["0.386-0.797"]


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ("phenomenon", "which pairs show which phenomenon is known of RTE-1's test set only"),
        ("task,topic", "no pair has an attribute 'topic', and no property of this name is"),
        ("tasks", "'tasks', and no property of this name is computed; did you mean 'task'?"),
        ("", "no pair has an attribute ''"),
        ("overlap*topic", "no pair has an attribute 'topic'"),
    ],
)
def test_wrong_breakdowns(rte, by, message):
    assert message in rte("evaluate", "gold.xml", "right.run", "--by", by).refusal()


@pytest.mark.slow
def test_by_slice_and_by_group(rte):
    rows = ["id,premise,hypothesis,label,genre,set"]
    rows += [f"{n},a cat,a dog,{('YES', 'NO')[n % 2]},{'news'[: n % 3]},{n // 2}" for n in range(8)]
    write("pairs.csv", "\n".join([*rows, ""]))
    write("always.csv", "\n".join(["id,label", *(f"{n},YES" for n in range(8)), ""]))
    options = ("--by", "genre,length", "--by", "genre*overlap", "--groups", "set")
    result = rte("evaluate", "pairs.csv", "always.csv", *options, "--json")
    assert result.stderr.splitlines() == [
        f"warning: 3 of 8 pairs have no {name}, and are left out by {name}"
        for name in ("genre", "genre*overlap")
    ]
    (run,) = json.loads(result.stdout)["runs"]
    # Of the pairs 0 to 7, those of genre "n" are 1, 4, 7, of genre "ne" 2 and 5.
    found = {
        name: [part["pairs"] for part in parts.values()] for name, parts in run["slices"].items()
    }
    assert found == {"genre": [3, 2], "length": [8], "genre*overlap": [3, 2]}
    assert run["slices"]["genre"]["n"]["measures"]["accuracy_2way"]["value"] == 1 / 3
    assert run["groups"]["set"]["consistent"]["value"] == 0
    text = rte("evaluate", "pairs.csv", "always.csv", *options).stdout
    assert "accuracy_2way by genre*overlap" in text
    assert "Groups of which all labels are correct, two-way" in text
    page = rte("report", "pairs.csv", "always.csv", "--output", "-", *options).stdout
    assert '<section id="slices"' in page
    assert "accuracy_2way by genre" in page


@pytest.mark.slow
def test_brief_is_one_line_a_run(rte):
    write("half_right_and_more.run", HALF)
    output = rte("evaluate", "gold.xml", "right.run", "half_right_and_more.run", "--brief").output()
    right, half = output.splitlines()
    assert right.split() == (
        "right accuracy_2way 1.000 accuracy_3way 1.000 average_precision 1.000".split()
    )
    assert half.split()[:5] == "half_right_and_more accuracy_2way 0.500 accuracy_3way -".split()
    for measure in ("accuracy_2way", "average_precision"):
        assert right.index(measure) == half.index(measure)
    # Of three-way runs alone, the measure of three labels comes first.
    alone = rte("evaluate", "gold.xml", "right.run", "--brief").stdout.split()
    assert alone[1::2] == ["accuracy_3way", "accuracy_2way", "average_precision"]


def test_brief_shows_the_measures_asked_for_and_how_many_pairs(rte):
    write("part.run", "1 YES\n2 YES\n3 YES\n")
    result = rte("evaluate", "gold.xml", "part.run", "--brief", "--partial", "--measures", "recall")
    assert result.stdout == "part  3 of 4 pairs  recall 1.000\n"
    # ENTAILMENT, which is of both schemes, is right on the first pair alone.
    result = rte("evaluate", "gold.xml", "part.run", "--brief", "--partial")
    assert result.stdout.split()[5:] == [
        *("accuracy_3way_of_all", "0.250", "accuracy_3way", "0.333"),
        *("accuracy_2way_of_all", "0.250", "accuracy_2way", "0.333"),
    ]
    # Why a measure that is asked for has no value is a warning.
    result = rte("evaluate", "gold.xml", "right.run", "--brief", "--measures", "recall,cws")
    assert result.stdout == "right  recall 1.000\n"
    assert "warning: cws of right: the run has no confidence" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (["YES", "NO", "NO"], ["word-overlap", "lexical-logistic", "strongest"]),
        (["ENTAILMENT", "CONTRADICTION", "UNKNOWN"], ["strongest-3way", "strongest-captions"]),
    ],
)
def test_baselines_are_scored_as_their_own_runs(rte, labels, names):
    """Beside a two-way run and a three-way one stand the models of its scheme."""
    pair = {"text": "Two old ferries sank off Oslo.", "hypothesis": "Two ferries sank."}
    gold = ["entailment", "contradiction", "neutral"]
    write_lines("pairs.jsonl", [{"id": str(n), **pair, "label": x} for n, x in enumerate(gold)])
    write("my.run", "".join(f"{number} {label}\n" for number, label in enumerate(labels)))
    found = json.loads(rte("evaluate", "pairs.jsonl", "my.run", "--baselines", "--json").stdout)
    assert [of["run"] for of in found["runs"]] == ["my", *names]
    assert rte("predict", names[0], "pairs.jsonl", "-o", "model.jsonl").exit_code == 0
    alone = json.loads(rte("evaluate", "pairs.jsonl", "model.jsonl", "--json").stdout)
    assert found["runs"][1]["measures"] == alone["runs"][0]["measures"]
