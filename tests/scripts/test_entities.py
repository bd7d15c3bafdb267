"""Entities from the mentions of GUM and from the spans of Universal NER."""

import pytest
from english_pipeline.entities import Entity, gum_entities, with_uner_entities

from tests.analysis.parses import cases


def names(sentence):
    return [
        (" ".join(sentence.words[one.start : one.end]), one.label) for one in gum_entities(sentence)
    ]


GUM = """
a mention is opened at one word and closed at another -> Ida Holm PERSON
Ida   PROPN NNP 3 nsubj (1-person-new-nnnnn-cf1-1-coref-Ida_Holm
Holm  PROPN NNP 1 flat  1)
slept VERB  VBD 0 root

a mention is closed at once -> Ida PERSON; Oslo PLACE
Ida  PROPN NNP 2 nsubj (1-person-new-nnnnn-cf1-1-sgl)
left VERB  VBD 0 root
Oslo PROPN NNP 2 obj   (2-place-new-nnnnn-cf2-1-sgl-Oslo)

brackets in what a mention stands for are no brackets -> Elver PLACE
near  ADP   IN  2 case
Elver PROPN NNP 0 root (12-place-new-nnnnn-cf1-1-sgl-Elver_%28river%29)
banks NOUN  NNS 2 dep

of nested names the longest counts -> Bank of Norland ORG
Bank    PROPN NNP 4 nsubj (1-organization-new-nnnnn-cf1-1-sgl
of      ADP   IN  3 case
Norland PROPN NNP 1 nmod  (2-place-new-nnnnn-cf2-1-sgl)1)
failed  VERB  VBD 0 root

two mentions may open at one word -> Holm 's Bank ORG
Holm PROPN NNP 3 nmod:poss (1-organization-new-nnnnn-cf1-3-sgl(2-person-new-nnnnn-cf2-1-sgl
's   PART  POS 1 case      2)
Bank PROPN NNP 0 root      1)

a name within a description counts -> Oslo PLACE
Oslo PROPN NNP 3 nmod:poss (1-person-new-nnnnn-cf1-3-coref(2-place-new-nnnnn-cf2-1-sgl
's   PART  POS 1 case      2)
poet NOUN  NN  0 root      1)

what is closed but not opened in the sentence is no mention ->
Ida  PROPN NNP 2 nsubj 7)
left VERB  VBD 0 root
Oslo PROPN NNP 2 obj   (8-place-new-nnnnn-cf2-1-sgl

a place within a place is a name of its own -> Elver PLACE; Norland PLACE
Elver   PROPN NNP 0 root (1-place-new-nnnnn-cf1-1-sgl
in      ADP   IN  3 case
Norland PROPN NNP 1 nmod (2-place-new-nnnnn-cf2-1-sgl)1)

names in a list are names of their own -> Ida PERSON; Mats PERSON; Jonas PERSON
Ida   PROPN NNP 0 root  (1-person-new-nnnnn-cf1-1,3,5-coref(2-person-new-nnnnn-cf2-1-sgl)
,     PUNCT ,   3 punct
Mats  PROPN NNP 1 conj  (3-person-new-nnnnn-cf3-1-sgl)
and   CCONJ CC  5 cc
Jonas PROPN NNP 1 conj  (4-person-new-nnnnn-cf4-1-sgl)1)

articles titles and clauses are cut from names -> Ida Holm PERSON
the    DET   DT  4 det       (1-person-new-nnnnn-cf1-4-sgl
clever ADJ   JJ  4 amod
mayor  NOUN  NN  4 nmod:desc
Ida    PROPN NNP 8 nsubj
Holm   PROPN NNP 4 flat
who    PRON  WP  7 nsubj
sings  VERB  VBZ 4 acl:relcl 1)
slept  VERB  VBD 0 root

descriptions without a name are no entities -> Oslo PLACE
the    DET   DT  3 det      (1-organization-new-nnnnn-cf1-3-sgl
Oslo   PROPN NNP 3 compound (2-place-new-nnnnn-cf2-1-sgl)
office NOUN  NN  0 root     1)

a comma stays within a name but not at its end: within -> Elver , Norland PLACE
Elver   PROPN NNP 0 root          (1-place-new-nnnnn-cf1-1-sgl
,       PUNCT ,   1 punct
Norland PROPN NNP 1 nmod:unmarked 1)

a comma stays within a name but not at its end: at the end -> Ida Holm PERSON
Ida   PROPN NNP 0 root      (1-person-new-nnnnn-cf1-1-sgl
Holm  PROPN NNP 1 flat
,     PUNCT ,   1 punct
who   PRON  WP  5 nsubj
sings VERB  VBZ 1 acl:relcl 1)

what joins names stays within but not at the edges: within -> Friends of the Elver ORG
Friends PROPN NNPS 0 root (1-organization-new-nnnnn-cf1-1-sgl
of      ADP   IN   4 case
the     DET   DT   4 det
Elver   PROPN NNP  1 nmod 1)

what joins names stays within but not at the edges: at the end -> Friends ORG
Friends PROPN NNPS 0 root (1-organization-new-nnnnn-cf1-1-sgl
of      ADP   IN   4 case
lovely  ADJ   JJ   4 amod
Elver   PROPN NNP  1 nmod 1)

what joins names stays within but not at the edges: at the start -> Visitors ' Bureau ORG
the      DET   DT   2 det       (1-organization-new-nnnnn-cf1-1-sgl
Visitors PROPN NNPS 4 nmod:poss
'        PART  POS  2 case
Bureau   PROPN NNP  0 root      1)
"""


@pytest.mark.parametrize(("lines", "expected"), cases(GUM))
def test_names_of_gum(sentence_of, lines, expected):
    assert names(sentence_of(lines)) == [
        tuple(one.rsplit(" ", 1)) for one in expected.split("; ") if one
    ]


@pytest.mark.parametrize(
    ("word", "gum", "found"),
    [
        ("Elver PROPN NNP", "time", [("Elver", "TIME")]),
        ("Elver PROPN NNP", "event", [("Elver", "MISC")]),
        ("1931 NUM CD", "time", [("1931", "TIME")]),
        ("1931 NUM CD", "place", []),
    ],
)
def test_numbers_are_names_of_times_only(sentence_of, word, gum, found):
    assert names(sentence_of(f"{word} 0 root (1-{gum}-new-nnnnn-cf1-1-sgl)")) == found


@pytest.mark.parametrize(
    ("uner", "sentences", "expected"),
    [
        (
            # In another order than that of the sentences.
            {"b": "Oslo/B-LOC sleeps/O", "a": "Ida/B-PER Holm/I-PER left/O Acme/B-ORG"},
            {"a": "Ida Holm left Acme", "b": "Oslo sleeps"},
            {"a": [Entity(0, 2, "PERSON"), Entity(3, 4, "ORG")], "b": [Entity(0, 1, "PLACE")]},
        ),
        (
            # Sentences whose words are cut otherwise, or that are not there, are left out.
            {"a": "Ida/B-PER cannot/O", "b": "Oslo/B-LOC", "d": "Elver/B-LOC"},
            {"a": "Ida can not", "b": "Oslo", "c": "Not there"},
            {"b": [Entity(0, 1, "PLACE")]},
        ),
        (
            # Neighbours are apart, and names of other kinds are none.
            {"a": "Ida/B-PER Mats/B-PER Elver/B-OTH Cup/I-OTH Norland/B-LOC"},
            {"a": "Ida Mats Elver Cup Norland"},
            {"a": [Entity(0, 1, "PERSON"), Entity(1, 2, "PERSON"), Entity(4, 5, "PLACE")]},
        ),
    ],
)
def test_names_of_uner(write_uner, sentence_of, uner, sentences, expected):
    plain = [
        sentence_of("\n".join(f"{word} X X 0 dep" for word in words.split()), name)
        for name, words in sentences.items()
    ]
    found = list(with_uner_entities(write_uner(uner), plain))
    assert {sentence.name: list(entities) for sentence, entities in found} == expected
    assert [sentence for sentence, _ in found] == [s for s in plain if s.name in expected]
