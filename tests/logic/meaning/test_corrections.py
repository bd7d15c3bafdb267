import pytest

from rte_baselines.lexicon.wordnet.database.relations import Part
from rte_baselines.logic.meaning.corrections import corrected, names_in
from rte_baselines.logic.meaning.lexicon import known_lemma
from tests.logic.meaning.parsed_sentences import blocks, parsed


def tree_of(analysis):
    """The words with their tags, heads from 1 and relations."""
    rows = zip(
        analysis.words, analysis.tags, analysis.heads.tolist(), analysis.relations, strict=True
    )
    return [f"{word} {tag} {head + 1} {relation}" for word, tag, head, relation in rows]


@pytest.mark.parametrize(("parse", "right"), blocks("corrections.txt"))
def test_corrected_parses(parse, right):
    analysis = parsed(parse)
    rows = tree_of(analysis) if right == "=" else right.split("; ")
    assert tree_of(corrected(analysis)) == rows


def test_lemmas_are_of_wordnet_and_a_people_is_no_person():
    rows = "dog dog NN 2 nsubj\nbarking barke VBG 0 root\nat at IN 4 case\npeople people NNS 2 obl"
    assert corrected(parsed(rows)).lemmas == ("dog", "bark", "at", "person")
    rows = "a a DT 2 det\npeople people NN 0 root"
    assert corrected(parsed(rows)).lemmas == ("a", "people")


@pytest.mark.parametrize(
    ("form", "lemma", "expected"),
    [("singing", "singe", "sing"), ("hoping", "hop", "hope"), ("bathing", "bathe", "bathe")],
)
def test_of_two_verbs_with_one_form_the_more_frequent_is_meant(form, lemma, expected):
    assert known_lemma(form, lemma, Part.VERB) == expected


def test_a_subject_that_is_tagged_as_a_verb_is_a_name():
    analysis = parsed("Hope hope VBP 3 nsubj\nis be VBZ 3 cop\ntired tired JJ 0 root")
    assert names_in(analysis) == {"hope"}


def test_what_is_a_name_in_one_snippet_is_one_in_another():
    analysis = parsed("Olive olive NN 3 nsubj\nis be VBZ 3 cop\ntall tall JJ 0 root")
    assert corrected(analysis).tags[0] == "NN"
    assert corrected(analysis, frozenset({"olive"})).tags[0] == "NNP"
