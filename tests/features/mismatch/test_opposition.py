import pytest

from rte_baselines.features.mismatch.mismatch import AntonymyMismatch, PolarityMismatch
from tests.features.computing import aligned_parsed, number_of, parsed

# Parses by hand, by what they say.
SENTENCES = {
    "sank": parsed(
        "Two old ferries sank", lemmas="two old ferry sink", pos="NUM ADJ NOUN VERB",
        heads="3 3 4 0", relations="nummod amod nsubj root",
    ),
    "did not sink": parsed(
        "The ferries did not sink", lemmas="the ferry do not sink",
        pos="DET NOUN AUX PART VERB", heads="2 5 5 5 0",
        relations="det nsubj aux advmod root",
    ),
    "no ferry sank": parsed(
        "No ferry sank", lemmas="no ferry sink", pos="DET NOUN VERB",
        heads="2 3 0", relations="det nsubj root",
    ),
    "they say that it did not sink": parsed(
        "Owners say ferries never sink", lemmas="owner say ferry never sink",
        pos="NOUN VERB NOUN ADV VERB", heads="2 0 5 5 2",
        relations="nsubj root nsubj advmod ccomp",
    ),
    "burned and did not sink": parsed(
        "Ferries burned and did not sink", lemmas="ferry burn and do not sink",
        pos="NOUN VERB CCONJ AUX PART VERB", heads="2 0 6 6 6 2",
        relations="nsubj root cc aux advmod conj",
    ),
    "sank without lights": parsed(
        "Ferries sank without lights", lemmas="ferry sink without light",
        pos="NOUN VERB ADP NOUN", heads="2 0 4 2", relations="nsubj root case obl",
    ),
    "no ferry did not sink": parsed(
        "No ferry did not sink", lemmas="no ferry do not sink", pos="DET NOUN AUX PART VERB",
        heads="2 5 5 5 0", relations="det nsubj aux advmod root",
    ),
    # A root is a clause whatever its relation.
    "not lights": parsed("not lights", pos="PART NOUN", heads="2 0", relations="advmod dep"),
    "lights": parsed("lights"),
    # Names and numbers are not negated.
    "Bo did not sell boats": parsed(
        "Bo did not sell two boats", lemmas="bo do not sell two boat",
        pos="PROPN AUX PART VERB NUM NOUN", heads="4 4 4 0 6 4",
        relations="nsubj aux advmod root nummod obj",
    ),
    "Bo bought boats": parsed(
        "Bo bought two boats", lemmas="bo buy two boat", pos="PROPN VERB NUM NOUN",
        heads="2 0 4 2", relations="nsubj root nummod obj",
    ),
    "Bo Two": parsed("Bo Two", pos="PROPN NUM", heads="0 1", relations="root nummod"),
    "owners say": parsed(
        "Owners say lights sank", lemmas="owner say light sink", pos="NOUN VERB NOUN VERB",
        heads="2 0 4 2", relations="nsubj root nsubj ccomp",
    ),
}  # fmt: skip


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
