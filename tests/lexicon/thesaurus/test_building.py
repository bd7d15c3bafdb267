"""Dependency triples from hand-made parses, and Lin's similarity by hand and by its formula."""

from collections import Counter
from itertools import product
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.resources.resources import locate
from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.thesaurus import building as thesaurus_building
from rte_baselines.lexicon.thesaurus.building import (
    Triple,
    build_thesaurus,
    count_triples,
    dependency_triples,
    thesaurus_entries,
)
from rte_baselines.lexicon.thesaurus.thesaurus import PARTS, Thesaurus
from tests.analysis.parses import HandParser, parse
from tests.lexicon.words import similarity

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


@given(triple_counts)
def test_equals_the_formula(triples):
    assert_alike(similarities(triples), plain_similarities(triples))


def test_only_the_nearest_are_listed():
    # b shares both its contexts with a, and c one of its two.
    objects = {"eat": "abc", "cook": "ab", "paint": "c"}
    triples = {verb_object(verb, noun): 1 for verb, nouns in objects.items() for noun in nouns}
    triples[verb_object("throw", "d")] = 9
    found = similarities(triples, max_neighbours=1)
    assert [other for part, word, other in found if (part, word) == ("noun", "a")] == ["b"]


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


def clause(verb, noun):
    return f"{verb}/VERB/0/root {noun}/NOUN/1/obj"


@pytest.fixture
def by_hand(monkeypatch):
    monkeypatch.setattr(thesaurus_building, "default_analyzer", HandParser)


@pytest.mark.usefixtures("by_hand")
def test_triples_of_many_snippets_are_counted():
    # More than are parsed at a time.
    snippets = [clause("drink", "tea")] * 300 + [clause("brew", "beer")]
    assert count_triples(iter(snippets)) == {
        verb_object("drink", "tea"): 300,
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
    assert similarity(thesaurus, "tea", "beer", "noun") == pytest.approx(expected, abs=1e-5)
    assert thesaurus.description["source"] == "parses by hand"
    assert thesaurus.description["min_frequency"] == 1


@pytest.mark.slow
def test_counts_do_not_depend_on_the_number_of_processes(two_workers):
    if locate("english") is None:
        pytest.skip("there is no English pipeline to parse with")
    snippets = [f"The old crew mended {number} sails." for number in range(300)]
    alone = count_triples(snippets)
    assert alone
    assert count_triples(snippets, workers=two_workers) == alone


def triples(words):
    """``head relation dependent`` of each triple, the parts of speech left out."""
    return [
        f"{triple.head} {triple.relation} {triple.dependent}"
        for triple in dependency_triples(parse(words))
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # The old crew mended two sails.
        (
            "the/DET/3/det old/ADJ/3/amod crew/NOUN/4/nsubj mend/VERB/0/root "
            "two/NUM/6/nummod sail/NOUN/4/obj ./PUNCT/4/punct",
            ["crew amod old", "mend subj crew", "mend obj sail"],
        ),
        # Sails were mended by Ada.
        (
            "sail/NOUN/3/nsubj:pass be/AUX/3/aux:pass mend/VERB/0/root "
            "by/ADP/5/case ada/PROPN/3/obl:agent",
            ["mend obj sail", "mend subj ada"],
        ),
        # Soup is hot.
        ("soup/NOUN/3/nsubj be/AUX/3/cop hot/ADJ/0/root", ["hot predicate soup"]),
        # They sail to the coast of Wales.
        (
            "they/PRON/2/nsubj sail/VERB/0/root to/ADP/5/case the/DET/5/det "
            "coast/NOUN/2/obl of/ADP/7/case wales/PROPN/5/nmod",
            ["sail subj they", "sail obl:to coast", "coast nmod:of wales"],
        ),
        # It fell out of sight (two ways of treebanks to say "out of").
        (
            "it/PRON/2/nsubj fall/VERB/0/root out/ADP/5/case of/ADP/3/fixed sight/NOUN/2/obl",
            ["fall subj it", "fall obl:out_of sight"],
        ),
        # It fell Monday.
        ("it/PRON/2/nsubj fall/VERB/0/root monday/PROPN/2/obl", ["fall subj it"]),
        # Ports that freeze
        ("port/NOUN/0/root that/PRON/3/nsubj freeze/VERB/1/acl:relcl", ["freeze subj port"]),
        # Crew and captain want to rest.
        (
            "crew/NOUN/4/nsubj and/CCONJ/3/cc captain/NOUN/1/conj want/VERB/0/root "
            "to/PART/6/mark rest/VERB/4/xcomp",
            ["want subj crew", "crew conj captain", "want comp rest"],
        ),
        # Ada's harbour pilot slowly gave Bo water.
        (
            "ada/PROPN/4/nmod:poss 's/PART/1/case harbour/NOUN/4/compound pilot/NOUN/6/nsubj "
            "slowly/ADV/6/advmod give/VERB/0/root bo/PROPN/6/iobj water/NOUN/6/obj",
            [
                *("pilot poss ada", "pilot compound harbour", "give subj pilot"),
                *("give advmod slowly", "give iobj bo", "give obj water"),
            ],
        ),
    ],
)
def test_relations(words, expected):
    assert triples(words) == expected


@pytest.mark.parametrize("lemma", ["", "1987", "%", "-", "<b>", "http://a.b", "a\u00a0b", "x" * 41])
def test_what_is_no_word_gives_no_triple(lemma):
    analysis = parse("word/NOUN/2/nsubj sing/VERB/0/root")
    analysis.layers["lemmas"] = (lemma, "sing")
    assert list(dependency_triples(analysis)) == []


@pytest.mark.parametrize("lemma", ["o'hara", "u.s.", "at&t", "x-ray", "café", "b2b", "ōsaka"])
def test_odd_words(lemma):
    assert triples(f"{lemma}/PROPN/2/nsubj sing/VERB/0/root") == [f"sing subj {lemma}"]
