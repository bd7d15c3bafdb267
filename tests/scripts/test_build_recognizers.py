"""The shipped models are what the script trains, and their cards say so."""

import json

import numpy as np
import pytest
from build_recognizers import MODELS, commands, source, train

from rte_baselines import load, load_pairs, shipped_models
from rte_baselines.pairs import Scheme

every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)


def test_every_model_is_shipped():
    assert {model.name for model in MODELS} == set(shipped_models())


@every_model
def test_no_test_part_is_trained_on(model):
    assert not set(model.data.training) & set(model.data.tests)
    assert not [name for name in model.data.training if "test" in name]


@every_model
def test_a_card_has_the_commands_of_its_scores(model):
    folder = shipped_models()[model.name]
    card = (folder / "README.md").read_text("utf-8")
    for line in commands(model, ()):
        assert line.removesuffix(" --measures ") in card
    assert model.summary in card
    assert json.loads((folder / "signature.json").read_text("utf-8"))["trained_on"] == "+".join(
        model.data.training
    )


def test_files_are_in_the_folder_of_data(monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_DATA", "data")
    assert (source("rte1:dev"), source("snli/dev.jsonl")) == ("rte1:dev", "data/snli/dev.jsonl")


@pytest.mark.slow
@every_model
def test_training_again_gives_the_shipped_model(model, rte_data):
    again, shipped = train(model, str(rte_data)), load(model.name)
    assert again.training_digest_ == shipped.training_digest_
    assert shipped.scheme_ in Scheme
    np.testing.assert_array_equal(again.training_pair_digests_, shipped.training_pair_digests_)
    pairs = load_pairs("sample:test")
    found, expected = again.predict(pairs), shipped.predict(pairs)
    np.testing.assert_array_equal(found.labels, expected.labels)
    np.testing.assert_allclose(found.scores, expected.scores, atol=1e-6)
