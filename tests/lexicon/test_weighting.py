"""What every registered weighting must hold to, without being named here."""

import numpy as np
import pytest

from rte_baselines.core.registry import registry

WEIGHTINGS = registry.all("weightings")


@pytest.mark.parametrize("name", WEIGHTINGS)
@pytest.mark.parametrize("terms", [[], ["ferry"], ["", "the", "ferry", "🙂", "9" * 500]])
def test_weights_are_finite_and_not_negative(name, terms):
    weights = WEIGHTINGS[name]().weights(terms)
    assert weights.shape == (len(terms),)
    assert np.isfinite(weights).all()
    assert (weights >= 0).all()


def test_uniform_weights_are_one():
    weighting = registry.get("weightings", "uniform.v1")()
    assert weighting.weights(["the", "ferry"]).tolist() == [1, 1]
