"""The optional extras of the package."""

from pathlib import Path

import pytest

FOR_DEVELOPMENT = {"dev", "docs", "mutation"}


def test_all_is_every_extra_of_a_user():
    tomllib = pytest.importorskip("tomllib")  # not in Python 3.10
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    (named,) = extras["all"]
    users = sorted(extras.keys() - FOR_DEVELOPMENT - {"all"})
    assert named == f"rte-baselines[{','.join(users)}]"
