"""How far complements are vouched for, in parses made by hand."""

import pytest

from rte_baselines.analysis.predicates.predications import Status
from tests.analysis.parses import cases, statuses


def complement(lemma, *, negated=False, marker="to", tag="VB", relation="xcomp", passive=False):
    """The status of "win" in "Ann (did not) VERB to win"."""
    found = statuses(
        f"Ann/NNP/3/{'nsubj:pass' if passive else 'nsubj'}",
        "did/do/VBD/3/aux" if not passive else "was/be/VBD/3/aux:pass",
        f"{lemma}/{'VBN' if passive else 'VB'}/0 {'not' if negated else 'so'}/RB/3/advmod",
        f"{marker}/{'TO' if marker == 'to' else 'IN'}/6/mark win/{tag}/3/{relation}",
    )
    return found["win"]


def clause(lemma, **keywords):
    """The status of "win" in "Ann (did not) VERB that win"."""
    return complement(lemma, **{"marker": "that", "tag": "VBD", "relation": "ccomp", **keywords})


# Infinitives and clauses.


@pytest.mark.parametrize(
    ("lemma", "negated", "commitment"),
    [
        ("manage", False, "factual"),
        ("manage", True, "counterfactual"),
        ("fail", True, "factual"),
        ("forget", False, "counterfactual"),
        ("forget", True, "factual"),
        ("hope", True, "potential"),
        ("seem", False, "believed"),
        ("say", False, "potential"),
        ("prove", True, "counterfactual"),
        ("allow", False, "potential"),
        ("allow", True, "counterfactual"),
        # Not to pretend to is not to do so.
        ("pretend", False, "counterfactual"),
        ("pretend", True, "potential"),
    ],
)
def test_infinitives_hold_as_far_as_their_verb_says(lemma, negated, commitment):
    found = complement(lemma, negated=negated)
    assert found == Status("none", "none", False, commitment, 2)


@pytest.mark.parametrize(
    ("lemma", "negated", "commitment"),
    [
        ("say", False, "reported"),
        ("think", False, "believed"),
        ("know", False, "factual"),
        ("know", True, "factual"),
        ("forget", False, "factual"),
        ("deny", False, "counterfactual"),
        ("deny", True, "potential"),
        ("doubt", True, "believed"),
        ("prove", False, "factual"),
        ("prove", True, "potential"),
        ("frobnicate", False, "factual"),
    ],
)
def test_clauses_with_that_hold_as_far_as_their_verb_says(lemma, negated, commitment):
    found = clause(lemma, negated=negated)
    assert found == Status("past", "none", False, commitment, 2)


@pytest.mark.parametrize("marker", ["whether", "if"])
@pytest.mark.parametrize("lemma", ["know", "doubt", "say", "ask"])
@pytest.mark.parametrize("negated", [True, False])
def test_whether_leaves_open_what_follows(marker, lemma, negated):
    assert clause(lemma, marker=marker, negated=negated).commitment == "potential"


@pytest.mark.parametrize(
    ("adjective", "negated", "commitment"),
    [
        ("true", False, "factual"),
        ("true", True, "counterfactual"),
        ("clear", False, "factual"),
        ("clear", True, "potential"),
        ("known", True, "potential"),
        ("false", False, "counterfactual"),
        ("false", True, "potential"),
    ],
)
def test_clauses_hold_as_far_as_an_adjective_says(adjective, negated, commitment):
    """It is (not) ADJECTIVE that Ann won."""
    found = statuses(
        f"It/PRP/4/expl is/be/VBZ/4/cop {'not' if negated else 'so'}/RB/4/advmod {adjective}/JJ/0",
        "that/IN/7/mark Ann/NNP/7/nsubj won/win/VBD/4/csubj",
    )
    assert found["win"] == Status("past", "none", False, commitment, 1)


def test_passives_are_others_words():
    # What is not known is open, and what one is said to be is no order.
    assert clause("know", passive=True).commitment == "factual"
    assert clause("know", negated=True, passive=True).commitment == "potential"
    assert complement("say", passive=True).commitment == "reported"
    assert complement("say").commitment == "potential"


def prevented(lemma, *, negated=False):
    """The status of "leave" in "They (did not) VERB him from leaving"."""
    found = statuses(
        f"They/PRP/4/nsubj did/do/VBD/4/aux {'not' if negated else 'so'}/RB/4/advmod {lemma}/VB/0",
        "him/he/PRP/4/obj from/IN/7/mark leaving/leave/VBG/4/advcl",
    )
    return found["leave"]


@pytest.mark.parametrize("lemma", ["keep", "stop", "prevent"])
def test_what_one_is_kept_from_is_not_done(lemma):
    assert prevented(lemma) == Status("none", "none", False, "counterfactual", 3)
    assert prevented(lemma, negated=True).commitment == "factual"


@pytest.mark.parametrize(
    ("lemma", "negated", "commitment"),
    [
        ("accuse", False, "reported"),
        ("suspect", False, "believed"),
        ("convict", False, "factual"),
        ("convict", True, "potential"),
    ],
)
def test_what_one_is_accused_of_is_reported(lemma, negated, commitment):
    found = complement(
        lemma, negated=negated, marker="of", tag="VBG", relation="advcl", passive=True
    )
    assert found == Status("none", "none", False, commitment, 2)


# Nouns.


@pytest.mark.parametrize(
    ("noun", "determiner", "commitment"),
    [
        ("doubt", "no", "believed"),
        ("doubt", "a", "counterfactual"),
        ("news", "no", "reported"),
        ("failure", "no", "factual"),
    ],
)
def test_no_negates_the_noun_that_governs(noun, determiner, commitment):
    """There is no NOUN that it sank."""
    found = statuses(
        f"There/EX/2/expl is/be/VBZ/0 {determiner}/DT/4/det {noun}/NN/2/nsubj that/IN/7/mark",
        "it/PRP/7/nsubj sank/sink/VBD/4/acl",
    )
    assert found["sink"] == Status("past", "none", False, commitment, 3)


STATUSES = """
a noun governs -> win none potential 0
plans/plan/NNS/0 to/TO/3/mark win/VB/1/acl

"used to" is a habit -> win none factual 1
He/PRP/2/nsubj used/use/VBD/0 to/TO/4/mark win/VB/2/xcomp

"was used to" has a purpose -> win none potential 2
It/PRP/3/nsubj:pass was/be/VBD/3/aux:pass used/use/VBN/0 to/TO/5/mark win/VB/3/xcomp

of two verbs above, the one that vouches less decides -> win none potential 3
Ann/NNP/2/nsubj hopes/hope/VBZ/0 to/TO/4/mark begin/VB/2/xcomp to/TO/6/mark win/VB/4/xcomp

a modal above leaves it open -> win none potential 2
Ann/NNP/3/nsubj may/MD/3/aux begin/VB/0 to/TO/5/mark win/VB/3/xcomp

coordinated complements are embedded alike -> leave past reported 1
Ann/NNP/2/nsubj said/say/VBD/0 Bob/NNP/4/nsubj won/win/VBD/2/ccomp and/CC/7/cc
Cal/NNP/7/nsubj left/leave/VBD/4/conj

an aim is open -> win future potential
aim/NN/4/nsubj:outer is/be/VBZ/4/cop to/TO/4/mark win/VB/0
"""


@pytest.mark.parametrize(("words", "expected"), cases(STATUSES))
def test_statuses(words, expected):
    lemma, tense, commitment, *place = expected.split()
    embedded_by = int(place[0]) if place else None
    assert statuses(words)[lemma] == Status(tense, "none", False, commitment, embedded_by)
