import pytest

from rte_baselines.features.subsumption.costs import are_opposite


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("before", "after", True),
        ("until", "since", True),
        ("from", "to", True),
        ("out of", "into", True),
        ("with", "without", True),
        ("for", "against", True),
        ("in front of", "behind", True),
        ("in", "on", False),
        ("before", "until", False),
        ("before", "without", False),
        ("from", "from", False),
        ("", "to", False),
    ],
)
def test_opposites_exclude_each_other(one, other, expected):
    assert are_opposite(one, other) == are_opposite(other, one) == expected
