import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.linguistic_rules.linguistic_rules import RULES, LinguisticRules
from tests.features.computing import aligned, explained, numbers_of

CLOSED = "The mayor closed the harbour."
LONGER = ("The old rich king left red Oslo.", "The old rich qwxz left red Oslo.")
WORDS = st.lists(
    st.sampled_from(
        "The A king Ann Oslo May closed sold left is was not may if said 1981 , . in by".split()
    ),
    max_size=12,
).map(" ".join)


def numbers(text, hypothesis, **fields):
    return tuple(numbers_of(LinguisticRules(**fields), (text, hypothesis))[0].tolist())


def sequence(text, hypothesis, **fields):
    return explained(LinguisticRules(**fields), text, hypothesis)[1][-1].lines


@pytest.mark.parametrize(
    ("text", "hypothesis", "rule", "weight"),
    [
        ("The clerk applied pressure on Bo.", "The clerk pressurised Bo.", "paraphrase by rule", 1),
        (CLOSED, CLOSED, "lexical", 1),
        (CLOSED, "The old mayor closed the harbour.", "same predicate", 1),
        ("Ann Berg, a singer from Oslo, left.", "Ann Berg is a singer.", "light verb", 1),
    ],
)
def test_answers_are_ranked_by_their_rule(text, hypothesis, rule, weight):
    # Of ten rules, each has a twentieth between 0.5 and 1, the first one the highest.
    expected = 0.5 + (9 - RULES.index(rule) + weight) / 20
    entailed, contradiction = numbers(text, hypothesis)
    assert sequence(text, hypothesis)[0] == f"answered by {rule}, weight {weight:.2f}"
    assert entailed == pytest.approx(expected)
    assert contradiction == 0


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        # All is found of what a check vetoes: a quarter.
        ("The mayor did not close the harbour.", CLOSED, (0.25, 1.0)),
        # See test_sub_modules: 7 / 13, of the 0.8 that short hypotheses need.
        (
            *("The king left Oslo.", "The qwxz left Oslo."),
            (pytest.approx(0.25 + 7 / 13 / 0.8 / 4), 0.0),
        ),
        # Neither nothing nor marks have a clause.
        *((*pair, (0.25, 0.0)) for pair in (("", ""), (CLOSED, ""), ("", CLOSED), ("?", "?"))),
    ],
)
def test_pairs_without_an_answer_are_ranked_by_the_matched_share(text, hypothesis, expected):
    assert numbers(text, hypothesis) == expected


def test_opposites_contradict():
    # The predicate is none of it, the subject all: two of four.
    assert numbers("House prices rose.", "House prices fell.")[1] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("text", "hypothesis", "fields", "is_entailed"),
    [
        # Short hypotheses have their own threshold.
        ("The king left Oslo.", "The qwxz left Oslo.", {"short": 0.5}, True),
        ("The king left Oslo.", "The qwxz left Oslo.", {"short": 0.6, "quantitative": 0.1}, False),
        (*LONGER, {"quantitative": 0.2, "short": 1.0}, True),
        (*LONGER, {"quantitative": 1.0, "short": 0.2}, False),
        # Another clause can answer if one is vetoed.
        ("The mayor did not leave Oslo. Ann left Oslo.", "Ann left Oslo.", {}, True),
        # A fragment is entailed by itself.
        ("Quickly!", "Quickly!", {}, True),
    ],
)
def test_what_is_entailed(text, hypothesis, fields, is_entailed):
    entailed, contradiction = numbers(text, hypothesis, **fields)
    assert (entailed > 0.5, contradiction) == (is_entailed, 0)


def test_explanation_names_the_rule_that_answered_and_the_vetoes():
    pair = "The clerk applied pressure on the king.", "The clerk pressurised the king."
    assert sequence(*pair) == (
        "answered by paraphrase by rule, weight 1.00",
        "  pressurise(obj-theme, king) <- apply(ncmod-location, on, king) (identical)",
        "  pressurise(subj-agent, clerk) <- apply(subj-agent, clerk) (identical)",
    )
    lines = sequence("The mayor failed to close the harbour.", CLOSED)
    shown = " ".join(line.strip() for line in lines)
    assert shown.startswith("vetoed by doubt (governed by 'fail' in the text): lexical, same pred")
    assert shown.endswith("no answer; matched share 1.00, threshold 0.80")


def test_structures_are_listed_in_order():
    _, (text, *_) = explained(LinguisticRules(), "Ann saw the old harbour.", "Ann left.")
    assert text.title == "Structures of the text"
    assert text.lines == (
        "   0-see(subj-agent, ann).",
        "  10-see(obj-theme, harbour).",
        "1000-harbour(ncmod, old).",
    )


def test_aligns_paired_words():
    assert aligned(LinguisticRules(), CLOSED, "The harbour was closed by the mayor.") == {
        "harbour": "harbour",
        "mayor": "mayor",
    }


@given(text=WORDS, hypothesis=WORDS)
def test_what_is_entailed_is_not_contradicted(text, hypothesis):
    entailed, contradiction = numbers(text, hypothesis)
    assert not (entailed > 0.5 and contradiction)


@given(text=WORDS, hypothesis=WORDS)
def test_lower_thresholds_answer_more(text, hypothesis):
    low, high = (numbers(text, hypothesis, quantitative=q, short=q)[0] for q in (0.2, 0.9))
    assert (low > 0.5) >= (high > 0.5)


def test_negation_vetoes_the_quantitative_match():
    # No clause of the text has a predicate like "there is".
    pair = "The police have not found any evidence of a bomb.", "There is evidence of a bomb."
    assert numbers(*pair, short=0.1)[0] <= 0.25
