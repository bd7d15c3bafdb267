"""The choice of the strongest recognizer."""

import choose_strongest as script
import pytest

from rte_baselines import Pair, Recognizer

pytestmark = pytest.mark.slow


def test_the_config_is_the_choice():
    strongest = Recognizer.from_config("strongest")
    name, features, make = next(script.candidates())
    assert (name, set(features)) == ("strongest", {*strongest.features.features, script.TASK})
    assert strongest.head.task
    classifier = make([])[-1]
    assert type(classifier).__name__ == strongest.head.classifier
    parameters = classifier.get_params()
    assert {key: parameters[key] for key in strongest.head.parameters} == strongest.head.parameters


def test_each_input_has_its_own_direction():
    texts = ("Two ferries sank.", "Ada sang in Oslo.", "It rained.")
    pairs = [Pair(text, text, "Ada sang.", None, "NO_ENTAILMENT") for text in texts]
    development = script.extracted([pairs])
    for name, values in development.columns.items():
        assert len(development.directions[name]) == values.shape[1]
    assert development.directions["lengths"] == [0] * 3
    assert development.directions["entity_mismatch"] == [-1]
