import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.logic.drs import DRS, Negation, to_box, to_formula, to_nltk_drs
from rte_baselines.logic.formulas import Atom, Not
from rte_baselines.logic.meaning import interpret
from rte_baselines.logic.notations import to_nltk, to_tptp, to_unicode
from tests.logic.meaning.parsed_sentences import parsed

SLOW = pytest.param(to_nltk_drs, marks=pytest.mark.slow)


@pytest.mark.parametrize("write", [to_formula, to_box, SLOW, to_unicode, to_tptp, to_nltk])
def test_deep_structures_and_formulas_are_refused_in_one_line(write):
    drs, formula = DRS((), (Atom("p"),)), Atom("p")
    for _ in range(1500):
        drs, formula = DRS((), (Negation(drs),)), Not(formula)
    with pytest.raises(InputError, match=f"{write.__name__}: the formula or structure is nested"):
        write(drs if write in (to_formula, to_box, to_nltk_drs) else formula)


@pytest.mark.slow
@pytest.mark.parametrize("determiner", ["every", "no", "the", "a"])
@pytest.mark.parametrize("reading", ["assertion", "goal"])
def test_phrases_in_too_many_phrases_are_not_understood(determiner, reading):
    rows = []
    for number in range(100):
        noun = 3 * number + 2
        rows += [f"of of IN {noun} case"] if number else []
        rows.append(f"{determiner} {determiner} DT {noun} det")
        rows.append(f"dog dog NN {noun - 3 if number else 300} {'nmod' if number else 'nsubj'}")
    analysis = parsed("\n".join([*rows, "barked bark VBD 0 root"]))
    result = interpret(analysis, reading)
    assert result.not_understood
    assert to_unicode(to_formula(result.drs))
