"""Lin's similarity: by hand, against the formula in plain Python, and from documents."""

from collections import Counter
from itertools import product
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from rte_baselines.core.errors import InputError
from rte_baselines.core.resources.resources import locate
from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.thesaurus import building as thesaurus_building
from rte_baselines.lexicon.thesaurus.building import (
    Triple,
    build_thesaurus,
    context_information,
    count_triples,
    thesaurus_entries,
)
from rte_baselines.lexicon.thesaurus.thesaurus import PARTS, Thesaurus

from ..parses import HandParser

PROVENANCE = Provenance("parses by hand")


def verb_object(verb, noun):
    return Triple(verb, "verb", "obj", noun, "noun")


# Tea is drunk twice; beer is drunk once and brewed once; stones are thrown four times.
KITCHEN = {
    verb_object("drink", "tea"): 2,
    verb_object("drink", "beer"): 1,
    verb_object("brew", "beer"): 1,
    verb_object("throw", "stone"): 4,
}


def similarities(triples, **options):
    """Similarities by part of speech, word and neighbour."""
    return {
        (entry.part, entry.word, other): similarity
        for entry in thesaurus_entries(triples, min_frequency=1, **options)
        for other, similarity in entry.neighbours
    }


def plain_similarities(triples):
    """The formula of Lin 1998, a dictionary for each of his counts."""
    found = {}
    for part in PARTS:
        cells = Counter()
        for (head, head_part, relation, dependent, dependent_part), count in triples.items():
            if head_part == part:
                cells[head, relation, (dependent, dependent_part)] += count
            if dependent_part == part:
                back = relation if relation == "conj" else ("inverse", relation)
                cells[dependent, back, (head, head_part)] += count
        told = {}
        for (word, relation, other), count in cells.items():
            of_relation = sum(n for (_, r, _), n in cells.items() if r == relation)
            of_word = sum(n for (w, r, _), n in cells.items() if (w, r) == (word, relation))
            of_context = sum(n for (_, r, o), n in cells.items() if (r, o) == (relation, other))
            if count * of_relation > of_word * of_context:
                information = log(count * of_relation / (of_word * of_context))
                told.setdefault(word, {})[relation, other] = information
        for one, other in product(told, repeat=2):
            shared = told[one].keys() & told[other].keys()
            if one != other and shared:
                total = sum(told[one].values()) + sum(told[other].values())
                common = sum(told[one][key] + told[other][key] for key in shared)
                found[part, one, other] = common / total
    return found


@pytest.mark.slow
def test_hand_worked():
    # Of 8 objects in all, 3 are drunk and 1 is brewed; tea is an object twice, and so is beer.
    tea_drunk, beer_drunk, beer_brewed = log(2 * 8 / (2 * 3)), log(8 / (2 * 3)), log(8 / 2)
    nouns = (tea_drunk + beer_drunk) / (tea_drunk + beer_drunk + beer_brewed)
    # Of 8 with an object, drink has 3 and brew 1; beer is the object of 2, tea of 2.
    drink_tea, drink_beer, brew_beer = log(2 * 8 / (3 * 2)), log(8 / (3 * 2)), log(8 / 2)
    verbs = (drink_beer + brew_beer) / (drink_tea + drink_beer + brew_beer)
    assert similarities(KITCHEN) == pytest.approx(
        {
            ("noun", "tea", "beer"): nouns,
            ("noun", "beer", "tea"): nouns,
            ("verb", "drink", "brew"): verbs,
            ("verb", "brew", "drink"): verbs,
        }
    )


def test_information_by_hand():
    counts = sparse.csr_array(np.array([[2, 0, 3], [1, 1, 0]]))
    information = context_information(counts, np.array([0, 0, 1])).toarray()
    # The second word tells nothing new in the first context: 1 * 4 / (2 * 3) is below 1; nor
    # does the first in the third, the only one of its relation.
    assert information == pytest.approx(np.array([[log(2 * 4 / (2 * 3)), 0, 0], [0, log(2), 0]]))


words = st.tuples(st.sampled_from("abcd"), st.sampled_from([*PARTS, "pronoun"]))
triple_counts = st.dictionaries(
    st.builds(
        lambda head, relation, dependent: Triple(*head, relation, *dependent),
        words,
        st.sampled_from(["subj", "obj", "conj"]),
        words,
    ),
    st.integers(1, 6),
    max_size=30,
)


# A product that is 1 up to rounding counts for nothing, or next to nothing.
def assert_alike(found, expected):
    for key in found.keys() | expected.keys():
        assert found.get(key, 0) == pytest.approx(expected.get(key, 0), abs=1e-9)


@pytest.mark.slow
@given(triple_counts)
def test_equals_the_formula(triples):
    assert_alike(similarities(triples), plain_similarities(triples))


@pytest.mark.slow
@given(triple_counts)
def test_range_symmetry_and_order(triples):
    found = similarities(triples)
    assert all(0 < value < 1 + 1e-9 for value in found.values())
    turned = {(part, other, word): value for (part, word, other), value in found.items()}
    assert_alike(found, turned)
    for entry in thesaurus_entries(triples, min_frequency=1):
        values = [value for _, value in entry.neighbours]
        assert values == sorted(values, reverse=True)


@pytest.mark.slow
@given(triple_counts, st.integers(2, 5))
def test_a_corpus_read_twice_says_the_same(triples, times):
    repeated = {triple: times * count for triple, count in triples.items()}
    assert_alike(similarities(repeated), similarities(triples))


def test_only_the_nearest_are_listed():
    # b shares both its contexts with a, and c one of its two.
    triples = Counter(
        {
            **{verb_object(verb, noun): 1 for verb in ("eat", "cook") for noun in ("a", "b")},
            **{verb_object("eat", "c"): 1, verb_object("paint", "c"): 1},
            verb_object("throw", "d"): 9,
        }
    )
    (entry,) = (
        entry
        for entry in thesaurus_entries(triples, min_frequency=1, max_neighbours=1)
        if entry.word == "a"
    )
    assert [word for word, _ in entry.neighbours] == ["b"]


def test_rare_words_are_contexts_but_have_no_entries():
    entries = list(thesaurus_entries(KITCHEN, min_frequency=2))
    assert {(entry.part, entry.word) for entry in entries} == {
        *(("noun", "tea"), ("noun", "beer"), ("noun", "stone")),
        *(("verb", "drink"), ("verb", "throw")),
    }
    (tea,) = (entry for entry in entries if entry.word == "tea")
    assert dict(tea.neighbours)["beer"] == pytest.approx(
        similarities(KITCHEN)["noun", "tea", "beer"]
    )


def test_no_triples():
    assert list(thesaurus_entries({})) == []


def clause(verb, noun):
    return f"{verb}/VERB/0/root {noun}/NOUN/1/obj"


@pytest.fixture
def by_hand(monkeypatch):
    monkeypatch.setattr(thesaurus_building, "default_analyzer", HandParser)


@pytest.mark.usefixtures("by_hand")
def test_triples_of_many_snippets_are_counted():
    # More than are parsed at a time.
    snippets = [clause("drink", "tea")] * 150 + [clause("brew", "beer")]
    assert count_triples(iter(snippets)) == {
        verb_object("drink", "tea"): 150,
        verb_object("brew", "beer"): 1,
    }


@pytest.mark.usefixtures("by_hand")
def test_a_thesaurus_from_documents(tmp_path):
    documents = [
        Document(clause("drink", "tea"), clause("drink", "tea")),
        Document("", clause("drink", "beer")),
        Document(clause("brew", "beer"), ""),
        *[Document("", clause("throw", "stone"))] * 4,
    ]
    build_thesaurus(documents, tmp_path / "built", provenance=PROVENANCE, min_frequency=1)
    thesaurus = Thesaurus.open(tmp_path / "built")
    expected = similarities(KITCHEN)["noun", "tea", "beer"]
    assert thesaurus.similarity("tea", "beer", "noun") == pytest.approx(expected, abs=1e-5)
    assert thesaurus.description["source"] == "parses by hand"
    assert thesaurus.description["min_frequency"] == 1


@pytest.mark.usefixtures("by_hand")
def test_a_corpus_without_frequent_words(tmp_path):
    documents = [Document("", clause("drink", "tea"))]
    with pytest.raises(InputError, match="occurs in 2 dependencies or more"):
        build_thesaurus(documents, tmp_path / "built", provenance=PROVENANCE, min_frequency=2)
    assert not list(tmp_path.iterdir())


def test_an_output_that_cannot_be_written_is_refused_before_anything_is_read(tmp_path):
    def documents():
        raise AssertionError("read")
        yield

    (tmp_path / "kept").write_text("mine")
    with pytest.raises(InputError, match="exists and is not replaced"):
        build_thesaurus(documents(), tmp_path, provenance=PROVENANCE)


@pytest.mark.usefixtures("by_hand")
def test_an_interruption_leaves_nothing(tmp_path):
    def documents():
        yield Document("", clause("drink", "tea"))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_thesaurus(documents(), tmp_path / "built", provenance=PROVENANCE)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_counts_do_not_depend_on_the_number_of_processes(two_workers):
    if locate("english") is None:
        pytest.skip("there is no English pipeline to parse with")
    snippets = [f"The old crew mended {number} sails." for number in range(70)]
    alone = count_triples(snippets)
    assert alone
    assert count_triples(snippets, workers=two_workers) == alone


@pytest.mark.slow
def test_errors_in_reading_reach_the_caller_through_other_processes(two_workers):
    def snippets():
        raise InputError("corpus.csv: line 3: damaged")
        yield

    with pytest.raises(InputError, match="line 3"):
        count_triples(snippets(), workers=two_workers)
