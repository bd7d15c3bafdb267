"""The six measures by hypernyms, and information content from tag counts and from a corpus."""

import math
from collections import defaultdict
from functools import cache
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.corpus.reader.wordnet import Synset

from rte_baselines.core.errors import InputError
from rte_baselines.lexicon.wordnet import (
    HYPERNYMS,
    HYPONYMS,
    Part,
    TaxonomyMeasure,
    TaxonomySimilarity,
    tag_count_content,
    word_count_content,
)
from rte_baselines.lexicon.wordnet.similarity.taxonomy_similarity import information_content
from tests.lexicon.wordnet.database.test_database import as_nltk

MEASURES = get_args(TaxonomyMeasure)
DOG, CAT, ANIMAL = math.log(8 / 3), math.log(8), math.log(8 / 6)
PAIRS = 3_000


@pytest.fixture(scope="module")
def similarities(wordnet):
    return {measure: TaxonomySimilarity(wordnet, measure) for measure in MEASURES}


@pytest.mark.parametrize(
    ("measure", "first", "second", "expected"),
    [
        ("path", "dog.n.01", "cat.n.01", 1 / 3),
        ("path", "poodle.n.01", "pet.n.01", 1 / 2),
        # Two links up from each verb is the made-up root.
        ("path", "run.v.01", "muse.v.01", 1 / 5),
        # The deepest noun is 3 links down, the deepest verb 1 from its root.
        ("leacock_chodorow", "dog.n.01", "cat.n.01", math.log(6 / 3)),
        ("leacock_chodorow", "run.v.01", "muse.v.01", math.log(4 / 5)),
        # The animal stands on the second level.
        ("wu_palmer", "dog.n.01", "cat.n.01", 4 / (1 + 1 + 4)),
        # Both dog and pet are on the third level and one link up.
        ("wu_palmer", "poodle.n.01", "pet.n.01", 6 / (1 + 0 + 6)),
        ("wu_palmer", "rover.n.01", "pet.n.01", 4 / (2 + 1 + 4)),
        # The made-up root is the first level, so that the verb is on the second.
        ("wu_palmer", "move.v.01", "run.v.01", 4 / (0 + 1 + 4)),
        ("wu_palmer", "run.v.01", "muse.v.01", 2 / (2 + 2 + 2)),
        ("wu_palmer", "good.a.01", "bad.a.01", 0),
        # NLTK does not count the made-up root above a verb's.
        ("wu_palmer_nltk", "move.v.01", "run.v.01", 2 / (0 + 1 + 2)),
        *((measure, "dog.n.01", "run.v.01", 0) for measure in MEASURES),
        *((measure, "good.a.01", "dog.n.01", 0) for measure in MEASURES),
        ("resnik", "dog.n.01", "cat.n.01", ANIMAL),
        ("resnik", "run.v.01", "muse.v.01", 0),
        ("lin", "dog.n.01", "cat.n.01", 2 * ANIMAL / (DOG + CAT)),
        ("jiang_conrath", "dog.n.01", "cat.n.01", 1 / (DOG + CAT - 2 * ANIMAL)),
        ("jiang_conrath", "dog.n.01", "dog.n.01", 1e300),
        ("jiang_conrath", "entity.n.01", "dog.n.01", 0),
        ("jiang_conrath", "run.v.01", "muse.v.01", 1 / (math.log(8 / 2) + math.log(8))),
    ],
)
def test_hand_worked_pairs(small, measure, first, second, expected):
    similarity = TaxonomySimilarity(small, measure, tag_count_content(small, smoothing=0))
    found = similarity.of_synsets(small.synset(first), small.synset(second))
    assert found == pytest.approx(expected, abs=1e-12)


def test_words_are_as_similar_as_their_best_senses(small):
    similarity = TaxonomySimilarity(small, "path")
    # The second dog is a plant.
    assert similarity.of_words("dog", "plant", Part.NOUN) == 1 / 2
    assert similarity.of_words("dog", "cat", Part.NOUN) == 1 / 3
    assert similarity.of_words("dog", "run", Part.NOUN) == 0
    assert similarity.of_words("", "dog", Part.NOUN) == 0


def test_synsets_never_met_share_nothing(small):
    content = tag_count_content(small, smoothing=0)
    poodle, rover = small.synset("poodle.n.01"), small.synset("rover.n.01")
    for measure, expected in (("resnik", DOG), ("lin", 0), ("jiang_conrath", 0)):
        similarity = TaxonomySimilarity(small, measure, content)
        assert similarity.of_synsets(poodle, rover) == pytest.approx(expected)


@pytest.mark.parametrize("measure", [each for each in MEASURES if each != "wu_palmer_nltk"])
@given(data=st.data())
def test_normalized_range_and_identity(wordnet, similarities, measure, data):
    similarity = similarities[measure]
    first, second = (data.draw(st.integers(0, len(wordnet) - 1)) for _ in range(2))
    parts = np.array([wordnet.part(first)])
    values = [similarity.of_synsets(first, other) for other in (second, first)]
    other, same = (similarity.normalized(np.array([value]), parts)[0] for value in values)
    assert 0 <= other <= same <= 1


def related_pairs(wordnet, part, count, random):
    """Random pairs, every fourth made of synsets that are near to each other."""
    start, stop = wordnet.part_starts[part : part + 2]
    first, second = random.integers(start, stop, (2, count))
    for index in range(0, count, 4):
        synset = int(first[index])
        for _ in range(3):
            near = wordnet.related(synset, *HYPERNYMS, *HYPONYMS)
            synset = int(random.choice(near)) if len(near) else synset
        second[index] = synset
    return first, second


@pytest.fixture(scope="module")
def sample(wordnet, nltk_wordnet):
    random = np.random.default_rng(0)
    first, second = np.concatenate(
        [related_pairs(wordnet, part, PAIRS // 2, random) for part in (Part.NOUN, Part.VERB)],
        axis=1,
    )
    synsets = {
        synset: as_nltk(wordnet, nltk_wordnet, synset)
        for synset in np.unique(np.concatenate((first, second))).tolist()
    }
    pairs = zip(first.tolist(), second.tolist(), strict=True)
    # Three of the measures go up from the same synsets, some of them several times.
    paths_up = cache(Synset._shortest_hypernym_paths)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Synset, "_shortest_hypernym_paths", lambda *asked: paths_up(*asked))
        yield first, second, [(synsets[one], synsets[other]) for one, other in pairs]


def nltk_content(wordnet, content):
    """Lay information content out as NLTK's counts: shares of a root that has 1."""
    counts = {}
    for part in (Part.NOUN, Part.VERB):
        start, stop = wordnet.part_starts[part : part + 2]
        offsets = wordnet.arrays["synset_database_offsets"][start:stop].tolist()
        counts[part.letter] = defaultdict(
            float, zip(offsets, np.exp(-content[start:stop]).tolist(), strict=True)
        )
        counts[part.letter][0] = 1.0
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("measure", [each for each in MEASURES if each != "wu_palmer"])
def test_equals_nltk(wordnet, nltk_wordnet, similarities, sample, measure, monkeypatch):
    first, second, pairs = sample
    content = nltk_content(wordnet, tag_count_content(wordnet))
    method, arguments = {
        "path": ("path_similarity", ()),
        "leacock_chodorow": ("lch_similarity", ()),
        "wu_palmer_nltk": ("wup_similarity", ()),
        "resnik": ("res_similarity", (content,)),
        "lin": ("lin_similarity", (content,)),
        "jiang_conrath": ("jcn_similarity", (content,)),
    }[measure]
    # The depths of nouns, and of verbs with a root above, which NLTK takes ten seconds to find.
    monkeypatch.setattr(nltk_wordnet, "_max_depth", {("n", False): 19, ("v", True): 13})
    # NLTK divides by zero for the root of the nouns, which must not be among the pairs.
    expected = [getattr(one, method)(other, *arguments) for one, other in pairs]
    found = similarities[measure].pairs(first, second)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-9)


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


@pytest.mark.parametrize(
    ("counts", "smoothing", "message"),
    [
        *(([count] * 17, 1, "not negative") for count in (-1.0, math.nan, math.inf)),
        ([1.0] * 17, -1, "not negative"),
        ([1.0] * 3, 1, "expected 17"),
    ],
)
def test_bad_counts_are_refused(small, counts, smoothing, message):
    with pytest.raises(InputError, match=message):
        information_content(small, np.array(counts), smoothing)
