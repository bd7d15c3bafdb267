"""Information content from tag counts and from a corpus."""

import math

import numpy as np
import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.lexicon.wordnet import (
    Part,
    information_content,
    tag_count_content,
    word_count_content,
)


def test_hand_worked_tag_counts(small):
    content = tag_count_content(small, smoothing=0)
    # Of 8 nouns tagged, 6 are animals: animal 2, dog 3, cat 1; and 2 are plants.
    expected = {"entity": 0, "animal": math.log(8 / 6), "dog": math.log(8 / 3), "cat": math.log(8)}
    for word, value in expected.items():
        assert content[small.synset(f"{word}.n.01")] == pytest.approx(value, abs=1e-12)
    assert content[small.synset("poodle.n.01")] == math.inf
    # Of 8 verbs, 5 are "go" and 2 "run" below it.
    assert content[small.synset("move.v.01")] == pytest.approx(math.log(8 / 7))


def test_smoothing_counts_every_synset_once_more(small):
    content = tag_count_content(small, smoothing=1)
    # The poodle is below both dog and pet, and one animal all the same:
    # animal, dog, cat, rover, pet, poodle.
    assert content[small.synset("animal.n.01")] == pytest.approx(math.log(17 / 12))
    assert content[small.synset("pet.n.01")] == pytest.approx(math.log(17 / 2))
    assert content[small.synset("entity.n.01")] == 0


def test_words_of_a_corpus_are_shared_among_their_senses(small):
    counts = {("dog", Part.NOUN): 6, ("cat", Part.NOUN): 2, ("unheard of", Part.NOUN): 100}
    content = word_count_content(small, counts, smoothing=0)
    assert content[small.synset("dog.n.01")] == pytest.approx(math.log(8 / 3))
    assert content[small.synset("plant.n.01")] == pytest.approx(math.log(8 / 3))
    assert content[small.synset("animal.n.01")] == pytest.approx(math.log(8 / 5))


@pytest.mark.slow
def test_never_falls_on_the_way_down(wordnet):
    content = tag_count_content(wordnet)
    assert np.isfinite(content).all()
    assert (content >= 0).all()
    offsets = wordnet.arrays["synset_pointers_offsets"]
    sources = np.repeat(np.arange(len(wordnet)), np.diff(offsets))
    upward = wordnet.arrays["synset_pointers_relations"] <= 1
    targets = wordnet.arrays["synset_pointers_targets"]
    assert (content[targets[upward]] <= content[sources[upward]]).all()


@pytest.mark.parametrize(
    ("counts", "smoothing"), [([-1.0], 1), ([math.nan], 1), ([math.inf], 1), ([1.0], -1)]
)
def test_bad_counts_are_refused(small, counts, smoothing):
    with pytest.raises(InputError, match="not negative"):
        information_content(small, np.array(counts * len(small)), smoothing)


def test_counts_of_another_wordnet_are_refused(small):
    with pytest.raises(InputError, match="expected 17"):
        information_content(small, np.ones(3))


def test_without_any_count_all_is_unheard_of(small):
    assert (information_content(small, np.zeros(17), smoothing=0) == math.inf).all()
