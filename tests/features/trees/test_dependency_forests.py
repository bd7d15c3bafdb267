"""Dependency trees as forests in postorder."""

import pytest

from rte_baselines.features.batch import Side
from rte_baselines.features.trees.dependency_forests import DependencyForests

WORDS = "Old , dogs bark loudly . Cats flee ."


@pytest.fixture
def snippet(parsed):
    """Two sentences; "old" hangs from a comma, which hangs from "dogs"."""
    return parsed(
        WORDS,
        pos="ADJ PUNCT NOUN VERB ADV PUNCT PROPN VERB PUNCT",
        heads="2 3 4 0 4 4 8 0 8",
        relations="amod punct nsubj root advmod punct nsubj root punct",
    )


def words_of(forests, *snippets):
    words = [word for snippet in snippets for word in snippet.words]
    return [words[word] for word in forests.words.tolist()]


def test_sentences_are_forests(snippet):
    forests = DependencyForests(Side([snippet]), "sentence")
    assert words_of(forests, snippet) == ["Old", "dogs", "loudly", "bark", "Cats", "flee"]
    assert forests.heads.tolist() == [2, 3, 3, -1, 7, -1]
    assert forests.leftmost.values.tolist() == [0, 0, 2, 0, 0, 0]
    assert forests.leftmost.lengths.tolist() == [4, 2]
