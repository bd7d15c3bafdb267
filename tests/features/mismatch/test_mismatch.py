import pytest

from rte_baselines.features.mismatch.mismatch import (
    AntonymyMismatch,
    CapitalizedMismatch,
    DateMismatch,
    NegationMismatch,
    NumberMismatch,
    PolarityMismatch,
)
from tests.analysis.parses import parse
from tests.features.computing import aligned, aligned_parsed, number_of, parsed


@pytest.mark.parametrize(
    ("text", "hypothesis", "particles", "every"),
    [
        # The two sides of a book review: "not" in one of them only.
        ("The novel is not a success here.", "The novel is a success.", 1, 1),
        ("The novel isn\u2019t a success.", "The novel is a success.", 1, 1),
        ("Nobody liked the novel.", "The novel was liked.", 0, 1),
        ("Nobody liked the novel.", "The novel was not liked.", 1, 0),
        ("The knot was tied.", "The notary left.", 0, 0),
    ],
)
def test_not_rule(text, hypothesis, particles, every):
    assert number_of(NegationMismatch(), text, hypothesis) == particles
    assert number_of(NegationMismatch("all"), text, hypothesis) == every


def test_numbers_are_compared_by_value():
    text = "Some 1,000 of 30 villages"
    hypothesis = "one thousand of 40 villages"
    assert number_of(NumberMismatch(), text, hypothesis) == 0.5
    assert aligned(NumberMismatch(), text, hypothesis) == {"one": "1,000", "40": None}
    assert number_of(NumberMismatch(), text, "no villages") == 0


def test_capitalized_words():
    text = "Mayor Ingrid Solberg opened the OSLO harbour."
    hypothesis = "The Mayor of Bergen opened Oslo."
    # Mayor and Oslo are found whatever their case, Bergen is not, The is closed-class.
    assert number_of(CapitalizedMismatch(), text, hypothesis) == pytest.approx(1 / 3)
    assert aligned(CapitalizedMismatch(), text, hypothesis) == {"Bergen": None}


def test_dates_by_word():
    text = parsed("On Mon , May 5 , 1998 , he may go at noon")
    hypothesis = parsed(
        "He went on Monday night in June 1998 , in the afternoon",
        entities="O O O B-TIME I-TIME O O O O O B-TIME I-TIME",
    )
    # Monday and 1998 are there; night, June and afternoon are not; "the" does not count.
    assert number_of(DateMismatch(), text, hypothesis) == pytest.approx(3 / 5)
    assert aligned_parsed(DateMismatch(), text, hypothesis) == {
        "Monday": ("Mon", "same date"),
        "night": (None, "date missing"),
        "June": (None, "date missing"),
        "1998": ("1998", "same date"),
        "afternoon": (None, "date missing"),
    }


# Parses by hand, by what they say.
SENTENCES = {
    "sank": parse("Two/NUM/3/nummod old/ADJ/3/amod ferries/ferry/NOUN/4/nsubj sank/sink/VERB/0"),
    "did not sink": parse(
        "The/DET/2/det ferries/ferry/NOUN/5/nsubj did/do/AUX/5/aux not/PART/5/advmod sink/VERB/0"
    ),
    "no ferry sank": parse("No/DET/2/det ferry/NOUN/3/nsubj sank/sink/VERB/0"),
    "they say that it did not sink": parse(
        "Owners/owner/NOUN/2/nsubj say/VERB/0 ferries/ferry/NOUN/5/nsubj never/ADV/5/advmod "
        "sink/VERB/2/ccomp"
    ),
    "burned and did not sink": parse(
        "Ferries/ferry/NOUN/2/nsubj burned/burn/VERB/0 and/CCONJ/6/cc did/do/AUX/6/aux "
        "not/PART/6/advmod sink/VERB/2/conj"
    ),
    "sank without lights": parse(
        "Ferries/ferry/NOUN/2/nsubj sank/sink/VERB/0 without/ADP/4/case lights/light/NOUN/2/obl"
    ),
    "no ferry did not sink": parse(
        "No/DET/2/det ferry/NOUN/5/nsubj did/do/AUX/5/aux not/PART/5/advmod sink/VERB/0"
    ),
    # A root is a clause whatever its relation.
    "not lights": parsed("not lights", pos="PART NOUN", heads="2 0", relations="advmod dep"),
    "lights": parsed("lights"),
    # Names and numbers are not negated.
    "Bo did not sell boats": parse(
        "Bo/PROPN/4/nsubj did/do/AUX/4/aux not/PART/4/advmod sell/VERB/0 two/NUM/6/nummod "
        "boats/boat/NOUN/4/obj"
    ),
    "Bo bought boats": parse(
        "Bo/PROPN/2/nsubj bought/buy/VERB/0 two/NUM/4/nummod boats/boat/NOUN/2/obj"
    ),
    "Bo Two": parsed("Bo Two", pos="PROPN NUM", heads="0 1", relations="root nummod"),
    "owners say": parse(
        "Owners/owner/NOUN/2/nsubj say/VERB/0 lights/light/NOUN/4/nsubj sank/sink/VERB/2/ccomp"
    ),
}


@pytest.mark.parametrize(
    ("text", "hypothesis", "value"),
    [
        ("did not sink", "sank", 1),  # ferry and sink
        ("did not sink", "no ferry sank", 0),
        ("they say that it did not sink", "sank", 1),
        ("they say that it did not sink", "owners say", 1 / 3),  # sink; owner and say agree
        ("burned and did not sink", "sank", 1 / 2),  # sink; ferry agrees
        ("sank without lights", "sank", 0),
        ("sank without lights", "owners say", 1 / 2),  # light; sink agrees
        ("no ferry did not sink", "sank", 0),  # two negations cancel out
        ("not lights", "lights", 1),
        ("Bo did not sell boats", "Bo bought boats", 1),  # boat
        ("Bo did not sell boats", "Bo Two", 0),
    ],
)
def test_polarity(text, hypothesis, value):
    pair = SENTENCES[text], SENTENCES[hypothesis]
    assert number_of(PolarityMismatch(), *pair) == value


def test_polarity_points_out_the_words():
    pair = SENTENCES["sank without lights"], SENTENCES["owners say"]
    assert aligned_parsed(PolarityMismatch(), *pair) == {
        "lights": ("lights", "negated in one only")
    }


def weather(adjective, *, negated=False):
    words = f"The night was {'not ' if negated else ''}{adjective}"
    return parsed(
        words,
        pos=f"DET NOUN AUX {'PART ' if negated else ''}ADJ",
        heads="2 5 5 5 0" if negated else "2 4 4 0",
        relations=f"det nsubj cop {'advmod ' if negated else ''}root",
    )


@pytest.mark.parametrize(
    ("text", "hypothesis", "text_negated", "hypothesis_negated", "value"),
    [
        ("hot", "cold", False, False, 1 / 2),  # of night and cold
        ("hot", "cold", True, False, 0),
        ("hot", "cold", True, True, 1 / 2),
        ("hot", "hot", False, False, 0),
    ],
)
def test_antonyms(text, hypothesis, text_negated, hypothesis_negated, value):
    pair = weather(text, negated=text_negated), weather(hypothesis, negated=hypothesis_negated)
    assert number_of(AntonymyMismatch(), *pair) == value


def test_antonyms_are_of_one_part_of_speech():
    text, hypothesis = parsed("the hot", pos="DET NOUN"), parsed("the cold", pos="DET ADJ")
    assert number_of(AntonymyMismatch(), text, hypothesis) == 0
