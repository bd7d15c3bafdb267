"""The lexical, syntactic-semantic and hybrid sub-modules, and the quantitative module."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.linguistic_rules.coverage import (
    confirmation,
    hybrid,
    lexical,
    matched_share,
    quantitative,
)
from rte_baselines.features.linguistic_rules.syntactic import (
    CALLS,
    light_verb,
    same_adjunct,
    same_predicate,
    similar_predicate,
    synonymous_predicate,
    syntactic,
)
from tests.features.linguistic_rules.reading import (
    matches_of,
    matches_of_call,
    pair_of,
    written,
)

BOUGHT, LEFT = "The king bought a house in 1981.", "The bishop left Bergen in 1981."
SENTENCES = st.sampled_from(
    [
        "",
        "...",
        "Ann left.",
        "The old king killed the clerk in Oslo in 1981.",
        "The clerk was killed by the king.",
        "Ann Berg, a singer, was born in Oslo.",
        "House prices did not rise.",
    ]
)


# Lexical.


@pytest.mark.parametrize(
    ("text", "hypothesis", "weight"),
    [
        ("The king killed the clerk.", "The king killed the clerk.", 1.0),
        # Two identical words and a synonym: (1 + 1 + 0.8) / 3.
        ("The king purchased the boat.", "The king bought the boat.", 2.8 / 3),
        # Relations are not looked at; the checks will.
        ("The clerk killed the king.", "The king killed the clerk.", 1.0),
        ("The king killed the clerk.", "The king painted the clerk.", None),
        ("The king killed a cat when the clerk left.", "The king killed the clerk.", None),
        ("The king killed the clerk.", "", None),
        ("", "The king killed the clerk.", None),
    ],
)
def test_lexical(text, hypothesis, weight):
    found = [match.weight for match in matches_of(lexical, text, hypothesis)]
    assert found == pytest.approx([] if weight is None else [weight])


# The five calls.


@pytest.mark.parametrize(
    ("text", "hypothesis", "pairs"),
    [
        (
            "The king killed the clerk in Oslo.",
            "The clerk was killed by the king.",
            {
                "kill(subj-theme_aff, clerk)": "kill(obj-theme, clerk)",
                "kill(arg_mod-agent, king)": "kill(subj-agent, king)",
            },
        ),
        (
            "Ann gave the clerk a boat.",
            "Ann gave a boat to the clerk.",
            {
                "give(subj-agent, ann)": "give(subj-agent, ann)",
                "give(obj-theme, boat)": "give(obj-theme, boat)",
                "give(iobj-goal, to, clerk)": "give(iobj-goal, clerk)",
            },
        ),
    ],
)
def test_same_predicate(text, hypothesis, pairs):
    (match,) = matches_of_call(same_predicate, text, hypothesis)
    assert written(match) == pairs
    assert match.weight == 1


@pytest.mark.parametrize(
    ("call", "text", "hypothesis", "matches"),
    [
        (same_predicate, "The clerk killed the king.", "The king killed the clerk.", False),
        (same_predicate, "The king murdered the clerk.", "The king killed the clerk.", False),
        (same_predicate, "Ann is a singer.", "Ann is a singer.", False),  # a light verb
        (light_verb, "Ann married a singer.", "Ann is a singer.", False),
        (light_verb, "Bo's boat sank.", "Ann has a boat.", False),
        (light_verb, "", "Ann is a singer.", False),
        (light_verb, "Ann became a singer.", "Ann is a singer.", True),
        (light_verb, "The capital is Oslo.", "Oslo is the capital.", True),
        (light_verb, "The singer Ann Berg left the hall.", "Ann Berg is a singer.", True),
        (light_verb, "Ann's boat sank.", "Ann has a boat.", True),
        (light_verb, "The statue stands in a park in Oslo.", "The statue is in Oslo.", True),
        (light_verb, "The house in Oslo was burned.", "The house is in Oslo.", True),
        (synonymous_predicate, BOUGHT, "The king purchased a boat in 1981.", True),
        (synonymous_predicate, "Bo bought a red boat.", "The king purchased a red boat.", True),
        (synonymous_predicate, BOUGHT, "The king purchased a house.", False),
        (synonymous_predicate, BOUGHT, "The king bought a boat in 1981.", False),
        (synonymous_predicate, BOUGHT, "The king sold a house in 1981.", False),
        (same_adjunct, "The king left in 1981.", LEFT, False),
        (same_adjunct, "The king left Bergen.", LEFT, False),
    ],
)
def test_what_matches(call, text, hypothesis, matches):
    assert bool(matches_of_call(call, text, hypothesis)) == matches


def test_similar_predicates_and_antonyms():
    (match,) = matches_of_call(
        similar_predicate, "The king murdered the clerk.", "The king killed the clerk."
    )
    # The predicate counts 2, as each argument does; a more specific one is worth 0.7 of it.
    assert match.weight == pytest.approx((2 * 0.7 + 2 + 2) / 6)
    (match,) = matches_of_call(similar_predicate, "House prices rose.", "House prices fell.")
    assert match.are_opposites


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        ("The king's invasion of Norway failed.", "The king invaded Norway.", 1),
        ("The invasion of Norway failed.", "Norway was invaded.", 1),
        ("The invasion by the king failed.", "The king invaded Norway.", 0),
        ("The loss to the sailors hurt.", "The sailors lost.", 0),
    ],
)
def test_nominalizations(text, hypothesis, expected):
    found = matches_of_call(similar_predicate, text, hypothesis)
    assert [match.text for match in found] == [None] * expected


def test_same_adjunct():
    (match,) = matches_of_call(same_adjunct, "The king left Bergen in 1981.", LEFT)
    # Predicate and object are found, 2 each, and the time, 1, of these and a subject.
    assert match.weight == pytest.approx((2 + 2 + 1) / 7)


def test_the_last_three_calls_have_to_be_confirmed():
    pair = "Ann Berg, a singer, left.", "Ann Berg is a singer."
    assert [one.rule for one in matches_of(syntactic, *pair, is_confirmed=True)] == ["light verb"]
    assert not matches_of(syntactic, *pair, is_confirmed=False)
    assert len(CALLS) == 5


# Hybrid, for short snippets.


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        ("Old house prices slump.", "House prices drop.", 1),
        ("House prices were printed when ships slumped.", "House prices drop.", 0),
        ("The king killed the old clerk.", "The king killed the old clerk.", 1),
        # Three structures are short, and four are not; negations do not count.
        ("The king did not kill the old cat.", "The king did not kill the old cat.", 1),
        ("The old king killed the red cat.", "The old king killed the red cat.", 0),
        ("The king left.", "", 0),
        ("", "The king left.", 0),
    ],
)
def test_hybrid(text, hypothesis, expected):
    assert len(matches_of(hybrid, text, hypothesis)) == expected


# Quantitative.


@pytest.mark.parametrize(
    ("text", "hypothesis", "share"),
    [
        ("The king left Oslo.", "The king left Oslo.", 1.0),
        # Of the two structures leave(subj-agent, bishop) and leave(obj-theme, Oslo), the first
        # asks for head 1, dependent 1, relation 2, role 3; the second for 1 + 1 + 2 + 2. All is
        # found but bishop, its relation and role.
        ("The king left Oslo.", "The qwxz left Oslo.", 7 / 13),
        # The object is a subject here: of the one structure, head and dependent are found. The
        # text's role is "agent", and "theme_aff" is wanted.
        ("Oslo left.", "Oslo was left.", 2 / 6),
        ("The king left Oslo.", "", 0.0),
        ("", "The king left Oslo.", 0.0),
    ],
)
def test_matched_share(text, hypothesis, share):
    assert matched_share(pair_of(text, hypothesis)) == pytest.approx(share)


@pytest.mark.parametrize(
    ("text", "hypothesis", "share"),
    [
        # The light verb's structures count 1 for each dependent: Ann and the boat are found.
        ("Ann's boat sank.", "Ann has a boat.", 1.0),
        ("Ann's car sank.", "Ann has a boat.", 1 / 2),
        # "Old" depends on the boat: head 1, dependent 1, relation 1, role 1. Its head is found.
        ("Ann's boat sank.", "Ann has an old boat.", (2 + 1) / (2 + 4)),
        # Without a light verb, as `test_matched_share` has it.
        ("The king left Oslo.", "The qwxz left Oslo.", 7 / 13),
    ],
)
def test_confirmation_counts_the_dependents_of_light_verbs(text, hypothesis, share):
    assert confirmation(pair_of(text, hypothesis)) == pytest.approx(share)


def test_the_most_similar_clause_is_checked():
    pair = pair_of("Ann left. The king left Oslo.", "The king left Oslo.")
    match = quantitative(pair)
    assert match.text is pair.text.clauses[1]
    assert match.hypothesis is pair.hypothesis.clauses[0]


@given(text=SENTENCES, hypothesis=SENTENCES)
def test_weights_are_shares_and_pairs_are_of_the_snippets(text, hypothesis):
    pair = pair_of(text, hypothesis)
    matches = [
        *lexical(pair),
        *syntactic(pair, is_confirmed=True),
        *hybrid(pair),
        quantitative(pair),
    ]
    for match in matches:
        assert 0 <= match.weight <= 1
        for pairing in match.pairings:
            assert pairing.text in pair.text.structures
            assert pairing.hypothesis in pair.hypothesis.structures


@given(sentence=SENTENCES)
def test_every_hypothesis_matches_itself(sentence):
    pair = pair_of(sentence, sentence)
    expected = 1.0 if pair.hypothesis.structures else 0.0
    assert matched_share(pair) == pytest.approx(expected)
