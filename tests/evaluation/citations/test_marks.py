"""The marks at the beginning of a line, and the line without them."""

import pytest

from rte_baselines.evaluation.citations.blocks import blocks_of
from rte_baselines.evaluation.citations.code_spans import joined_over_code
from rte_baselines.evaluation.citations.marks import without_marks


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("> Ada sang.", "Ada sang."),
        (">Ada sang.", "Ada sang."),
        (" > > Ada sang.", "Ada sang."),
        ("- > Ada sang.", "Ada sang."),
        ("> - Ada sang.", "Ada sang."),
        ("> 1. Ada sang.", "Ada sang."),
        ("1. - Ada sang.", "Ada sang."),
        ("> 90% sang.", "> 90% sang."),
        ("- > $5 was paid.", "> $5 was paid."),
        ("> 1984 was dry.", "> 1984 was dry."),
        ("# Ferries", "Ferries"),
        ("### Ferries ##", "Ferries"),
        ("## C#", "C#"),
        ("## C# ", "C# "),
        ("> ## Ferries", "Ferries"),
        ("- # Ferries", "Ferries"),
        ("####### Ferries", "####### Ferries"),
        ("#1 in Norway", "#1 in Norway"),
        ("#", ""),
        ("Ada > Bob # Cy", "Ada > Bob # Cy"),
        ("\u25e6 Ada sang.", "Ada sang."),
        ("\u25aa\ufe0f Ada sang.", "Ada sang."),
        ("> \u2023 Ada sang.", "Ada sang."),
        ("+ \u2013 Ada sang.", "Ada sang."),
        ("\u25cfAda sang.", "\u25cfAda sang."),
        ("-5 degrees", "-5 degrees"),
        ("1. 10. Ada", "10. Ada"),
        ("1984. Ada", "1984. Ada"),
    ],
)
def test_lines_by_hand(line, text):
    assert without_marks(line).lstrip() == text


# Those of CommonMark, and others that chat models and word processors write.
BULLETS = "-+*\u2013\u2022\u2023\u2043\u2219\u00b7\u25cf\u25cb\u25e6\u25aa\u25ab\u25a0\u25c6\u25b8"


@pytest.mark.parametrize("bullet", BULLETS)
def test_every_reader_knows_every_bullet(bullet):
    assert without_marks(f"> {bullet} Ada sang.") == "Ada sang."
    lines = [f"{bullet} `Ada", f"{bullet} sang`"]
    assert list(joined_over_code(lines)) == lines
    # In an item, four spaces do not indent code.
    for quotation in ("", "> "):
        text = f"{quotation}{bullet} Ada:\n{quotation}\n{quotation}    sang."
        assert blocks_of(text).code == []
    assert blocks_of(f"Ada:\n\n    {bullet} sang").code == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [">", "> ", "- ", "\u25aa\ufe0f ", "1. ", " ", "#", "# ", " #", "-", "> 1 "]
)
@pytest.mark.parametrize("start", ["", "# a", "> ", "1. "])
def test_long_lines_take_linear_time(start, part):
    assert isinstance(without_marks(start + part * (200_000 // len(part)) + "x"), str)
