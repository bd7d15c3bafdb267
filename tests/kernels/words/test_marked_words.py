"""The marked words of the Modified Brevity Penalty."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.kernels.words.ngrams import align_marked_words, marked_share
from tests.kernels.batches import batches, kernel_settings, numbers, ragged, sequences, sides


def marks_by_trying_all_places(candidate, reference, longest):
    partners, taken = {}, set()
    for n in range(longest, 0, -1):
        for i in range(len(candidate) - n + 1):
            for j in range(len(reference) - n + 1):
                words, places = range(i, i + n), range(j, j + n)
                free = partners.keys().isdisjoint(words) and taken.isdisjoint(places)
                if free and candidate[i : i + n] == reference[j : j + n]:
                    partners.update(zip(words, places, strict=True))
                    taken.update(places)
    return sorted(map(list, partners.items()))


def test_long_ngrams_come_first():
    # the dog and the cat | the cat: only the second "the" stands before "cat".
    assert align_marked_words(numbers("tdatc"), numbers("tc")).tolist() == [[3, 0], [4, 1]]
    # Word by word, the first "the" is met first.
    single = align_marked_words(numbers("tdatc"), numbers("tc"), longest=1)
    assert single.tolist() == [[0, 0], [4, 1]]


def test_words_are_marked_once():
    # the the the cat | the cat the cat: one "the" and one "cat" find no partner.
    candidates, references = ragged(["tttc", "", "a"]), ragged(["tctc", "a", ""])
    assert marked_share(candidates, references).tolist() == [0.75, 0, 0]
    assert len(align_marked_words(candidates[0], references[0])) == 3


@pytest.mark.slow
@given(sequences, sequences, st.integers(1, 12))
@kernel_settings
def test_alignment_equals_trying_all_positions(candidate, reference, longest):
    alignment = align_marked_words(numbers(candidate), numbers(reference), longest)
    assert alignment.tolist() == marks_by_trying_all_places(candidate, reference, longest)


@pytest.mark.slow
@given(batches, st.integers(1, 12))
@kernel_settings
def test_share_does_not_depend_on_the_longest_ngram(batch, longest):
    shares = marked_share(*sides(batch))
    for share, (candidate, reference) in zip(shares, batch, strict=True):
        alignment = align_marked_words(numbers(candidate), numbers(reference), longest)
        assert share == len(alignment) / max(len(reference), 1)


def test_long_text():
    text = np.random.default_rng(5).integers(0, 3_000, 20_000)
    alignment = align_marked_words(text, text[70:80])
    assert alignment.tolist() == [[70 + place, place] for place in range(10)]


def test_longest_below_one_is_an_input_error():
    with pytest.raises(InputError, match="longest is 0; expected 1 or more"):
        align_marked_words(numbers("a"), numbers("a"), longest=0)
