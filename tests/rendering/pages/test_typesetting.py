"""Numbers and signs as pages write them."""

import pytest

from rte_baselines.rendering.pages.typesetting import decimal, typeset, with_signs


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("0.300-0.500", "0.300\u20130.500"),
        ("0.300 to 0.500", "0.300\u20130.500"),
        ("-0.348--0.019", "\u22120.348 to \u22120.019"),
        ("-0.348 to -0.019", "\u22120.348 to \u22120.019"),
        ("-0.348-0.019", "\u22120.348 to 0.019"),
        ("-0.348 to 0.019", "\u22120.348 to 0.019"),
        ("-1", "\u22121"),
        ("the mean is -0.2, of the one (-0.1)", "the mean is \u22120.2, of the one (\u22120.1)"),
        # Other text is unchanged.
        *(
            (text, text)
            for text in ("-", "<.0001", "above 0.500", "rte-3 of run-2", "'-3'", "3-way")
        ),
    ],
)
def test_negative_numbers_and_intervals(written, shown):
    assert typeset(written) == shown


def test_three_places():
    assert [decimal(value) for value in (-0.5, 0.12345, 2)] == ["\u22120.500", "0.123", "2.000"]


def test_signs_behind_a_value_have_their_meaning_and_other_text_has_none():
    shown = with_signs("-0.5 ★†")
    assert shown.startswith("\u22120.5<span")
    assert 'class="sign leading short"' in shown
    assert "(best value of a run; not better than the best trivial system)" in shown
    assert with_signs("<b> ★ of 3") == "&lt;b&gt; ★ of 3"
