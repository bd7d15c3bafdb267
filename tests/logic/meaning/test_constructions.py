"""Constructions one by one, of sentences that the shipped pipeline parses rightly."""

import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.logic.drs import to_formula
from rte_baselines.logic.meaning import interpret, interpret_pair
from rte_baselines.logic.reading import read_formula
from tests.logic.meaning.parsed_sentences import blocks, means, parsed
from tests.logic.meaning.same_formulas import same_up_to_names_and_order

pytestmark = pytest.mark.slow


def analyzed(text):
    return default_analyzer().analyze([text])[0]


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


def coordinated(nouns):
    """A coordination of nouns and the word behind it, as rows of a parse without its head."""
    return [
        f"{noun} {noun} NN {{first}} conj" if number else f"{noun} {noun} NN {{head}} {{relation}}"
        for number, noun in enumerate(nouns)
    ]


def test_many_conjuncts_are_not_distributed():
    """What is said is said at most sixteen times; of more conjuncts, it is said of the first."""
    nouns = "dog cat cow horse pig goat duck hen goose".split()
    before = coordinated(nouns)
    subjects = [row.format(first=1, head=10, relation="nsubj") for row in before]
    objects = [row.format(first=11, head=10, relation="obj") for row in before]
    analysis = parsed("\n".join([*subjects, "saw see VBD 0 root", *objects]))
    asserted = interpret(analysis).drs
    assert [one.predicate for one in asserted.conditions].count("see.v") == 9
    goal = interpret(analysis, "goal").drs
    kept = {one.predicate for one in goal.conditions if one.predicate.startswith("conj: ")}
    assert kept == {f"conj: {noun}" for noun in nouns[1:]}


def test_a_long_text_has_a_meaning():
    analysis = analyzed(
        "The dog barked at Ann. Bob did not run. Every cat that saw him ran. " * 130
    )
    assert len(analysis) > 2000
    result = interpret(analysis)
    assert len(result.drs.conditions) > 500
    assert not result.not_understood
