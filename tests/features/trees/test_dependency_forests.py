"""Dependency trees as forests in postorder."""

import pytest

from rte_baselines.features.batch import Side
from rte_baselines.features.trees.dependency_forests import NO_RELATION, DependencyForests

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


def test_snippets_are_concatenated(snippet, parsed):
    nothing, word = parsed(""), parsed("Rain falls", heads="0 1", relations="root obj")
    snippets = [nothing, snippet, nothing, word, nothing]
    sentences = DependencyForests(Side(snippets), "sentence")
    assert sentences.first_forests.tolist() == [0, 1, 3, 4, 5, 6]
    assert sentences.snippets.tolist() == [0, 1, 1, 2, 3, 4]
    assert sentences.leftmost.lengths.tolist() == [0, 4, 2, 0, 2, 0]
    assert words_of(sentences, *snippets)[-2:] == ["falls", "Rain"]
    # "Falls" hangs from the first word of its snippet, the tenth in all.
    assert sentences.heads.tolist()[-2:] == [9, -1]
    assert [len(nodes) for nodes in sentences.nodes] == [0, 6, 0, 2, 0]
    whole = DependencyForests(Side(snippets), "snippet")
    assert whole.first_forests.tolist() == [0, 1, 2, 3, 4, 5]
    assert whole.leftmost.lengths.tolist() == [0, 6, 0, 2, 0]


def test_labels(snippet):
    (nodes,) = DependencyForests(Side([snippet]), "sentence").nodes
    assert list(nodes.lemmas.strings) == ["old", "dogs", "loudly", "bark", "cats", "flee"]
    old, dogs, loudly, bark, cats, flee = nodes.relations.tolist()
    assert bark == flee == NO_RELATION
    assert dogs == cats
    assert len({old, dogs, loudly, bark}) == 4
    # A name is a noun.
    assert nodes.parts[1] == nodes.parts[4]
    assert len(set(nodes.parts.tolist())) == 4
