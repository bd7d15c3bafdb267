"""Whether what is said holds, in parses made by hand."""

import pytest

from rte_baselines.analysis.predications import Status
from tests.analysis.parses import parse


def statuses(analysis):
    """The statuses by lemma."""
    pairs = zip(analysis.layer("predications"), analysis.layer("statuses"), strict=True)
    return {predication.lemma: status for predication, status in pairs}


def complement(verb, lemma, *, negated=False, marker="to", tag="VB", relation="xcomp"):
    """The status of "win" in "Ann VERB (not) to win"."""
    analysis = parse(
        "Ann ann NNP 2 nsubj",
        f"{verb} {lemma} VBD 0 root",
        f"{'not' if negated else 'so'} {'not' if negated else 'so'} RB 2 advmod",
        f"{marker} {marker} {'TO' if marker == 'to' else 'IN'} 5 mark",
        f"win win {tag} 2 {relation}",
    )
    return statuses(analysis)["win"]


@pytest.mark.parametrize(
    ("lemma", "negated", "commitment"),
    [
        ("manage", False, "factual"),
        ("manage", True, "counterfactual"),
        ("fail", False, "counterfactual"),
        ("fail", True, "factual"),
        ("hope", False, "potential"),
        ("hope", True, "potential"),
        ("seem", False, "believed"),
        ("say", False, "potential"),
        ("frobnicate", False, "potential"),
        ("begin", False, "factual"),
    ],
)
def test_infinitives_hold_as_far_as_their_verb_says(lemma, negated, commitment):
    found = complement("did", lemma, negated=negated)
    assert found == Status("none", "none", False, commitment, 1)


@pytest.mark.parametrize(
    ("lemma", "negated", "commitment"),
    [
        ("say", False, "reported"),
        ("think", False, "believed"),
        ("know", False, "factual"),
        ("know", True, "factual"),
        ("deny", False, "counterfactual"),
        ("frobnicate", False, "factual"),
    ],
)
def test_clauses_with_that_hold_as_far_as_their_verb_says(lemma, negated, commitment):
    found = complement("did", lemma, negated=negated, marker="that", tag="VBD", relation="ccomp")
    assert found == Status("past", "none", False, commitment, 1)


def test_have_to_is_a_modal():
    assert complement("had", "have") == Status("none", "necessary", False, "factual", 1)


def test_of_two_verbs_above_the_one_that_vouches_less_decides():
    analysis = parse(
        "Ann ann NNP 2 nsubj",
        "hopes hope VBZ 0 root",
        "to to TO 4 mark",
        "begin begin VB 2 xcomp",
        "to to TO 6 mark",
        "win win VB 4 xcomp",
    )
    assert statuses(analysis)["win"].commitment == "potential"
    assert statuses(analysis)["win"].embedded_by == 3


@pytest.mark.parametrize(
    ("modal", "tense", "modality"),
    [
        ("may", "present", "possible"),
        ("could", "present", "possible"),
        ("must", "present", "necessary"),
        ("will", "future", "none"),
        ("would", "future", "none"),
    ],
)
def test_modals(modal, tense, modality):
    analysis = parse("Ann ann NNP 3 nsubj", f"{modal} {modal} MD 3 aux", "win win VB 0 root")
    assert statuses(analysis)["win"] == Status(tense, modality, False, "factual", None)


def test_perfect_is_past():
    analysis = parse("Ann ann NNP 3 nsubj", "has have VBZ 3 aux", "won win VBN 0 root")
    assert statuses(analysis)["win"].tense == "past"


def test_what_is_to_be_done_is_future():
    analysis = parse(
        "they they PRP 4 nsubj", "are be VBP 4 cop", "to to TO 4 mark", "marry marry VB 0 root"
    )
    assert statuses(analysis)["marry"].tense == "future"


def test_what_somebody_aims_at_is_potential():
    analysis = parse(
        "aim aim NN 4 nsubj:outer", "is be VBZ 4 cop", "to to TO 4 mark", "win win VB 0 root"
    )
    assert statuses(analysis)["win"] == Status("future", "none", False, "potential", None)


@pytest.mark.parametrize(
    ("rows", "negated"),
    [
        (["Nobody nobody PRP 2 nsubj", "came come VBD 0 root"], True),
        (["Nobody nobody PRP 2 nsubj", "came come VBD 0 root", "never never RB 2 advmod"], False),
        (["no no DT 2 det", "men man NNS 3 nsubj", "came come VBD 0 root"], True),
        (["not not RB 2 advmod", "came come VBD 0 root"], True),
        (["came come VBD 0 root", "no no RB 3 advmod", "longer longer RB 1 advmod"], True),
        (["men man NNS 2 nsubj", "came come VBD 0 root"], False),
    ],
)
def test_negation(rows, negated):
    assert statuses(parse(*rows))["come"].negated is negated


def test_nor_negates_each_verb_once():
    analysis = parse(
        "will will MD 3 aux",
        "neither neither CC 3 cc:preconj",
        "eat eat VB 0 root",
        "nor nor CC 5 cc",
        "drink drink VB 3 conj",
    )
    found = statuses(analysis)
    assert found["eat"].negated
    assert found["drink"] == Status("future", "none", True, "factual", None)


def test_conditions_leave_both_clauses_open():
    analysis = parse(
        "If if IN 3 mark",
        "it it PRP 3 nsubj",
        "rains rain VBZ 5 advcl",
        "Ann ann NNP 5 nsubj",
        "stays stay VBZ 0 root",
    )
    found = statuses(analysis)
    assert {found["rain"].commitment, found["stay"].commitment} == {"conditional"}


def test_purposes_are_potential():
    analysis = parse(
        "Ann ann NNP 2 nsubj", "ran run VBD 0 root", "to to TO 4 mark", "win win VB 2 advcl"
    )
    assert statuses(analysis)["win"].commitment == "potential"


def test_what_is_said_beside_is_reported():
    analysis = parse(
        "Ships ship NNS 2 nsubj",
        "sank sink VBD 0 root",
        "he he PRP 4 nsubj",
        "said say VBD 2 parataxis",
    )
    assert statuses(analysis)["sink"] == Status("past", "none", False, "reported", 3)


def test_what_is_planned_in_a_noun_is_potential():
    analysis = parse("plans plan NNS 0 root", "to to TO 3 mark", "win win VB 1 acl")
    assert statuses(analysis)["win"] == Status("none", "none", False, "potential", 0)


def test_only_what_is_stated_holds():
    assert Status("past", "none", False, "factual", None).holds
    assert Status("past", "necessary", False, "factual", None).holds
    assert not Status("past", "none", True, "factual", None).holds
    assert not Status("past", "possible", False, "factual", None).holds
    assert not Status("past", "none", False, "reported", None).holds
