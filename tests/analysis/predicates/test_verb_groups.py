"""Tense and modality of verbs with their auxiliaries, in parses made by hand."""

import pytest

from rte_baselines.analysis.predicates.predications import Status
from tests.analysis.predicates.status_reading import statuses


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
    found = statuses(f"Ann/NNP/3/nsubj {modal}/MD/3/aux win/VB/0")
    assert found["win"] == Status(tense, modality, False, "factual", None)


def test_perfect_is_past():
    found = statuses("Ann/NNP/3/nsubj has/have/VBZ/3/aux won/win/VBN/0")
    assert found["win"].tense == "past"


@pytest.mark.parametrize(
    ("modal", "tense", "commitment"),
    [
        ("would", "past", "counterfactual"),
        ("'d", "past", "counterfactual"),
        ("will", "future", "factual"),
        ("may", "past", "factual"),
    ],
)
def test_perfects_behind_modals(modal, tense, commitment):
    found = statuses(f"Ann/NNP/4/nsubj {modal}/MD/4/aux have/VB/4/aux won/win/VBN/0")
    assert (found["win"].tense, found["win"].commitment) == (tense, commitment)


@pytest.mark.parametrize(
    ("contracted", "verb", "tense"),
    [
        ("'d/would/MD", "leave/VB", "future"),
        ("'d/have/VBD", "left/leave/VBN", "past"),
        # Taggers may take one "'d" for the other.
        ("'d/have/VBD", "leave/VB", "future"),
        ("'d/would/MD", "left/leave/VBN", "past"),
    ],
)
def test_the_verb_tells_would_from_had(contracted, verb, tense):
    found = statuses(f"He/PRP/3/nsubj {contracted}/3/aux {verb}/0")
    assert found["leave"] == Status(tense, "none", False, "factual", None)


@pytest.mark.parametrize(("passive", "tense"), [("be/VB", "future"), ("been/be/VBN", "past")])
def test_the_passive_tells_would_from_had(passive, tense):
    found = statuses(f"It/PRP/4/nsubj:pass 'd/MD/4/aux {passive}/4/aux:pass sold/sell/VBN/0")
    assert found["sell"].tense == tense


def test_what_is_to_be_done_is_future():
    found = statuses("they/PRP/4/nsubj are/be/VBP/4/cop to/TO/4/mark marry/VB/0")
    assert found["marry"].tense == "future"


def test_participles_with_a_plain_subject_are_past():
    """Taggers take "Thousands fled" for a participle."""
    found = statuses("Thousands/thousand/NNS/2/nsubj fled/flee/VBN/0")
    assert found["flee"].tense == "past"
    found = statuses("Thousands/thousand/NNS/0 fled/flee/VBN/1/acl")
    assert found["flee"].tense == "past"


@pytest.mark.parametrize(("helps", "tense"), [(False, "past"), (True, "future")])
def test_conjuncts_share_auxiliaries_if_they_are_not_finite(helps, tense):
    found = statuses(f"will/MD/2/aux eat/VB/0 and/CC/4/cc drink/{'VB' if helps else 'VBD'}/2/conj")
    assert found["drink"].tense == tense


def obliged(verb, beside, conjunct="leave/VB/4/conj"):
    """The statuses in "They VERB to pay and leave", with a word beside the verb."""
    return statuses(
        f"They/PRP/2/nsubj {verb}/0 to/TO/4/mark pay/VB/2/xcomp and/CC/6/cc",
        conjunct,
        f"{beside}/2/advmod",
    )


@pytest.mark.parametrize("verb", ["have/VBP", "need/VBP", "ought/MD"])
def test_what_one_has_to_do_is_necessary(verb):
    found = obliged(verb, "now/RB")
    assert found["pay"] == found["leave"] == Status("none", "necessary", False, "factual", 1)


def test_what_one_does_not_have_to_do_is_left_open():
    found = obliged("have/VBP", "not/RB")
    assert found["pay"] == found["leave"] == Status("none", "none", False, "potential", 1)


@pytest.mark.parametrize("is_before", [True, False])
def test_to_have_something_to_do_is_no_duty(is_before):
    """They have money to pay; of "have to pay money", parsers may take "have" for the verb."""
    verbs = ["to/TO/{}/mark", "pay/VB/2/xcomp"]
    rows = ["money/NN/2/obj", *verbs] if is_before else [*verbs, "money/NN/2/obj"]
    place = 5 if is_before else 4
    found = statuses("They/PRP/2/nsubj have/VBP/0", *(row.format(place) for row in rows))
    assert found["pay"].modality == ("none" if is_before else "necessary")
    assert found["pay"].commitment == ("potential" if is_before else "factual")


def test_what_one_has_yet_to_do_is_not_done():
    found = obliged("have/VBP", "yet/RB")
    assert found["pay"] == Status("none", "none", False, "counterfactual", 1)


def test_what_nobody_has_to_do_is_left_open():
    found = statuses("Nobody/NN/2/nsubj has/have/VBZ/0 to/TO/4/mark pay/VB/2/xcomp")
    assert found["pay"] == Status("none", "none", False, "potential", 1)


def test_what_one_need_not_do_is_left_open():
    found = statuses("They/PRP/4/nsubj need/MD/4/aux not/RB/4/advmod pay/VB/0")
    assert found["pay"] == Status("present", "none", False, "potential", None)


def test_adverbs_make_possible():
    found = statuses("Perhaps/RB/3/advmod Ann/NNP/3/nsubj won/win/VBD/0")
    assert found["win"].modality == "possible"
