"""What every shipped recognizer must hold to, without being named here."""

import numpy as np
import pytest
from sklearn.base import clone

from rte_baselines.pairs import Pair
from rte_baselines.recognizers import (
    Recognizer,
    read_config,
    shipped_configs,
)
from rte_baselines.recognizers.config import build
from rte_baselines.registry import registry

pytestmark = pytest.mark.usefixtures("remembered_analyses")
every_recognizer = pytest.mark.parametrize("name", shipped_configs())


@every_recognizer
def test_says_what_it_is(name):
    about = read_config(name)["about"]
    assert about["description"]
    assert about["source"]
    assert Recognizer.from_config(name).name == name


@every_recognizer
def test_is_its_config(name):
    recognizer = Recognizer.from_config(name)
    again = build(recognizer.to_config())
    assert again.to_config() == recognizer.to_config() == clone(recognizer).to_config()


@every_recognizer
def test_run_is_sound_and_complete(name, train, test):
    run = Recognizer.from_config(name).fit(train).predict(test)
    assert run.ids == tuple(pair.id for pair in test)
    entailed = run.labels == "ENTAILMENT"
    if entailed.any() and not entailed.all():
        assert run.scores[entailed].min() > run.scores[~entailed].max()
    assert ((run.confidences >= 0) & (run.confidences <= 1)).all()


@every_recognizer
def test_survives_saving(name, train, test, tmp_path):
    recognizer = Recognizer.from_config(name).fit(train)
    recognizer.save(tmp_path / "model", trained_on="sample:train")
    loaded = Recognizer.load(tmp_path / "model")
    before, after = recognizer.predict(test), loaded.predict(test)
    assert list(before) == list(after)
    assert before.name == after.name
    assert loaded.to_config() == recognizer.to_config()
    pair = test[0].text, test[0].hypothesis, test[0].task
    assert loaded.explain(*pair) == recognizer.explain(*pair)


@every_recognizer
def test_takes_odd_pairs(name, train):
    recognizer = Recognizer.from_config(name).fit(train)
    snippets = ["", "🙂 שלום \x00", "word " * 20_000, "9" * 400]
    pairs = [
        Pair(f"{i}-{j}", text, hypothesis)
        for i, text in enumerate(snippets)
        for j, hypothesis in enumerate(snippets[:2])
    ]
    run = recognizer.predict(pairs)
    assert len(run) == len(pairs)
    assert np.isfinite(run.scores).all()
    assert len(recognizer.predict([])) == 0


def test_the_strongest_has_every_feature():
    strongest = Recognizer.from_config("strongest")
    used = {feature.registered_name() for feature in strongest.features.features.values()}
    ours = {
        name
        for name, feature in registry.all("features").items()
        if feature.__module__.startswith("rte_baselines.")
    }
    assert used == ours
    assert strongest.head.task
