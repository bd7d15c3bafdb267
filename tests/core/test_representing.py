"""What Python shows of the public classes is one short line."""

from dataclasses import dataclass

import numpy as np
import pytest

from rte_baselines import Label, Pair, Prediction, Recognizer, Run, compare, evaluate
from rte_baselines.core.representing import brief, named

LONGEST = 300


def test_short_objects_are_shown_whole():
    pair = Pair("1", "Two ferries sank.", "It sank.", "IE", Label.ENTAILMENT)
    assert repr(pair) == (
        "Pair(id='1', text='Two ferries sank.', hypothesis='It sank.', task='IE', "
        "label='ENTAILMENT')"
    )
    assert repr(Pair("1", "a", "b")) == "Pair(id='1', text='a', hypothesis='b')"
    prediction = Prediction("1", Label.UNKNOWN, 0.5)
    assert repr(prediction) == "Prediction(id='1', label='UNKNOWN', confidence=0.5)"
    assert repr(Run([prediction], name="mine")) == "Run('mine', 1 prediction, ranked=False)"
    recognizer = Recognizer.from_config("majority")
    assert repr(recognizer).startswith("Recognizer('majority', FeatureSet(")
    assert repr(recognizer).endswith("fitted=False)")
    assert "majority" in recognizer._repr_html_()


@pytest.mark.slow
def test_a_report_is_printed_as_a_table_and_shown_in_a_line():
    gold = [Pair("1", "a", "b", label="YES"), Pair("2", "a", "b", label="NO")]
    runs = [Run([Prediction("1", "YES"), Prediction("2", "YES")], name=name) for name in "ab"]
    report, comparison = evaluate(gold, runs), compare(gold, runs)
    assert repr(report) == "Report(a, b, 2 pairs, two-way)"
    assert repr(comparison) == "Comparison(a, b, 2 pairs)"
    for found in (report, comparison):
        assert len(str(found).splitlines()) > 5
        assert found._repr_markdown_() == found.to_markdown()


def test_long_values_and_many_items():
    @brief
    @dataclass
    class Example:
        text: str
        items: list
        array: np.ndarray
        absent: int | None = None

    example = Example("x" * 100, list(range(500)), np.zeros((3, 4)))
    cut = "x" * 37
    assert repr(example) == f"Example(text='{cut}...', items=<500 int>, array=<array (3, 4)>)"
    assert repr(Example("", [1, "a"], np.zeros(2), 3)) == (
        "Example(text='', items=[1, 'a'], array=<array (2,)>, absent=3)"
    )
    assert len(named(example, *["x" * 50] * 50)) == LONGEST
