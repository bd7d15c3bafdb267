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


def test_what_nobody_has_to_do_is_left_open():
    found = statuses("Nobody/NN/2/nsubj has/have/VBZ/0 to/TO/4/mark pay/VB/2/xcomp")
    assert found["pay"] == Status("none", "none", False, "potential", 1)


def test_what_one_need_not_do_is_left_open():
    found = statuses("They/PRP/4/nsubj need/MD/4/aux not/RB/4/advmod pay/VB/0")
    assert found["pay"] == Status("present", "none", False, "potential", None)


def test_adverbs_make_possible():
    found = statuses("Perhaps/RB/3/advmod Ann/NNP/3/nsubj won/win/VBD/0")
    assert found["win"].modality == "possible"
