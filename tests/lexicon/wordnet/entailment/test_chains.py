"""Chains of relations, and what all relations made of them have in common."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.wordnet import HYPERNYMS, Part, Relation
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import (
    derivational_synonymy,
    entailment_rules,
)
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.entailment.lexical_entailment import LexicalEntailment
from tests.lexicon.wordnet.real_paths import assert_real


def hyponymy_of(wordnet):
    return Chains(wordnet, Chain(HYPERNYMS))


def two_relations_of_any_kind(wordnet):
    return Chains(wordnet, Chain(tuple(Relation), longest=2))


RELATIONS = [
    LexicalEntailment,
    entailment_rules,
    derivational_synonymy,
    hyponymy_of,
    two_relations_of_any_kind,
]

# Related words in plenty, so that there are paths to look at.
WORDS = """
animal dog cat poodle puppy mammal creature person man woman child kill murder murderer slay
die death sleep snore rest rise lift raise move go walk run good nice bad happy unhappy big
large huge city capital paris london france country state nation buy sell purchase own have
get obtain receive company firm business election elect vote president leader locate location
region place water sea ocean quickly quick fast slowly say tell speak speech zzzz
""".split()
words = st.sampled_from(WORDS)


@pytest.fixture(scope="module", params=RELATIONS)
def relation(request, wordnet):
    return request.param(wordnet)


@pytest.fixture(scope="module")
def hyponymy(wordnet):
    return hyponymy_of(wordnet)


def senses(wordnet, *lemmas):
    return Ragged.concatenate([wordnet.senses(lemma) for lemma in lemmas])


@given(text=words, hypothesis=words)
def test_a_path_is_real_and_as_long_as_is_said(relation, text, hypothesis):
    wordnet = relation.wordnet
    path = relation.path(wordnet.senses(text), wordnet.senses(hypothesis))
    length = relation.lengths(senses(wordnet, text), senses(wordnet, hypothesis))[0, 0]
    if path is None:
        assert np.isinf(length)
    else:
        assert path.length == length
        assert_real(wordnet, path, wordnet.senses(text), wordnet.senses(hypothesis))


@pytest.mark.parametrize("word", ["zzzz", "", "x" * 10_000, "\x00", "dog cat", "Straße"])
def test_words_that_wordnet_lacks_have_no_path(relation, word):
    wordnet = relation.wordnet
    none, some = wordnet.senses(word), wordnet.senses("dog")
    for text, hypothesis in ((none, some), (some, none), (none, none)):
        assert relation.path(text, hypothesis) is None
    both = senses(wordnet, word, "dog")
    np.testing.assert_array_equal(relation.lengths(both, both), [[np.inf, np.inf], [np.inf, 0]])


def test_no_words_have_no_chains(relation):
    some, none = senses(relation.wordnet, "dog"), senses(relation.wordnet)
    assert relation.lengths(some, none).shape == (0, 1)
    assert relation.lengths(none, some).shape == (1, 0)


def test_chains_of_a_small_wordnet(small):
    """Rover, a poodle of a dog's hyponyms, is an animal; a dog is a plant too."""
    chains = Chains(small, Chain(HYPERNYMS))
    names = ("rover", "poodle", "dog", "beast", "plant")
    every = Ragged.concatenate([small.senses(name) for name in names])
    lengths = chains.lengths(every, every)
    far = np.inf
    # Rows are what is led to, columns what leads there.
    assert lengths.tolist() == [
        [0, far, far, far, far],
        [far, 0, far, far, far],
        [1, 1, 0, far, far],
        [2, 2, 1, 0, far],
        [far, far, 1, far, 0],
    ]


def test_a_chain_has_at_most_as_many_relations_as_allowed(small):
    rover, beast = small.senses("rover"), small.senses("beast")
    assert Chains(small, Chain(HYPERNYMS, longest=1)).path(rover, beast) is None
    path = Chains(small, Chain(HYPERNYMS, longest=2)).path(rover, beast)
    assert path.relations == (Relation.INSTANCE_HYPERNYM, Relation.HYPERNYM)
    assert path.describe(small) == "rover -instance hypernym-> dog -hypernym-> beast"


def test_kinds_of_chain_are_not_mixed(small):
    """From the adverb to the adjective, and from there to a similar one."""
    well, nice = small.senses("well"), small.senses("nice")
    pertainymy, similarity = Relation.PERTAINYM, Relation.SIMILAR
    separate = Chains(small, Chain((pertainymy,)), Chain((similarity,)))
    mixed = Chains(small, Chain((pertainymy, similarity)))
    assert separate.path(well, nice) is None
    assert mixed.path(well, nice).describe(small) == "well -pertainym-> good -similar-> nice"


@pytest.mark.slow
def test_hyponymy_equals_nltk(hyponymy, nltk_wordnet):
    wordnet = hyponymy.wordnet
    part = Part.NOUN
    lemmas = [word for word in WORDS if len(wordnet.senses(word, part))]
    nouns = Ragged.concatenate([wordnet.senses(lemma, part) for lemma in lemmas])
    expected = [[nltk_distance(nltk_wordnet, low, high) for low in lemmas] for high in lemmas]
    np.testing.assert_array_equal(hyponymy.lengths(nouns, nouns), expected)


def nltk_distance(nltk_wordnet, low, high):
    goals = set(nltk_wordnet.synsets(high, "n"))
    return min(
        (
            distance
            for synset in nltk_wordnet.synsets(low, "n")
            for above, distance in synset.hypernym_distances()
            if above in goals
        ),
        default=np.inf,
    )
