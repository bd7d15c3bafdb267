"""What is done to a pair, by hand and for all pairs."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines import Pair
from rte_baselines.evaluation.metamorphic import RELATIONS
from rte_baselines.evaluation.metamorphic.relations import subjects

pytestmark = pytest.mark.slow

REWRITE = {relation.name: relation.rewrite for relation in RELATIONS}
FIRST, SECOND = "Ada Lovelace sang in Oslo in 1994.", "Two proud men heard her."
TEXT = f"{FIRST} {SECOND}"
HYPOTHESIS = "Ada Lovelace met a proud man in 1994."
OTHERS = [Pair("2", "Rain fell. Snow melted.", "Charles Babbage won.")]


def rewritten(relation, text=TEXT, hypothesis=HYPOTHESIS, others=OTHERS):
    """The text and hypothesis of what a rewriting makes of a pair among others."""
    subject, *_ = subjects([Pair("1", text, hypothesis, label="ENTAILMENT"), *others])
    pairs = REWRITE[relation](subject)
    assert all((pair.id, pair.label) == ("1", None) for pair in pairs)
    return [(pair.text, pair.hypothesis) for pair in pairs]


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        ("text", [(TEXT, TEXT)]),
        ("hypothesis", [(HYPOTHESIS, HYPOTHESIS)]),
        ("sentence", [(TEXT, FIRST), (TEXT, SECOND)]),
        ("order", [(f"{SECOND} {FIRST}", HYPOTHESIS)]),
        ("case", [(f"a{TEXT[1:]}", "ada Lovelace met a proud man in 1994.")]),
        ("negation", [(TEXT, "Ada Lovelace did not meet a proud man in 1994.")]),
        ("number", [(TEXT, "Ada Lovelace met a proud man in 1995.")]),
        ("name", [(TEXT, "Charles Babbage met a proud man in 1994.")]),
        ("antonym", [(TEXT, "Ada Lovelace met a humble man in 1994.")]),
    ],
)
def test_by_hand(relation, expected):
    assert rewritten(relation) == expected


def test_spaces_by_hand():
    assert rewritten("spaces", "Ada sang.", "Ada  sat.") == [("Ada  sang.", "Ada    sat.")]
    assert rewritten("spaces", "Ada.", "Bo.") == []


@pytest.mark.parametrize(("relation", "snippet"), [("verbatim", HYPOTHESIS), ("distraction", TEXT)])
def test_sentences_around_by_hand(relation, snippet):
    orders = permutations(["Rain fell.", "Snow melted."])
    possible = [(f"{before} {snippet} {after}", HYPOTHESIS) for before, after in orders]
    (found,) = rewritten(relation)
    assert found in possible
    assert rewritten(relation) == [found]


def test_a_mark_ends_the_sentence_in_the_middle():
    ((text, _),) = rewritten("verbatim", hypothesis="Ada sat")
    assert " Ada sat. " in text


def test_words_of_the_pair_are_in_no_unrelated_sentence_or_name():
    assert rewritten("distraction", "Rain stopped the game.", "Snow fell.") == []
    assert rewritten("verbatim", others=()) == []
    assert rewritten("name", text="Mr. Babbage sat.") == []


@pytest.mark.parametrize(
    ("relation", "hypothesis", "expected"),
    [
        ("negation", "Ada was arrested in Oslo.", "Ada was not arrested in Oslo."),
        ("negation", "Ada is a singer.", "Ada is not a singer."),
        ("negation", "Ada will sing.", "Ada will not sing."),
        ("negation", "There is bread left.", "There is not bread left."),
        ("negation", "The man who was shot has died.", "The man who was shot has not died."),
        ("negation", "Ada has four sisters.", "Ada does not have four sisters."),
        ("negation", "Ada did not sing.", None),
        ("negation", "Nobody sang.", None),
        ("negation", "Ada may sing.", None),
        ("negation", "Ada sang and danced.", None),
        ("negation", "Ada sang. Bo sat.", None),
        ("number", "She paid 5 men.", "She paid 6 men."),
        ("number", "She sang in 1993.", "She sang in 1995."),  # 1994 is in the text
        ("number", "She paid more than 5 of 20 men.", "She paid more than 5 of 21 men."),
        ("number", "She paid at least 5 men.", None),
        ("number", "She paid five men.", None),
        ("number", "She paid 1,150.50 for a 5-year lease of B12.", None),
        ("number", "She paid 1234567890123456.", None),
        (
            *("name", "Ada Lovelace sang before Ada Lovelace's sister."),
            "Charles Babbage sang before Charles Babbage's sister.",
        ),
        ("name", "The woman sang.", None),
        ("antonym", "It was a good day.", "It was a bad day."),
        ("antonym", "It was an able man.", "It was an unable man."),
        ("antonym", "It was a happy man.", "It was a happy woman."),  # not "a unhappy"
        ("antonym", "She sang.", None),
    ],
)
def test_hypotheses_by_hand(relation, hypothesis, expected):
    found = rewritten(relation, hypothesis=hypothesis)
    assert found == ([(TEXT, expected)] if expected else [])


WORDS = st.sampled_from(["Ada", "was", "glad", "7", "1999", "Oslo.", "not", "man", "sang!", "  "])
SNIPPETS = st.lists(WORDS, max_size=8).map(" ".join)


@given(st.lists(st.tuples(SNIPPETS, SNIPPETS), min_size=1, max_size=3))
@settings(max_examples=30, deadline=None)
def test_every_rewriting_keeps_the_id_and_changes_what_it_says(texts):
    pairs = [Pair(str(number), *both, label="UNKNOWN") for number, both in enumerate(texts)]
    for relation in RELATIONS:
        for subject in subjects(pairs):
            for pair in relation.rewrite(subject):
                assert pair.id == subject.pair.id
                assert pair.label is None
                assert pair.text.strip() or relation.name not in ("text", "hypothesis")
                if relation.name in ("text", "hypothesis"):
                    assert pair.text == pair.hypothesis
                if relation.name in ("negation", "number", "name", "antonym"):
                    assert pair.text == subject.pair.text
                    assert pair.hypothesis != subject.pair.hypothesis
                if relation.name in ("verbatim", "distraction", "order"):
                    assert pair.hypothesis == subject.pair.hypothesis
