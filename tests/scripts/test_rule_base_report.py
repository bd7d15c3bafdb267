"""The shipped rule base, and what docs/development/rule-base.md and its card say of it."""

from pathlib import Path

import pytest
from rule_base_report import drawn_rules

from rte_baselines.core.resources.resources import resource_folder
from rte_baselines.rendering.markup import render_markdown
from rte_baselines.rules.rule_base import SHIPPED, RuleBase

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs/development/rule-base.md").read_text("utf-8")


def test_the_base_is_small():
    folder = resource_folder("models") / "entailment_rules"
    files = [file for file in folder.rglob("*") if file.is_file()]
    judged = {f"judged/{name}" for name in ("sheet.jsonl", "one.csv", "two.csv")}
    names = {file.relative_to(folder).as_posix() for file in files}
    assert names == {"README.md", "rules.txt.gz", *judged}
    assert sum(file.stat().st_size for file in files) <= 5e6


@pytest.mark.slow
def test_the_document_shows_the_rules_that_are_drawn():
    base = RuleBase.open(SHIPPED)
    assert f"{len(base):,} rules" in DOCUMENT
    _, table = render_markdown(drawn_rules(base.rules, "Shipped rules")).split("\n\n")
    assert table in DOCUMENT
    assert {rule.source for rule in base.rules} == {"dirt"}
    assert min(rule.score for rule in base.rules) >= 0.1
