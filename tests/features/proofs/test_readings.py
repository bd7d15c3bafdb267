"""Pairs whose texts assert less than they mention, or whose quantifiers are easily misread."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.proofs.feature import Proofs
from rte_baselines.logic.meaning.discourse import LAYERS

pytestmark = pytest.mark.slow

FILE = Path(__file__).with_name("readings.txt")
FOUND = {(1.0, 0.0): "E", (0.0, 1.0): "C", (0.0, 0.0): "N"}


def written() -> Iterator[tuple[str, str, str]]:
    for line in FILE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            label, text, hypothesis = line.split(" | ")
            yield label, text, hypothesis


@pytest.fixture(scope="module")
def proved() -> dict[tuple[str, str], str]:
    pairs = [(text, hypothesis) for _, text, hypothesis in written()]
    snippets = [snippet for pair in pairs for snippet in pair]
    analyses = default_analyzer().analyze(snippets, LAYERS)
    proofs = Proofs()
    problems = [proofs.problems(*pair) for pair in zip(analyses[::2], analyses[1::2], strict=True)]
    rows = map(tuple, proofs.prove(problems).tolist())
    return {pair: FOUND[row] for pair, row in zip(pairs, rows, strict=True)}


@pytest.mark.parametrize(("label", "text", "hypothesis"), list(written()))
def test_what_is_proved(proved, label, text, hypothesis):
    assert proved[text, hypothesis] == label
