"""The gold standard."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.pairs import Label, Pair


def test_tasks_in_alphabetical_order(pairs):
    gold = Gold.from_pairs(iter(pairs("ENEN", ["QA", "IE", None, "IE"])))
    assert {task: places.tolist() for task, places in gold.tasks().items()} == {
        "(no task)": [2],
        "IE": [1, 3],
        "QA": [0],
    }
    assert Gold.from_pairs(pairs("EN")).tasks() == {}


def test_the_digest_is_of_ids_tasks_and_labels(pairs):
    digest = Gold.from_pairs(pairs("EN", ["IE", "QA"])).digest()
    others = [pairs("EN", ["IE", "IE"]), pairs("EE", ["IE", "QA"]), pairs("ENE", ["IE"] * 3)]
    assert len({digest, *(Gold.from_pairs(other).digest() for other in others)}) == 4
    retold = [Pair("1", "x", "y", "IE", Label.ENTAILMENT), pairs("EN", ["IE", "QA"])[1]]
    assert Gold.from_pairs(retold).digest() == digest


def test_what_cannot_be_scored_against(pairs):
    with pytest.raises(InputError, match="no gold pairs"):
        Gold.from_pairs([])
    with pytest.raises(InputError, match=r"repeated ids: 2 .such as '1', '2'"):
        Gold.from_pairs([*pairs("EN"), *pairs("EN")])
    with pytest.raises(InputError, match=r"repeated ids: 1 .such as '1'"):
        Gold.from_pairs([*pairs("EN"), Pair("1", "text", "hypothesis")])
    with pytest.raises(InputError, match="gold labels mix two schemes"):
        Gold.from_pairs(pairs("ENC"))
