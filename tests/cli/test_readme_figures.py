"""The README and the page on reproduction have the figures of their commands and documents."""

import json
import re
import shlex

import pytest

from rte_baselines.rendering.tables import percentage
from rte_baselines.reproduction.experiment import run_experiments
from tests.test_documentation import ROOT, blocks

FAMILIES = ("rte1", "rte2", "rte3")
PAGE = "docs/tasks/reproduce.md"
MEASURES = ("accuracy_2way", "cws", "average_precision")


def rows_of(document):
    """Return the cells of the tables of a document by their first cell."""
    lines = re.findall(r"^\| (.*) \|$", (ROOT / document).read_text("utf-8"), flags=re.MULTILINE)
    cells = [[cell.strip(" `") for cell in line.split("|")] for line in lines]
    return {first: rest for first, *rest in cells}


@pytest.fixture
def commands():
    """The commands that reproduce a baseline, without the program's name."""
    (script,) = (b for b in blocks(PAGE, "bash") if "--output overlap.jsonl" in b)
    return [shlex.split(line)[1:] for line in script.splitlines()]


def test_the_readme_quotes_the_figures_of_the_document():
    full, quoted = rows_of("docs/baselines.md"), rows_of("README.md")
    recognizers = set(quoted) & set(full) - {"recognizer", "---"}
    assert recognizers >= {"word-overlap", "lexical-logistic", "contextual-alignment", "strongest"}
    for recognizer in recognizers:
        assert quoted[recognizer] == full[recognizer][::3]
    assert quoted["best trivial system"] == full["best trivial"][::3]


@pytest.mark.slow
def test_the_commands_of_the_page_give_the_figures_of_the_document(
    rte_data, rte, tmp_path, monkeypatch, commands
):
    monkeypatch.chdir(tmp_path)
    train, predict, evaluate, explain = commands
    for command in (train, predict):
        result = rte(*command)
        assert (result.exit_code, result.stdout) == (0, "")
    (scored,) = json.loads(rte(*evaluate, "--json").stdout)["runs"]
    figures = [percentage(scored["measures"][name]["value"]) for name in MEASURES]
    assert figures == rows_of("docs/baselines.md")["word-overlap"][-3:]
    assert rte(*explain).exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("recognizer", ["word-overlap", "bleu", "majority"])
def test_the_demo_gives_the_figures_of_the_document(rte_data, tmp_path, recognizer):
    results = run_experiments([recognizer], FAMILIES, tmp_path, workers=1)
    reports = [result.report for result in results]
    measures = [report.runs[0].overall.measures for report in reports]
    figures = [percentage(values[name].value) for values in measures for name in MEASURES]
    assert figures == rows_of("docs/baselines.md")[recognizer]


def test_the_document_quotes_the_card_of_the_shipped_model():
    card = rows_of("models/recognizers/strongest/README.md")
    accuracies = [card[f"{family}:test"][0].split()[0] for family in FAMILIES]
    document = " ".join((ROOT / "docs/baselines.md").read_text("utf-8").split())
    assert f"({{}}): {accuracies[0]}, {accuracies[1]} and {accuracies[2]}." in re.sub(
        r"\(\[models\.md\]\(models\.md\)\)", "({})", document
    )


def test_the_page_counts_the_reproduced_systems_of_the_table():
    document = (ROOT / "docs/reproduction/README.md").read_text("utf-8")
    (counts,) = re.findall(
        r"within 2\.5 points of a published accuracy on rte1: (\d+) of (\d+) systems; "
        r"with it inside their 95% interval: (\d+)",
        document,
    )
    page = " ".join((ROOT / PAGE).read_text("utf-8").split())
    (quoted,) = re.findall(
        r"of (\d+) systems with a published accuracy on RTE-1, (\d+) are within 2\.5 points of it, "
        r"and for (\d+) it is in their interval",
        page,
    )
    assert (quoted[1], quoted[0], quoted[2]) == counts
    rows = re.findall(r" \| ([+-][\d.]+) \| (yes|no) \|$", document, flags=re.MULTILINE)
    near = sum(abs(float(difference)) <= 2.5 for difference, _ in rows)
    inside = sum(answer == "yes" for _, answer in rows)
    assert tuple(map(int, counts)) == (near, len(rows), inside)


@pytest.mark.slow
@pytest.mark.longest
def test_the_page_has_the_figures_of_its_resplits(rte_data, rte):
    (script,) = (b for b in blocks(PAGE, "bash") if "resplit" in b)
    (shown,) = (b for b in blocks(PAGE, "text") if "official" in b)
    result = rte(*shlex.split(script)[1:])
    assert shown.splitlines()[2:] == result.stdout.splitlines()[2 : len(shown.splitlines())]
