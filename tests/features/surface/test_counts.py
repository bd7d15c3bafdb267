import pytest

from rte_baselines.features.surface.counts import Counts
from tests.analysis.parses import parse
from tests.features.computing import numbers_of

TEXT = "Nobody slept. Two million of all 300 dogs did not eat."
HYPOTHESIS = "A dog ate."


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        ("negations", [2, 0]),  # nobody, not
        ("numbers", [2, 0]),  # two million, 300
        ("quantifiers", [2, 0]),  # nobody, all
    ],
)
def test_words_by_hand(of, expected):
    assert numbers_of(Counts(of), (TEXT, HYPOTHESIS)).tolist() == [expected]


def test_parsed_kinds_by_hand():
    text = parse(
        "Ann/NNP/4/nsubj:pass/B-PERSON Lee/NNP/1/flat/I-PERSON was/VBD/4/aux:pass bitten/VBN/0 "
        "././4/punct Dogs/NNS/7/nsubj bark/VBP/0 in/IN/9/case May/NNP/7/obl/B-TIME ././7/punct"
    )
    hypothesis = parse(
        "Dogs/NNS/3/nsubj:pass were/VBD/3/aux:pass seen/VBN/0 by/IN/5/case Bob/NNP/3/obl/B-PERSON "
        "././3/punct"
    )
    counts = {
        of: numbers_of(Counts(of), (text, hypothesis))[0].tolist()
        for of in ("names", "passives", "sentences")
    }
    # The time is no name, and subject and auxiliary are of one verb.
    assert counts == {"names": [1, 1], "passives": [1, 1], "sentences": [2, 1]}
