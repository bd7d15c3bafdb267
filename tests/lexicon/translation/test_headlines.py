"""Which words of a story are its headline and its lead."""

import pytest

from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.translation.headlines import LONGEST_LEAD, headlines


def sides(title, text):
    [headline] = headlines([Document(title, text)])
    return headline and (" ".join(headline.words), " ".join(headline.lead))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("FERRY SINKS!", "A ferry sank. Nobody drowned.", ("ferry sinks", "a ferry sank")),
        # An indented line starts a paragraph, a broken one does not.
        (
            "Sales rise",
            "Sales\nrose at Ferry Co\n    It said so.",
            ("sales rise", "sales rose at ferry co"),
        ),
        ("Ferry lost", "OSLO, March 3 - A ferry was lost.", ("ferry lost", "a ferry was lost")),
        ("Ferry lost (AP)", "AP - A ferry was lost.", ("ferry lost", "a ferry was lost")),
        ("Lost (Sea Press)", "Sea Press -- A ferry was lost.", ("lost", "a ferry was lost")),
        ("Ferry lost", "PORT OSLO - A ferry was lost.", ("ferry lost", "a ferry was lost")),
        ("Lost", "SAN JOSE, Calif. - A ferry was lost.", ("lost", "a ferry was lost")),
        # No agency and no place.
        ("Ferry lost", "A ferry - new - was lost.", ("ferry lost", "a ferry new was lost")),
        ("Lost (AP)", "A Ferry Corp - new - was lost.", ("lost", "a ferry corp new was lost")),
        ("Lost", "Shares of Sea Co - new - fell.", ("lost", "shares of sea co new fell")),
        ("Lost", "Owned by OSLO - AP - it fell.", ("lost", "owned by oslo ap it fell")),
        ("Ferry lost (again)", "It was.", ("ferry lost again", "it was")),
    ],
)
def test_what_is_headline_and_lead(title, text, expected):
    assert sides(title, text) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("", "A ferry sank."),
        ("Ferry sinks", ""),
        ("...", "A ferry sank."),
        ("Ferry sinks", "-- ..."),
        ("Tides", "high low " * LONGEST_LEAD),
    ],
)
def test_what_is_no_pair(title, text):
    assert sides(title, text) is None


@pytest.mark.slow
def test_every_document_has_its_place():
    stories = [Document(f"Story {number}", "It was told.") for number in range(600)]
    stories[300] = Document("", "No headline.")
    found = list(headlines(stories))
    assert len(found) == 600
    assert [place for place, headline in enumerate(found) if headline is None] == [300]
    assert found[599].words == ("story", "599")
