"""What every shipped config must hold to, from training to score, without being named here."""

import json
import re
from functools import cache
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from rich.cells import cell_len

from rte_baselines import Recognizer, load_pairs, read_run
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.registry import registry
from rte_baselines.features import Feature
from rte_baselines.pairs import Pair, write_pairs
from rte_baselines.recognizers import read_config, shipped_configs
from rte_baselines.reproduction.experiment import own_recognizers

pytestmark = pytest.mark.usefixtures("remembered_analyses", "remembered_proofs")
OWN = own_recognizers()
own_config = pytest.mark.parametrize("config", OWN)
# The tests of a config run one after the other, so that it is trained once.
every_config = pytest.mark.parametrize("trained", shipped_configs(), indirect=True, scope="module")
PAIR = ("Two old ferries sank off Oslo.", "Two ferries burned.")
ODD_SNIPPETS = ["", "🙂 שלום \x00", "word " * 2_500, "9" * 400]
SENTENCES = {
    "ENTAILMENT": "Entailed: ",
    "NO_ENTAILMENT": "Not entailed: ",
    "CONTRADICTION": "Contradicted: ",
    "UNKNOWN": "Neither entailed nor contradicted: ",
}


@pytest.fixture(scope="module", autouse=True)
def remembered_features():
    """Compute each feature once for the same snippets; several configs have the same features.

    The numbers depend on nothing else: there is nothing to fit in a feature.
    """
    known = {}

    def remembering(compute):
        def remember(feature, batch):
            snippets = ((each.text for each in side) for side in (batch.texts, batch.hypotheses))
            fields = json.dumps(feature.to_config(), sort_keys=True)
            question = compute, fields, *map(tuple, snippets)
            if question not in known:
                known[question] = compute(feature, batch)
            return known[question].copy()

        return remember

    kinds = {kind for cls in registry.all("features").values() for kind in cls.mro()}
    with pytest.MonkeyPatch.context() as patch:
        for kind in kinds:
            if issubclass(kind, Feature) and "compute" in vars(kind):
                patch.setattr(kind, "compute", remembering(kind.compute))
        yield


def train(rte, config, pairs, model):
    assert rte("train", config, "--train", pairs, "--output", model).exit_code == 0


@pytest.fixture(scope="module")
def of_sample(tmp_path_factory):
    """Name a file with the pairs of a part of the sample that a config is tried on.

    These are every third, or every fifteenth for a config that looks for proofs.
    """
    folder = tmp_path_factory.mktemp("sample")

    @cache
    def written(part, step):
        path = folder / f"{part}-{step}.jsonl"
        write_pairs(load_pairs(f"sample:{part}")[::step], path)
        return path

    def name(config, part):
        takes_minutes = read_config(config)["about"].get("takes_minutes", False)
        return written(part, 15 if takes_minutes else 3)

    return name


@pytest.fixture(scope="module")
def trained(request, rte, of_sample, tmp_path_factory):
    """The model that the command trains of a config: its folder, and what was saved there."""
    folder = tmp_path_factory.mktemp("models") / "model"
    saved = []
    save = Recognizer.save

    def remember_and_save(recognizer, *arguments, **options):
        saved.append(recognizer)
        return save(recognizer, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Recognizer, "save", remember_and_save)
        train(rte, request.param, of_sample(request.param, "train"), folder)
    (recognizer,) = saved
    return SimpleNamespace(config=request.param, folder=folder, recognizer=recognizer)


def predict_and_evaluate(rte, model, pairs, run_format):
    """Return the measures of the model's run, as a user gets them."""
    options = ("--output", "run", "--format", run_format)
    assert rte("predict", model, pairs, *options).exit_code == 0
    output = rte("evaluate", pairs, "run", "--json").output()
    return json.loads(output)["runs"][0]["measures"]


def assert_sound(run, pairs):
    """Assert that a run has an answer for each pair, ranked as it is labelled."""
    assert run.ids == tuple(pair.id for pair in pairs)
    entailed = run.labels == "ENTAILMENT"
    if entailed.any() and not entailed.all():
        assert run.scores[entailed].min() > run.scores[~entailed].max()
    assert ((run.confidences >= 0) & (run.confidences <= 1)).all()


@pytest.mark.slow
@every_config
def test_on_the_sample_as_trained_and_as_saved(rte, trained, of_sample):
    pairs = of_sample(trained.config, "test")
    measures = predict_and_evaluate(rte, trained.folder, pairs, "jsonl")
    assert 0 <= measures["accuracy_2way"]["value"] <= 1
    assert "cws" in measures
    run = read_run("run")
    assert_sound(run, load_pairs(pairs))
    # What was learned is what the folder has.
    before = trained.recognizer.predict(load_pairs(pairs))
    assert list(run) == list(before)
    loaded = Recognizer.load(trained.folder)
    assert loaded.name == trained.recognizer.name
    assert loaded.to_config() == trained.recognizer.to_config()
    assert loaded.explain(*PAIR, "IE") == trained.recognizer.explain(*PAIR, "IE")
    if trained.config in OWN:
        assert "cws" not in predict_and_evaluate(rte, trained.folder, pairs, "tac")


@pytest.mark.slow
@every_config
def test_takes_odd_pairs(trained):
    pairs = [
        Pair(f"{i}-{j}", text, hypothesis)
        for i, text in enumerate(ODD_SNIPPETS)
        for j, hypothesis in enumerate(ODD_SNIPPETS[:2])
        # A long text takes seconds to interpret for proofs; once is enough.
        if len(text) < 1_000 or j
    ]
    run = trained.recognizer.predict(pairs)
    assert len(run) == len(pairs)
    assert np.isfinite(run.scores).all()
    assert len(trained.recognizer.predict([])) == 0


@pytest.mark.slow
@every_config
def test_can_be_explained(rte, trained):
    text, hypothesis = PAIR
    output = rte("explain", trained.folder, "--text", text, "--hypothesis", hypothesis).output()
    sentence, facts, *_ = output.split("\n\n")
    (label,) = re.findall(r"^decision +(\w+), confidence ", facts, flags=re.MULTILINE)
    assert sentence.startswith(SENTENCES[label])
    assert sentence.endswith(".")
    assert max(map(cell_len, output.splitlines())) <= 80
    assert len(output.splitlines()) <= 66


@pytest.fixture(scope="module")
def some_pairs(rte_data, tmp_path_factory):
    """A folder with some pairs of the challenges: a tenth for training, a fifth for testing."""
    folder = tmp_path_factory.mktemp("some")
    for number, (part, step) in product((1, 2, 3), {"dev": 10, "test": 5}.items()):
        pairs = load_pairs(rte_data / f"rte{number}_{part}.xml")[::step]
        file_format = "rte1_xml" if number == 1 else "rte2_xml"
        write_pairs(pairs, folder / f"rte{number}_{part}.xml", format=file_format)
    return folder


@pytest.mark.slow
@own_config
@pytest.mark.parametrize("challenge", ["rte1", "rte2", "rte3"])
def test_on_the_challenges(rte, some_pairs, config, challenge, monkeypatch):
    # The parse, the sentence encoder and WordNet's similarities take longer than all else together.
    needed = Recognizer.from_config(config).features.resources(default_analyzer())
    is_part = bool(needed & {"english", "encoder", "wordnet"})
    if is_part:
        monkeypatch.setenv("RTE_BASELINES_DATA", str(some_pairs))
    train(rte, config, f"{challenge}:dev", "model")
    measures = predict_and_evaluate(rte, "model", f"{challenge}:test", "jsonl")
    # Half of the pairs are entailed, or nearly so. Three standard errors are 5 points, or 12 of a
    # fifth of the pairs.
    assert measures["accuracy_2way"]["value"] > (0.38 if is_part else 0.45)
    assert {"average_precision", "cws"} <= measures.keys()
