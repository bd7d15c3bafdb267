"""Equal pairs with different labels, which ``validate`` finds."""

import pytest

from rte_baselines.cli.describing import ConflictingLabels
from rte_baselines.pairs import Label, Pair

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT


def warning_of(*pairs):
    conflicts = ConflictingLabels()
    for number, (text, label) in enumerate(pairs):
        conflicts.add(Pair(str(number), text, "It slept." if text else "", None, label))
    return conflicts.warning()


def test_equal_pairs_with_different_labels():
    found = warning_of(("a", NO), ("b", None), ("b", YES), ("a", NO), ("b", NO), ("b", YES))
    assert found == (
        "1 pair of text and hypothesis is given several times with different labels, such as "
        "ENTAILMENT and NO_ENTAILMENT (pairs 3 and 5 of the file); correct the labels, or leave "
        "these pairs out"
    )
    assert warning_of(("a", NO), ("a", YES), ("b", YES), ("b", NO)).startswith("2 pairs of text ")


@pytest.mark.parametrize(
    "pairs",
    [[], [("a", YES)], [("a", YES), ("a", YES)], [("a", YES), ("b", NO)], [("", YES), ("", NO)]],
)
def test_pairs_without_conflicts(pairs):
    assert warning_of(*pairs) is None
