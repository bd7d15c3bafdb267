"""The word lists of analysis: every entry can be met, and none contradicts another."""

from collections import Counter
from itertools import combinations

import pytest

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.coreference.names import given_name_of, name_of, same_name
from rte_baselines.analysis.predicates.embedding import VERIDICALITY
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.core.resources.resources import packaged_lines

REFERENCE, VARIANTS = "coreference/reference_words.txt", "coreference/name_variants.txt"
ROLES, EMBEDDING = "predicates/role_words.txt", "predicates/embedding_predicates.txt"
GIVEN_NAMES = ("masculine_names", "feminine_names")
FORMS = ("", "_to", "_gerund", "_that")
# Headings that are not of predicates.
OTHERS = {
    *("open_complements", "conditions", "open_adverbials", "fronted_conditions", "obliging"),
    *("evidential_adverbs", "evidential_prepositions", "possibility_adverbs"),
    *("possible_modals", "necessary_modals", "future_modals"),
    *("restricting_adverbs", "negated_quantifiers"),
}
EXCLUDING = [
    (REFERENCE, GIVEN_NAMES),
    (REFERENCE, ("persons", "masculine", "feminine", "groups", "groups_of_persons")),
    (ROLES, ("happening", "undergoing")),
    (ROLES, ("acting_alone", "undergoing")),
    *((EMBEDDING, [heading + form for heading in VERIDICALITY]) for form in FORMS),
    (EMBEDDING, ("possible_modals", "necessary_modals", "future_modals")),
    (EMBEDDING, ("evidential_adverbs", "possibility_adverbs", "restricting_adverbs")),
    (EMBEDDING, ("conditions", "open_adverbials")),
]


def cut(texts):
    return [analysis.words for analysis in Analyzer().analyze(texts)]


@pytest.mark.parametrize("file", [REFERENCE, VARIANTS, ROLES, EMBEDDING])
def test_no_entry_is_there_twice_under_its_heading(file):
    heading, entries = "", []
    for line in packaged_lines("rte_baselines.analysis", file):
        heading = line if line.startswith("[") else heading
        entries += [(heading, word) for word in line.split()]
    assert [entry for entry, count in Counter(entries).items() if count > 1] == []


@pytest.mark.parametrize("file", [REFERENCE, ROLES, EMBEDDING])
def test_entries_are_words_as_they_are_cut(file):
    lists = {name: words for name, words in word_lists(file).items() if name not in GIVEN_NAMES}
    entries = sorted(frozenset().union(*lists.values()))
    expected = [tuple(entry.split("_")) for entry in entries]
    assert cut(entry.replace("_", " ") for entry in entries) == expected
    assert all(entry == entry.lower() for entry in entries)


@pytest.mark.parametrize(("file", "headings"), EXCLUDING)
def test_lists_that_exclude_each_other_have_nothing_in_common(file, headings):
    lists = word_lists(file)
    for one, other in combinations(headings, 2):
        assert not lists.get(one, frozenset()) & lists.get(other, frozenset())


def test_every_heading_of_embedding_predicates_is_known():
    headings = set(word_lists(EMBEDDING))
    assert headings - OTHERS <= {heading + form for heading in VERIDICALITY for form in FORMS}
    assert headings >= OTHERS | set(VERIDICALITY)


@pytest.mark.parametrize("heading", GIVEN_NAMES)
def test_given_names_are_found_in_names(heading):
    entries = sorted(word_lists(REFERENCE)[heading])
    names = [name_of(words, "PERSON") for words in cut(f"{name.title()} Berg" for name in entries)]
    assert [given_name_of(name.words) for name in names] == entries


def test_variants_are_names_as_they_are_cut():
    for name, variants in word_lists(VARIANTS).items():
        entries = [name, *sorted(variants)]
        spelled = (entry.replace("_'s", "'s").replace("_", " ") for entry in entries)
        first, *others = map(name_of, cut(spelled))
        assert [one.words for one in (first, *others)] == [tuple(e.split("_")) for e in entries]
        assert all(same_name(first, other) for other in others)
