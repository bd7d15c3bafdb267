"""Whether a clause is negated, in parses made by hand."""

import pytest

from tests.analysis.predicates.status_reading import statuses


@pytest.mark.parametrize(
    ("words", "negated"),
    [
        ("Nobody/PRP/2/nsubj came/come/VBD/0", True),
        ("Nobody/PRP/2/nsubj came/come/VBD/0 never/RB/2/advmod", False),
        ("no/DT/2/det men/man/NNS/3/nsubj came/come/VBD/0", True),
        ("not/RB/2/advmod came/come/VBD/0", True),
        ("came/come/VBD/0 no/RB/3/advmod longer/RB/1/advmod", True),
        ("men/man/NNS/2/nsubj came/come/VBD/0", False),
        # "Not only" says that more came.
        ("not/RB/3/advmod only/RB/3/advmod came/come/VBD/0", False),
        ("not/RB/3/advmod merely/RB/3/advmod came/come/VBD/0", False),
        ("not/RB/2/advmod all/DT/3/nsubj came/come/VBD/0", True),
        ("not/RB/2/advmod everyone/NN/3/nsubj came/come/VBD/0", True),
        # "Not Ann came, but Bob" says that somebody came.
        ("not/RB/2/advmod Ann/NNP/3/nsubj came/come/VBD/0", False),
    ],
)
def test_adverbs_and_subjects_negate(words, negated):
    assert statuses(words)["come"].negated is negated


def test_neither_of_two_subjects_negates():
    found = statuses(
        "Neither/CC/2/cc:preconj Ann/NNP/5/nsubj nor/CC/4/cc Bob/NNP/2/conj won/win/VBD/0"
    )
    assert found["win"].negated


def test_not_before_a_quantifier_of_the_subject_negates():
    found = statuses("Not/RB/2/advmod all/DT/3/det passengers/passenger/NNS/4/nsubj died/die/VBD/0")
    assert found["die"].negated


def test_what_is_seen_by_nobody_is_not_seen():
    found = statuses(
        "Ann/NNP/3/nsubj:pass was/be/VBD/3/aux:pass seen/see/VBN/0 by/IN/5/case",
        "nobody/NN/3/obl:agent",
    )
    assert found["see"].negated


@pytest.mark.parametrize("preposition", ["at", "in"])
def test_an_oblique_with_no_negates_where_the_subject_is_behind_the_auxiliary(preposition):
    found = statuses(
        f"{preposition}/IN/3/case no/DT/3/det case/NN/6/obl did/do/VBD/6/aux they/PRP/6/nsubj",
        "attack/VB/0",
    )
    assert found["attack"].negated


def test_an_oblique_with_no_before_the_auxiliary_does_not_negate_behind_the_subject():
    found = statuses(
        "They/PRP/6/nsubj in/IN/4/case no/DT/4/det case/NN/6/obl did/do/VBD/6/aux attack/VB/0"
    )
    assert not found["attack"].negated


@pytest.mark.parametrize(("preposition", "negated"), [("at", True), ("with", False)])
def test_behind_the_verb_the_preposition_tells_what_no_negates(preposition, negated):
    found = statuses(
        f"They/PRP/2/nsubj left/leave/VBD/0 {preposition}/IN/5/case no/DT/5/det time/NN/2/obl"
    )
    assert found["leave"].negated is negated


def test_without_negates_a_gerund():
    found = statuses("Ann/NNP/2/nsubj left/leave/VBD/0 without/IN/4/mark paying/pay/VBG/2/advcl")
    assert found["pay"].negated
    assert found["leave"].holds


def test_nor_negates_each_verb_once():
    found = statuses("will/MD/3/aux neither/CC/3/cc:preconj eat/VB/0 nor/CC/5/cc drink/VB/3/conj")
    assert found["eat"].negated
    assert found["drink"].negated


def test_no_before_an_attribute_negates():
    """It is no secret that Ann won, and she did."""
    found = statuses(
        "It/PRP/4/expl is/be/VBZ/4/cop no/DT/4/det secret/NN/0 that/IN/7/mark Ann/NNP/7/nsubj",
        "won/win/VBD/4/csubj",
    )
    assert found["be"].negated
    assert found["win"].holds
