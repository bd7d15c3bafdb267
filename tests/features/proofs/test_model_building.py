import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.proofs.model_building import exclusions_of, models_of
from rte_baselines.features.proofs.pair_problems import HYPOTHESIS, TEXT, PairProblems
from rte_baselines.logic.engines.provers import Cvc5
from rte_baselines.logic.formulas import FALSE
from rte_baselines.logic.meaning.discourse import LAYERS
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import Axiom, Limits, Problem
from rte_baselines.logic.reading import read_formula

pytestmark = pytest.mark.slow


LIMITS = Limits(2.0, 2048)
DIFFERENT = Axiom("dogs", read_formula("! [X] : (dog.n(X) => ~ cat.n(X))"))


def pair(text, hypothesis):
    said = Axiom(TEXT, read_formula(text)), Axiom(HYPOTHESIS, read_formula(hypothesis))
    return PairProblems(Problem(said[:1], said[1].formula), Problem(said, FALSE))


def sizes(text, hypothesis, *exclusions):
    (models,) = models_of([(pair(text, hypothesis), exclusions)], Cvc5(), LIMITS)
    return models and (models.text.size, models.both.size)


def test_exclusions_tell_individuals_apart():
    assert sizes("dog.n(a)", "cat.n(b)") == (1, 1)
    assert sizes("dog.n(a)", "cat.n(b)", DIFFERENT) == (1, 2)
    assert sizes("dog.n(a) & cat.n(b)", "cat.n(c)", DIFFERENT) == (2, 2)


def test_exclusions_that_contradict_a_pair_are_given_up():
    # For the text as well, so that the two models differ by the hypothesis alone.
    both = "dog.n(a) & cat.n(b)", "dog.n(c) & cat.n(c)"
    assert sizes(*both, DIFFERENT) == sizes(*both) == (1, 1)
    further = Axiom("mice", read_formula("! [X] : (dog.n(X) => ~ mouse.n(X))"))
    both = "dog.n(a) & mouse.n(b)", "dog.n(c) & cat.n(c)"
    assert sizes(*both, DIFFERENT, further) == (2, 2)


def test_contradictions_have_no_model():
    assert sizes("dog.n(a)", "~ dog.n(a)", DIFFERENT) is None


def test_kinds_of_names_and_what_is_said_of_one_individual():
    text, hypothesis = default_analyzer().analyze(
        ["Ann Berg, a doctor, is a mother. She saw a wolf.", "Ann saw a dog."], LAYERS
    )
    said = Axiom(
        TEXT, read_formula("ann.name(a) & doctor.n(a) & mother.n(a) & wolf.n(b) & see.v(e)")
    )
    other = Axiom(HYPOTHESIS, read_formula("ann.name(a) & dog.n(c) & see.v(f)"))
    problems = PairProblems(Problem((said,), other.formula), Problem((said, other), FALSE))
    found = [to_unicode(axiom.formula) for axiom in exclusions_of(problems, text, hypothesis)]
    assert "∀x (ann.name(x) → person.n(x))" in found
    assert "∀x (dog.n(x) → ¬wolf.n(x))" in found
    assert "∀x (see.v(x) → ¬doctor.n(x))" in found
    # One individual is both, as the text says, although they are below sisters.
    assert not any("doctor" in formula and "mother" in formula for formula in found)
