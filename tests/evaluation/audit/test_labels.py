"""Labels by task and length, and the agreement of annotators."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats.contingency import association as by_scipy

from rte_baselines.evaluation.audit.labels import annotator_agreement, association, balances
from rte_baselines.pairs import Scheme

YES, NO = "ENTAILMENT", "NO_ENTAILMENT"


def test_association_by_hand():
    # All four cells are expected to hold 5: chi^2 is 4 * 5^2 / 5 = 20 of 20 pairs, so V is 1.
    strength, p_value = association(np.array([[10, 0], [0, 10]]))
    assert strength == pytest.approx(1)
    assert p_value == pytest.approx(7.744e-6, rel=1e-3)  # of chi^2 = 20 with 1 degree of freedom
    assert association(np.array([[5, 5], [5, 5]]))[0] == 0
    assert association(np.array([[1, 0], [0, 10]]))[0] == pytest.approx(1)
    assert association(np.array([[5, 5]])) is None
    assert association(np.array([[5, 0], [7, 0]])) is None


@pytest.mark.slow
@given(
    st.lists(st.tuples(*[st.integers(1, 30)] * 3), min_size=2, max_size=5),
)
def test_association_against_scipy(rows):
    table = np.array(rows)
    strength, p_value = association(table)
    assert strength == pytest.approx(by_scipy(table, method="cramer"), abs=1e-9)
    assert 0 <= strength <= 1
    assert association(table[::-1])[1] == pytest.approx(p_value)


def test_labels_by_task_and_length(part_of):
    rows = [("Text.", "One two three four.", YES)] * 10 + [("Text.", "One two.", NO)] * 10
    part = part_of(*rows, tasks=["IE"] * 5 + ["QA"] * 10 + [None] * 5)
    by_task, by_length = balances(part, Scheme.TWO_WAY)
    assert [(group.name, group.counts) for group in by_task.groups] == [
        ("(no task)", [0, 5]),
        ("IE", [5, 0]),
        ("QA", [5, 5]),
    ]
    assert [(group.name, group.counts) for group in by_length.groups] == [
        ("2 words", [0, 10]),
        ("3 to 4 words", [10, 0]),
    ]
    assert by_length.association == pytest.approx(1)
    assert by_length.p_holm < 0.001


def test_hypotheses_of_one_length(part_of):
    (balance,) = balances(part_of(("a", "b", YES), ("c", "d", NO)), Scheme.TWO_WAY)
    assert [group.name for group in balance.groups] == ["1 word"]
    assert (balance.association, balance.p_holm) == (None, None)


@pytest.mark.slow
def test_agreement_of_annotators(part_of):
    given = ['["entailment", "entailment", "entailment"]', '["neutral", "entailment"]', "", '["E"]']
    attributes = [{"annotator_labels": labels} for labels in given[:3]] + [{}]
    part = part_of(
        ("a", "b", "ENTAILMENT"),
        ("c", "d", "UNKNOWN"),
        ("e", "f", "CONTRADICTION"),
        ("g", "h", "UNKNOWN"),
        attributes=attributes,
    )
    found = annotator_agreement(part)
    assert (found.pairs, found.fewest, found.most) == (2, 2, 3)
    assert found.unanimous.value == 1 / 2
    assert found.with_label == 4 / 5
    # Of the labels of the first pair all agree with the others, of the second none: 3 of 5.
    # Drawn without replacement, 5 labels of which 4 are ENTAILMENT disagree in 8 of 20 cases.
    assert found.among.coefficients["alpha"].value == pytest.approx(1 - (2 / 5) / (8 / 20))
    assert annotator_agreement(part_of(("a", "b", YES))) is None


def test_two_annotations_of_each_pair_have_no_kappa(part_of):
    # Which of two annotators comes first may differ from pair to pair.
    given = ['["entailment", "neutral"]', '["neutral", "neutral"]']
    part = part_of(
        ("a", "b", "ENTAILMENT"),
        ("c", "d", "UNKNOWN"),
        attributes=[{"annotator_labels": labels} for labels in given],
    )
    assert {"pi", "alpha"} <= annotator_agreement(part).among.coefficients.keys()
    assert "kappa" not in annotator_agreement(part).among.coefficients
