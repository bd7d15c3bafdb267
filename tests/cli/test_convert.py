"""`convert`, and `validate` on pairs: every format out."""

import gzip
import json
from pathlib import Path

import pytest

from rte_baselines import load_pairs
from rte_baselines.pairs import format_names
from tests.cli.documents import write, write_lines

TWO = (
    '{"id": "1", "text": "Ada sang.", "hypothesis": "Ada sang.", "label": "YES"}\n'
    '{"id": "2", "text": "Ada sang.", "hypothesis": "Bo sang.", "label": "NO"}\n'
)
TEXT_FORMATS = [name for name in format_names(writable=True) if name != "parquet"]
EXPECTED = [
    ("1", "Ada sang.", "Ada sang.", "ENTAILMENT"),
    ("2", "Ada sang.", "Bo sang.", "NO_ENTAILMENT"),
]


def contents(pairs):
    return [(p.id, p.text, p.hypothesis, str(p.label)) for p in pairs]


@pytest.mark.slow
@pytest.mark.parametrize("target", TEXT_FORMATS)
def test_to_compressed_files_and_pipes_of_every_format(rte, target):
    write("pairs", TWO)
    options = ("--to", target, "--two-way", "--output")
    result = rte("convert", "pairs", *options, "out.gz")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert contents(load_pairs("out.gz")) == EXPECTED
    piped = rte("convert", "-", *options, "-", stdin=TWO.encode())
    assert gzip.decompress(Path("out.gz").read_bytes()).decode() == piped.stdout


@pytest.mark.slow
def test_parquet(rte):
    write("pairs", TWO)
    assert rte("convert", "pairs", "--output", "pairs.parquet").exit_code == 0
    assert rte("convert", "pairs.parquet", "--output", "again.jsonl").exit_code == 0
    assert contents(load_pairs("again.jsonl")) == EXPECTED


def test_a_name_that_does_not_tell_the_format(rte, folder):
    refusal = rte("convert", "sample:test", "--output", "out.xml").refusal()
    message = "out.xml: the name does not determine the format; state it (--to FORMAT)"
    assert message in refusal
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("tsv", "unknown format 'tsv'; did you mean 'csv'? formats to write are csv, jsonl"),
        ("docx", "unknown format 'docx'; formats to write are csv, jsonl"),
        ("fracas_xml", "fracas_xml is only read; formats to write are csv, jsonl"),
        ("rte1_xml", "rte1_xml has no label CONTRADICTION; write two-way labels"),
    ],
)
def test_what_cannot_be_written(rte, folder, target, message):
    assert message in rte("convert", "sample:test", "--to", target, "--output", "out").refusal()
    assert list(folder.iterdir()) == []


def test_validate_describes_pairs(rte):
    assert rte("validate", "sample:test").output().splitlines()[:5] == [
        "file: sample:test",
        "pairs: 160",
        "texts: yes",
        "labels: 80 ENTAILMENT, 56 UNKNOWN, 24 CONTRADICTION",
        "tasks: 40 IE, 40 IR, 40 QA, 40 SUM",
    ]
    found = json.loads(rte("validate", "sample:test", "--json").stdout)
    assert found["labels"] == {"ENTAILMENT": 80, "UNKNOWN": 56, "CONTRADICTION": 24}


def test_validate_warns_of_labels_without_texts(rte):
    write("labels.csv", "id,gold\n1,no\n")
    result = rte("validate", "labels.csv", "--json")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["pairs"], found["texts"]) == (0, 1, False)
    assert result.stderr == (
        "warning: labels.csv: has labels without texts, which can be gold labels for runs and "
        "nothing else; if it has columns with the texts, name them: "
        "--columns text=COLUMN,hypothesis=COLUMN\n"
    )


def test_what_a_spreadsheet_would_run_stays_as_it_is(rte):
    """It is data; forms for judges have an apostrophe before it."""
    cells = ["=1+1", "+1", "-1", "@sum", "'=1"]
    rows = [{"id": cell, "text": cell, "hypothesis": cell} for cell in cells]
    write_lines("pairs.jsonl", rows)
    assert rte("convert", "pairs.jsonl", "--output", "pairs.csv").exit_code == 0
    written = Path("pairs.csv").read_text().splitlines()[1:]
    assert [line.split(",")[:3] for line in written] == [[cell] * 3 for cell in cells]
