"""Numbers of keys."""

from rte_baselines.analysis.analyzer import numbered


def test_keys_are_numbered_as_they_first_occur():
    distinct, numbers = numbered(iter(["b", "a", "b", ""]), 4)
    assert (distinct, numbers.tolist()) == (["b", "a", ""], [0, 1, 0, 2])


def test_no_keys_have_no_numbers():
    distinct, numbers = numbered([], 0)
    assert (distinct, numbers.tolist()) == ([], [])
