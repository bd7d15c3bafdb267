"""Pairs are values."""

import pickle
from dataclasses import FrozenInstanceError

import pytest

from rte_baselines.pairs import Label, Pair

PAIR = Pair("1", "A cat sleeps.", "A cat rests.", "IR", Label.ENTAILMENT, {"length": "short"})


def test_equal_by_value_and_hashable():
    twin = Pair("1", "A cat sleeps.", "A cat rests.", "IR", Label.ENTAILMENT, {"length": "short"})
    assert twin == PAIR
    assert hash(twin) == hash(PAIR)


def test_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        PAIR.id = "2"  # type: ignore[misc]


def test_travels_between_processes():
    assert pickle.loads(pickle.dumps(PAIR)) == PAIR
    assert pickle.loads(pickle.dumps(Pair("1", "a", "b"))) == Pair("1", "a", "b")
