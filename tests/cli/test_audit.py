"""The command ``audit``."""

import json
import re

import pytest

pytestmark = pytest.mark.slow


def test_table_and_page(rte, folder):
    result = rte("audit", "sample:test", "--train", "sample:train", "--html", "audit.html")
    assert result.exit_code == 0
    assert re.fullmatch(r"audit\.html: written, \d{2} kB\n", result.stderr)
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "hypothesis-only" in result.stdout
    assert (folder / "audit.html").read_text().startswith("<!DOCTYPE html>")


def test_json(rte):
    output = rte("audit", "sample:test", "--json", "--listed", "2", "--min-pairs", "5").output()
    found = json.loads(output)
    assert found["trained_on"] is None
    assert len(found["giveaways"]["strongest"]) <= 6


def test_what_is_refused(rte, folder):
    (folder / "pairs.jsonl").write_text('{"id": "7", "text": "a", "hypothesis": "b"}\n')
    assert rte("audit", "pairs.jsonl", "--html", "page.html").refusal() == (
        "error: pairs.jsonl: holds no pair with a label; expected labelled pairs, or their "
        "column: --columns label=COLUMN\n"
    )
    assert not (folder / "page.html").exists()
    result = rte("audit", "pairs.jsonl", "--html", "-")
    assert "--html is '-'; expected the name of a file to write" in result.stderr
