"""A few inputs of each attack; RTE_BASELINES_ATTACKS states another number of them."""

import os
import sys

import pytest

from tests.attacks import kills, models

pytestmark = [
    pytest.mark.slow,
    pytest.mark.longest,
    pytest.mark.skipif(sys.platform != "linux", reason="the attacks fork and kill"),
]


def attacks(few):
    return int(os.environ.get("RTE_BASELINES_ATTACKS", few))


@pytest.mark.filterwarnings("ignore")
def test_damaged_models_are_read_or_refused_in_one_line():
    found = models.attacked(attacks(18), seed=7)
    assert {outcome for _, outcome in found} <= {models.LOADED, models.REFUSED}


def test_killed_commands_leave_no_process():
    assert kills.left(attacks(2), seed=7) == 0
