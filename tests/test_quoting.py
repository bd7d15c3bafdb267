"""What messages quote from files."""

import pytest

from rte_baselines.quoting import quoted, shortened


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a b", "'a b'"),
        ("a\nb", r"'a\nb'"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 37}...'"),
        (True, "True"),
        (["x" * 50], f"['{'x' * 35}..."),
    ],
)
def test_values_are_quoted_and_cut(value: object, expected: str):
    assert quoted(value) == expected


def test_the_longest_may_be_said():
    assert shortened("abcdefgh", 8) == "abcdefgh"
    assert shortened("abcdefghi", 8) == "abcde..."
