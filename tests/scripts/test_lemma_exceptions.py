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


PAST = ("VBD", "VBN")
ALL_BUT_S = (*PAST, "VB", "VBP")


@pytest.mark.parametrize(
    ("tags", "lemma_of_form"),
    [
        # Forms that are verbs themselves are another one's in the past only.
        (PAST, {"found": "find", "lay": "lie", "saw": "see", "bore": "bear", "felt": "feel"}),
        (PAST, {"ground": "grind", "wound": "wind", "bound": "bind"}),
        (ALL_BUT_S, {"ate": "eat", "sank": "sink", "eaten": "eat"}),
        (["VBG"], {"lying": "lie"}),
    ],
)
def test_irregular_forms(irregular, tags, lemma_of_form):
    for form, lemma in lemma_of_form.items():
        assert tags_of(irregular, form) == dict.fromkeys(tags, lemma)


def test_regular_forms_of_irregular_verbs(second):
    for form, lemma in {"lied": "lie", "burned": "burn", "hanged": "hang"}.items():
        assert tags_of(second, form) == dict.fromkeys(PAST, lemma)


# Of verbs that double their consonant, and what is a verb itself.
@pytest.mark.parametrize("form", ["planed", "hoped", "seed", "taped", "robed"])
def test_forms_that_are_another_verbs(second, form):
    assert tags_of(second, form) == {}
