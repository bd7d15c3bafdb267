"""Columns as a user spells them."""

import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import parse_columns


def test_spelling():
    assert parse_columns("text=premise, hypothesis=claim (short) ,label=a=b") == {
        "text": "premise",
        "hypothesis": "claim (short)",
        "label": "a=b",
    }


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        ("", "not of the form part=column"),
        ("text", "not of the form"),
        ("text=,hypothesis=b", "not of the form"),
        ("text=a,text=b,hypothesis=c", "text is named twice"),
        ("text=a,hypothesis=b,gold=c", "'gold' is unknown; expected id, text, hypothesis"),
        ("text=a", "hypothesis is missing"),
        ("hypothesis=a", "text is missing"),
        ("text=1,hypothesis=claim", "name all of them, or number all"),
    ],
)
def test_what_is_wrong_is_said(spelling: str, message: str):
    with pytest.raises(InputError, match=message):
        parse_columns(spelling)
