"""The table of checks of measures names tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROWS = [
    line
    for line in (ROOT / "docs/development/checks.md").read_text("utf-8").splitlines()
    if re.match(r"\| .*`[\w/]+/test_\w+\.py`", line)
]


def test_there_are_rows():
    assert len(ROWS) > 20


@pytest.mark.parametrize("row", ROWS, ids=lambda row: re.split("[:|]", row)[1].strip())
def test_the_tests_of_a_row_exist(row):
    files = re.findall(r"`([\w/]+/test_\w+\.py)`", row)
    code = "".join((ROOT / "tests" / file).read_text("utf-8") for file in files)
    named = re.findall(r"`(test_\w+)`", row)
    assert named
    assert [name for name in named if f"def {name}(" not in code] == []
