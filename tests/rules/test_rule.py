import math

import pytest
from hypothesis import assume, given

from rte_baselines.core.errors import InputError
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.template import Template
from tests.rules.templates import templates

ACQUIRE = Template("X <nsubj- acquire -obj-> Y")
OWN = Template("X <nsubj- own -obj-> Y")


def test_a_rule_is_written_with_its_direction():
    assert str(Rule(ACQUIRE, OWN)) == "X <nsubj- acquire -obj-> Y => X <nsubj- own -obj-> Y"
    assert str(Rule(ACQUIRE, OWN).reverse) == "X <nsubj- own -obj-> Y => X <nsubj- acquire -obj-> Y"


def test_the_id_depends_on_templates_and_direction_only():
    rule = Rule(ACQUIRE, OWN, 0.5, "mine")
    assert rule.id == Rule(ACQUIRE, OWN).id
    assert rule.id != rule.reverse.id
    assert rule.id != Rule(ACQUIRE, OWN.swapped).id
    assert len(rule.id) == 16


@pytest.mark.slow
@given(templates(), templates())
def test_other_names_of_the_variables_make_the_same_rule(left, right):
    assume(left != right)
    rule = Rule(left, right)
    assert rule.id == rule.swapped.id
    assert rule.reverse.reverse == rule


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan, math.inf])
def test_scores_out_of_range_are_refused(score):
    with pytest.raises(InputError, match="is not from 0 to 1"):
        Rule(ACQUIRE, OWN, score)


def test_equal_sides_are_refused():
    with pytest.raises(InputError, match="both sides are the same"):
        Rule(ACQUIRE, Template("Y <obj- acquire -nsubj-> X"))
