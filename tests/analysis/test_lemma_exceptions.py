"""Lemmas known by heart, as a component of spaCy."""

import pytest
import spacy
from spacy.tokens import Doc

from rte_baselines.analysis.lemma_exceptions import FACTORY, LemmaExceptions, register_component

EXCEPTIONS = {"VBD": {"sank": "sink", "Bore": "bear"}, "NNS": {"oxen": "ox"}}


@pytest.fixture(scope="module", autouse=True)
def registered():
    register_component()


def lemmas(words, tags, given):
    doc = Doc(spacy.blank("en").vocab, words=words, tags=tags, lemmas=given)
    return [token.lemma_ for token in LemmaExceptions(EXCEPTIONS)(doc)]


def test_a_form_has_its_lemma_under_its_tag_only():
    words, given = ["sank", "sank", "oxen"], ["sank", "sank", "oxe"]
    assert lemmas(words, ["VBD", "NN", "NNS"], given) == ["sink", "sank", "ox"]


def test_a_form_in_lower_case_stands_for_all_cases():
    words, given = ["Sank", "SANK", "Bore", "bore"], ["a", "b", "c", "d"]
    assert lemmas(words, ["VBD"] * 4, given) == ["sink", "sink", "bear", "d"]


def test_it_survives_saving(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe(FACTORY).exceptions = EXCEPTIONS
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    assert loaded.get_pipe(FACTORY).exceptions == EXCEPTIONS


def test_the_shipped_pipeline_has_them():
    from rte_baselines.analysis import Analyzer

    (sentence,) = Analyzer().analyze(["The law was excluded from the plan."])
    assert sentence.lemmas[3] == "exclude"
