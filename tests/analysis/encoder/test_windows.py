from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.encoder.encoder import OVERLAP, Window, windows


def test_by_hand():
    # Windows of 8 pieces start every 6; the last one ends with the text. The first two share
    # the pieces 6 and 7, of which 6 is further from the edge of the first.
    assert windows(8, 8) == [Window(0, 8, 0, 8)]
    assert windows(14, 8) == [Window(0, 8, 0, 7), Window(6, 14, 7, 14)]
    assert windows(15, 8) == [Window(0, 8, 0, 7), Window(6, 14, 7, 10), Window(7, 15, 10, 15)]
    assert windows(0, 8) == [Window(0, 0, 0, 0)]


@given(pieces=st.integers(1, 2_000), capacity=st.integers(1, 300))
def test_every_piece_is_taken_once_from_where_it_has_most_context(pieces, capacity):
    parts = windows(pieces, capacity)
    taken = [piece for part in parts for piece in range(part.first, part.last)]
    assert taken == list(range(pieces))
    for part in parts:
        assert 0 <= part.start <= part.first <= part.last <= part.stop <= pieces
        assert part.stop - part.start == min(capacity, pieces)
    for before, after in pairwise(parts):
        assert before.stop - after.start >= capacity // OVERLAP
        for piece in range(before.first, before.last):
            if piece >= after.start:
                assert before.stop - piece > piece - after.start
        for piece in range(after.first, after.last):
            if piece < before.stop:
                assert before.stop - piece <= piece + 1 - after.start
