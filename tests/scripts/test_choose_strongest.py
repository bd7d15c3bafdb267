"""The choice of the strongest recognizer."""

import choose_strongest as script
import pytest

from rte_baselines import Recognizer
from rte_baselines.core.registry import registry


@pytest.fixture(scope="module")
def candidates():
    return Recognizer.from_config(script.CONFIG).features.features


@pytest.mark.slow
def test_every_feature_that_compares_is_a_candidate_but_for_raw_vectors_and_what_is_rare(
    candidates,
):
    # Models and abduction take minutes, and few pairs of news are proved, as `proofs.v1` shows;
    # learned rules apply to 8 of 1,767.
    rare = {"deep_semantics.v1", "atomic_propositions.v1", "abduction.v1", "rule_match.v1"}
    used = {feature.registered_name() for feature in candidates.values()}
    ours = {
        name
        for name, feature in registry.all("features").items()
        if feature.__module__.startswith("rte_baselines.")
    }
    # These look at text and hypothesis apart, and would learn what gives labels away.
    apart = {"ngram_bag.v1", "counts.v1"}
    # This one wraps a trained model.
    assert ours - used == {"vector_concatenation.v1", "windowed.v1", *apart, *rare}


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
