"""The marks at the beginning of a line, and the line without them."""

import pytest

from rte_baselines.citations.marks import without_marks


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
        ("-5 degrees", "-5 degrees"),
        ("1. 10. Ada", "10. Ada"),
        ("1984. Ada", "1984. Ada"),
    ],
)
def test_lines_by_hand(line, text):
    assert without_marks(line).lstrip() == text


@pytest.mark.slow
@pytest.mark.parametrize("part", [">", "> ", "- ", "1. ", " ", "#", "# ", " #", "-", "> 1 "])
@pytest.mark.parametrize("start", ["", "# a", "> ", "1. "])
def test_long_lines_take_linear_time(start, part):
    assert isinstance(without_marks(start + part * (200_000 // len(part)) + "x"), str)
