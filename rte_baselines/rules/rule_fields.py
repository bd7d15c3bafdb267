"""The rule bases that components name in their fields."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.rules.rule_base import RuleBase, rule_file
from rte_baselines.rules.rule_files import parse_rule

_COMBINED = 8


def check_rule_base(path: str, name: str | None, min_score: float) -> None:
    """Check the fields of a component that name a rule base.

    Parameters
    ----------
    path : str
        The position of the component in the config.
    name : str or None
        ``shipped``, a file of rules, or None for none.
    min_score : float
    """
    if not 0 <= min_score <= 1:
        raise ConfigError(f"{path}.min_score: {min_score!r} is not from 0 to 1")
    if name is not None:
        try:
            RuleBase.open(name, min_score)
        except InputError as error:
            raise ConfigError(f"{path}.rule_base: {error}") from None


def files_of_rule_base(name: str | None) -> dict[str, Path]:
    """Return the file of a rule base by its name in messages; empty if there is no rule base."""
    return {} if name is None else {f"rule base {name}": rule_file(name)}


def check_own_rules(path: str, own: Sequence[str]) -> None:
    """Check rules that are given in a config."""
    try:
        for rule in own:
            parse_rule(rule)
    except InputError as error:
        raise ConfigError(f"{path}.rules: {error}") from None


def combined(name: str | None, own: tuple[str, ...], min_score: float) -> RuleBase:
    """Return the rules of a base and those of a config as one base."""
    return _combined(None if name is None else RuleBase.open(name), own, min_score)


@lru_cache(maxsize=_COMBINED)
def _combined(base: RuleBase | None, own: tuple[str, ...], min_score: float) -> RuleBase:
    rules = () if base is None else base.rules
    return RuleBase((*map(parse_rule, own), *rules), min_score)
