"""Which words of a story are headline and lead, and the choice of stories."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.translation.headlines import (
    LONGEST_LEAD,
    covered_share,
    entailing_pairs,
    headlines,
)


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
        ("Lost", "SAN JOSE, Calif. - A ferry was lost.", ("lost", "a ferry was lost")),
        # No agency and no place.
        ("Ferry lost", "A ferry - new - was lost.", ("ferry lost", "a ferry new was lost")),
        ("Lost", "Shares of Sea Co - new - fell.", ("lost", "shares of sea co new fell")),
        ("Lost", "Owned by OSLO - AP - it fell.", ("lost", "owned by oslo ap it fell")),
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


# In each kind one headline in five is not like the others, which its other words do not tell.
SERIOUS = [
    Document("Bank closes" if number % 5 else f"Z{number}", "The bank closes. On finance.")
    for number in range(30)
]
WHIMSICAL = [
    Document(f"Z{number}" if number % 5 else "Match ended", "The match ended. On sport.")
    for number in range(30, 60)
]


@pytest.mark.parametrize(
    ("headline", "lead", "share"),
    [
        ("ferry sinks off oslo", "a ferry sank near oslo", 2 / 3),  # "off" is a stop word
        ("ferry ferry sinks", "the ferry", 1 / 2),
        ("why not", "why not", 0),
        ("", "a ferry", 0),
    ],
)
def test_covered_share_by_hand(headline, lead, share):
    assert covered_share(headline.split(), lead.split()) == pytest.approx(share)


@pytest.mark.slow
def test_a_share_of_the_surest_stories_is_kept_in_order():
    stories = [story for both in zip(SERIOUS, WHIMSICAL, strict=True) for story in both]
    kept = entailing_pairs(stories, 0.5)
    assert kept == list(headlines(SERIOUS))
    assert entailing_pairs(stories, 0.5) == kept
    # One story at the least: 0.01 of 60 is less than one.
    assert len(entailing_pairs(stories, 0.01)) == 1


@pytest.mark.parametrize("share", [0.0, -1.0, 1.5, float("nan")])
def test_what_is_no_share(share):
    with pytest.raises(InputError, match="share of stories is"):
        entailing_pairs(SERIOUS, share)
