"""Experiments: what they train on, test on, write and return."""

import json

import pytest

from rte_baselines import Recognizer, load_pairs, read_run
from rte_baselines.core.resources import resources
from rte_baselines.reproduction.experiment import families_at_hand, run_experiments

from .progress import Progress

pytestmark = pytest.mark.usefixtures("only_data_asked_for", "few_resamples")


@pytest.mark.slow
def test_what_is_written_is_what_is_returned(tmp_path):
    progress = Progress()
    (results,) = run_experiments(
        ["word-overlap", "majority"], ["sample"], tmp_path, progress=progress
    )
    assert (results.trained_on, results.tested_on) == ("sample:train", "sample:test")
    assert [run.name for run in results.report.runs] == ["word-overlap", "majority"]
    assert progress.announced == {"Computing features": 4, "Training and testing": 2}
    assert progress.made == progress.announced
    folder = tmp_path / "sample"
    assert json.loads((folder / "report.json").read_text()) == results.report.to_dict()
    assert (folder / "report.txt").read_text() == f"{results.report.to_text()}\n"
    assert (folder / "report.md").read_text() == f"{results.report.to_markdown()}\n"
    test = load_pairs("sample:test")
    predicted = Recognizer.load(folder / "word-overlap" / "model").predict(test)
    assert list(read_run(folder / "word-overlap" / "run.jsonl")) == list(predicted)
    ranked = read_run(folder / "word-overlap" / "run.txt")
    assert sorted(ranked.ids) == sorted(predicted.ids)


@pytest.mark.slow
def test_only_training_pairs_train(tmp_path):
    (results,) = run_experiments(["stem-overlap"], ["sample"], tmp_path)
    model = Recognizer.load(tmp_path / "sample" / "stem-overlap" / "model")
    expected = Recognizer.from_config("stem-overlap").fit(load_pairs("sample:train"))
    assert model.training_digest_ == expected.training_digest_
    assert results.report.runs[0].overall.pairs == len(load_pairs("sample:test"))


def test_families_at_hand(tmp_path, without_data):
    families, missing = families_at_hand()
    assert families == ["sample"]
    assert "rte1:dev not found" in missing
    for part in ("dev", "test"):
        (tmp_path / f"rte2_{part}.xml").touch()
    (tmp_path / "rte3_dev.xml").touch()
    assert families_at_hand(tmp_path) == (["rte2"], None)


@pytest.mark.slow
def test_signature_names_the_resources_that_were_read(tmp_path):
    (result,) = run_experiments(["lemma-overlap", "weighted-overlap"], ["sample"], tmp_path)
    assert set(result.resources) == {"english", "term-statistics"}
    english = resources.digest("english")
    assert result.signature == (
        f"{result.report.signature}|english:{english}"
        f"|term-statistics:{resources.digest('term-statistics')}"
    )
