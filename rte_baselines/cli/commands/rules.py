"""The command ``rules``: entailment rules between templates."""

import typer

from rte_baselines.cli.commands import rules_judging
from rte_baselines.cli.flags import Command, Group

rules = typer.Typer(
    cls=Group,
    help="""Judge rule bases by examples, and measure them.

    Example:
    rte-baselines rules evaluate sheet.jsonl ann.csv
    """,
)
rules.command("draw", cls=Command)(rules_judging.draw)
rules.command("form", cls=Command)(rules_judging.form)
rules.command("judge", cls=Command)(rules_judging.judge)
rules.command("agreement", cls=Command)(rules_judging.agreement)
rules.command("evaluate", cls=Command)(rules_judging.evaluate)
rules.command("published", cls=Command)(rules_judging.published)
