"""Drawing input templates, rules and examples."""

from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from rte_baselines.core.errors import InputError
from rte_baselines.rules.corpus.index import Instance
from rte_baselines.rules.judging.sampling import (
    draw_examples,
    draw_for_inputs,
    draw_inputs,
    draw_rules,
    sample_size,
    sheet_of,
    with_both_directions,
)
from rte_baselines.rules.judging.sheet import Drawing, Example, ListSize
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.template import Template


class Index(NamedTuple):
    """An index in which every template has the same matches."""

    instances: list[Instance]

    def occurrences(self, template):
        return list(range(len(self.instances)))

    def instance(self, occurrence):
        return self.instances[occurrence]


def template(verb):
    return Template(f"X <nsubj- {verb} -obj-> Y")


def rule(left, right, score=0.5):
    return Rule(template(left), template(right), score)


# szpektor2007, Table 2, example 1.
SEEK = rule("seek", "disclose")
BAIL = Instance("If he is arrested, he can immediately seek bail.", "he", "bail")


def found(count):
    return [Instance(f"Sentence {n}", f"x{n}", "y") for n in range(count)]


def test_the_first_example_of_table_2():
    (example,) = draw_examples(SEEK, [Index([BAIL])])
    assert example == Example(BAIL.sentence, "he", "bail", "he seek bail", "he disclose bail")


@given(st.integers(0, 40), st.integers(1, 20), st.integers(0, 5))
def test_examples_are_a_sample_without_repeats(count, most, seed):
    matches = found(count)
    drawn = draw_examples(SEEK, [Index(matches), Index(matches)], most=most, seed=seed)
    assert len(set(drawn)) == len(drawn) == min(count, most)
    assert {example.sentence for example in drawn} <= {match.sentence for match in matches}
    assert drawn == draw_examples(SEEK, [Index(matches * 2)], most=most, seed=seed)


def test_seeds_and_rules_draw_differently():
    index = Index(found(100))
    rules = (SEEK, SEEK.reverse)
    assert len({draw_examples(of, [index], seed=seed) for of in rules for seed in range(3)}) == 6


@pytest.mark.slow
def test_each_match_has_the_same_chance():
    drawn = (draw_examples(SEEK, [Index(found(10))], most=3, seed=seed) for seed in range(1500))
    counts = Counter(example.x for examples in drawn for example in examples)
    assert chisquare([counts[match.x] for match in found(10)]).pvalue > 0.001


@pytest.mark.parametrize(
    ("templates", "expected"),
    [(1, 1), (4, 4), (5, 5), (30, 5), (50, 5), (54, 5), (55, 6), (70, 7), (200, 20), (999, 20)],
)
def test_ten_percent_of_a_list_but_5_to_20(templates, expected):
    assert sample_size(templates) == expected


def base(*verbs, of="change"):
    """Rules between an input template and others, in both directions."""
    return with_both_directions(rule(of, verb) for verb in verbs)


VERBS = [f"verb{number}" for number in range(60)]


def test_lists_of_an_input_template():
    bases = {"dirt": base(*VERBS), "tease": base("alter", "verb1", "verb2")}
    change = template("change").text
    drawn = draw_for_inputs(bases, [change], seed=1)
    assert drawn.lists == {"dirt": {change: ListSize(60, 120)}, "tease": {change: ListSize(3, 6)}}
    of_dirt = [r for r, drawings in drawn.rules if any(d.source == "dirt" for d in drawings)]
    assert len(of_dirt) == 2 * 6
    by_id = {of.id: (of, drawings) for of, drawings in drawn.rules}
    for of, drawings in drawn.rules:
        assert of.reverse.id in by_id
        for drawing in drawings:
            assert (drawing.input, drawing.score) == (change, 0.5)
            assert {drawing.output, change} == {of.left.text, of.right.text}
            in_both = drawing.output in {template(verb).text for verb in ("verb1", "verb2")}
            assert drawing.learned_by == (("dirt", "tease") if in_both else (drawing.source,))


def test_a_rule_that_is_drawn_twice_is_judged_once():
    bases = {"one": base("alter"), "two": base("alter")}
    drawn = draw_for_inputs(bases, [template("change").text, template("alter").text])
    assert len(drawn.rules) == 2
    assert all(len(drawings) == 4 for _, drawings in drawn.rules)


def test_exchanged_variables_are_the_same_template():
    """X is bought by Y, written with the variables exchanged, is Y buys X."""
    active = rule("buy", "own")
    for given_rule in (active, active.swapped):
        for name in (active.left, active.left.swapped):
            drawn = draw_for_inputs({"b": [given_rule]}, [name.text])
            ((_, (drawing,)),) = drawn.rules
            sides = {drawing.input, drawing.output}
            assert any(sides == {of.left.text, of.right.text} for of in (active, active.swapped))
            assert drawn.lists["b"][drawing.input] == (1, 1)


def test_rules_that_are_drawn_directly():
    bases = {"one": base(*VERBS), "two": base("verb1")}
    drawn = draw_rules(bases, 10, seed=3)
    assert drawn.lists == {}
    sources = Counter(drawing.source for _, drawings in drawn.rules for drawing in drawings)
    assert sources == {"one": 10, "two": 2}
    by_id = {of.id: drawings for of, drawings in drawn.rules}
    for of in bases["two"]:
        assert by_id[of.id][-1] == Drawing("two", 0.5, learned_by=("one", "two"))


def test_the_order_of_a_file_draws_no_other_rules():
    rules, change = base(*VERBS), template("change").text
    assert draw_rules({"b": rules[::-1]}, 7) == draw_rules({"b": rules}, 7)
    forth, back = (draw_for_inputs({"b": b}, [change]).rules for b in (rules, rules[::-1]))
    assert {of.id for of, _ in forth} == {of.id for of, _ in back}


def test_inputs_are_common_to_all_rule_bases():
    bases = {"one": base("alter", "amend"), "two": base("alter", "extend")}
    common = {template(verb).text for verb in ("change", "alter")}
    assert set(draw_inputs(bases, 2)) == common
    with pytest.raises(InputError, match="3 input templates cannot be drawn from 2 that are in"):
        draw_inputs(bases, 3)


def test_an_input_template_of_no_rule():
    with pytest.raises(InputError, match="no rule has the input template 'X <nsubj- eat -obj-> Y"):
        draw_for_inputs({"b": base("alter")}, [template("eat").text])


def test_a_sheet_has_all_rules_in_random_order():
    drawn = draw_for_inputs({"b": base(*VERBS)}, [template("change").text])
    sheets = [
        sheet_of(drawn, lambda of: draw_examples(of, [Index(found(3))]), seed=seed)
        for seed in (1, 1, 2)
    ]
    assert sheets[0] == sheets[1]
    ids = [[of.id for of in sheet.rules] for sheet in sheets]
    assert ids[0] != ids[2]
    assert sorted(ids[0]) == sorted(ids[2]) == sorted(of.id for of, _ in drawn.rules)
    first = sheets[0].rules[0]
    assert "X change Y" in (first.left, first.right)
    shown = first.examples[0]
    assert shown.left_phrase == first.left.replace("X", shown.x).replace("Y", "y")
    assert first.written in {str(of) for of, _ in drawn.rules}
