"""Synonyms, hyponyms, entailed verbs, and antonyms under negation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.wordnet import Part, Relation
from rte_baselines.lexicon.wordnet.entailment.lexical_entailment import LexicalEntailment
from tests.lexicon.wordnet.real_paths import assert_real

NOUN, VERB, ADJECTIVE = Part.NOUN, Part.VERB, Part.ADJECTIVE

VERBS = "change stay continue keep rise fall lift drop win lose pass fail die live go come".split()


@pytest.fixture(scope="module")
def entailment(wordnet):
    return LexicalEntailment(wordnet)


def described(entailment, text, hypothesis, part, **negated):
    senses = (entailment.wordnet.senses(word, part) for word in (text, hypothesis))
    path = entailment.path(*senses, **negated)
    return path and path.describe(entailment.wordnet)


@pytest.mark.parametrize(
    ("text", "hypothesis", "part", "path"),
    [
        ("war_crime", "crime", NOUN, "war crime -hypernym-> crime"),
        ("tokyo", "city", NOUN, "tokyo -instance hypernym-> national capital -hypernym-> city"),
        ("snore", "rest", VERB, "snore -entailment-> sleep -hypernym-> rest"),
        ("live", "exist", VERB, "live -synonym-> exist"),
        ("crime", "war_crime", NOUN, None),
        ("sleep", "snore", VERB, None),
        ("rise", "fall", VERB, None),
    ],
)
def test_what_is_entailed_and_what_is_not(entailment, text, hypothesis, part, path):
    assert described(entailment, text, hypothesis, part) == path


def test_similarity_is_not_transitive(entailment):
    """Both are similar to "large", but not to each other."""
    assert described(entailment, "huge", "large", ADJECTIVE)
    assert described(entailment, "gigantic", "large", ADJECTIVE)
    assert described(entailment, "gigantic", "wide-ranging", ADJECTIVE) is None


def test_verbs_of_a_group_are_similar(wordnet, entailment):
    grouped = wordnet.senses_of_synset(wordnet.synset("permit.v.01"))[:1]
    other = wordnet.senses_of_synset(wordnet.synset("allow.v.03"))[:1]
    path = entailment.path(grouped, other)
    assert path.relations == (Relation.VERB_GROUP,)


def test_antonyms_under_negation(entailment):
    """What does not change stays; one of the senses of "stay" is to continue."""
    over_stay = "change -antonym-> stay -other sense-> stay -synonym-> continue"
    assert described(entailment, "change", "continue", VERB, text_negated=True) == over_stay
    assert described(entailment, "change", "continue", VERB) is None
    back = "continue -synonym-> stay -other sense-> stay -antonym-> change"
    assert described(entailment, "continue", "change", VERB, hypothesis_negated=True) == back
    hot = described(entailment, "hot", "cold", ADJECTIVE, text_negated=True)
    assert hot == "hot -antonym-> cold"


def test_a_word_does_not_entail_its_negation(entailment):
    for negated in ({"text_negated": True}, {"hypothesis_negated": True}):
        assert described(entailment, "change", "change", VERB, **negated) is None


def test_two_negated_words_are_compared_as_they_stand(entailment):
    both = {"text_negated": True, "hypothesis_negated": True}
    assert described(entailment, "lift", "rise", VERB, **both) == "lift -synonym-> rise"
    assert described(entailment, "change", "continue", VERB, **both) is None


uses = st.lists(st.tuples(st.sampled_from(VERBS), st.booleans()), max_size=5)


@given(text=uses, hypothesis=uses)
def test_lengths_are_those_of_the_paths(entailment, text, hypothesis):
    wordnet = entailment.wordnet

    def senses(uses):
        return Ragged.concatenate([wordnet.senses(word, VERB) for word, _ in uses])

    lengths = entailment.lengths(
        senses(text),
        senses(hypothesis),
        np.array([negated for _, negated in text], np.bool_),
        np.array([negated for _, negated in hypothesis], np.bool_),
    )
    for column, (word, negated) in enumerate(text):
        for row, (other, other_negated) in enumerate(hypothesis):
            pair = wordnet.senses(word, VERB), wordnet.senses(other, VERB)
            path = entailment.path(*pair, text_negated=negated, hypothesis_negated=other_negated)
            if path is None:
                assert np.isinf(lengths[row, column])
            else:
                assert_real(wordnet, path, *pair)
                chain = [step for step in path.relations if step is not Relation.ANTONYM]
                assert len(chain) == lengths[row, column]


@pytest.mark.slow
def test_equals_nltk(entailment, nltk_wordnet):
    """Hypernyms and entailed verbs, and theirs, as NLTK finds them."""
    wordnet = entailment.wordnet
    everything = Ragged.concatenate(
        [wordnet.senses_of_synset(row)[:1] for row in range(len(wordnet))]
    )
    for name in ("snore.v.01", "buy.v.01", "limp.v.01", "dog.n.01", "einstein.n.01"):
        synset = nltk_wordnet.synset(name)
        above = synset.closure(
            lambda low: low.hypernyms() + low.instance_hypernyms() + low.entailments()
        )
        expected = {one.name() for one in above} | {name}
        expected |= {one.name() for one in synset.verb_groups()}
        first = Ragged.concatenate([wordnet.senses_of_synset(wordnet.synset(name))[:1]])
        found = np.flatnonzero(np.isfinite(entailment.lengths(first, everything)[:, 0]))
        assert {wordnet.name(row) for row in found.tolist()} == expected
