"""`demo`: the main job."""

import json
from pathlib import Path

import pytest

from rte_baselines.recognizers import shipped_configs
from rte_baselines.reproduction.experiment import own_recognizers

RECOGNIZERS = ("word-overlap", "wordnet-similarity")


def test_the_recognizers_are_those_of_no_paper_that_take_no_minutes():
    not_of_a_paper = [name for name in shipped_configs() if "/" not in name]
    in_minutes = {"natural-logic", "logic-cascade", "windowed"}
    assert own_recognizers() == [name for name in not_of_a_paper if name not in in_minutes]


@pytest.mark.slow
def test_without_data_the_recognizers_run_on_the_sample(rte, without_data, monkeypatch):
    # `test_shipped_configs` runs each of them on the sample.
    monkeypatch.setattr(
        "rte_baselines.reproduction.experiment.own_recognizers", lambda: RECOGNIZERS
    )
    result = rte("demo").succeeded()
    first, second, *merged, last = result.stderr.splitlines()
    assert all(line.startswith("warning: CONTRADICTION and UNKNOWN were merged") for line in merged)
    assert first.startswith("dataset rte1:dev not found")
    assert second == "Running on the sample that comes with the package."
    assert last == "Models, runs and reports are in results/, by dataset and recognizer."
    shown = [line.split(" ")[0] for line in result.stdout.splitlines()]
    for name in RECOGNIZERS:
        assert name in shown
        for file in ("model/config.cfg", "run.txt", "run.jsonl"):
            assert Path("results/sample", name, file).is_file()
    # What the table says, another person gets from the runs it came from.
    runs = [f"results/sample/{name}/run.jsonl" for name in RECOGNIZERS]
    report = json.loads(Path("results/sample/report.json").read_text())
    again = json.loads(rte("evaluate", "sample:test", *runs, "--json").stdout)
    assert [run["measures"] for run in again["runs"]] == [run["measures"] for run in report["runs"]]
    assert again["signature"] == report["signature"]
    (signature,) = (line for line in result.stdout.splitlines() if line.startswith("sample:test: "))
    assert signature.startswith(f"sample:test: {report['signature']}|")
    assert "|wordnet:" in signature


@pytest.mark.slow
def test_json_and_markdown(rte):
    arguments = ("demo", "--dataset", "sample", "--recognizer", "majority", "--workers", "1")
    found = json.loads(rte(*arguments, "--json").stdout)
    assert [run["run"] for run in found["sample"]["runs"]] == ["majority"]
    lines = rte(*arguments, "--markdown").stdout.splitlines()
    header = lines.index(next(line for line in lines if line.startswith("| recognizer |")))
    # Half of the sample is entailed, and all of it is what the majority says.
    assert lines[header + 2].startswith("| majority | 50.0 |")
    assert lines[header + 4] == ""
    assert lines[header + 5].startswith("- sample:test: pairs:160|")


@pytest.mark.slow
def test_a_config_of_ones_own(rte):
    source = shipped_configs()["word-overlap"].read_text()
    Path("mine.cfg").write_text(source.replace('"norms"', '"stems"'))
    options = ("--recognizer", "mine.cfg", "--output", "out", "--workers", "1")
    rte("demo", "--dataset", "sample", *options).succeeded()
    assert 'level = "stems"' in Path("out/sample/mine/model/config.cfg").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        *("demo", "reproduce perez2006", "resplit word-overlap"),
        "train word-overlap --train rte1:dev --output model",
    ],
)
def test_a_folder_without_data_is_not_made_up_for(rte, folder, monkeypatch, command):
    (folder / "empty").mkdir()
    (folder / "full").mkdir()
    for challenge in (1, 2, 3):
        for split in ("dev", "test"):
            (folder / "full" / f"rte{challenge}_{split}.xml").touch()
    for variable in ("RTE_BASELINES_DATA", "NLTK_DATA"):
        monkeypatch.setenv(variable, str(folder / "full"))
    message = rte(*command.split(), "--data-dir", "empty").refusal()
    assert "rte1_dev.xml" in message
    assert "empty" in message
    assert {path.name for path in folder.iterdir()} == {"empty", "full"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--dataset", "rte9"], "unknown dataset 'rte9'; did you mean 'rte1', 'rte2'"),
        (["--dataset", "med"], "no part to train on in the dataset 'med'; expected one of rte1,"),
        (["--dataset", "sample", "--dataset", "sample"], "two datasets are called 'sample'"),
        (["--dataset", "sample", "--dataset", "rte1"], "dataset rte1:dev not found"),
        (["--recognizer", "bleu", "--recognizer", "blue"], "'blue'; did you mean 'bleu'?"),
        (["--recognizer", "bleu", "--recognizer", "bleu"], "two recognizers are called 'bleu'"),
    ],
)
def test_everything_is_checked_before_anything_is_done(
    rte, without_data, folder, arguments, message
):
    result = rte("demo", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr.splitlines()[-1]
    assert list(folder.iterdir()) == []
