import pytest

from rte_baselines.logic.drs import to_formula
from rte_baselines.logic.formulas import predicates_of
from rte_baselines.logic.meaning import interpret, interpret_pair
from tests.logic.meaning.parsed_sentences import means, parsed

MORE = (
    "Ann ann NNP 2 nsubj\nsold sell VBD 0 root\n{degree} {degree} JJR 4 amod\ncars car NNS 2 obj\n"
    "than than IN 6 case\nBob bob NNP 4 nmod"
)
LESS = (
    "Ann ann NNP 2 nsubj\nearns earn VBZ 0 root\nless less JJR 5 advmod\nthan than IN 3 fixed\n"
    "Bob bob NNP 2 obl"
)


@pytest.mark.parametrize(
    ("rows", "relation"),
    [
        (MORE.format(degree="more"), "more_sell_car.r"),
        (MORE.format(degree="fewer"), "less_sell_car.r"),
        (LESS, "less_earn.r"),
    ],
)
@pytest.mark.parametrize("reading", ["assertion", "goal"])
def test_numbers_and_amounts_are_compared(rows, relation, reading):
    expected = f"? [X, Y] : (ann.name(X) & bob.name(Y) & {relation}(X, Y))"
    assert means(parsed(rows), expected, reading)


@pytest.mark.parametrize(
    "text",
    [
        # A number, and a phrase that the comparison does not say.
        "Ann ann NNP 2 nsubj\nsold sell VBD 0 root\nmore more JJR 5 advmod\nthan than IN 3 fixed\n"
        "three three CD 6 nummod\ncars car NNS 2 obj",
        MORE.format(degree="more") + "\nin in IN 8 case\nRome rome NNP 2 obl",
    ],
)
def test_other_clauses_are_no_comparisons(text):
    names = {one.name for one in predicates_of(to_formula(interpret(parsed(text)).drs))}
    assert "sell.v" in names
    assert not any(name.startswith("more_sell") for name in names)


def test_an_assertion_of_a_pair_says_what_follows():
    """Whoever sold more cars than somebody sold at least one; other numbers do not occur."""
    text = parsed(MORE.format(degree="more"))
    pair = interpret_pair(text, text)
    assert len(pair.text.conditions) == len(pair.goal.conditions) + 1
    assert len(pair.goal.conditions) == 3
