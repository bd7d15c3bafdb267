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
        ("Not/RB/2/advmod all/DT/3/det men/man/NNS/4/nsubj came/come/VBD/0", True),
        # "Not Ann came, but Bob" says that somebody came.
        ("not/RB/2/advmod Ann/NNP/3/nsubj came/come/VBD/0", False),
        (
            "Neither/CC/2/cc:preconj Ann/NNP/5/nsubj nor/CC/4/cc Bob/NNP/2/conj came/come/VBD/0",
            True,
        ),
        # What is seen by nobody is not seen.
        (
            "he/PRP/3/nsubj:pass was/be/VBD/3/aux:pass come/VBN/0 by/IN/5/case "
            "nobody/NN/3/obl:agent",
            True,
        ),
        # Obliques with "no": before the auxiliary and the subject, behind the subject, at the end.
        (
            "at/IN/3/case no/DT/3/det case/NN/6/obl did/do/VBD/6/aux they/PRP/6/nsubj come/VB/0",
            True,
        ),
        (
            "in/IN/3/case no/DT/3/det case/NN/6/obl did/do/VBD/6/aux they/PRP/6/nsubj come/VB/0",
            True,
        ),
        (
            "They/PRP/6/nsubj in/IN/4/case no/DT/4/det case/NN/6/obl did/do/VBD/6/aux come/VB/0",
            False,
        ),
        ("They/PRP/2/nsubj come/VBP/0 at/IN/5/case no/DT/5/det time/NN/2/obl", True),
        ("They/PRP/2/nsubj come/VBP/0 with/IN/5/case no/DT/5/det time/NN/2/obl", False),
    ],
)
def test_adverbs_subjects_and_obliques_negate(words, negated):
    assert statuses(words)["come"].negated is negated


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
