"""Statuses, in parses made by hand: tense, modality, negation, and what leaves a clause open."""

import pytest

from rte_baselines.analysis.predicates.predications import Predication, Status
from tests.analysis.parses import cases, parse, statuses

DEPTH = 3000


def test_appositions_hold():
    analysis = parse("Ann/NNP/0 judge/NN/1/appos")
    apposition = Predication(1, "be", "apposition", "active", (), ())
    analysis.layers["predications"] = (apposition,)
    assert analysis.layer("statuses") == (Status("none", "none", False, "factual", None),)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "lemma", "commitment"),
    [("ccomp", "say", "reported"), ("conj", "sleep", "factual"), ("advcl", "sleep", "factual")],
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


def test_only_what_is_stated_holds():
    assert Status("past", "none", False, "factual", None).holds
    assert Status("past", "necessary", False, "factual", None).holds
    assert not Status("past", "none", True, "factual", None).holds
    assert not Status("past", "possible", False, "factual", None).holds
    assert not Status("past", "none", False, "reported", None).holds


# Tense and modality.


@pytest.mark.parametrize(
    ("modal", "tense", "modality"),
    [
        ("may/MD/3/aux", "present", "possible"),
        ("must/MD/3/aux", "present", "necessary"),
        ("will/MD/3/aux", "future", "none"),
        ("perhaps/RB/3/advmod", "none", "possible"),
    ],
)
def test_modals(modal, tense, modality):
    found = statuses(f"Ann/NNP/3/nsubj {modal} win/VB/0")
    assert found["win"] == Status(tense, modality, False, "factual", None)


@pytest.mark.parametrize(
    ("modal", "tense", "commitment"),
    [
        ("would", "past", "counterfactual"),
        ("will", "future", "factual"),
        ("may", "past", "factual"),
    ],
)
def test_perfects_behind_modals(modal, tense, commitment):
    found = statuses(f"Ann/NNP/4/nsubj {modal}/MD/4/aux have/VB/4/aux won/win/VBN/0")
    assert (found["win"].tense, found["win"].commitment) == (tense, commitment)


@pytest.mark.parametrize(
    ("words", "lemma", "tense"),
    [
        ("Ann/NNP/3/nsubj has/have/VBZ/3/aux won/win/VBN/0", "win", "past"),
        # The verb tells "would" from "had", as taggers may take one "'d" for the other.
        ("He/PRP/3/nsubj 'd/would/MD/3/aux leave/VB/0", "leave", "future"),
        ("He/PRP/3/nsubj 'd/have/VBD/3/aux left/leave/VBN/0", "leave", "past"),
        ("He/PRP/3/nsubj 'd/have/VBD/3/aux leave/VB/0", "leave", "future"),
        ("He/PRP/3/nsubj 'd/would/MD/3/aux left/leave/VBN/0", "leave", "past"),
        ("It/PRP/4/nsubj 'd/MD/4/aux be/VB/4/aux:pass sold/sell/VBN/0", "sell", "future"),
        ("It/PRP/4/nsubj 'd/MD/4/aux been/be/VBN/4/aux:pass sold/sell/VBN/0", "sell", "past"),
        ("they/PRP/4/nsubj are/be/VBP/4/cop to/TO/4/mark marry/VB/0", "marry", "future"),
        # Taggers take "Thousands fled" for a participle.
        ("Thousands/thousand/NNS/2/nsubj fled/flee/VBN/0", "flee", "past"),
        ("Thousands/thousand/NNS/0 fled/flee/VBN/1/acl", "flee", "past"),
        # Conjuncts share auxiliaries if they are not finite.
        ("will/MD/2/aux eat/VB/0 and/CC/4/cc drink/VBD/2/conj", "drink", "past"),
        ("will/MD/2/aux eat/VB/0 and/CC/4/cc drink/VB/2/conj", "drink", "future"),
    ],
)
def test_tenses(words, lemma, tense):
    assert statuses(words)[lemma] == Status(tense, "none", False, "factual", None)


def obliged(verb, beside):
    """The statuses in "They VERB to pay and leave", with a word beside the verb."""
    return statuses(
        f"They/PRP/2/nsubj {verb}/0 to/TO/4/mark pay/VB/2/xcomp and/CC/6/cc leave/VB/4/conj",
        f"{beside}/2/advmod",
    )


@pytest.mark.parametrize(
    ("verb", "beside", "modality", "commitment"),
    [
        ("have/VBP", "now/RB", "necessary", "factual"),
        ("need/VBP", "now/RB", "necessary", "factual"),
        ("ought/MD", "now/RB", "necessary", "factual"),
        ("have/VBP", "not/RB", "none", "potential"),
        ("have/VBP", "yet/RB", "none", "counterfactual"),
    ],
)
def test_what_one_has_to_do(verb, beside, modality, commitment):
    found = obliged(verb, beside)
    assert found["pay"] == found["leave"] == Status("none", modality, False, commitment, 1)


@pytest.mark.parametrize("is_before", [True, False])
def test_to_have_something_to_do_is_no_duty(is_before):
    """They have money to pay; of "have to pay money", parsers may take "have" for the verb."""
    verbs = ["to/TO/{}/mark", "pay/VB/2/xcomp"]
    rows = ["money/NN/2/obj", *verbs] if is_before else [*verbs, "money/NN/2/obj"]
    place = 5 if is_before else 4
    found = statuses("They/PRP/2/nsubj have/VBP/0", *(row.format(place) for row in rows))
    assert found["pay"].modality == ("none" if is_before else "necessary")
    assert found["pay"].commitment == ("potential" if is_before else "factual")


def test_what_nobody_has_to_do_or_one_need_not_do_is_left_open():
    found = statuses("Nobody/NN/2/nsubj has/have/VBZ/0 to/TO/4/mark pay/VB/2/xcomp")
    assert found["pay"] == Status("none", "none", False, "potential", 1)
    found = statuses("They/PRP/4/nsubj need/MD/4/aux not/RB/4/advmod pay/VB/0")
    assert found["pay"] == Status("present", "none", False, "potential", None)


# Negation.


@pytest.mark.parametrize(
    ("words", "negated"),
    [
        ("Nobody/PRP/2/nsubj came/come/VBD/0", True),
        ("Nobody/PRP/2/nsubj came/come/VBD/0 never/RB/2/advmod", False),
        ("no/DT/2/det men/man/NNS/3/nsubj came/come/VBD/0", True),
        ("came/come/VBD/0 no/RB/3/advmod longer/RB/1/advmod", True),
        # "Not only" says that more came.
        ("not/RB/3/advmod only/RB/3/advmod came/come/VBD/0", False),
        ("not/RB/2/advmod all/DT/3/nsubj came/come/VBD/0", True),
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
            "They/PRP/6/nsubj in/IN/4/case no/DT/4/det case/NN/6/obl did/do/VBD/6/aux come/VB/0",
            False,
        ),
        ("They/PRP/2/nsubj come/VBP/0 at/IN/5/case no/DT/5/det time/NN/2/obl", True),
        ("They/PRP/2/nsubj come/VBP/0 with/IN/5/case no/DT/5/det time/NN/2/obl", False),
        ("Ann/NNP/2/nsubj left/VBD/0 without/IN/4/mark coming/come/VBG/2/advcl", True),
        # "Nor" negates each verb once.
        ("neither/CC/2/cc:preconj eat/VB/0 nor/CC/4/cc come/VB/2/conj", True),
        # It is no secret that she came.
        (
            "It/PRP/4/expl is/be/VBZ/4/cop no/DT/4/det secret/NN/0 that/IN/7/mark she/PRP/7/nsubj "
            "came/come/VBD/4/csubj",
            False,
        ),
    ],
)
def test_adverbs_subjects_and_obliques_negate(words, negated):
    assert statuses(words)["come"].negated is negated


# What is beside a clause and leaves it open.


def commitments(*rows):
    return {lemma: status.commitment for lemma, status in statuses(*rows).items()}


COMMITMENTS = """
what is said beside is reported -> sink reported, say factual
Ships/ship/NNS/2/nsubj sank/sink/VBD/0 he/PRP/4/nsubj said/say/VBD/2/parataxis

hearsay is of both conjuncts -> shoot reported, flee reported
allegedly/RB/3/advmod he/PRP/3/nsubj shot/shoot/VBD/0 and/CC/5/cc fled/flee/VBD/3/conj

according to is hearsay -> win reported
According/accord/VBG/3/case to/IN/1/fixed Ann/NNP/5/obl Bob/NNP/5/nsubj won/win/VBD/0

a condition in front leaves all clauses open -> rain conditional, stay conditional, eat conditional
if/IN/3/mark it/PRP/3/nsubj rains/rain/VBZ/5/advcl we/PRP/5/nsubj stay/VBP/0 and/CC/5/cc
now/RB/8/advmod eat/VBP/5/conj

another conjunction leaves its own clause open -> rain conditional, stay factual, eat factual
lest/IN/3/mark it/PRP/3/nsubj rains/rain/VBZ/5/advcl we/PRP/5/nsubj stay/VBP/0 and/CC/5/cc
now/RB/8/advmod eat/VBP/5/conj

a condition is of both verbs -> resign conditional, leave conditional, lose conditional
He/PRP/3/nsubj will/MD/3/aux resign/VB/0 and/CC/5/cc leave/VB/3/conj if/IN/8/mark he/PRP/8/nsubj
loses/lose/VBZ/5/advcl

a subject behind its auxiliary makes a condition -> win conditional, leave conditional
Had/have/VBD/3/aux he/PRP/3/nsubj won/win/VBN/5/advcl she/PRP/5/nsubj left/leave/VBD/0

a subject before its auxiliary makes none -> win factual, leave factual
he/PRP/3/nsubj Had/have/VBD/3/aux won/win/VBN/5/advcl she/PRP/5/nsubj left/leave/VBD/0

hearsay behind the subject is not of the next one -> shoot reported, come factual
Ann/NNP/3/nsubj allegedly/RB/3/advmod shot/shoot/VBD/0 and/CC/6/cc police/NNS/6/nsubj
came/come/VBD/3/conj

a condition is not of an earlier finite verb -> leave factual, return conditional, win conditional
Ann/NNP/2/nsubj left/leave/VBD/0 and/CC/5/cc will/MD/5/aux return/VB/2/conj if/IN/8/mark
Bob/NNP/8/nsubj wins/win/VBZ/5/advcl

were makes a condition of a copula -> be conditional, leave conditional
Were/be/VBD/3/cop he/PRP/3/nsubj king/NN/6/advcl she/PRP/6/nsubj would/MD/6/aux leave/VB/0

questions are open -> win potential, leave potential
Did/do/VBD/3/aux he/PRP/3/nsubj win/VB/0 and/CC/5/cc leave/VB/3/conj ?/./3/punct

who only sleeps beside says nothing -> sink factual, sleep factual
Ships/ship/NNS/2/nsubj sank/sink/VBD/0 he/PRP/4/nsubj slept/sleep/VBD/2/parataxis

purposes are potential -> run factual, win potential
Ann/NNP/2/nsubj ran/run/VBD/0 to/TO/4/mark win/VB/2/advcl

circumstances of what is conditional may hold -> win factual, leave conditional, stay conditional
Although/IN/3/mark Ann/NNP/3/nsubj won/win/VBD/6/advcl she/PRP/6/nsubj will/MD/6/aux leave/VB/0
if/IN/9/mark Bob/NNP/9/nsubj stays/stay/VBZ/6/advcl
"""


@pytest.mark.parametrize(("words", "expected"), cases(COMMITMENTS))
def test_commitments(words, expected):
    assert commitments(words) == dict(one.split(" ") for one in expected.split(", "))


@pytest.mark.parametrize(
    ("verb", "commitment"),
    [("say", "reported"), ("think", "believed"), ("know", "factual"), ("deny", "potential")],
)
def test_adverbial_clauses_go_with_what_they_are_in(verb, commitment):
    """She VERB Ann left after Bob shot."""
    found = commitments(
        f"She/PRP/2/nsubj {verb}/VBD/0 Ann/NNP/4/nsubj left/leave/VBD/2/ccomp after/IN/7/mark",
        "Bob/NNP/7/nsubj shot/shoot/VBD/4/advcl",
    )
    assert found["shoot"] == commitment
