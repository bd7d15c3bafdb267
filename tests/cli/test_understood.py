"""What commands understood of the files that they read, and what validate shows of it."""

import json

import pytest

from tests.cli.documents import write, write_lines

PAIRS = "id,premise,claim,gold\n1,Ada sang.,Ada sang.,e\n2,Bo sat.,Cy ran.,n\n3,Ed ate.,Flo,-\n"
AS_PAIRS = "pairs.csv: 3 pairs; id = id, text = premise, hypothesis = claim, label = gold, where "
MEANINGS = "e = ENTAILMENT, n = UNKNOWN, c = CONTRADICTION: "
COUNTS = "1 ENTAILMENT, 1 UNKNOWN, 1 without a label"
OF_PAIRS = f"{AS_PAIRS}{MEANINGS}{COUNTS}"
OF_RUN = "run.csv: 3 predictions; id = id, label = pred"
OPTIONS = ("--labels", "e=entailment,n=neutral,c=contradiction")
OF_RUNS = (*OPTIONS, "--run-columns", "label=pred")
COMMANDS = {
    "train": (["train", "majority", "--train", "pairs.csv", "-o", "new", *OPTIONS], [OF_PAIRS]),
    "predict": (["predict", "MODEL", "pairs.csv", "-o", "new.jsonl", *OPTIONS], [OF_PAIRS]),
    "convert": (["convert", "pairs.csv", "-o", "new.jsonl", *OPTIONS], [OF_PAIRS]),
    "audit": (["audit", "more.csv", *OPTIONS], [AS_PAIRS.replace("pairs.csv: 3", "more.csv: 5")]),
    "check": (["check", "MODEL", "pairs.csv", *OPTIONS], [OF_PAIRS]),
    "explain": (
        ["explain", "MODEL", "pairs.csv", "--id", "2", *OPTIONS],
        [OF_PAIRS.replace("3 pairs", "the first 2 pairs").replace(", 1 without a label", "")],
    ),
    "validate": (["validate", "pairs.csv", *OPTIONS], [OF_PAIRS]),
    "validate a run": (
        ["validate", "run.csv", "--gold", "pairs.csv", *OF_RUNS],
        [OF_RUN, OF_PAIRS],
    ),
    "evaluate": (["evaluate", "pairs.csv", "run.csv", *OF_RUNS], [OF_RUN, OF_PAIRS]),
    "table of seeds": (
        ["table", "pairs.csv", "--system", "a=run.csv,twin.csv", *OF_RUNS],
        [OF_RUN, OF_RUN.replace("run", "twin"), OF_PAIRS],
    ),
    "compare": (
        ["compare", "pairs.csv", "run.csv", "twin.csv", *OF_RUNS],
        [OF_RUN, OF_RUN.replace("run", "twin"), OF_PAIRS],
    ),
    "table": (["table", "pairs.csv", "--system", "a=run.csv", *OF_RUNS], [OF_RUN, OF_PAIRS]),
    "report": (["report", "pairs.csv", "run.csv", "-o", "page.html", *OF_RUNS], [OF_RUN, OF_PAIRS]),
    "disagreement": (
        ["disagreement", "many.jsonl", "run.csv", *OF_RUNS],
        [OF_RUN, "many.jsonl: 3 pairs; id = id, text = text, hypothesis = hypothesis, where "],
    ),
    "calibrate": (
        ["calibrate", "dev.csv", "sure.csv", "pairs.csv", "other.csv", *OPTIONS],
        [
            "sure.csv: 3 predictions; id = id, probabilities = ",
            "other.csv: 3 predictions; id = id, probabilities = ",
            AS_PAIRS,
            "dev.csv: 3 pairs; id = id, text = premise, hypothesis = claim, label = gold, where ",
        ],
    ),
    "citations score": (
        ["citations", "score", "answers.jsonl", "labels.csv", "--run-columns", "label=pred"],
        ["labels.csv: 1 prediction; id = id, label = pred: "],
    ),
}


@pytest.fixture(autouse=True)
def files(folder):
    write("pairs.csv", PAIRS)
    write("more.csv", f"{PAIRS}4,Gus lay,Hal,e\n5,Ida sat,Jo,n\n")
    write("dev.csv", PAIRS.replace(" ", " and "))
    for name in ("run", "twin"):
        write(f"{name}.csv", "id,pred\n1,entailment\n2,contradiction\n3,neutral\n")
    for name in ("sure", "other"):
        header = "id,p_entailment,p_neutral,p_contradiction"
        write(f"{name}.csv", f"{header}\n1,0.8,0.1,0.1\n2,0.3,0.5,0.2\n3,0.3,0.2,0.5\n")
    annotated = {"text": "a", "hypothesis": "b", "annotator_labels": ["e", "e", "n"]}
    write_lines("many.jsonl", [{"id": n, **annotated} for n in ("1", "2", "3")])
    answer = {"id": "a", "answer": "It rained [1].", "documents": [{"text": "It rained."}]}
    write_lines("answers.jsonl", [answer])
    write("labels.csv", "id,pred\na-s1-all,yes\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_line_for_each_file(rte, overlap, command):
    arguments, expected = COMMANDS[command]
    arguments = [overlap if argument == "MODEL" else argument for argument in arguments]
    result = rte(*arguments).succeeded()
    assert len(result.understood) == len(expected)
    for line, beginning in zip(result.understood, expected, strict=True):
        assert line.startswith(beginning)
    quiet = rte(*arguments, "-q").succeeded()
    assert quiet.understood == []


def test_validate_shows_three_rows_as_understood(rte):
    rows = [*PAIRS.splitlines(), "4,Gus,Hal,e"]
    write("pairs.csv", "\n".join(rows))
    result = rte("validate", "pairs.csv", *OPTIONS).succeeded()
    _, header, _, *shown = result.stdout.partition("The first as understood\n")[2].splitlines()
    assert header.split() == ["id", "text", "hypothesis", "task", "label"]
    assert [line.split() for line in shown] == [
        ["1", "Ada", "sang.", "Ada", "sang.", "ENTAILMENT"],
        ["2", "Bo", "sat.", "Cy", "ran.", "UNKNOWN"],
        ["3", "Ed", "ate.", "Flo"],
    ]
    found = json.loads(rte("validate", "pairs.csv", *OPTIONS, "--json").stdout)
    assert [row["id"] for row in found["first"]] == ["1", "2", "3"]


def test_validate_shows_three_predictions_as_understood(rte):
    result = rte("validate", "sure.csv", "--gold", "pairs.csv", *OPTIONS).succeeded()
    _, header, _, *shown = result.stdout.partition("The first as understood\n")[2].splitlines()
    assert header.split()[:2] == ["id", "label"]
    labels = ["ENTAILMENT", "UNKNOWN", "CONTRADICTION"]
    assert [line.split()[:2] for line in shown] == [[str(n), x] for n, x in enumerate(labels, 1)]


def test_validate_shows_all_faults_of_pairs(rte):
    good = "".join(f"{n},a {n},b,e\n" for n in range(4, 10))
    bad = "".join(f"{n},a,b,word {n}\n" for n in range(10, 30))
    write("bad.csv", f"{PAIRS}{good}{bad}1,again,b,e\n30,,,\n")
    result = rte("validate", "bad.csv", *OPTIONS)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "error: bad.csv: 21 faults; these rows are not read"
    assert "20 faults, such as bad.csv: line 11: pair '10': 'word 10' is no label" in result.stdout
    assert "1 fault, such as bad.csv: line 31: id '1' is repeated" in result.stdout
    found = json.loads(rte("validate", "bad.csv", *OPTIONS, "--json").stdout)
    assert (found["pairs"], len(found["faults"])) == (10, 2)


def test_validate_shows_all_faults_of_a_run(rte):
    write("bad.csv", "id,pred,confidence\n1,entailment,0.9\n2,maybe,0.5\n3,neutral,high\n")
    result = rte("validate", "bad.csv", "--gold", "pairs.csv", *OPTIONS)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "error: bad.csv: 2 faults; these rows are not read"
    assert "bad.csv: line 3: 'maybe' is no label" in result.stdout
    assert "bad.csv: line 4: 'confidence' is 'high'" in result.stdout
