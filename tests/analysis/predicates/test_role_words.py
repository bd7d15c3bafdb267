"""The lists that roles are read off: every entry can be met."""

import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.core.resources.resources import packaged_lines

LISTS = word_lists("predicates/role_words.txt")
VERBS = (
    *("happening", "undergoing", "acting_alone", "controlled_by_subject", "governing_gerunds"),
    *("directing", "transferring", "linking", "linking_objects", "appointing", "suffering"),
)
PARTICLES = {"about", "apart", "back", "down", "over", "up"}


@pytest.mark.parametrize("heading", LISTS)
def test_entries_are_tokens_as_they_are_cut(heading):
    for entry in LISTS[heading]:
        (analysis,) = default_analyzer().analyze([entry.replace("_", " ")])
        assert analysis.words == tuple(entry.split("_")), entry


@pytest.mark.parametrize("heading", VERBS)
def test_verbs_of_several_words_are_verb_and_particle(heading):
    parts = [entry.split("_") for entry in LISTS[heading]]
    assert all(len(words) < 3 and set(words[1:]) <= PARTICLES for words in parts)


def test_no_entry_is_there_twice():
    heading, seen = "", set()
    for line in packaged_lines("rte_baselines.analysis.predicates", "role_words.txt"):
        if line.startswith("["):
            heading = line
        for word in () if line.startswith("[") else line.split():
            assert (heading, word) not in seen
            seen.add((heading, word))


def test_a_verb_either_may_have_an_object_or_not():
    strict = LISTS["happening"] | LISTS["acting_alone"]
    assert not strict & LISTS["undergoing"]
    assert not strict & LISTS["transferring"] - {"talk"}
