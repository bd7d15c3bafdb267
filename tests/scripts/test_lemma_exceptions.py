"""Which forms the lemmatizer is to know by heart, by the verbs of the shipped WordNet."""

import pytest
from english_pipeline.lemma_exceptions import irregular_forms, regular_variants, with_one_lemma

from rte_baselines.lexicon.wordnet import WordNet


@pytest.fixture(scope="module")
def irregular():
    return with_one_lemma(irregular_forms(WordNet.open()))


@pytest.fixture(scope="module")
def second():
    return with_one_lemma(regular_variants(WordNet.open()))


def tags_of(lemmas, form):
    return {tag: of_tag[form] for tag, of_tag in lemmas.items() if form in of_tag}


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        *(("found", "find"), ("lay", "lie"), ("saw", "see"), ("bore", "bear"), ("felt", "feel")),
        *(("ground", "grind"), ("wound", "wind"), ("bound", "bind")),
    ],
)
def test_a_form_that_is_a_verb_itself_is_another_one_s_in_the_past_only(irregular, form, lemma):
    assert tags_of(irregular, form) == {"VBD": lemma, "VBN": lemma}


@pytest.mark.parametrize(("form", "lemma"), [("ate", "eat"), ("sank", "sink"), ("eaten", "eat")])
def test_a_form_that_is_no_verb_itself_is_one_s_under_all_tags_of_verbs(irregular, form, lemma):
    assert tags_of(irregular, form) == dict.fromkeys(("VBD", "VBN", "VB", "VBP"), lemma)


def test_other_endings_have_their_own_tags(irregular):
    assert tags_of(irregular, "lying") == {"VBG": "lie"}


@pytest.mark.parametrize(
    ("form", "lemma"),
    [("lied", "lie"), ("burned", "burn"), ("dreamed", "dream"), ("hanged", "hang")],
)
def test_regular_forms_of_irregular_verbs(second, form, lemma):
    assert tags_of(second, form) == {"VBD": lemma, "VBN": lemma}


# Of verbs that double their consonant, and what is a verb itself.
@pytest.mark.parametrize("form", ["planed", "hoped", "seed", "taped", "robed"])
def test_forms_that_are_another_verbs(second, form):
    assert tags_of(second, form) == {}
