import pytest

from rte_baselines.evaluation.audit.labels import find_duplicates

YES, NO = "ENTAILMENT", "NO_ENTAILMENT"
LONG = "The old ferry to Oslo sank in a heavy storm on the first of May ."


def test_within_a_part(part_of):
    part = part_of(
        (LONG, "A ferry sank.", YES),
        ("the OLD ferry to Oslo sank in a heavy storm on the first of May", "a ferry sank", NO),
        (LONG.replace("heavy", "strong"), "A ferry sank.", YES),
        ("Dogs bark.", "A ferry sank.", NO),
        ("Dogs bark.", "Cats sleep.", NO),
    )
    equal, near, hypotheses = find_duplicates(part, None)
    assert (equal.pairs, equal.groups, equal.conflicting) == (2, 1, 1)
    # One of 14 words differs: 13 of 15 words and 11 of 15 bigrams are common, 0.8 of all.
    assert (near.pairs, near.groups, near.conflicting) == (3, 1, 1)
    assert (hypotheses.pairs, hypotheses.groups, hypotheses.conflicting) == (4, 1, 1)
    assert hypotheses.share.value == pytest.approx(4 / 5)
    assert 0 < hypotheses.share.low < 4 / 5 < hypotheses.share.high < 1


def test_between_parts(part_of):
    train = part_of((LONG, "A ferry sank.", YES), ("Dogs bark.", "Cats sleep.", NO), name="train")
    part = part_of(
        (LONG, "A ferry sank.", NO),
        (LONG.replace("heavy", "strong"), "A ferry sank.", YES),
        ("Cows eat.", "Cats sleep.", NO),
        ("Dogs bark.", "Birds sing.", NO),
        ("Cows eat.", "Birds sing.", NO),
    )
    *_, pairs, near, hypotheses, texts = find_duplicates(part, train)
    assert (pairs.pairs, pairs.conflicting) == (1, 1)
    assert (near.pairs, near.conflicting) == (2, None)
    # The first has the other label, the second and the third the same one.
    assert (hypotheses.pairs, hypotheses.conflicting) == (3, 1)
    assert (texts.pairs, texts.conflicting) == (2, 1)
