"""Dependency triples from hand-made parses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.lexicon.thesaurus.building import dependency_triples
from rte_baselines.lexicon.thesaurus.thesaurus import PART_OF_TAG

from ..parses import parsed


def triples(parse):
    """``head relation dependent`` of each triple, the parts of speech left out."""
    return [
        f"{triple.head} {triple.relation} {triple.dependent}"
        for triple in dependency_triples(parsed(parse))
    ]


@pytest.mark.parametrize(
    ("parse", "expected"),
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
        (
            "it/PRON/2/nsubj fall/VERB/0/root out/ADP/5/case of/ADP/5/case sight/NOUN/2/obl",
            ["fall subj it", "fall obl:out_of sight"],
        ),
        # It fell Monday.
        ("it/PRON/2/nsubj fall/VERB/0/root monday/PROPN/2/obl", ["fall subj it"]),
        # Ports that freeze
        (
            "port/NOUN/0/root that/PRON/3/nsubj freeze/VERB/1/acl:relcl",
            ["freeze subj port"],
        ),
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
def test_relations(parse, expected):
    assert triples(parse) == expected


def test_parts_of_speech():
    (triple,) = dependency_triples(parsed("ada/PROPN/2/nsubj sing/VERB/0/root"))
    assert triple == ("sing", "verb", "subj", "ada", "noun")


@pytest.mark.parametrize("lemma", ["", "1987", "%", "-", "<b>", "http://a.b", "a\u00a0b", "x" * 41])
def test_what_is_no_word_gives_no_triple(lemma):
    analysis = parsed("word/NOUN/2/nsubj sing/VERB/0/root")
    analysis.layers["lemmas"] = (lemma, "sing")
    assert list(dependency_triples(analysis)) == []


@pytest.mark.parametrize("lemma", ["o'hara", "u.s.", "at&t", "x-ray", "café", "b2b", "ōsaka"])
def test_odd_words(lemma):
    assert triples(f"{lemma}/PROPN/2/nsubj sing/VERB/0/root") == [f"sing subj {lemma}"]


def test_nothing():
    assert triples("") == []


RELATIONS = "nsubj obj obl nmod case fixed acl:relcl conj amod det".split()


@st.composite
def trees(draw):
    """Any tree: each word hangs on an earlier one, with any tag and relation."""
    words = [f"w/{draw(st.sampled_from([*PART_OF_TAG, 'DET']))}/0/root"]
    for place in range(1, draw(st.integers(1, 9))):
        tag = draw(st.sampled_from([*PART_OF_TAG, "DET"]))
        relation = draw(st.sampled_from(RELATIONS))
        lemma = draw(st.sampled_from(["w", "that", "7"]))
        words.append(f"{lemma}/{tag}/{draw(st.integers(1, place))}/{relation}")
    return " ".join(words)


@pytest.mark.slow
@given(trees())
def test_any_tree_gives_words_of_known_parts(parse):
    for triple in dependency_triples(parsed(parse)):
        assert {triple.head_part, triple.dependent_part} <= set(PART_OF_TAG.values())
        assert {triple.head, triple.dependent} <= {"w", "that"}
