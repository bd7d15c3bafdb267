"""Constructions one by one, of sentences that the shipped pipeline parses rightly."""

import pytest

from rte_baselines.logic.drs import to_formula
from rte_baselines.logic.meaning import interpret, interpret_pair
from rte_baselines.logic.reading import read_formula
from tests.logic.meaning.parsed_sentences import analyzed, blocks, means, parsed
from tests.logic.meaning.same_formulas import same_up_to_names_and_order

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("sentence", "formula"), blocks("constructions.txt"))
def test_assertions(sentence, formula):
    assert means(analyzed(sentence), formula)


@pytest.mark.parametrize(
    ("sentence", "formula"),
    [
        (
            "Two dogs barked.",
            "? [X, Y, E, F] : (dog.n(X) & dog.n(Y) & X != Y & bark.v(E) & agent(E, X)"
            " & bark.v(F) & agent(F, Y)) | ? [X, E] : (dog.n(X) & at_least_2(X) & bark.v(E)"
            " & agent(E, X))",
        ),
        (
            "At most one dog barked.",
            "~ ? [X, Y, E, F] : (dog.n(X) & dog.n(Y) & X != Y & bark.v(E) & agent(E, X)"
            " & bark.v(F) & agent(F, Y))",
        ),
        ("Ann may not come.", "? [X] : (ann.name(X) & 'root: ann may not come .')"),
        (
            "The man is only sleeping.",
            "? [X, E] : (man.n(X) & sleep.v(E) & agent(E, X) & 'advmod: only'(E))",
        ),
    ],
)
def test_goals(sentence, formula):
    assert means(analyzed(sentence), formula, "goal")


def together(first, second):
    return to_formula(interpret_pair(analyzed(first), analyzed(second)).together)


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (
            "A man is not sleeping.",
            "? [X, E] : (man.n(X) & sleep.v(E) & agent(E, X) & ~ ? [F] : (sleep.v(F)"
            " & agent(F, X)))",
        ),
        (
            "No man is sleeping.",
            "? [X, E] : (man.n(X) & sleep.v(E) & agent(E, X))"
            " & ~ ? [X, E] : (man.n(X) & sleep.v(E) & agent(E, X))",
        ),
    ],
)
def test_the_man_of_two_snippets_is_one_man_but_not_every_man(second, expected):
    formula = together("A man is sleeping.", second)
    assert same_up_to_names_and_order(formula, read_formula(expected))


def test_variables_of_two_snippets_are_apart():
    formula = together("Two dogs barked.", "Three cats slept.")
    expected = to_formula(interpret(analyzed("Two dogs barked. Three cats slept.")).drs)
    assert same_up_to_names_and_order(formula, expected)


def test_positions_of_referents():
    result = interpret(analyzed("A man saw two dogs."))
    assert [len(result.referents[word]) for word in (1, 4)] == [1, 2]
    assert set(result.drs.referents) >= {*result.referents[1], *result.referents[4]}


def test_many_conjuncts_are_not_distributed():
    """What is said is said at most sixteen times; of more conjuncts, it is said of the first."""
    nouns = "dog cat cow horse pig goat duck hen goose".split()
    subjects, objects = (
        [f"{noun} {noun} NN {head}" for noun, head in zip(nouns, heads, strict=True)]
        for heads in (["10 nsubj", *["1 conj"] * 8], ["10 obj", *["11 conj"] * 8])
    )
    analysis = parsed("\n".join([*subjects, "saw see VBD 0 root", *objects]))
    asserted, goal = (
        [condition.predicate for condition in interpret(analysis, reading).drs.conditions]
        for reading in ("assertion", "goal")
    )
    assert asserted.count("see.v") == 9
    assert set(goal) - set(asserted) == {f"conj: {noun}" for noun in nouns[1:]}


def test_a_long_text_has_a_meaning():
    analysis = analyzed(
        "The dog barked at Ann. Bob did not run. Every cat that saw him ran. " * 130
    )
    assert len(analysis) > 2000
    result = interpret(analysis)
    assert len(result.drs.conditions) > 500
    assert not result.not_understood
