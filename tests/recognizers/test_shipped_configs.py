"""What every shipped config must say, without being named here."""

import pytest
from sklearn.base import clone

from rte_baselines.recognizers import Recognizer, read_config, shipped_configs
from rte_baselines.recognizers.config import build

pytestmark = pytest.mark.slow

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
