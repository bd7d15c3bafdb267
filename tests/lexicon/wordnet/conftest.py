"""The shipped WordNet, a small one, and NLTK's where its data is at hand."""

import os
from pathlib import Path

import pytest

from rte_baselines.lexicon.wordnet import WordNet
from rte_baselines.lexicon.wordnet.building import build_wordnet

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


@pytest.fixture(scope="session")
def nltk_wordnet():
    """NLTK's reader of the database files, from NLTK_DATA."""
    folders = [Path(part) for part in os.environ.get("NLTK_DATA", "").split(os.pathsep) if part]
    if not any((folder / "corpora" / "wordnet" / "lexnames").is_file() for folder in folders):
        pytest.skip("WordNet's files not found: set NLTK_DATA to a folder with corpora/wordnet")
    from nltk.corpus import wordnet

    wordnet.ensure_loaded()
    return wordnet
