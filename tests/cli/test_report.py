"""`report`."""

import json
import re
from pathlib import Path

import pytest

from rte_baselines.cli.commands.report import renamed
from rte_baselines.runs import Prediction, Run
from tests.cli.documents import document, pair, write

GOLD = document(
    pair(1, "YES", "Ada sang in Rome.", "Ada sang."),
    pair(2, "NO", "Bo <hummed>.".replace("<", "&lt;"), "Bo sang."),
    pair(3, "YES", "Cy paid.", "Cy paid."),
    pair(4, "NO", "Di left.", "Ed ran."),
)


@pytest.fixture(autouse=True)
def files(folder):
    write("gold.xml", GOLD)
    write("right.run", "1 YES\n3 YES\n2 NO\n4 NO\n")
    write("half.run", "1 YES\n2 YES\n3 NO\n4 NO\n")


def records(path="page.html"):
    page = Path(path).read_text("utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    return json.loads(found[1])


@pytest.mark.slow
def test_a_page_of_two_runs(rte):
    result = rte("report", "gold.xml", "right.run", "half.run", "--output", "page.html")
    assert (result.exit_code, result.stdout) == (0, "")
    assert re.fullmatch(r"page\.html: written, \d+\.\d MB\n", result.stderr)
    assert [run["name"] for run in records()["runs"]] == ["right", "half"]
    assert "<h1>Textual entailment on gold.xml</h1>" in Path("page.html").read_text("utf-8")


@pytest.mark.slow
def test_title_and_measures(rte):
    arguments = ["--output", "page.html", "--title", "A <title>", "--measures", "recall"]
    assert rte("report", "gold.xml", "right.run", *arguments).exit_code == 0
    page = Path("page.html").read_text("utf-8")
    assert "<h1>A &lt;title&gt;</h1>" in page
    assert '<th scope="col">recall</th>' in page
    assert '<th scope="col">cws</th>' not in page


@pytest.mark.slow
def test_runs_have_other_names_everywhere(rte):
    names = ["--name", "right.run=Our <best> = system", "--name", "half.run=Theirs"]
    arguments = ["right.run", "half.run", "--measures", "accuracy_2way", "--output", "page.html"]
    assert rte("report", "gold.xml", *arguments, *names).exit_code == 0
    page = Path("page.html").read_text("utf-8")
    assert "right.run" not in page
    assert "half.run" not in page
    assert "accuracy_2way: Our &lt;best&gt; = system is best (1.000)" in page
    assert [run["name"] for run in records()["runs"]] == ["Our <best> = system", "Theirs"]


@pytest.mark.slow
def test_baselines_are_on_the_page(rte):
    arguments = ["report", "gold.xml", "right.run", "--baselines", "--output", "page.html"]
    assert rte(*arguments).exit_code == 0
    names = [run["name"] for run in records()["runs"]]
    assert names == ["right", "word-overlap", "lexical-logistic", "strongest"]
    refusal = rte(
        *arguments, "--development", "gold.xml", "--development-run", "half.run"
    ).refusal()
    assert "--baselines and --development exclude each other" in refusal


def test_a_name_stands_for_its_run_even_if_it_is_the_file_of_another():
    runs = [Run([Prediction("1", "YES")], name=name) for name in "xy"]
    assert [new.name for new in renamed(runs, ["x=A"], ["a/x", "x"])] == ["A", "y"]


@pytest.mark.slow
def test_where_runs_differ(rte):
    # Which is not the length that is computed.
    write("gold.xml", GOLD.replace("<pair ", '<pair length="short" '))
    arguments = ["--measures", "accuracy_2way", "--output", "page.html"]
    assert rte("report", "gold.xml", "right.run", "half.run", *arguments).exit_code == 0
    page = Path("page.html").read_text("utf-8")
    # "Cy paid." has all words of the hypothesis in the text, "Di left." none.
    for part in (">overlap<", ">100% (", ">0% (", ">length<", ">0\N{EN DASH}5 (4)<", ">negations<"):
        assert part in page
    write("bare.csv", "id,label\n1,YES\n2,NO\n3,YES\n4,NO\n")
    assert rte("report", "bare.csv", "right.run", "half.run", *arguments).exit_code == 0
    assert ">overlap<" not in Path("page.html").read_text("utf-8")


@pytest.mark.slow
def test_the_words_that_a_model_aligned(rte, overlap):
    """The model takes the second pair, whose words overlap, to be entailed."""
    write("other.xml", document(pair(1, "YES", "Cy paid.", "Cy paid."), pair(2, "NO")))
    run = ["predict", overlap, "other.xml", "--output", "overlap.jsonl", "--format", "jsonl"]
    assert rte(*run).exit_code == 0
    arguments = ["--model", overlap, "--development", "gold.xml", "--output", "page.html"]
    rte("report", "other.xml", "overlap.jsonl", *arguments).succeeded()
    page = Path("page.html").read_text("utf-8")
    assert "Aligned words of the hypothesis and the text: Ada with Ada" in page
    assert "best on the development pairs" in page


@pytest.mark.slow
def test_development_runs(rte):
    line = '{{"id": "{}", "label": "{}", "score": {}}}\n'
    scores = [(1, "YES", 0.9), (2, "NO", 0.2), (3, "YES", 0.6), (4, "NO", 0.1)]
    write("scored.jsonl", "".join(line.format(*one) for one in scores))
    arguments = ["--development", "gold.xml", "--development-run", "scored.jsonl"]
    arguments += ["--run-columns", "label=label,score=score"]
    result = rte("report", "gold.xml", "scored.jsonl", *arguments, "--output", "page.html")
    assert result.exit_code == 0, result.stderr
    assert "0.600 (vertical line), gives 1.000 there" in Path("page.html").read_text("utf-8")


@pytest.mark.slow
def test_thresholds_that_cannot_be_shown(rte):
    arguments = ["report", "gold.xml", "half.run", "--output", "page.html"]
    development = ["--development", "gold.xml", "--development-run", "right.run"]
    result = rte(*arguments, *development)
    warning, written = result.stderr.splitlines()
    assert warning.startswith("warning: half: --development shows no threshold")
    assert written.startswith("page.html: written")
    assert rte(*arguments).stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--model", "x"], "--model is given 1 time for 2 runs; expected one for each run"),
        (["--development", "gold.xml"], "--development needs runs on these pairs"),
        (["--development-run", "x"], "--development-run is given 1 time for 2 runs"),
        (
            ["--development-run", "half.run", "--development-run", "half.run"],
            "--development-run needs the pairs it is on",
        ),
        (["--model", "x", "--model", "y"], "x"),
        (["--name", "rihgt.run=A"], "--name 'rihgt.run=A' names no run; did you mean 'right.run'?"),
        (["--name", "right.run=A", "--name", "half.run=A"], "two runs are called 'A'; expected"),
        (["--name", "right.run"], "--name 'right.run' names no run; expected RUN=NAME, with"),
        (["--name", "right.run= "], "--name 'right.run= ': the new name is empty; expected"),
        (
            ["--name", "half.run=A", "--name", "half.run=B"],
            "--name 'half.run=B': half is named twice; expected one name",
        ),
        (["--output", ""], "--output is empty; expected the name of a file"),
        (["--output", "."], ".: is a folder; name a file to write"),
        (["--output", "absent/page.html"], "absent/page.html: cannot be written"),
    ],
)
def test_bad_input_is_told_before_the_work(rte, monkeypatch, options, message):
    monkeypatch.setattr("rte_baselines.evaluation.evaluate", None)
    output = [] if "--output" in options else ["--output", "page.html"]
    result = rte("report", "gold.xml", "right.run", "half.run", *options, *output)
    assert message in result.refusal()
    assert not Path("page.html").exists()
