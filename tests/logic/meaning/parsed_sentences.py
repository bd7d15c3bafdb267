"""Sentences parsed by hand, so that no test of the construction depends on a parser."""

from rte_baselines.logic.drs import to_formula
from rte_baselines.logic.meaning import interpret
from rte_baselines.logic.reading import read_formula
from tests.analysis.parses import parse
from tests.logic.meaning.same_formulas import same_up_to_names_and_order


def parsed(text):
    """Return the analysis of lines "form lemma tag head relation"; see `read_words`."""
    analysis = parse(*("/".join(line.split()) for line in text.strip().split("\n")))
    offsets = []
    for word in analysis.words:
        start = offsets[-1] + 1 if offsets else 0
        offsets.append(analysis.text.index(word, start))
    analysis.layers["word_offsets"] = offsets
    return analysis


def means(analysis, expected, reading="assertion"):
    """Whether a snippet has a formula, in the notation of formula files."""
    formula = to_formula(interpret(analysis, reading).drs)
    return same_up_to_names_and_order(formula, read_formula(expected))
