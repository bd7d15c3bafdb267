"""Sentences parsed by hand, so that no test of the construction depends on a parser."""

import re
from pathlib import Path

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.logic.drs import to_formula
from rte_baselines.logic.meaning import interpret
from rte_baselines.logic.reading import read_formula
from tests.analysis.parses import parse
from tests.logic.meaning.same_formulas import same_up_to_names_and_order


def blocks(name):
    """The blocks of lines of a file beside this one, without comments."""
    text = Path(__file__).with_name(name).read_text("utf-8")
    lines = (block.split("\n") for block in text.strip().split("\n\n"))
    return [[line for line in block if not line.startswith("#")] for block in lines]


def parsed(text):
    """Return the analysis of "form lemma tag head relation", on lines or between semicolons."""
    words = re.split(r"; |\n", text.strip())
    return parse(*("/".join(word.split()) for word in words))


def analyzed(text):
    """Return the analysis of the shipped pipeline."""
    return default_analyzer().analyze([text])[0]


def means(analysis, expected, reading="assertion"):
    """Whether a snippet has a formula, in the notation of formula files."""
    formula = to_formula(interpret(analysis, reading).drs)
    return same_up_to_names_and_order(formula, read_formula(expected))
