"""Columns as a user names them, and those that have default names."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.records.columns import (
    PAIR_NAMES,
    RUN_NAMES,
    find_columns,
    parse_columns,
    value_at,
)


def test_columns_as_they_are_typed():
    typed = "text=premise, hypothesis=claim (short) ,label=a=b"
    columns = {"text": "premise", "hypothesis": "claim (short)", "label": "a=b"}
    assert parse_columns(typed) == parse_columns(columns) == columns
    assert parse_columns("label=,id = key") == {"label": "", "id": "key"}
    assert parse_columns({"label": None, "text": 0}) == {"label": "", "text": "0"}
    assert parse_columns(None) == {}


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("text", "'text' is not of the form PART=COLUMN, as text=NAME"),
        ("text=a,text=b", "'text' is named twice"),
        ("txet=c", "'txet' is no part; did you mean 'text'"),
    ],
)
def test_what_is_typed_wrongly(typed, message):
    with pytest.raises(InputError, match=f"^columns: {message}"):
        parse_columns(typed)


def test_a_column_whose_name_has_a_plus():
    assert find_columns(["P+R", "r"], RUN_NAMES, {"score": "P+R"}) == {"score": "P+R"}


def test_a_column_that_is_named_is_of_no_other_part():
    present = ["id", "text", "claim", "label", "gold"]
    assert find_columns(present, PAIR_NAMES, {"label": "gold"})["label"] == "gold"
    assert "label" not in find_columns(present, PAIR_NAMES, {"label": ""})
    assert find_columns(present, PAIR_NAMES, {"task": "label"})["label"] == "gold"


ROW = {"a.b": 1, "a": {"b": 2, "c": [3, {"d": 4}]}, "e": "x", "f": None}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("a.b", 1),
        ("a.c.1.d", 4),
        ("a.c.2", None),
        ("e.y", None),
        ("e+a.c.0", ["x", 3]),
        ("missing", None),
    ],
)
def test_values_at_paths(path, value):
    assert value_at(ROW, path) == value


def test_thousands_of_columns_are_named_in_one_short_line():
    names = [f"column {number}" for number in range(5000)]
    for given_columns in ({}, {"text": "absent"}):
        with pytest.raises(InputError) as caught:
            find_columns(names, PAIR_NAMES, given_columns, ("text",))
        assert len(str(caught.value)) < 700
