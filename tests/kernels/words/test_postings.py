"""Compressed posting lists against sets of documents."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.words.postings import append_gap, shared_documents
from tests.kernels.batches import kernel_settings

DOCUMENTS = 300
document_sets = st.lists(st.sets(st.integers(0, DOCUMENTS - 1), max_size=40), max_size=6)


def compressed(sets):
    lists = []
    for documents in sets:
        postings, last = bytearray(), -1
        for document in sorted(documents):
            append_gap(postings, document - last)
            last = document
        lists.append(bytes(postings))
    lengths = np.array([len(postings) for postings in lists], np.int64)
    return np.frombuffer(b"".join(lists), np.uint8), offsets_of(lengths)


def shared(sets, first, second, documents=DOCUMENTS):
    rows = [np.array(rows, np.int64) for rows in (first, second)]
    return shared_documents(*compressed(sets), documents, *rows)


@given(document_sets)
@kernel_settings
def test_counts_are_sizes_of_intersections(sets):
    rows = list(range(len(sets)))
    expected = [[len(one & other) for other in sets] for one in sets]
    assert shared(sets, rows, rows).tolist() == expected


def test_unknown_terms_share_no_documents():
    assert shared([{0, 1}], [-1, 0], [0, -1, 0]).tolist() == [[0, 0, 0], [2, 0, 2]]


def test_gaps_take_seven_bits_a_byte():
    postings = bytearray()
    for gap in (1, 127, 128, 300, 16_384):
        append_gap(postings, gap)
    # 300 is 2 * 128 + 44, and 16,384 is 128 * 128.
    assert list(postings) == [1, 127, 0x80, 1, 0x80 | 44, 2, 0x80, 0x80, 1]


@given(st.sets(st.integers(0, 5_000_000), max_size=20), st.sets(st.integers(0, 5_000_000)))
@kernel_settings
def test_documents_far_apart(one, other):
    both = shared([one, one | other], [0], [1], documents=5_000_001)
    assert both.tolist() == [[len(one)]]
