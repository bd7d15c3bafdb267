"""Lemmas known by heart, as a component of spaCy."""

from functools import cache

import pytest
import spacy
from spacy.tokens import Doc

from rte_baselines.analysis.english.lemma_exceptions import (
    FACTORY,
    LemmaExceptions,
    register_component,
)
from rte_baselines.core.resources.resources import resource_folder

pytestmark = pytest.mark.slow


EXCEPTIONS = {"VBD": {"sank": "sink", "Bore": "bear"}, "NNS": {"oxen": "ox"}}


@pytest.fixture(scope="module", autouse=True)
def registered():
    register_component()


@cache
def vocabulary():
    return spacy.blank("en").vocab


def lemmas(words, tags, given):
    doc = Doc(vocabulary(), words=words, tags=tags, lemmas=given)
    return [token.lemma_ for token in LemmaExceptions(EXCEPTIONS)(doc)]


def test_a_form_has_its_lemma_under_its_tag_and_one_in_lower_case_stands_for_all_cases():
    words, given = ["sank", "sank", "oxen"], ["sank", "sank", "oxe"]
    assert lemmas(words, ["VBD", "NN", "NNS"], given) == ["sink", "sank", "ox"]
    words, given = ["Sank", "SANK", "Bore", "bore"], ["a", "b", "c", "d"]
    assert lemmas(words, ["VBD"] * 4, given) == ["sink", "sink", "bear", "d"]


def test_it_survives_saving(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe(FACTORY).exceptions = EXCEPTIONS
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    assert loaded.get_pipe(FACTORY).exceptions == EXCEPTIONS


@pytest.fixture(scope="module")
def shipped():
    return spacy.load(resource_folder("models") / "en_ud_sm").get_pipe(FACTORY)


def corrected(component, form, tags):
    """The lemmas that the component gives to a form under some tags, "?" where it gives none."""
    words = [form] * len(tags)
    doc = Doc(vocabulary(), words=words, tags=tags, lemmas=["?"] * len(tags))
    return [word.lemma_ for word in component(doc)]


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        *(("lied", "lie"), ("Lied", "lie"), ("ate", "eat"), ("found", "find"), ("lay", "lie")),
        *(("saw", "see"), ("bore", "bear"), ("felt", "feel"), ("ground", "grind")),
        *(("wound", "wind"), ("laid", "lay"), ("fell", "fall")),
    ],
)
def test_the_shipped_ones_decide_between_verbs_by_tag(shipped, form, lemma):
    assert corrected(shipped, form, ["VBD", "VBN"]) == [lemma, lemma]


def test_the_shipped_ones_leave_other_tags_alone_unless_a_form_is_nothing_else(shipped):
    for form in ("found", "lay", "saw", "bore", "felt", "ground", "wound"):
        assert set(corrected(shipped, form, ["VB", "VBP", "NN"])) <= {"?", form}
    assert corrected(shipped, "ate", ["VB", "VBP"]) == ["eat", "eat"]
