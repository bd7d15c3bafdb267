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

from .sizes import enough

pytestmark = pytest.mark.usefixtures("remembered_analyses")
every_recognizer = pytest.mark.parametrize("name", shipped_configs())
# The tests of a config run one after the other, so that it is fitted once.
every_fitted_recognizer = pytest.mark.parametrize(
    "fitted", shipped_configs(), indirect=True, scope="module"
)
ODD_SNIPPETS = ["", "🙂 שלום \x00", "word " * 5_000, "9" * 400]


@pytest.fixture(scope="module")
def fitted(request, train):
    """A recognizer that no test changes, fitted on the sample."""
    return Recognizer.from_config(request.param).fit(enough(request.param, train))


@pytest.mark.slow
@every_recognizer
def test_says_what_it_is(name):
    about = read_config(name)["about"]
    assert about["description"]
    assert about["source"]
    assert Recognizer.from_config(name).name == name


@pytest.mark.slow
@every_recognizer
def test_is_its_config(name):
    recognizer = Recognizer.from_config(name)
    again = build(recognizer.to_config())
    assert again.to_config() == recognizer.to_config() == clone(recognizer).to_config()


@pytest.mark.slow
@every_fitted_recognizer
def test_survives_saving(fitted, test, tmp_path):
    fitted.save(tmp_path / "model", trained_on="sample:train")
    loaded = Recognizer.load(tmp_path / "model")
    some = enough(fitted.name, test[::4])
    before, after = fitted.predict(some), loaded.predict(some)
    assert list(before) == list(after)
    assert before.name == after.name
    assert loaded.to_config() == fitted.to_config()
    pair = test[0].text, test[0].hypothesis, test[0].task
    assert loaded.explain(*pair) == fitted.explain(*pair)


@pytest.mark.slow
@every_fitted_recognizer
def test_takes_odd_pairs(fitted):
    pairs = [
        Pair(f"{i}-{j}", text, hypothesis)
        for i, text in enumerate(ODD_SNIPPETS)
        for j, hypothesis in enumerate(ODD_SNIPPETS[:2])
    ]
    run = fitted.predict(pairs)
    assert len(run) == len(pairs)
    assert np.isfinite(run.scores).all()
    assert len(fitted.predict([])) == 0
