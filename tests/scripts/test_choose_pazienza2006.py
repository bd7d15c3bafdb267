"""What SVM-light takes for C, worked out by hand."""

import numpy as np
import pytest
from choose_pazienza2006 import svm_light_cost


@pytest.mark.parametrize(
    ("vectors", "degree", "cost"),
    [
        # The distance from the null vector is its length, 5, where the kernel is linear.
        ([[3.0, 4.0]], 1, 1 / 25),
        # With degree 2, its square is (1 + 1) ** 2 - 2 * 1 + 1 = 3.
        ([[1.0, 0.0]], 2, 1 / 3),
        # A mean of the square root of 3, and 0.
        ([[1.0, 0.0], [0.0, 0.0]], 2, 4 / 3),
    ],
)
def test_svm_light_cost(vectors, degree, cost):
    assert svm_light_cost(np.array(vectors), degree) == pytest.approx(cost)
