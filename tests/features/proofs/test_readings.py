"""Pairs whose texts assert less than they mention, or whose quantifiers are easily misread."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.proofs.proofs import Proofs
from rte_baselines.logic.meaning.discourse import LAYERS

pytestmark = [pytest.mark.slow, pytest.mark.longest]

FILE = Path(__file__).with_name("readings.txt")
FOUND = {(1.0, 0.0): "E", (0.0, 1.0): "C", (0.0, 0.0): "N"}


def written() -> Iterator[tuple[str, str, str]]:
    for line in FILE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            label, text, hypothesis = line.split(" | ")
            yield label, text, hypothesis


def test_what_is_proved():
    expected = {(text, hypothesis): label for label, text, hypothesis in written()}
    analyses = default_analyzer().analyze(
        [snippet for pair in expected for snippet in pair], LAYERS
    )
    proofs = Proofs()
    problems = [proofs.problems(*pair) for pair in zip(analyses[::2], analyses[1::2], strict=True)]
    rows = map(tuple, proofs.prove(problems).tolist())
    proved = dict(zip(expected, (FOUND[row] for row in rows), strict=True))
    assert proved == expected
