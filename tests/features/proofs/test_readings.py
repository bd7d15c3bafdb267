"""Pairs whose texts assert less than they mention, or whose quantifiers are easily misread."""

from pathlib import Path

import pytest

from rte_baselines.features.proofs.proofs import Proofs
from tests.features.computing import numbers_of

pytestmark = [pytest.mark.slow, pytest.mark.longest]

FILE = Path(__file__).with_name("readings.txt")
FOUND = {(1.0, 0.0): "E", (0.0, 1.0): "C", (0.0, 0.0): "N"}


def test_what_is_proved():
    lines = FILE.read_text("utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    expected = {(text, hypothesis): label for label, text, hypothesis in rows}
    numbers = map(tuple, numbers_of(Proofs(), *expected).tolist())
    proved = dict(zip(expected, (FOUND[row] for row in numbers), strict=True))
    assert proved == expected
