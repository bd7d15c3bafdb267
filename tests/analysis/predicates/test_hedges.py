"""What is beside a clause and leaves it open, in parses made by hand."""

import pytest

from rte_baselines.analysis.predicates.predications import Status
from tests.analysis.predicates.status_reading import statuses


def commitments(*rows):
    return {lemma: status.commitment for lemma, status in statuses(*rows).items()}


def test_what_is_said_beside_is_reported():
    found = statuses(
        "Ships/ship/NNS/2/nsubj sank/sink/VBD/0 he/PRP/4/nsubj said/say/VBD/2/parataxis"
    )
    assert found["sink"] == Status("past", "none", False, "reported", 3)


COMMITMENTS = {
    "hearsay is of both conjuncts": (
        "allegedly/RB/3/advmod he/PRP/3/nsubj shot/shoot/VBD/0 and/CC/5/cc fled/flee/VBD/3/conj",
        {"shoot": "reported", "flee": "reported"},
    ),
    "according to is hearsay": (
        "According/accord/VBG/3/case to/IN/1/fixed Ann/NNP/5/obl Bob/NNP/5/nsubj won/win/VBD/0",
        {"win": "reported"},
    ),
    "a condition in front leaves all clauses open": (
        "if/IN/3/mark it/PRP/3/nsubj rains/rain/VBZ/5/advcl we/PRP/5/nsubj stay/VBP/0 and/CC/5/cc "
        "now/RB/8/advmod eat/VBP/5/conj",
        {"rain": "conditional", "stay": "conditional", "eat": "conditional"},
    ),
    "also those with subjects": (
        "if/IN/3/mark it/PRP/3/nsubj rains/rain/VBZ/5/advcl we/PRP/5/nsubj stay/VBP/0 and/CC/5/cc "
        "they/PRP/8/nsubj eat/VBP/5/conj",
        {"rain": "conditional", "stay": "conditional", "eat": "conditional"},
    ),
    "another conjunction leaves its own clause open": (
        "lest/IN/3/mark it/PRP/3/nsubj rains/rain/VBZ/5/advcl we/PRP/5/nsubj stay/VBP/0 "
        "and/CC/5/cc now/RB/8/advmod eat/VBP/5/conj",
        {"rain": "conditional", "stay": "factual", "eat": "factual"},
    ),
    "a condition is of all verbs that share the auxiliary": (
        "He/PRP/3/nsubj will/MD/3/aux resign/VB/0 and/CC/5/cc leave/VB/3/conj if/IN/8/mark "
        "he/PRP/8/nsubj loses/lose/VBZ/5/advcl",
        {"resign": "conditional", "leave": "conditional", "lose": "conditional"},
    ),
    "a subject behind its auxiliary makes a condition": (
        "Had/have/VBD/3/aux he/PRP/3/nsubj won/win/VBN/5/advcl she/PRP/5/nsubj left/leave/VBD/0",
        {"win": "conditional", "leave": "conditional"},
    ),
    "a subject before its auxiliary makes none": (
        "he/PRP/3/nsubj Had/have/VBD/3/aux won/win/VBN/5/advcl she/PRP/5/nsubj left/leave/VBD/0",
        {"win": "factual", "leave": "factual"},
    ),
    "hearsay behind the subject is not of the next one": (
        "Ann/NNP/3/nsubj allegedly/RB/3/advmod shot/shoot/VBD/0 and/CC/6/cc police/NNS/6/nsubj "
        "came/come/VBD/3/conj",
        {"shoot": "reported", "come": "factual"},
    ),
    "a condition behind is not of an earlier finite verb": (
        "Ann/NNP/2/nsubj left/leave/VBD/0 and/CC/5/cc will/MD/5/aux return/VB/2/conj if/IN/8/mark "
        "Bob/NNP/8/nsubj wins/win/VBZ/5/advcl",
        {"leave": "factual", "return": "conditional", "win": "conditional"},
    ),
    "were makes a condition of a copula": (
        "Were/be/VBD/3/cop he/PRP/3/nsubj king/NN/6/advcl she/PRP/6/nsubj would/MD/6/aux "
        "leave/VB/0",
        {"be": "conditional", "leave": "conditional"},
    ),
    "questions are open": (
        "Did/do/VBD/3/aux he/PRP/3/nsubj win/VB/0 and/CC/5/cc leave/VB/3/conj ?/./3/punct",
        {"win": "potential", "leave": "potential"},
    ),
    "who only sleeps beside says nothing": (
        "Ships/ship/NNS/2/nsubj sank/sink/VBD/0 he/PRP/4/nsubj slept/sleep/VBD/2/parataxis",
        {"sink": "factual", "sleep": "factual"},
    ),
    "purposes are potential": (
        "Ann/NNP/2/nsubj ran/run/VBD/0 to/TO/4/mark win/VB/2/advcl",
        {"run": "factual", "win": "potential"},
    ),
    "circumstances of what is conditional may hold": (
        "Although/IN/3/mark Ann/NNP/3/nsubj won/win/VBD/6/advcl she/PRP/6/nsubj will/MD/6/aux "
        "leave/VB/0 if/IN/9/mark Bob/NNP/9/nsubj stays/stay/VBZ/6/advcl",
        {"win": "factual", "leave": "conditional", "stay": "conditional"},
    ),
}


@pytest.mark.parametrize("name", COMMITMENTS)
def test_commitments(name):
    words, expected = COMMITMENTS[name]
    assert commitments(words) == expected


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
