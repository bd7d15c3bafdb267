"""Pairs are values."""

import pickle
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Pair
from tests.pairs.spellings import spelled

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


@pytest.mark.slow
@given(st.data(), st.sampled_from(Label))
def test_a_label_in_any_spelling_is_kept_as_a_label(data, label):
    name = data.draw(spelled(label))
    assert Pair("1", "a", "b", label=name).label is label
    assert replace(PAIR, label=name).label is label


@pytest.mark.parametrize("missing", [None, float("nan"), np.float32("nan"), pd.NA])
def test_what_is_missing_is_none(missing):
    pair = Pair("1", "a", "b", task=missing, label=missing)
    assert pair.task is None
    assert pair.label is None


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (1, "label 1 is not a string; expected a name, such as 'ENTAILMENT'"),
        (np.int64(0), r"label np.int64\(0\) is not a string"),
        (True, "label True is not a string"),
        (1.0, "label 1.0 is not a string"),
        (["ENTAILMENT"], r"label \['ENTAILMENT'\] is not a string"),
        ("1", "label '1' is a number; expected a name"),
        ("LABEL_1", "label 'LABEL_1' is a number"),
        ("-", "label '-' means that the annotators did not agree; leave the pair out"),
        ("maybe", "unknown label 'maybe'; expected one of ENTAILMENT"),
    ],
)
def test_a_label_without_a_meaning_is_refused(wrong, message):
    with pytest.raises(InputError, match=f"^pair '7': {message}") as caught:
        Pair("7", "a", "b", label=wrong)
    assert "\n" not in str(caught.value)


def test_parts_are_plain_strings_and_integers_make_ids():
    pair = Pair(np.int64(7), np.str_("a"), np.str_("b"), np.str_("IE"))
    assert [type(part) for part in (pair.id, pair.text, pair.hypothesis, pair.task)] == [str] * 4
    assert pair == Pair(7, "a", "b", "IE") == Pair("7", "a", "b", "IE")


@pytest.mark.parametrize("wrong", [7.0, None, True, ["7"], b"7"])
def test_an_id_is_a_string_or_an_integer(wrong):
    with pytest.raises(InputError, match="of a pair is not an id; expected a string or an integer"):
        Pair(wrong, "a", "b")


@pytest.mark.parametrize("part", ["text", "hypothesis", "task"])
def test_snippets_and_tasks_are_strings(part):
    with pytest.raises(InputError, match=f"^pair '1': {part} 5 is not a string; expected one$"):
        Pair(**{"id": "1", "text": "a", "hypothesis": "b", part: 5})
