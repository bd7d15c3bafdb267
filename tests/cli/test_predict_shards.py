"""``predict`` into a folder: a shard of the run for each file of pairs."""

import sys

import pytest

from rte_baselines import load_pairs, write_pairs

SAMPLE = load_pairs("sample:test")


@pytest.fixture
def pairs(folder):
    (folder / "pairs").mkdir()
    for number, start in enumerate(range(0, len(SAMPLE), 60)):
        write_pairs(SAMPLE[start : start + 60], folder / "pairs" / f"part-{number}.jsonl")
    return folder / "pairs"


@pytest.mark.slow
def test_predicts_resumes_and_evaluates(rte, folder, overlap, pairs):
    command = ("predict", overlap, pairs, "--output", "run/")
    first = rte(*command, "--workers", "2").succeeded()
    assert f"run: {len(SAMPLE)} pairs in {len(list(pairs.iterdir()))} shards; " in first.stderr
    again = rte(*command)
    assert "of them before" in again.stderr
    assert rte("predict", overlap, "sample:test", "--output", "one.jsonl").exit_code == 0
    reports = [rte("evaluate", "sample:test", run, "--json") for run in ("run", "one.jsonl")]
    assert reports[0].stdout == reports[1].stdout.replace('"one"', '"run"')


@pytest.mark.slow
def test_a_scheduler(rte, folder, overlap, pairs):
    pytest.importorskip("distributed")
    local = ("--scheduler", "local", "--workers", "1")
    assert rte("predict", overlap, pairs, "--output", "run/", *local).exit_code == 0
    assert rte("predict", overlap, pairs, "--output", "one/", "--workers", "1").exit_code == 0
    for path in (folder / "one").rglob("*"):
        if path.is_file():
            same = folder / "run" / path.relative_to(folder / "one")
            assert same.read_bytes() == path.read_bytes()


def test_without_dask(rte, folder, overlap, pairs, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    message = rte("predict", overlap, pairs, "--output", "run/", "--scheduler", "local").refusal()
    assert "pip install 'rte-baselines[dask]'" in message


def test_standard_input_has_no_shards(rte, folder, overlap):
    assert rte("predict", overlap, "-", "--output", "run/").refusal() == (
        "error: run/: is a folder, for a shard of the run for each file of pairs, which standard "
        "input has not; name a file to write, or files of pairs\n"
    )
