"""The layer as a whole: one status for each predication, however deep it is embedded."""

import pytest

from rte_baselines.analysis.predicates.predications import Predication, Status
from tests.analysis.parses import parse

DEPTH = 3000


def test_appositions_hold():
    analysis = parse("Ann/NNP/0 judge/NN/1/appos")
    apposition = Predication(1, "be", "apposition", "active", (), ())
    analysis.layers["predications"] = (apposition,)
    assert analysis.layer("statuses") == (Status("none", "none", False, "factual", None),)


def test_of_no_predications_there_are_no_statuses():
    assert parse("Ann/NNP/0").layer("statuses") == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "lemma", "commitment"),
    [
        ("ccomp", "say", "reported"),
        ("conj", "sleep", "factual"),
        ("advcl", "sleep", "factual"),
    ],
)
def test_long_chains_are_read(relation, lemma, commitment):
    rows = [f"{lemma}/VBD/{head}/{relation}" for head in range(1, DEPTH)]
    analysis = parse(f"{lemma}/VBD/0", *rows)
    analysis.layers["predications"] = tuple(
        Predication(word, lemma, "verb", "active", (word,), ()) for word in range(DEPTH)
    )
    found = analysis.layer("statuses")
    assert len(found) == DEPTH
    assert found[0].commitment == "factual"
    assert {status.commitment for status in found[1:]} == {commitment}


@pytest.mark.slow
def test_many_verbs_share_the_auxiliary_of_the_first():
    rows = ["sleep/VB/2/conj"] * (DEPTH - 2)
    analysis = parse("may/MD/2/aux sleep/VB/0", *rows)
    analysis.layers["predications"] = tuple(
        Predication(word, "sleep", "verb", "active", (word,), ()) for word in range(1, DEPTH)
    )
    assert {status.modality for status in analysis.layer("statuses")} == {"possible"}


def test_only_what_is_stated_holds():
    assert Status("past", "none", False, "factual", None).holds
    assert Status("past", "necessary", False, "factual", None).holds
    assert not Status("past", "none", True, "factual", None).holds
    assert not Status("past", "possible", False, "factual", None).holds
    assert not Status("past", "none", False, "reported", None).holds
