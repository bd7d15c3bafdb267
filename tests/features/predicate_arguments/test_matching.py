"""Which structures match, against a plain twin."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.predicate_arguments import matching
from rte_baselines.features.predicate_arguments.matching import Matcher
from tests.features.computing import parsed

from ..predications_by_hand import predication, with_predications

LEMMAS = "hit strike car automobile sink ann".split()
TYPES = [("subject", ""), ("object", ""), ("oblique", "in"), ("clause", "")]


@st.composite
def snippets(draw):
    """Lemmas with parts of speech, and predications whose clauses stand further right."""
    size = draw(st.integers(1, 6))
    places = st.integers(0, size - 1)
    predications = []
    for verb in draw(st.lists(places, max_size=4, unique=True)):
        parts = draw(st.lists(st.tuples(places, st.sampled_from(TYPES)), max_size=4))
        arguments = [(word, *kind) for word, kind in parts if kind[0] != "clause" or word > verb]
        predications.append((verb, draw(st.sampled_from(LEMMAS)), *arguments))
    words = draw(st.lists(st.sampled_from(LEMMAS), min_size=size, max_size=size))
    tags = draw(st.lists(st.sampled_from(["NOUN", "VERB"]), min_size=size, max_size=size))
    return words, tags, predications


def analysed(snippet):
    words, tags, predications = snippet
    analysis = parsed(" ".join(words), pos=" ".join(tags))
    return with_predications(analysis, [predication(*one) for one in predications])


SYNONYMS = [{("hit", "VERB"), ("strike", "VERB")}, {("car", "NOUN"), ("automobile", "NOUN")}]
# "Hit" and "strike" are nouns of one synset too.
SYNONYMS += [{("hit", "NOUN"), ("strike", "NOUN")}]


def similar(first, second):
    return first[0] == second[0] or any({first, second} <= synset for synset in SYNONYMS)


def twin_match(text, hypothesis, coreferent):
    """All verbs that match, by the definition, from the inside out."""
    with_parts = {structure.word for structure in hypothesis.structures}

    def words_match(other, word, kind):
        if kind == "clause" and word in with_parts:
            return any(
                structures_match(*both)
                for both in product(text.structures, hypothesis.structures)
                if (both[0].word, both[1].word) == (other, word)
            )
        return similar(text.tagged[other], hypothesis.tagged[word]) or (other, word) in coreferent

    def structures_match(one, two):
        kinds = {part.type: part.words for part in one.parts}
        return (
            similar((one.lemma, "VERB"), (two.lemma, "VERB"))
            and kinds.keys() == {part.type for part in two.parts}
            and all(
                any(words_match(other, word, part.function) for other in kinds[part.type])
                for part in two.parts
                for word in part.words
            )
        )

    pairs = product(hypothesis.structures, text.structures)
    return [(one.word, two.word) for two, one in pairs if structures_match(one, two)]


class Side:
    """A snippet as the twin sees it."""

    def __init__(self, analysis, structures):
        self.structures = structures
        self.tagged = list(zip(analysis.lemmas, analysis.pos, strict=True))


coreferences = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=6)


@given(text=snippets(), hypothesis=snippets(), coreferent=coreferences)
def test_equals_the_twin(text, hypothesis, coreferent):
    text, hypothesis = analysed(text), analysed(hypothesis)
    by_word = {word: {other for other, one in coreferent if one == word} for _, word in coreferent}
    across = tuple((tuple(sorted(others)), (word,)) for word, others in by_word.items())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(matching, "chains_across", lambda *_: across)
        matcher = Matcher(text, hypothesis, max_distance=0, coreference=True)
        found = [match.verbs for match in matcher.matches()]
    sides = Side(text, matcher.text_structures), Side(hypothesis, matcher.structures)
    assert found == twin_match(*sides, coreferent)
    assert 0 <= matcher.matched_share() <= 1
    assert 0 <= matcher.common_share() <= 1


@given(snippet=snippets())
def test_a_snippet_matches_itself(snippet):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(matching, "chains_across", lambda *_: ())
        analysis = analysed(snippet)
        matcher = Matcher(analysis, analysis, max_distance=None, coreference=False)
        whole = float(bool(matcher.structures))
        assert matcher.matched_share() == matcher.common_share() == whole
