"""Words, senses and synsets, and how they are related."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.errors import InputError
from rte_baselines.lexicon.wordnet import HYPERNYMS, HYPONYMS, Part, Relation
from rte_baselines.lexicon.wordnet.database.relations import NO_PART, parts_of_tags


def names(wordnet, synsets):
    return [wordnet.name(synset) for synset in np.asarray(synsets).tolist()]


def words(wordnet, senses):
    return [wordnet.word_of_sense(sense) for sense in senses.tolist()]


def test_senses_stand_as_wordnet_numbers_them(small):
    senses = small.senses("dog", Part.NOUN)
    assert [small.sense_number(sense) for sense in senses.tolist()] == [1, 2]
    assert small.tag_counts[senses].tolist() == [3, 0]
    assert names(small, small.synsets("dog")) == ["dog.n.01", "dog.n.02"]
    assert not len(small.senses("dog", Part.VERB))


def test_synset_has_its_words_in_lower_case(small):
    assert words(small, small.senses_of_synset(small.synset("animal.n.01"))) == ["animal", "beast"]
    assert small.synset("beast.n.01") == small.synset("animal.n.01")


def test_relations_between_synsets(small):
    poodle = small.synset("poodle.n.01")
    assert names(small, small.related(poodle, *HYPERNYMS)) == ["dog.n.01", "pet.n.01"]
    dog = small.synset("dog.n.01")
    assert names(small, small.related(dog, Relation.INSTANCE_HYPONYM)) == ["rover.n.01"]
    assert names(small, small.related(dog, *HYPONYMS)) == ["poodle.n.01", "rover.n.01"]
    good = small.synset("good.a.01")
    assert names(small, small.related(good, Relation.SIMILAR)) == ["nice.s.01"]
    assert names(small, small.related(good, Relation.ATTRIBUTE)) == ["entity.n.01"]
    assert not len(small.related(good, Relation.ANTONYM))


def test_relations_between_senses(small):
    (good,) = small.senses("good").tolist()
    assert words(small, small.related_senses(good, Relation.ANTONYM)) == ["bad"]
    (well,) = small.senses("well").tolist()
    assert words(small, small.related_senses(well, Relation.PERTAINYM)) == ["good"]
    (run,) = small.senses("run").tolist()
    assert words(small, small.related_senses(run, Relation.DERIVATION)) == ["rover"]


def test_parts_of_speech_and_files(small):
    nice = small.synset("nice.s.01")
    assert small.part(nice) is Part.ADJECTIVE
    assert small.is_satellite(nice)
    assert not small.is_satellite(small.synset("bad.a.01"))
    assert small.lexicographer_file(small.synset("cat.n.01")) == "file.5"
    assert len(small) == 17


def test_definition_is_its_content_lemmas(small):
    animal = small.synset("animal.n.01")
    # "a", "being" and "that" are of closed classes; the others come from inflected forms.
    assert small.definition(animal).tolist() == TokenIds()(["living", "move"]).tolist()


def test_senses_of_many_words_are_those_of_each(wordnet):
    lemmas = ["dog", "no such word", "run", "run", "well", "", "dog"]
    parts = [Part.NOUN, Part.NOUN, Part.NOUN, Part.VERB, Part.ADVERB, Part.NOUN, NO_PART]
    rows = wordnet.words.rows(lemmas)
    found = wordnet.senses_of_words(rows, np.array(parts))
    of_all_parts = wordnet.senses_of_words(rows)
    for index, (lemma, part) in enumerate(zip(lemmas, parts, strict=True)):
        expected = [] if part == NO_PART else wordnet.senses(lemma, part).tolist()
        assert found[index].tolist() == expected
        assert of_all_parts[index].tolist() == wordnet.senses(lemma).tolist()


@pytest.mark.parametrize("name", ["dog", "dog.n", "dog.n.99", "dog.x.01", "dog.n.one", "", "..."])
def test_unknown_synset_is_named(small, name):
    with pytest.raises(InputError, match="no synset"):
        small.synset(name)


def test_tags_become_parts():
    tags = ["NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "DET", "", "nonsense"]
    assert parts_of_tags(tags).tolist() == [0, 0, 1, 1, 2, 3, NO_PART, NO_PART, NO_PART]
    assert parts_of_tags([]).shape == (0,)


@given(st.data())
def test_inverse_relations_are_inverse(wordnet, data):
    synset = data.draw(st.integers(0, len(wordnet) - 1))
    for there, back in (
        (Relation.HYPERNYM, Relation.HYPONYM),
        (Relation.INSTANCE_HYPERNYM, Relation.INSTANCE_HYPONYM),
        (Relation.MEMBER_HOLONYM, Relation.MEMBER_MERONYM),
        (Relation.SIMILAR, Relation.SIMILAR),
        (Relation.ATTRIBUTE, Relation.ATTRIBUTE),
    ):
        for target in wordnet.related(synset, there).tolist():
            assert synset in wordnet.related(target, back)
    assert wordnet.synset(wordnet.name(synset)) == synset


@pytest.mark.slow
def test_equals_nltk(wordnet, nltk_wordnet):
    random = np.random.default_rng(5)
    methods = {
        "hypernyms": Relation.HYPERNYM,
        "instance_hypernyms": Relation.INSTANCE_HYPERNYM,
        "hyponyms": Relation.HYPONYM,
        "member_holonyms": Relation.MEMBER_HOLONYM,
        "part_meronyms": Relation.PART_MERONYM,
        "substance_meronyms": Relation.SUBSTANCE_MERONYM,
        "entailments": Relation.ENTAILMENT,
        "causes": Relation.CAUSE,
        "verb_groups": Relation.VERB_GROUP,
        "similar_tos": Relation.SIMILAR,
        "attributes": Relation.ATTRIBUTE,
        "also_sees": Relation.ALSO_SEE,
        "topic_domains": Relation.TOPIC_DOMAIN,
        "in_region_domains": Relation.IN_REGION_DOMAIN,
        "usage_domains": Relation.USAGE_DOMAIN,
    }
    for synset in random.integers(0, len(wordnet), 2000).tolist():
        other = as_nltk(wordnet, nltk_wordnet, synset)
        assert wordnet.lexicographer_file(synset) == other.lexname()
        assert wordnet.max_depths[synset] == other.max_depth()
        assert wordnet.min_depths[synset] == other.min_depth()
        assert words(wordnet, wordnet.senses_of_synset(synset)) == list(
            dict.fromkeys(name.lower() for name in other.lemma_names())
        )
        for method, relation in methods.items():
            targets = wordnet.related(synset, relation).tolist()
            found = {as_nltk(wordnet, nltk_wordnet, target) for target in targets}
            assert found == set(getattr(other, method)())


@pytest.mark.slow
def test_lexical_relations_equal_nltk(wordnet, nltk_wordnet):
    random = np.random.default_rng(6)
    methods = {
        "antonyms": Relation.ANTONYM,
        "derivationally_related_forms": Relation.DERIVATION,
        "pertainyms": Relation.PERTAINYM,
    }
    for synset in random.integers(0, len(wordnet), 2000).tolist():
        lemmas = as_nltk(wordnet, nltk_wordnet, synset).lemmas()
        by_word = {lemma.name().lower(): lemma for lemma in lemmas}
        if len(by_word) < len(lemmas):
            continue
        for sense in wordnet.senses_of_synset(synset).tolist():
            for method, relation in methods.items():
                found = wordnet.related_senses(sense, relation)
                others = getattr(by_word[wordnet.word_of_sense(sense)], method)()
                assert set(words(wordnet, found)) == {other.name().lower() for other in others}


def as_nltk(wordnet, nltk_wordnet, synset):
    offset = int(wordnet.arrays["synset_database_offsets"][synset])
    return nltk_wordnet.synset_from_pos_and_offset(wordnet.part(synset).letter, offset)
