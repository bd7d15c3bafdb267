"""The commands that draw, judge and measure rules."""

import csv
import json
import socket
import sys
from pathlib import Path

import pytest

from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.rules.corpus.building import build_index
from rte_baselines.rules.judging.judgment_files import opened_log
from rte_baselines.rules.judging.judgments import ExampleAnswer
from rte_baselines.rules.judging.sheet import read_sheet, write_sheet
from tests.rules.judging.examples import sheet
from tests.test_documentation import ROOT

BUY, OWN, SELL = (f"X <nsubj- {verb} -obj-> Y" for verb in ("buy", "own", "sell"))


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """A folder with a sheet, its empty form, and the judgments of ann, who says yes to all."""
    monkeypatch.chdir(tmp_path)
    write_sheet(sheet(), "sheet.jsonl")
    with opened_log("sheet.ann.jsonl", sheet(), "ann") as log:
        while question := log.progress.open_question():
            log.add(ExampleAnswer(question.id, question.question.name, True))
    return tmp_path


def fill(source, target, *answers):
    """Fill all rows of a form with the same answers."""
    with Path(source).open(encoding="utf-8-sig", newline="") as stream:
        header, *rows = csv.reader(stream)
    with Path(target).open("w", encoding="utf-8", newline="") as stream:
        padded = [*answers, *[""] * (3 - len(answers))]
        csv.writer(stream).writerows([header, *([*row[:-3], *padded] for row in rows)])


@pytest.mark.slow
def test_a_form_is_filled_and_evaluated_beside_the_page(rte, judged):
    written = rte("rules", "form", "sheet.jsonl", "--output", "form.csv")
    assert (written.exit_code, written.stdout) == (0, "")
    fill("form.csv", "bob.csv", "yes", "no")
    found = rte("rules", "evaluate", "sheet.jsonl", "sheet.ann.jsonl", "bob.csv")
    assert found.stderr == ""
    assert "base       all judges  rules: precision" in found.stdout
    assert "100.0" in found.stdout
    as_json = rte("rules", "evaluate", "sheet.jsonl", "sheet.ann.jsonl", "bob.csv", "--json")
    by_judge = json.loads(as_json.stdout)["judges"]
    assert [each["judges"] for each in by_judge] == ["ann", "bob", "all judges"]
    # All of ann hold, all of bob are irrelevant: of both, 6 of 6 relevant and 6 of 12 entailed.
    bounds = by_judge[2]["rule_bases"][0]["bounds"]
    assert bounds["upper"]["rule_precision"]["value"] == 1
    assert bounds["lower"]["rule_precision"]["value"] == 0
    both = rte("rules", "evaluate", "sheet.jsonl", "bob.csv", "--published", "--markdown")
    assert "| templates | lower | 27.3 | 14.1 | 23.6 | 16.8 |" in both.stdout


@pytest.mark.slow
def test_a_sheet_and_a_form_without_sentences_are_evaluated_alike(rte, judged):
    rte("rules", "form", "sheet.jsonl", "-o", "form.csv")
    fill("form.csv", "bob.csv", "yes", "yes", "no")
    Path("public").mkdir()
    rte("rules", "strip", "sheet.jsonl", "-o", "public/sheet.jsonl")
    rte("rules", "strip", "sheet.jsonl", "--form", "bob.csv", "-o", "public/bob.csv")
    whole, public = (
        rte("rules", "evaluate", f"{folder}sheet.jsonl", "sheet.ann.jsonl", f"{folder}bob.csv")
        for folder in ("", "public/")
    )
    assert public == whole.succeeded()
    refused = rte("rules", "judge", "public/sheet.jsonl", "--judge", "bob", "--no-browser")
    assert refused.stderr.startswith("error: the sheet was written without its sentences")
    assert not Path("public/sheet.bob.jsonl").exists()


@pytest.mark.slow
def test_agreement(rte, judged):
    rte("rules", "form", "sheet.jsonl", "-o", "form.csv")
    fill("form.csv", "bob.csv", "yes", "yes", "no")
    given = ("rules", "agreement", "sheet.jsonl", "sheet.ann.jsonl", "bob.csv")
    assert "Agreement of ann and bob" in rte(*given).stdout
    (found,) = json.loads(rte(*given, "--json").stdout)
    assert found["levels"][0]["shared"] == 6
    assert found["levels"][0]["observed"]["value"] == 0
    assert "| examples, all judgments | 6 |" in rte(*given, "--markdown").stdout


def test_published(rte):
    assert "DIRT, yield / precision of rules: twice" in rte("rules", "published").stdout
    found = json.loads(rte("rules", "published", "--json").stdout)
    assert {each["agrees"] for each in found} == {True, False}
    assert "| rules | upper | 30.5 | 33.5 |" in rte("rules", "published", "--markdown").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("evaluate sheet.jsonl absent.jsonl", "absent.jsonl: no such file"),
        ("evaluate sheet.jsonl form.csv", "form.csv: row 2: left_entailed is empty; expected yes"),
        ("agreement sheet.jsonl sheet.ann.jsonl", "one judge; expected the judgments of two"),
        ("evaluate sheet.jsonl form.csv --json --markdown", "--markdown and --json exclude"),
        ("form sheet.jsonl -o form.csv", "form.csv: exists, and may be filled"),
        ("strip sheet.jsonl -o sheet.jsonl", "sheet.jsonl: exists, and may be filled"),
        ("strip sheet.jsonl --form form.csv -o form.csv", "form.csv: exists, and may be filled"),
        ("judge sheet.jsonl --judge a/b", "the judge's name is 'a/b'; expected up to 40 letters"),
        ("judge sheet.jsonl --judge ann --port 70000", "port 70000 does not exist"),
        ("judge sheet.jsonl --judge bob --output sheet.ann.jsonl", "holds the judgments of 'ann'"),
    ],
)
def test_bad_input_is_one_line(rte, judged, arguments, message):
    rte("rules", "form", "sheet.jsonl", "-o", "form.csv")
    assert message in rte("rules", *arguments.split()).refusal()


def test_a_port_that_is_taken(rte, judged):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = rte("rules", "judge", "sheet.jsonl", "--judge", "bob", "--port", port)
    assert f"port {port} cannot be listened to (Address already in use)" in found.stderr


def test_without_the_packages(rte, judged, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    found = rte("rules", "judge", "sheet.jsonl", "--judge", "ann")
    assert "pip install 'rte-baselines[serve]'" in found.stderr


@pytest.fixture(scope="module")
def drawn_from(tmp_path_factory):
    """A folder with two rule bases and an index of four sentences."""
    folder = tmp_path_factory.mktemp("drawing")
    (folder / "one.txt").write_text(f"{BUY} => {OWN}\n{BUY} => {SELL}\n")
    (folder / "two.txt").write_text(f"{BUY} => {OWN}\n")
    documents = [
        Document("", "IBM bought Lotus. Acme sold a bank. IBM bought Lotus. We bought it.")
    ]
    build_index(documents, folder / "index", provenance=Provenance("four sentences"))
    return folder


@pytest.mark.slow
def test_drawing(rte, drawn_from, monkeypatch):
    monkeypatch.chdir(drawn_from)
    command = ("rules", "draw", "one.txt", "two.txt", "--index", "index", "-o", "sheet.jsonl")
    found = rte(*command, "--input", BUY, "--both-directions")
    assert found.stderr == (
        "sheet.jsonl: 4 rules, 1 of them without a sentence that matches; 5 examples\n"
    )
    drawn = read_sheet("sheet.jsonl")
    assert drawn.sources == ("one", "two")
    assert drawn.lists["one"][BUY] == (2, 4)
    phrases = {
        (example.left_phrase, example.right_phrase) for _, example in drawn.examples.values()
    }
    assert ("IBM buy Lotus", "IBM own Lotus") in phrases
    assert ("Acme sell a bank", "Acme buy a bank") in phrases
    others = ("rules", "draw", "one.txt", "two.txt", "--index", "index", "-o")
    assert rte(*others, "rules.jsonl", "--rules", 1, "--examples", 1).exit_code == 0
    assert rte(*others, "inputs.jsonl", "--inputs", 2).exit_code == 0
    # The real one takes a second to read.
    monkeypatch.setattr("rte_baselines.rules.rule_base._SHIPPED_FILE", drawn_from / "two.txt")
    shipped = ("rules", "draw", "shipped", *others[4:], "shipped.jsonl", "--rules", 3)
    assert rte(*shipped).exit_code == 0
    assert read_sheet("shipped.jsonl").sources == ("shipped",)
    # The same sheet may be drawn again; judgments of another one would be lost with it.
    assert rte(*shipped).exit_code == 0
    message = rte(*command, "--rules", 1).refusal()
    assert message.startswith("error: sheet.jsonl: is another sheet, which may be judged")
    assert read_sheet("sheet.jsonl") == drawn


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("one.txt --index index -o s", "nothing says what to draw; expected --rules, --inputs"),
        ("one.txt --index index -o s --rules 1 --inputs 1", "--rules and --inputs exclude each"),
        ("one.txt one.txt --index index -o s --rules 1", "rule bases have the names 'one', 'one'"),
        ("one.txt --index index -o s --inputs 9", "9 input templates cannot be drawn from 3"),
        ("one.txt --index index -o s --input buy", "template 'buy': "),
        ("one.txt --index index -o no/s --rules 1", "no/s: cannot be written"),
    ],
)
def test_drawing_from_bad_input(rte, drawn_from, monkeypatch, arguments, message):
    monkeypatch.chdir(drawn_from)
    assert message in rte("rules", "draw", *arguments.split()).refusal()


@pytest.mark.slow
@pytest.mark.usefixtures("all_resamples")
def test_the_document_has_the_figures_of_the_shipped_judgments(rte):
    folder = ROOT / "models" / "entailment_rules" / "judged"
    files = [folder / name for name in ("sheet.jsonl", "one.csv", "two.csv")]
    page = ROOT / "docs" / "development" / "rule-base.md"
    document = " ".join(page.read_text("utf-8").split())
    for judge in json.loads(rte("rules", "evaluate", *files, "--json").stdout)["judges"][:2]:
        bounds = judge["rule_bases"][0]["bounds"]
        cells = [
            "{value:.1f} ({low:.1f} to {high:.1f})".format(
                **{end: 100 * number for end, number in bounds[bound]["rule_precision"].items()}
            )
            for bound in ("upper", "lower")
        ]
        assert f"| {judge['judges']} | {cells[0]} | {cells[1]} |" in document
    examples, *_ = json.loads(rte("rules", "agreement", *files, "--json").stdout)[0]["levels"]
    observed, kappa = (examples[name]["value"] for name in ("observed", "kappa"))
    assert f"on {observed:.0%} of the examples, with a kappa of {kappa:.2f}" in document
