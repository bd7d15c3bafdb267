"""Which recognizers a name stands for."""

import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.core.resources.resources import shipped_configs
from rte_baselines.web.app.served import SHOWN_CONFIGS, served


def test_shown_configs_exist():
    assert set(SHOWN_CONFIGS) <= shipped_configs().keys()


@pytest.mark.slow
def test_models_folders_and_configs(tmp_path):
    folder = tmp_path / "mine"
    Recognizer.from_config("word-overlap").fit(load_pairs("sample:train")).save(folder)
    config = tmp_path / "own.cfg"
    config.write_text(shipped_configs()["stem-overlap"].read_text())
    names = ["word-overlap", str(folder), str(config), "natural-logic"]
    shipped, mine, own, logic = served(names, tmp_path / "trained")
    assert [(one.name, one.is_slow, one.is_trained) for one in (shipped, mine, own, logic)] == [
        ("word-overlap", False, True),
        ("mine", False, True),
        ("own", False, False),
        ("natural-logic", True, False),
    ]
    assert mine.folder == folder
    assert mine.trained_on == "unnamed data, 160 pairs"
    assert own.config == str(config)
    assert logic.labels == ("ENTAILMENT", "CONTRADICTION", "UNKNOWN")
    assert len({one.folder for one in (shipped, mine, own, logic)}) == 4
    assert shipped.description == "share of the hypothesis's words found in the text"


@pytest.mark.slow
def test_two_of_a_name(tmp_path):
    with pytest.raises(InputError, match=r"two recognizers have the name 'word-overlap'"):
        served(["word-overlap", "word-overlap"], tmp_path)
