"""The shipped WordNet, and a small one."""

import pytest

from rte_baselines.lexicon.wordnet import WordNet
from rte_baselines.lexicon.wordnet.database.building import build_wordnet

from .small_database import write_database


@pytest.fixture(scope="session")
def wordnet():
    """The shipped WordNet."""
    return WordNet.open()


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """A WordNet of a few words."""
    folder = tmp_path_factory.mktemp("small")
    build_wordnet(write_database(folder / "database"), folder / "built")
    return WordNet.open(folder / "built")
