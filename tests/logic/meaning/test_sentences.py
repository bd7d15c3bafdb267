"""Sentences with the formulas that they mean, written before the construction was."""

import pytest

from rte_baselines.analysis import Analyzer
from tests.logic.meaning.parsed_sentences import blocks, means

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


@pytest.mark.slow
def test_nearly_all_sentences_have_the_formula_that_was_written_for_them():
    formulas = dict(blocks("sentences.txt"))
    assert len(formulas) >= 150
    analyses = Analyzer().analyze(formulas, ["predications", "coreference"])
    missed = {one.text for one in analyses if not means(one, formulas[one.text])}
    assert missed == {*PARSED_WRONGLY.strip().split("\n"), *READ_OTHERWISE.strip().split("\n")}
