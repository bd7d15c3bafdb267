"""Sentences with the formulas that they mean, written before the construction was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rte_baselines.analysis import Analyzer
from rte_baselines.logic.drs import DRS, to_formula, to_nltk_drs
from rte_baselines.logic.formulas import TRUE, subformulas
from rte_baselines.logic.meaning import interpret
from rte_baselines.logic.notations import from_nltk
from rte_baselines.logic.reading import read_formula
from tests.logic.meaning.same_formulas import same_up_to_names_and_order

FILE = Path(__file__).with_name("sentences.txt")
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


def written() -> Iterator[tuple[str, str]]:
    for block in FILE.read_text("utf-8").strip().split("\n\n"):
        sentence, formula = block.split("\n")
        yield sentence, formula


@pytest.fixture(scope="module")
def structures() -> dict[str, DRS]:
    """The discourse representation structure of each sentence."""
    sentences = [sentence for sentence, _ in written()]
    analyses = Analyzer().analyze(sentences, ["predications", "coreference"])
    return {one.text: interpret(one).drs for one in analyses}


@pytest.fixture(scope="module")
def right(structures) -> dict[str, bool]:
    """Whether each sentence has the formula that was written for it."""
    return {
        sentence: same_up_to_names_and_order(
            to_formula(structures[sentence]), read_formula(formula)
        )
        for sentence, formula in written()
    }


@pytest.mark.slow
def test_most_sentences_have_the_formula_that_was_written_for_them(right):
    assert len(right) >= 150
    assert sum(right.values()) >= RIGHT_AT_LEAST * len(right)


@pytest.mark.slow
def test_the_misses_are_listed(right):
    listed = {*PARSED_WRONGLY.strip().split("\n"), *READ_OTHERWISE.strip().split("\n")}
    assert {sentence for sentence, is_right in right.items() if not is_right} == listed


@pytest.mark.slow
def test_the_translation_is_that_of_nltk(structures):
    for drs in structures.values():
        formula = to_formula(drs)
        # NLTK has no truth, and orders referents by their names.
        if TRUE not in subformulas(formula):
            translation = from_nltk(to_nltk_drs(drs).fol())
            assert same_up_to_names_and_order(translation, formula)
