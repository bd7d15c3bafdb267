"""Models that come with the package, on the command line."""

import json
from pathlib import Path

import pytest

from rte_baselines import read_run
from rte_baselines.core.resources.resources import DEFAULT_MODEL

PAIR = ("--text", "Two old ferries sank off Oslo.", "--hypothesis", "Two ferries sank.")


@pytest.mark.slow
def test_predicting_needs_no_training(rte):
    result = rte("predict", "word-overlap", "sample:test", "--output", "run.jsonl")
    assert (result.exit_code, result.stdout) == (0, "")
    used = "using the model word-overlap that comes with the package\n"
    assert result.stderr == f"{used}run.jsonl: written\n"
    assert len(read_run("run.jsonl")) == 160
    assert rte("predict", "word-overlap", "sample:test", "--output", "-").stderr == used


@pytest.mark.slow
def test_explaining_needs_no_model(rte):
    result = rte("explain", *PAIR, "--json")
    assert json.loads(result.stdout)["label"] == "ENTAILMENT"
    assert result.stderr == f"using the model {DEFAULT_MODEL} that comes with the package\n"
    assert rte("explain", *PAIR, "--json", "--quiet").stderr == ""
    assert rte("explain", DEFAULT_MODEL, *PAIR, "--json").stdout == result.stdout


@pytest.mark.slow
def test_a_pair_of_a_dataset_without_a_model(rte):
    result = rte("explain", "sample:test", "--id", "161", "--json")
    assert json.loads(result.stdout)["pair"]["id"] == "161"
    assert DEFAULT_MODEL in result.stderr
    for arguments, message in (
        (["word-overlap", "--id", "161"], "no PAIRS; expected PAIRS and --id"),
        (["sample:test", *PAIR], "sample:test: not a model"),
        ([], "no pair to explain"),
    ):
        assert message in rte("explain", *arguments).refusal()


def test_a_local_model_takes_precedence(rte, overlap, folder):
    (folder / DEFAULT_MODEL).symlink_to(overlap)
    result = rte("explain", DEFAULT_MODEL, *PAIR)
    assert result.stderr == ""
    assert result.stdout.startswith("Entailed: all 3 words are found in the text; overlap is 1.000")


def test_a_trained_model_is_no_config(rte):
    message = rte("train", "strongest-3way", "--train", "sample:train", "--output", "my").refusal()
    assert "strongest-3way is a trained model, not a config; its card names the config" in message


@pytest.mark.slow
def test_explanations_are_written_as_pages(rte, overlap, folder):
    written = rte("explain", "word-overlap", *PAIR, "--html", "why.html")
    assert (written.exit_code, written.stdout) == (0, "")
    assert written.stderr.splitlines()[-1] == "why.html: written"
    page = (folder / "why.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "<h1>word-overlap</h1>" in page
    assert 'class="line same"' in page
    rte("explain", overlap, *PAIR, "--html", "mine.html")
    assert f"<h1>{Path(overlap).name}</h1>" in (folder / "mine.html").read_text("utf-8")
    message = rte("explain", "word-overlap", *PAIR, "--html", "why.html", "--json").refusal()
    assert "--html" in message
