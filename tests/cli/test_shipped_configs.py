"""Every recognizer of the toolkit's own, from training to score, on every dataset."""

import json
import re
from itertools import product

import pytest
from rich.cells import cell_len

from rte_baselines import Recognizer, load_pairs, read_run
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.pairs import write_pairs
from rte_baselines.recognizers import shipped_configs
from rte_baselines.reproduction import own_recognizers
from tests.recognizers.sizes import enough

pytestmark = pytest.mark.usefixtures("remembered_analyses", "few_resamples")
own_config = pytest.mark.parametrize("config", own_recognizers())
# The tests of a config run one after the other, so that it is trained once.
every_model = pytest.mark.parametrize("model", shipped_configs(), indirect=True, scope="module")
PAIR = ("--text", "Two old ferries sank off Oslo.", "--hypothesis", "Two ferries burned.")
SENTENCES = {
    "ENTAILMENT": "Entailed: ",
    "NO_ENTAILMENT": "Not entailed: ",
    "CONTRADICTION": "Contradicted: ",
    "UNKNOWN": "Neither entailed nor contradicted: ",
}


@pytest.fixture
def few_resamples(monkeypatch):
    """Use 500 resamples for intervals, which these tests do not look at, not 10,000."""
    monkeypatch.setattr("rte_baselines.evaluation.resampling.bootstrap._MOST_RESAMPLES", 500)


def train(rte, config, pairs, model):
    assert rte("train", config, "--train", pairs, "--output", model).exit_code == 0


@pytest.fixture(scope="module")
def of_sample(tmp_path_factory):
    """Name the pairs of a part of the sample that a config is tried on."""
    folder = tmp_path_factory.mktemp("sample")

    def name(config, part):
        pairs = load_pairs(f"sample:{part}")
        some = enough(config, pairs)
        if len(some) == len(pairs):
            return f"sample:{part}"
        write_pairs(some, folder / f"{part}.jsonl")
        return folder / f"{part}.jsonl"

    return name


@pytest.fixture(scope="module")
def model(request, rte, of_sample, tmp_path_factory):
    """The folder of a model of the config that a test asks for, trained on the sample."""
    folder = tmp_path_factory.mktemp("models") / "model"
    train(rte, request.param, of_sample(request.param, "train"), folder)
    return folder


def predict_and_evaluate(rte, model, pairs, run_format):
    """Return the measures of the model's run, as a user gets them."""
    options = ("--output", "run", "--format", run_format)
    assert rte("predict", model, pairs, *options).exit_code == 0
    result = rte("evaluate", pairs, "run", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)["runs"][0]["measures"]


def assert_sound(run, pairs):
    """Assert that a run has an answer for each pair, ranked as it is labelled."""
    assert run.ids == tuple(pair.id for pair in pairs)
    entailed = run.labels == "ENTAILMENT"
    if entailed.any() and not entailed.all():
        assert run.scores[entailed].min() > run.scores[~entailed].max()
    assert ((run.confidences >= 0) & (run.confidences <= 1)).all()


@pytest.mark.slow
@every_model
def test_on_the_sample(rte, model, of_sample, request):
    config = request.node.callspec.params["model"]
    pairs = of_sample(config, "test")
    measures = predict_and_evaluate(rte, model, pairs, "jsonl")
    assert 0 <= measures["accuracy_2way"]["value"] <= 1
    assert "cws" in measures
    assert_sound(read_run("run"), load_pairs(pairs))
    if config in own_recognizers():
        assert "cws" not in predict_and_evaluate(rte, model, pairs, "tac")


@pytest.mark.slow
@every_model
def test_can_be_explained(rte, model):
    result = rte("explain", model, *PAIR)
    assert (result.exit_code, result.stderr) == (0, "")
    sentence, facts, *_ = result.stdout.split("\n\n")
    (label,) = re.findall(r"^decision +(\w+), confidence ", facts, flags=re.MULTILINE)
    assert sentence.startswith(SENTENCES[label])
    assert sentence.endswith(".")
    assert max(map(cell_len, result.stdout.splitlines())) <= 80
    assert len(result.stdout.splitlines()) <= 66


@pytest.fixture(scope="module")
def fifths(rte_data, tmp_path_factory):
    """A folder with every fifth pair of the challenges."""
    folder = tmp_path_factory.mktemp("fifths")
    for number, part in product((1, 2, 3), ("dev", "test")):
        pairs = load_pairs(rte_data / f"rte{number}_{part}.xml")[::5]
        file_format = "rte1_xml" if number == 1 else "rte2_xml"
        write_pairs(pairs, folder / f"rte{number}_{part}.xml", format=file_format)
    return folder


@pytest.mark.slow
@own_config
@pytest.mark.parametrize("challenge", ["rte1", "rte2", "rte3"])
def test_on_the_challenges(rte, fifths, config, challenge, monkeypatch):
    # The sentence encoder and WordNet's similarities take as long as all else together.
    needed = Recognizer.from_config(config).features.resources(default_analyzer())
    if needed & {"encoder", "wordnet"}:
        monkeypatch.setenv("RTE_BASELINES_DATA", str(fifths))
    train(rte, config, f"{challenge}:dev", "model")
    measures = predict_and_evaluate(rte, "model", f"{challenge}:test", "jsonl")
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
