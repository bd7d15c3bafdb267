"""Pairs are values."""

import numpy as np
import pandas as pd
import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Pair


@pytest.mark.parametrize("missing", [None, float("nan"), np.float32("nan"), pd.NA])
def test_what_is_missing_is_none(missing):
    pair = Pair("1", "a", "b", task=missing, label=missing)
    assert (pair.task, pair.label) == (None, None)


@pytest.mark.parametrize("wrong", [1, "1", "-"])
def test_a_label_without_a_meaning_is_refused(wrong):
    with pytest.raises(
        InputError, match=r"^pair '7': .*label .*; expected a name, such as 'ENTAIL"
    ):
        Pair("7", "a", "b", label=wrong)


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
