"""The style sheets of all pages."""

import re
from pathlib import Path

import pytest

import rte_baselines
from rte_baselines.rendering.pages.templates import PALETTE, policy_source, text_of_file
from rte_baselines.rendering.plots import palette_css

PACKAGE = Path(rte_baselines.__file__).parent
SHEETS = [path.relative_to(PACKAGE).as_posix() for path in sorted(PACKAGE.rglob("*.css"))]


@pytest.mark.parametrize("sheet", SHEETS)
def test_variables_are_those_of_the_palette(sheet):
    defined = set(re.findall(r"(--[\w-]+):", text_of_file(PALETTE) + palette_css()))
    assert set(re.findall(r"var\((--[\w-]+)\)", text_of_file(sheet))) <= defined
    if sheet != PALETTE:
        assert not re.search(r"--[\w-]+:", text_of_file(sheet))


def test_what_a_policy_allows_is_named_by_its_digest():
    """The digest is that which browsers show for an empty script."""
    assert policy_source("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
