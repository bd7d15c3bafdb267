"""The choice of the strongest recognizer."""

import choose_strongest as script
import pytest

from rte_baselines import Recognizer


@pytest.fixture(scope="module")
def candidates():
    return Recognizer.from_config(script.CONFIG).features.features


@pytest.mark.slow
def test_groups_have_every_candidate(candidates):
    grouped = {*script.without(), "contextual_idf", "contextual_words"}
    assert grouped == {*candidates, script.TASK}


@pytest.mark.slow
def test_the_config_is_the_choice(candidates):
    strongest = Recognizer.from_config("strongest")
    chosen = script.without(*script.LEFT_OUT)
    assert {*strongest.features.features, script.TASK} == set(chosen)
    for name, feature in strongest.features.features.items():
        assert feature.to_config() == candidates[name].to_config()
    name, features, classifier = next(script.candidates())
    assert (name, features) == ("strongest", chosen)
    assert strongest.head.task
    parameters = classifier[-1].get_params()
    assert {key: parameters[key] for key in strongest.head.parameters} == strongest.head.parameters
