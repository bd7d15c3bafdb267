"""`reproduce`: published systems from the command line."""

import json
from pathlib import Path

import pytest

from rte_baselines import load_pairs
from rte_baselines.pairs import write_pairs
from rte_baselines.reproduction import reproducing

pytestmark = pytest.mark.slow

# Figures do not depend on the number of workers; starting some takes seconds.
SAMPLE = ("--dataset", "sample", "--workers", "1")


def test_json(rte, monkeypatch):
    # Every fourth pair of each part; all take seconds to parse.
    load = reproducing.load_family
    monkeypatch.setattr(reproducing, "load_family", lambda *of: [p[::4] for p in load(*of)])
    result = rte("reproduce", "nltk", "desalvobraz2006", *SAMPLE, "--json").succeeded()
    figures = json.loads(result.stdout)
    # Six systems, six metrics; four of them tell contradiction on three-way data.
    assert len(figures) == 6 * 6 + 4
    assert {figure["subset"] for figure in figures} == {"all"}
    metrics = {"accuracy", "cws", "precision", "recall", "f1", "accuracy_3way", "oracle_accuracy"}
    assert {figure["metric"] for figure in figures} == metrics
    for figure in figures:
        if figure["metric"] == "oracle_accuracy":
            assert (figure["low"], figure["high"]) == (None, None)
        else:
            assert figure["low"] <= figure["ours"] <= figure["high"]
    assert figures[0]["stand_ins"]


def test_published_figures_stand_beside_ours(rte, rte_data):
    # They are of the whole data, whichever pairs of it ours are of.
    for part in ("dev", "test"):
        some = load_pairs(rte_data / f"rte1_{part}.xml")[::16]
        write_pairs(some, f"rte1_{part}.xml", format="rte1_xml")
    options = ("--data-dir", ".", "--json", "--per-task", "--workers", "1")
    result = rte("reproduce", "desalvobraz2006", *options)
    figures = {(f["system"], f["subset"], f["metric"]): f for f in json.loads(result.stdout)}
    # desalvobraz2006 Table 4, which has accuracies only.
    assert figures["LLM lexical baseline", "all", "accuracy"]["published"] == 0.55
    assert figures["LLM lexical baseline", "CD", "accuracy"]["published"] == 0.84
    assert figures["LLM lexical baseline", "CD", "cws"]["published"] is None
    assert figures["PARC weighting", "CD", "accuracy"]["published"] == 0.5467
    assert figures["PASCAL weighting", "all", "accuracy"]["published"] == 0.5863


def test_tables(rte):
    result = rte("reproduce", "nltk", *SAMPLE, "--per-task")
    assert result.stdout.startswith("nltk on the test part of sample, percent\n")
    assert "nltk on sample by task: accuracy" in result.stdout
    assert "\nno figures are published for sample\n" in result.stdout
    assert "--output" not in result.stdout
    assert max(map(len, result.stdout.split("sample:test")[0].splitlines())) <= 80


def test_pages(rte):
    result = rte("reproduce", "nltk", *SAMPLE, "--output", "new/out")
    assert result.stderr.splitlines()[-1] == "new/out: written"
    # The sample has no published figures to plot.
    assert {path.name for path in Path("new/out").iterdir()} == {"README.md", "nltk.md"}
    index = Path("new/out/README.md").read_text()
    assert "rte-baselines reproduce nltk --dataset sample --output out\n" in index
    assert "Without a published accuracy: [nltk](nltk.md)." in index
    assert "**nltk on sample by task: cws" in Path("new/out/nltk.md").read_text()


def test_a_folder_that_cannot_be_written_is_refused_first(rte, monkeypatch):
    monkeypatch.setattr(reproducing, "load_family", None)
    Path("file").write_text("")
    message = rte("reproduce", "nltk", *SAMPLE, "--output", "file").refusal()
    assert message == "error: file: cannot be created (File exists)\n"
