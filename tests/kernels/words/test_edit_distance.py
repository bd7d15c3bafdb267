"""Edit distance, and the strings of a dictionary within it."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.metrics import edit_distance

from rte_baselines.kernels.ragged import offsets_of
from rte_baselines.kernels.words.edit_distance import dictionary_of, levenshtein, nearest_strings
from tests.kernels.batches import kernel_settings

strings = st.text("ab_", max_size=12)
# Long enough for several edits, and near each other.
long_strings = st.text("ab", min_size=8, max_size=24)


def characters(text):
    return np.frombuffer(text.encode("ascii"), np.uint8)


def distance(first, second, limit):
    buffer = np.empty(len(second) + 1, np.int64)
    return levenshtein(characters(first), characters(second), limit, buffer)


def search(candidates, entries, tolerance):
    lengths = offsets_of(np.array(list(map(len, entries)), np.int64))
    dictionary = dictionary_of(
        characters("".join(entries)), lengths[:-1], np.diff(lengths), tolerance
    )
    offsets = offsets_of(np.array(list(map(len, candidates)), np.int64))
    found, distances = nearest_strings(characters("".join(candidates)), offsets, dictionary)
    return list(zip(found.tolist(), distances.tolist(), strict=True))


def nearest(candidate, entries, tolerance):
    """What `nearest_strings` finds, by comparing with every entry."""
    near = [
        (edit_distance(candidate, entry), place)
        for place, entry in enumerate(entries)
        if edit_distance(candidate, entry) / max(len(candidate), len(entry), 1) < tolerance
    ]
    edits, place = min(near, default=(0, -1))
    return place, edits


@given(strings, strings, st.just(99) | st.integers(0, 12))
@kernel_settings
def test_distance_equals_nltk_and_stays_above_the_limit(first, second, limit):
    expected = edit_distance(first, second)
    found = distance(first, second, limit)
    assert found == expected if expected <= limit else found > limit


@given(
    st.lists(st.one_of(strings, long_strings), max_size=4),
    st.lists(long_strings, min_size=1, max_size=8, unique=True),
    st.sampled_from([0.1, 0.2, 0.35, 0.5]),
)
@settings(max_examples=60)
def test_search_equals_comparing_with_every_entry(candidates, entries, tolerance):
    expected = [nearest(candidate, entries, tolerance) for candidate in candidates]
    assert search(candidates, entries, tolerance) == expected


def test_no_tolerance_finds_equal_strings():
    candidates = ["abcdefghijkx", "abcdefghijkl"]
    assert search(candidates, ["abcdefghijkl"], 0.0) == [(-1, 0), (0, 0)]
