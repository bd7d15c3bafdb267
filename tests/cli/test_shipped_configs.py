"""Every recognizer of the toolkit's own, from training to score, on every dataset."""

import json

import pytest

from rte_baselines.reproduction import own_recognizers

pytestmark = pytest.mark.usefixtures("remembered_analyses")
own_config = pytest.mark.parametrize("config", own_recognizers())


def train_predict_evaluate(rte, config, train, test, run_format):
    """Return the measures of a config's run, as a user gets them."""
    assert rte("train", config, "--train", train, "--output", "model").exit_code == 0
    options = ("--output", "run", "--format", run_format)
    assert rte("predict", "model", test, *options).exit_code == 0
    result = rte("evaluate", test, "run", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)["runs"][0]["measures"]


@own_config
@pytest.mark.parametrize("run_format", ["tac", "jsonl"])
def test_on_the_sample(rte, config, run_format):
    measures = train_predict_evaluate(rte, config, "sample:train", "sample:test", run_format)
    assert 0 <= measures["accuracy_2way"]["value"] <= 1
    assert ("cws" in measures) == (run_format == "jsonl")


@own_config
@pytest.mark.parametrize("challenge", ["rte1", "rte2", "rte3"])
def test_on_the_challenges(rte, rte_data, config, challenge):
    datasets = f"{challenge}:dev", f"{challenge}:test"
    measures = train_predict_evaluate(rte, config, *datasets, "jsonl")
    # Half of the pairs are entailed, or nearly so; three standard errors are 5 points.
    assert measures["accuracy_2way"]["value"] > 0.45
    assert {"average_precision", "cws"} <= measures.keys()


@pytest.mark.parametrize("place", ["--data-dir", "RTE_BASELINES_DATA", "NLTK_DATA"])
def test_where_the_data_may_be(rte, rte_data, without_data, monkeypatch, place):
    options = ()
    if place == "--data-dir":
        options = ("--data-dir", rte_data)
    else:
        monkeypatch.setenv(place, str(rte_data.parent.parent))
    result = rte("validate", "rte1:dev", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "pairs: 567" in result.stdout.splitlines()
