import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.rules.rule import Rule
from rte_baselines.rules.rule_base import cycles_of
from rte_baselines.rules.template import Template

VERBS = "abcdef"


def template(verb):
    return Template(f"X <nsubj- {verb} -obj-> Y")


def rules_of(edges):
    return [Rule(template(left), template(right)) for left, right in edges if left != right]


def verbs(groups):
    return [{group.lemmas[0] for group in found} for found in groups]


def test_cycles_are_listed_from_the_largest():
    assert verbs(cycles_of(rules_of(["ab", "ba", "bc", "de", "ef", "fd"]))) == [
        {"d", "e", "f"},
        {"a", "b"},
    ]
    assert cycles_of([]) == []
    assert cycles_of(rules_of(["ab", "bc"])) == []


def test_exchanged_variables_are_the_same_template():
    there = Rule(template("a"), template("b").swapped)
    back = Rule(template("b"), template("a").swapped)
    assert verbs(cycles_of([there, back])) == [{"a", "b"}]


def reachable(edges, start):
    found, waiting = set(), [start]
    while waiting:
        verb = waiting.pop()
        for left, right in edges:
            if left == verb and right not in found:
                found.add(right)
                waiting.append(right)
    return found


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(VERBS), st.sampled_from(VERBS)), max_size=10))
def test_templates_of_a_cycle_reach_each_other(edges):
    edges = [edge for edge in edges if edge[0] != edge[1]]
    expected = {
        frozenset({verb, *(w for w in reachable(edges, verb) if verb in reachable(edges, w))})
        for verb in VERBS
        if verb in reachable(edges, verb)
    }
    assert set(map(frozenset, verbs(cycles_of(rules_of(edges))))) == expected
