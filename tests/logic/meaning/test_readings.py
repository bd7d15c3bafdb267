"""What is not understood is left out of assertions and kept in goals, or the reverse."""

import pytest

from rte_baselines.logic.drs import to_formula
from rte_baselines.logic.formulas import TRUE
from rte_baselines.logic.meaning import interpret
from tests.logic.meaning.parsed_sentences import blocks, means, parsed

# "dep" is the relation of what a parser cannot make sense of.
A_DOG_XYZ_BARKED = "A a DT 2 det; dog dog NN 4 nsubj; xyz xyz NN 2 dep; barked bark VBD 0 root"
NO_DOG_XYZ_BARKED = A_DOG_XYZ_BARKED.replace("A a DT", "No no DT")
BARKED_XYZ = "Rex Rex NNP 2 nsubj; barked bark VBD 0 root; xyz xyz NN 2 dep"
BARKS = "bark.v(E) & agent(E, X)"


@pytest.mark.parametrize(
    ("rows", "reading", "formula"),
    [
        (A_DOG_XYZ_BARKED, "assertion", f"? [X, E] : (dog.n(X) & {BARKS})"),
        (A_DOG_XYZ_BARKED, "goal", f"? [X, E] : (dog.n(X) & 'dep: xyz'(X) & {BARKS})"),
        # If no dog xyz barked, other dogs may have.
        (NO_DOG_XYZ_BARKED, "assertion", f"~ ? [X, E] : (dog.n(X) & 'dep: xyz'(X) & {BARKS})"),
        # That no dog barked at all proves that no dog xyz did.
        (NO_DOG_XYZ_BARKED, "goal", f"~ ? [X, E] : (dog.n(X) & {BARKS})"),
        # What is beside a verb.
        (BARKED_XYZ, "goal", f"? [X, E] : (rex.name(X) & {BARKS} & 'dep: xyz'(E))"),
        (BARKED_XYZ, "assertion", f"? [X, E] : (rex.name(X) & {BARKS})"),
    ],
)
def test_what_is_not_understood(rows, reading, formula):
    assert means(parsed(rows), formula, reading)


@pytest.mark.parametrize("reading", ["assertion", "goal"])
def test_it_is_named(reading):
    assert interpret(parsed(BARKED_XYZ), reading).not_understood == (2,)
    assert interpret(parsed(BARKED_XYZ.replace("dep", "obj")), reading).not_understood == ()


# An adverb below an adverb: no part of the construction reads it.
LOST = (
    "Every every DT 2 det; dog dog NN 3 nsubj; barked bark VBD 0 root; loudly loudly RB 3 advmod; "
    "mouse mouse NN 4 nsubj"
)


def test_a_goal_that_has_lost_a_word_is_not_proved():
    every = "! [X] : (dog.n(X) => ? [E] : (bark.v(E) & agent(E, X) & loudly.r(E)))"
    assert means(parsed(LOST), f"{every} & 'lost: mouse'", "goal")


def test_an_assertion_that_has_lost_a_word_keeps_plain_conditions_only():
    assert to_formula(interpret(parsed(LOST)).drs) == TRUE
    plain = LOST.replace("Every every", "A a")
    text = "? [X, E] : (dog.n(X) & bark.v(E) & agent(E, X) & loudly.r(E))"
    assert means(parsed(plain), text)


def test_an_assertion_that_has_lost_a_negation_is_dropped():
    lost_negation = LOST.replace("Every every", "A a").replace("mouse mouse NN", "nobody nobody NN")
    assert to_formula(interpret(parsed(lost_negation)).drs).body == TRUE


def test_a_clause_without_its_subject_is_not_read():
    # A subject that is parsed as a clause.
    rows = (
        "Fewer few JJR 6 csubj; than than IN 5 case; about about RB 4 advmod; "
        "three three CD 5 nummod; applicants applicant NNS 1 obl; passed pass VBD 0 root"
    )
    assert to_formula(interpret(parsed(rows)).drs) == TRUE


@pytest.mark.parametrize(("rows", "formula"), blocks("parsed_sentences.txt"))
def test_what_is_mentioned_without_being_asserted(rows, formula):
    assert means(parsed(rows), formula)


@pytest.mark.parametrize(
    "rows",
    [
        # Conditions that the parse has no clause for
        "Ann ann NNP 2 nsubj; leaves leave VBZ 0 root; unless unless IN 4 case; rain rain NN 2 obl",
        "If if IN 4 mark; only only RB 3 advmod; Ann ann NNP 4 nsubj; left leave VBD 0 root",
        "In in IN 2 case; case case NN 4 obl; Ann ann NNP 4 nsubj; leaves leave VBZ 0 root",
        "All all DT 4 det; but but CC 4 cc; two two CD 4 nummod; dogs dog NNS 5 nsubj;"
        " left leave VBD 0 root",
    ],
)
def test_a_lost_condition_leaves_nothing_asserted_and_nothing_to_be_proved(rows):
    asserted, goal = (interpret(parsed(rows), reading) for reading in ("assertion", "goal"))
    assert asserted.drs.conditions == ()
    assert any("lost: " in str(condition) for condition in goal.drs.conditions)
    assert set(asserted.not_understood) >= {0, 1, 2, 3}
