"""Dependency trees as forests in postorder."""

from rte_baselines.features.batch import Side
from rte_baselines.features.trees.dependency_forests import DependencyForests
from tests.features.computing import parsed

WORDS = "Old , dogs bark loudly . Cats flee ."


# Two sentences; "old" hangs from a comma, which hangs from "dogs".
SNIPPET = parsed(
    WORDS,
    pos="ADJ PUNCT NOUN VERB ADV PUNCT PROPN VERB PUNCT",
    heads="2 3 4 0 4 4 8 0 8",
    relations="amod punct nsubj root advmod punct nsubj root punct",
)


def words_of(forests, *snippets):
    words = [word for snippet in snippets for word in snippet.words]
    return [words[word] for word in forests.words.tolist()]


def test_sentences_are_forests():
    forests = DependencyForests(Side([SNIPPET]), "sentence")
    assert words_of(forests, SNIPPET) == ["Old", "dogs", "loudly", "bark", "Cats", "flee"]
    assert forests.heads.tolist() == [2, 3, 3, -1, 7, -1]
    assert forests.leftmost.values.tolist() == [0, 0, 2, 0, 0, 0]
    assert forests.leftmost.lengths.tolist() == [4, 2]
