"""The choice of the strongest recognizer."""

import choose_strongest as script
import pytest

from rte_baselines import Recognizer


@pytest.mark.slow
def test_the_config_is_the_choice():
    strongest = Recognizer.from_config("strongest")
    name, features, make = next(script.candidates())
    assert (name, set(features)) == ("strongest", {*strongest.features.features, script.TASK})
    assert strongest.head.task
    classifier = make([])[-1]
    assert type(classifier).__name__ == strongest.head.classifier
    parameters = classifier.get_params()
    assert {key: parameters[key] for key in strongest.head.parameters} == strongest.head.parameters
