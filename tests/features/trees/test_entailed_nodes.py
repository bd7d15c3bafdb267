"""Nodes of the hypothesis that nodes of the text entail."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.trees.dependency_forests import NODES, negated_words
from rte_baselines.features.trees.entailed_nodes import EntailedNodes
from tests.analysis.parses import parse
from tests.features.computing import aligned_parsed, numbers_of, parsed

from ..random_parses import parse_of, sentences

SAME_WORD, WORDNET = EntailedNodes("same_word"), EntailedNodes("wordnet")
WITH_ROLES = EntailedNodes("wordnet", roles=True)

snippets = st.lists(sentences(), max_size=3)


@pytest.mark.slow
def test_negated_words_entail_their_antonyms():
    """As in pair 74 (figure 2): not to change is to stay, and to stay is to continue."""
    text = parse(
        "Envoys/envoy/NOUN/2/nsubj say/VERB/0 the/DET/4/det board/NOUN/7/nsubj will/AUX/7/aux "
        "not/PART/7/advmod change/VERB/2/ccomp the/DET/9/det route/NOUN/7/obj ./PUNCT/2/punct"
    )
    hypothesis = parse("The/DET/2/det board/NOUN/4/nsubj will/AUX/4/aux continue/VERB/0")
    assert aligned_parsed(WORDNET, text, hypothesis) == {
        "The": ("the", "same word"),
        "board": ("board", "same word"),
        "will": (None, "missing"),
        "continue": ("change", "change -antonym-> stay -other sense-> stay -synonym-> continue"),
    }


@pytest.mark.slow
def test_a_negated_word_does_not_entail_the_same_word():
    """As in pair 78 (figure 3): the text's "be" is negated, the hypothesis's is not."""
    no_hit = parse(
        "The/DET/3/det new/ADJ/3/amod film/NOUN/8/nsubj is/be/AUX/8/cop not/PART/8/advmod "
        "a/DET/8/det big/ADJ/8/amod hit/NOUN/0 here/ADV/8/advmod ./PUNCT/8/punct"
    )
    hit = parse(
        "The/DET/2/det film/NOUN/6/nsubj was/be/AUX/6/cop a/DET/6/det big/ADJ/6/amod hit/NOUN/0 "
        "./PUNCT/6/punct"
    )
    met = aligned_parsed(WORDNET, no_hit, hit)
    assert met["was"] == (None, "missing")
    assert met["hit"] == ("hit", "same word")
    values = numbers_of(WORDNET, (no_hit, hit), (hit, no_hit), (no_hit, no_hit))
    # Of the other, "new", "is", "not" and "here" are not entailed.
    np.testing.assert_allclose(values, [[6, 1, 5 / 6], [9, 4, 5 / 9], [9, 0, 1]])


def test_same_word_ignores_negation():
    text = parse("Boats/NOUN/4/nsubj did/do/AUX/4/aux not/PART/4/advmod sink/VERB/0")
    for feature, partner in ((SAME_WORD, ("sink", "same word")), (WORDNET, (None, "missing"))):
        assert aligned_parsed(feature, text, parse("sink/VERB/0")) == {"sink": partner}


@pytest.mark.parametrize(
    ("text", "hypothesis", "part", "relation"),
    [
        ("allow", "grant", "VERB", "allow -synonym-> grant"),
        ("discover", "reveal", "VERB", "discover -synonym-> reveal"),
        ("lift", "rise", "VERB", "lift -synonym-> rise"),
        ("crude", "oil", "NOUN", "crude -synonym-> oil"),
        ("huge", "large", "ADJ", "huge -similar-> large"),
        ("snore", "sleep", "VERB", "snore -entailment-> sleep"),
    ],
)
def test_words_of_the_paper(text, hypothesis, part, relation):
    pair = parsed(text, pos=part), parsed(hypothesis, pos=part)
    assert aligned_parsed(WORDNET, *pair) == {hypothesis: (text, relation)}
    assert aligned_parsed(SAME_WORD, *pair) == {hypothesis: (None, "missing")}


def test_hyponyms_entail_over_any_number_of_steps():
    [(partner, relation)] = aligned_parsed(WORDNET, parsed("glucose"), parsed("sugar")).values()
    assert partner == "glucose"
    assert relation.startswith("glucose -hypernym-> ")
    assert relation.endswith(" -hypernym-> sugar")
    assert aligned_parsed(WORDNET, parsed("sugar"), parsed("glucose")) == {
        "glucose": (None, "missing")
    }


def test_the_same_lemma_entails_across_parts_of_speech():
    text = parsed("changes", lemmas="change", pos="NOUN")
    hypothesis = parsed("changed", lemmas="change", pos="VERB")
    assert aligned_parsed(WORDNET, text, hypothesis) == {"changed": ("changes", "same lemma")}


HAMAS = ("Hamas", "hamas -synonym-> islamic resistance movement")
MELANOMA = ("melanoma", "melanoma -hypernym-> skin cancer")
TOKYO = ("Tokyo", "tokyo -synonym-> japanese capital")


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        # A word entails every word of a unit.
        ("melanoma/NOUN/0", "skin/NOUN/2 cancer/NOUN/0", {"skin": MELANOMA, "cancer": MELANOMA}),
        (
            *("Hamas/NOUN/0", "Islamic/NOUN/3 Resistance/NOUN/3 Movement/NOUN/0"),
            dict.fromkeys(("Islamic", "Resistance", "Movement"), HAMAS),
        ),
        # The unit is misspelt, as in pair 345.
        (
            *("Tokyo/PROPN/0", "the/DET/3 Japanise/ADJ/3 capital/NOUN/0"),
            {"the": (None, "missing"), "Japanise": TOKYO, "capital": TOKYO},
        ),
        # The head of a unit entails what the unit does.
        (
            *("blood/NOUN/2 glucose/NOUN/0", "blood/NOUN/2 sugar/NOUN/0"),
            {
                "blood": ("blood", "same word"),
                "sugar": ("glucose", "blood glucose -synonym-> blood sugar"),
            },
        ),
        # Lemmas make a unit.
        (
            *("came/come/VERB/0 down/ADP/1", "sickened/sicken/VERB/0"),
            {"sickened": ("came", "come down -synonym-> sicken")},
        ),
    ],
)
def test_units(text, hypothesis, expected):
    assert aligned_parsed(WORDNET, parse(text), parse(hypothesis)) == expected


def test_a_unit_is_negated_with_its_head():
    text = parse("Guards/guard/NOUN/3/nsubj never/ADV/3/advmod fell/fall/VERB/0 asleep/ADJ/3/xcomp")
    asleep = parsed("fell asleep", lemmas="fall asleep", pos="VERB ADJ", heads="0 1")
    awake = parsed("awakened", lemmas="awaken", pos="VERB")
    assert aligned_parsed(WORDNET, text, asleep) == {
        "fell": (None, "missing"),
        "asleep": ("asleep", "same word"),
    }
    over_wake_up = "fall asleep -antonym-> wake up -other sense-> wake up -synonym-> awaken"
    assert aligned_parsed(WORDNET, text, awake) == {"awakened": ("fell", over_wake_up)}


@pytest.mark.parametrize(
    ("text", "failed"),
    [
        ("Bo sold Kim boats", [0, 0]),
        ("Al sold Kim boats", [1, 0]),
        ("Bo sold Kim cars", [0, 1]),
        ("Bo sold Al boats", [0, 1]),
        ("", [1, 1]),
    ],
)
def test_roles_that_are_not_entailed(text, failed):
    hypothesis = parsed("Bo sold Kim boats", heads="2 0 2 2", relations="nsubj:pass root iobj obj")
    [values] = numbers_of(WITH_ROLES, (parsed(text), hypothesis))
    assert values[-2:].tolist() == failed


@given(text=snippets, hypothesis=snippets)
def test_wordnet_entails_the_same_words_except_for_negation(text, hypothesis):
    text, hypothesis = parse_of(text), parse_of(hypothesis)
    of_hypothesis, of_text = (
        negated_words(side)[NODES.positions(side)] for side in (hypothesis, text)
    )
    coincides = SAME_WORD.entailing_nodes(text, hypothesis)
    entails = WORDNET.entailing_nodes(text, hypothesis)
    assert entails[coincides & np.equal.outer(of_hypothesis, of_text)].all()


@given(text=snippets, hypothesis=snippets)
def test_entailed_nodes_are_aligned(text, hypothesis):
    text, hypothesis = parse_of(text), parse_of(hypothesis)
    places, text_places = (NODES.positions(side).tolist() for side in (hypothesis, text))
    for feature in (SAME_WORD, WORDNET):
        entails = feature.entailing_nodes(text, hypothesis)
        for node, alignment in enumerate(feature.align(text, hypothesis)):
            assert alignment.hypothesis == places[node]
            if alignment.text is None:
                assert not entails[node].any()
            else:
                assert entails[node, text_places.index(alignment.text)]


@given(text=snippets, more=snippets, hypothesis=snippets)
def test_more_sentences_entail_no_less(text, more, hypothesis):
    hypothesis = parse_of(hypothesis)
    for feature in (SAME_WORD, WORDNET):
        pairs = [(parse_of(some), hypothesis) for some in (text, text + more, more + text)]
        less, after, before = numbers_of(feature, *pairs)[:, 2]
        assert less <= min(after, before)


@given(words=snippets.filter(bool))
def test_a_snippet_entails_itself(words):
    snippet = parse_of(words)
    nodes = len(NODES.positions(snippet))
    for feature in (SAME_WORD, WITH_ROLES):
        [values] = numbers_of(feature, (snippet, snippet))
        assert values[:3].tolist() == [nodes, 0, nodes > 0]
        assert not values[3:].any()


def test_coincidence_of_words_needs_neither_parser_nor_wordnet():
    assert set(SAME_WORD.layers) == {"norms.ids", "is_punctuation"}
    assert SAME_WORD.resources == set()
    assert WORDNET.resources == {"wordnet"}
