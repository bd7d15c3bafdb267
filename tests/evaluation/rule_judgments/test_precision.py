"""Questions, judgments and the precision of one rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.rule_judgments.judged import Bound, ExampleCounts, JudgedRule
from rte_baselines.rules.judging.judgments import judgment_of
from tests.rules.judging.examples import rule

UPPER, LOWER = Bound.UPPER, Bound.LOWER
counts = st.tuples(*[st.integers(0, 15)] * 4).map(lambda numbers: ExampleCounts(*numbers))

# szpektor2007, Table 2: the answers that its judgments stand for, in the order of section 3.3.
TABLE_2 = [
    ("X seek Y -> X disclose Y", [False], "left not entailed"),
    ("X clarify Y -> X prepare Y", [False], "left not entailed"),
    ("X hit Y -> X approach Y", [True, False], "irrelevant context"),
    ("X lose Y -> X surrender Y", [True, False], "irrelevant context"),
    ("X regulate Y -> X reform Y", [True, True, False], "no entailment"),
    ("X resign Y -> X share Y", [True, True, False], "no entailment"),
    ("X set Y -> X allow Y", [True, True, True], "entailment holds"),
    ("X stress Y -> X state Y", [True, True, True], "entailment holds"),
]


@pytest.mark.parametrize(("_", "answers", "expected"), TABLE_2)
def test_the_judgments_of_table_2(_, answers, expected):
    assert str(judgment_of(answers)) == expected
    # A question is left before the last answer, and none is answered after a no.
    assert judgment_of(answers[:-1]) is None
    if not answers[-1]:
        for later in (True, False):
            with pytest.raises(InputError, match="is no, and a later question is answered"):
                judgment_of([*answers, later])


def test_bounds_by_hand():
    # The counts of Table 2, taken together as if they were of one rule: 2 of each.
    found = ExampleCounts.of(judgment_of(answers) for _, answers, _ in TABLE_2)
    assert found == ExampleCounts(2, 2, 2, 2)
    assert (found.judged, found.left_entailed, found.relevant) == (8, 6, 4)
    assert found.precision(UPPER).value == 2 / 4
    assert found.precision(LOWER).value == 2 / 6
    # Section 5: 43% left not entailed; section 6: 28% of the others are irrelevant.
    shares = ExampleCounts(43, 16, 21, 20)
    assert shares.precision(UPPER).value == 20 / 41
    assert shares.precision(LOWER).value == 20 / 57


@pytest.mark.parametrize(
    ("numbers", "upper", "lower"),
    [
        ((0, 0, 3, 12), True, True),  # 80% exactly
        ((0, 0, 4, 11), False, False),
        ((5, 1, 2, 8), True, False),  # 8 of 10, 8 of 11
        ((15, 0, 0, 0), None, None),
        ((10, 5, 0, 0), None, False),
    ],
)
def test_correct_from_80_percent(numbers, upper, lower):
    assert (is_correct(numbers, UPPER), is_correct(numbers, LOWER)) == (upper, lower)


def is_correct(numbers, bound):
    return JudgedRule(rule("r"), ExampleCounts(*numbers)).is_correct(bound)


@given(st.integers(1, 200))
def test_80_percent_is_reached_exactly(fifths):
    assert is_correct((0, 0, fifths, 4 * fifths), UPPER)
    assert not is_correct((0, 0, fifths + 1, 4 * fifths), UPPER)


@pytest.mark.slow
@given(counts)
def test_the_interval_is_wilsons(found):
    estimate = found.precision(LOWER)
    if found.left_entailed == 0:
        assert estimate is None
        return
    expected = proportion_confint(found.entailment_holds, found.left_entailed, method="wilson")
    assert (estimate.low, estimate.high) == pytest.approx(expected, abs=1e-12)
