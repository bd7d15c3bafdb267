"""The shipped models are what the script trains, and their cards say so."""

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from build_recognizers import MODELS, ROOT, RTE, SNLI, commands, source, train, training_pairs

from rte_baselines import load, load_pairs, shipped_models
from rte_baselines.core.errors import DatasetNotFoundError
from rte_baselines.pairs.pair import words_digest

NOTICE = ROOT / "NOTICE"
every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)


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
    shown = " ".join(card.split())
    for part in (model.notice, model.taught, model.data.kind, model.data.longest):
        assert part in shown
    signature = json.loads((folder / "signature.json").read_text("utf-8"))
    assert signature["trained_on"] == "+".join(model.data.training)


@every_model
def test_the_licence_of_captions_is_named(model):
    folder = shipped_models()[model.name]
    signature = json.loads((folder / "signature.json").read_text("utf-8"))
    is_taught = model.captions > 0 or model.data is SNLI
    is_read = "word-comparison" in signature["resources"]
    assert ("CC BY-SA" in model.notice) == (is_taught or is_read)
    assert ("under the same licence" in model.notice) == is_taught
    (item,) = (item for item in NOTICE.read_text("utf-8").split("\n- ") if "Stanford" in item)
    assert (f"recognizers/{model.name}" in re.split(r"[\s,:]+", item)) == is_taught


@pytest.mark.slow
@every_model
@pytest.mark.usefixtures("rte_data")
def test_a_model_knows_its_training_pairs(model):
    """Those of the comparison of words, which it reads, are among them."""
    shipped = load(model.name)
    snli = ["nli/snli/dev.jsonl"] if "word-comparison" in shipped.resources_ else []
    files = [source(name) for name in (*model.data.training, *snli) if ":" not in name]
    if missing := [file for file in files if not Path(file).is_file()]:
        pytest.skip(f"{missing[0]} not found: set RTE_BASELINES_DATA")
    try:
        pairs = training_pairs(model)
        digests = {words_digest(pair) for pair in pairs}
        digests |= {words_digest(pair) for name in snli for pair in load_pairs(source(name))}
    except DatasetNotFoundError as error:
        pytest.skip(str(error))
    assert shipped.training_pair_digests_.tolist() == sorted(digests)
    labels = Counter(pair.label for pair in pairs[len(pairs) - 3 * model.captions :])
    assert shipped.training_pairs_ == len(pairs)
    assert not model.captions or set(labels.values()) == {model.captions}


@pytest.mark.slow
@pytest.mark.longest
@pytest.mark.usefixtures("remembered_analyses")
# Those of captions would take minutes.
@pytest.mark.parametrize("name", [model.name for model in MODELS if model.data is RTE])
def test_training_again_gives_the_shipped_model(name, rte_data):
    (model,) = (model for model in MODELS if model.name == name)
    again, shipped = train(model, str(rte_data)), load(name)
    assert again.training_digest_ == shipped.training_digest_
    means, shipped_means = (np.array(trained.feature_means_) for trained in (again, shipped))
    np.testing.assert_allclose(means, shipped_means, rtol=1e-9)
    pairs = load_pairs("sample:test")
    found, expected = again.predict(pairs), shipped.predict(pairs)
    np.testing.assert_array_equal(found.labels, expected.labels)
    np.testing.assert_allclose(found.scores, expected.scores, atol=1e-6)
