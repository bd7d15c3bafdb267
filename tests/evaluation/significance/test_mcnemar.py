"""McNemar's exact test, by hand and against statsmodels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_of_statsmodels

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.significance.exact import mcnemar

flags = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60)


def test_mcnemar_by_hand():
    # A alone is right on 1 pair, B alone on 5: (1 + 6) of 64 ways, on either side.
    found = mcnemar([1, 0, 0, 0, 0, 0, 1, 0], [0, 1, 1, 1, 1, 1, 1, 0])
    assert (found.only_a, found.only_b) == (1, 5)
    assert found.p_value == pytest.approx(14 / 64)
    assert mcnemar([1, 0], [1, 0]).p_value == 1


@pytest.mark.slow
@given(flags)
def test_mcnemar_as_statsmodels_has_it(pairs):
    of_a, of_b = np.array(pairs).T
    table = [[np.sum((of_a == x) & (of_b == y)) for y in (True, False)] for x in (True, False)]
    found, turned = mcnemar(of_a, of_b), mcnemar(of_b, of_a)
    assert found.p_value == pytest.approx(mcnemar_of_statsmodels(table, exact=True).pvalue)
    assert (turned.only_b, turned.only_a, turned.p_value) == (
        found.only_a,
        found.only_b,
        found.p_value,
    )


def test_mcnemar_needs_the_same_pairs():
    with pytest.raises(RunError, match="2 judgments of A and 3 of B"):
        mcnemar([True, False], [True, False, True])
