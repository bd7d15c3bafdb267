"""The measures of a rule base, by hand."""

import pytest

from rte_baselines.evaluation.rule_judgments.judged import Bound, ExampleCounts, JudgedRule
from rte_baselines.evaluation.rule_judgments.results import overlap, quality_of
from rte_baselines.rules.judging.sheet import Drawing, SheetRule
from tests.rules.judging.examples import both_directions, judged, lists

UPPER, LOWER = Bound.UPPER, Bound.LOWER
RIGHT, WRONG, UNKNOWN = (0, 0, 1, 4), (0, 0, 4, 1), (5, 0, 0, 0)
ONLY_UPPER = (0, 5, 1, 4)  # 4 of 5 relevant, 4 of 10


def values(quality, bound):
    return {name: estimate and estimate.value for name, estimate in quality.bounds[bound].items()}


# szpektor2007, Table 1, DIRT for 'X change Y': modify in both directions, amend and revise from
# right to left, others in none; and TEASE: alter in both, affect forth, extend back.
def table_1(learned_by_both=()):
    dirt = [("modify", RIGHT, RIGHT), ("amend", WRONG, RIGHT), ("revise", WRONG, RIGHT)]
    dirt += [(verb, WRONG, WRONG) for verb in ("adopt", "create", "stick to", "maintain")]
    tease = [("alter", RIGHT, RIGHT), ("affect", RIGHT, WRONG), ("extend", WRONG, RIGHT)]
    tease += [(verb, WRONG, WRONG) for verb in ("follow", "use")]
    found = []
    for source, templates in {"dirt": dirt, "tease": tease}.items():
        for verb, forth, back in templates:
            both = ("dirt", "tease") if verb in learned_by_both else (source,)
            found += both_directions("change", verb, forth, back, source=source, learned_by=both)
    return found


def test_table_1_by_hand():
    found = table_1()
    dirt = quality_of("dirt", found, lists(change=70))
    assert (dirt.rules, dirt.units) == (14, 1)
    expected = {
        "rule_precision": 4 / 14,
        "rule_yield": 140 * 4 / 14,
        "template_precision": 3 / 7,
        "template_yield": 70 * 3 / 7,
        "paraphrase_rate": 1 / 3,
    }
    assert values(dirt, UPPER) == values(dirt, LOWER) == pytest.approx(expected)
    tease = quality_of("tease", found, lists(change=10))
    assert values(tease, UPPER)["rule_precision"] == 4 / 10
    assert values(tease, UPPER)["template_yield"] == 10 * 3 / 5
    # There is no interval of a single input template.
    assert dirt.bounds[UPPER]["rule_precision"].low is None


def test_several_input_templates_by_hand():
    found = [
        *both_directions("a", "b", RIGHT, ONLY_UPPER),
        *both_directions("a", "c", WRONG, UNKNOWN),  # one rule of two tells
        *both_directions("d", "e", UNKNOWN, None),  # none tells
        *both_directions("f", "g", ONLY_UPPER, WRONG),
    ]
    quality = quality_of("base", found, lists(a=20, d=10, f=6))
    assert (quality.rules, quality.without_examples, quality.examples) == (8, 1, 45)
    assert quality.assessed == {UPPER: 5, LOWER: 5}
    # By the upper and by the lower bound.
    expected = {
        "rule_precision": (3 / 5, 1 / 5),
        "rule_yield": ((40 * 2 / 3 + 12 * 1 / 2) / 2, (40 * 1 / 3 + 0) / 2),
        "template_precision": (2 / 3, 1 / 3),
        "template_yield": ((20 * 1 / 2 + 6) / 2, (20 * 1 / 2 + 0) / 2),
        "paraphrase_rate": (1 / 2, 0),
    }
    upper, lower = values(quality, UPPER), values(quality, LOWER)
    assert upper == pytest.approx({name: value for name, (value, _) in expected.items()})
    assert lower == pytest.approx({name: value for name, (_, value) in expected.items()})
    assert quality.shares["left_not_entailed"].value == 10 / 45
    assert quality.shares["irrelevant_context"].value == 10 / 35


@pytest.mark.parametrize(
    ("rules", "upper", "lower", "assessed"),
    [
        # A rule that is not relational is not correct.
        ([judged("a", RIGHT), judged("b", (0, 0, 0, 0), relational=False)], 0.5, 0.5, (2, 2)),
        # Irrelevant contexts alone tell nothing for the upper bound.
        ([judged("a", (0, 5, 0, 0)), judged("b", RIGHT)], 1.0, 0.5, (1, 2)),
        ([judged("a", (0, 0, 1, 3))], 0.0, 0.0, (1, 1)),
        ([judged("a", UNKNOWN)], None, None, (0, 0)),
    ],
)
def test_rules_that_were_drawn_directly_by_hand(rules, upper, lower, assessed):
    quality = quality_of("base", rules, {})
    assert values(quality, UPPER) == {"rule_precision": upper}
    assert values(quality, LOWER) == {"rule_precision": lower}
    assert quality.not_relational == sum(not rule.is_relational for rule in rules)
    assert (quality.assessed[UPPER], quality.assessed[LOWER]) == assessed


def test_the_threshold_and_nothing_to_measure():
    quality = quality_of("base", [judged("a", (0, 0, 1, 3))], {}, threshold=0.75)
    assert values(quality, UPPER) == {"rule_precision": 1.0}
    quality = quality_of("base", both_directions("a", "b", UNKNOWN, None), lists(a=5))
    assert quality.shares["irrelevant_context"] is None
    assert set(values(quality, UPPER).values()) == {None}


def test_overlap_by_hand():
    found = table_1(learned_by_both={"amend", "alter", "adopt"})
    # Correct: modify, amend, revise, alter, affect, extend; of these, amend and alter in both.
    assert overlap(found, ("dirt", "tease"), UPPER).value == pytest.approx(2 / 6)
    assert overlap(found, ("tease", "dirt"), UPPER).value == pytest.approx(2 / 6)
    assert overlap(found, ("dirt", "absent"), UPPER).value == 0
    assert overlap([judged("a", WRONG)], ("base", "other"), UPPER) is None


def test_overlap_counts_once_what_was_drawn_from_both():
    both = ("one", "two")
    drawings = tuple(Drawing(source, None, "a", "b", both) for source in both)
    shared = JudgedRule(SheetRule("r", "a", "b", drawings), ExampleCounts(*RIGHT))
    alone = both_directions("a", "c", RIGHT, WRONG, source="one", learned_by=("one",))
    assert overlap([shared, *alone], both, UPPER).value == 0.5
    # Rules that were drawn directly.
    learned = {"a": (RIGHT, both), "b": (RIGHT, ("two",)), "c": (WRONG, both)}
    found = [judged(name, of, source="two", learned_by=by) for name, (of, by) in learned.items()]
    assert overlap(found, both, UPPER).value == 0.5
