"""Sentences with the formulas that they mean, written before the construction was."""

import pytest

from rte_baselines.analysis import Analyzer
from tests.logic.meaning.parsed_sentences import blocks, means

RIGHT_AT_LEAST = 0.85

# Parsed or tagged wrongly, so that the formula is another one.
PARSED_WRONGLY = """
Ann and Bob sang.
A woman is slicing an onion with a sharp knife.
Somebody stole my bicycle.
The dog that bit the postman belongs to my neighbour.
Whoever breaks the law pays.
No dog and no cat slept.
The parliament elected Schmidt chancellor.
"""

# Parsed rightly, or as well as not, but given another formula.
READ_OTHERWISE = """
The baby slept while its mother worked.
The house where Bob lives is huge.
Last week the museum was closed.
Ann told Bob that the shop was closed.
Unless it rains, the match will start.
"""


@pytest.fixture(scope="module")
def right() -> dict[str, bool]:
    """Whether each sentence has the formula that was written for it."""
    formulas = dict(blocks("sentences.txt"))
    analyses = Analyzer().analyze(formulas, ["predications", "coreference"])
    return {one.text: means(one, formulas[one.text]) for one in analyses}


@pytest.mark.slow
def test_most_sentences_have_the_formula_that_was_written_for_them(right):
    assert len(right) >= 150
    assert sum(right.values()) >= RIGHT_AT_LEAST * len(right)


@pytest.mark.slow
def test_the_misses_are_listed(right):
    listed = {*PARSED_WRONGLY.strip().split("\n"), *READ_OTHERWISE.strip().split("\n")}
    assert {sentence for sentence, is_right in right.items() if not is_right} == listed
