"""Models of Hugging Face and answers of chat models on the command line."""

import json

import pytest

from rte_baselines import load, load_pairs, read_run
from tests.cli.documents import write_lines
from tests.recognizers.nli.models import NAMES, write_model

pytestmark = pytest.mark.slow


@pytest.fixture
def pairs(folder):
    rows = [
        {"id": "1", "text": "two ferries sank", "hypothesis": "ferries sank", "label": "yes"},
        {"id": "2", "text": "it rained", "hypothesis": "it snowed", "label": "no"},
        {"id": "3", "text": "two ferries", "hypothesis": "old ferries", "label": "no"},
    ]
    return folder / write_lines("pairs.jsonl", rows)


def test_a_model_predicts_and_explains(rte, folder, pairs):
    model = write_model(folder / "tiny")
    assert rte("predict", model, pairs, "--output", "run.jsonl").exit_code == 0
    expected = load(model).predict(load_pairs(pairs))
    assert list(read_run("run.jsonl")) == list(expected)
    explained = rte("explain", model, "--text", "two ferries", "--hypothesis", "ferries")
    assert "the highest of all labels" in " ".join(explained.stdout.split())
    rte("predict", model, pairs, "--output", "shards/").succeeded()
    assert read_run("shards").labels.tolist() == expected.labels.tolist()


def test_classes_without_names_need_an_order(rte, folder, pairs):
    model = write_model(folder / "tiny", ["LABEL_0", "LABEL_1", "LABEL_2"])
    message = rte("predict", model, pairs, "--output", "run.jsonl").refusal()
    assert "--model-labels entailment,neutral,contradiction" in message
    assert "model_labels=" not in message
    given = ("--output", "run.jsonl", "--model-labels", ",".join(NAMES))
    assert rte("predict", model, pairs, *given).exit_code == 0
    named = write_model(folder / "named")
    assert (
        read_run("run.jsonl").labels.tolist()
        == load(named).predict(load_pairs(pairs)).labels.tolist()
    )
    found = rte("predict", model, pairs, "--output", "shards/", "--model-labels", "entailment")
    assert "--model-labels and a folder as RUN exclude each other" in found.stderr


def test_a_model_on_the_hub_is_not_downloaded(rte, pairs, folder, monkeypatch):
    constants = pytest.importorskip("huggingface_hub.constants")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(folder / "cache"))
    message = rte("predict", "hf:owner/tiny", pairs, "--output", "run.jsonl").refusal()
    assert "is not in the cache of Hugging Face; to download it: --download" in message


def test_answers_are_scored_and_counted(rte, pairs):
    texts = ("Yes.", "I'm sorry, I can't.", "Answer: no")
    answers = [{"id": str(number), "response": text} for number, text in enumerate(texts, 1)]
    write_lines("judge.jsonl", answers)
    found = rte("evaluate", pairs, "judge.jsonl", "--json").succeeded()
    assert "judge.jsonl: 1 of 3 answers give no label: 1 UNPARSEABLE; such as" in found.stderr
    assert "I'm sorry, I can't." in found.stderr
    (run,) = json.loads(found.stdout)["runs"]
    assert run["measures"]["accuracy_2way"]["value"] == 1
    assert run["measures"]["accuracy_2way_of_all"]["value"] == pytest.approx(2 / 3)
    assert run["measures"]["coverage"]["value"] == pytest.approx(2 / 3)
    checked = rte("validate", "judge.jsonl", "--gold", pairs)
    assert "withheld: 1 UNPARSEABLE" in checked.stdout
