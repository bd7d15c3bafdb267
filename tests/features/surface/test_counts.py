import pytest

from rte_baselines.features.surface.counts import Counts
from tests.features.computing import numbers_of, parsed

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
    # "Ann Lee was bitten . Dogs bark in May ." and "Dogs were seen by Bob ."
    text = parsed(
        "Ann Lee was bitten . Dogs bark in May .",
        heads="4 1 4 0 4 7 0 9 7 7",
        relations="nsubj:pass flat aux:pass root punct nsubj root case obl punct",
        entities="B-PERSON I-PERSON O O O O O O B-TIME O",
    )
    hypothesis = parsed(
        "Dogs were seen by Bob .",
        heads="3 3 0 5 3 3",
        relations="nsubj:pass aux:pass root case obl punct",
        entities="O O O O B-PERSON O",
    )
    counts = {
        of: numbers_of(Counts(of), (text, hypothesis), (hypothesis, text)).tolist()
        for of in ("names", "passives", "sentences")
    }
    assert counts == {
        "names": [[1, 1], [1, 1]],  # the time is none
        "passives": [[1, 1], [1, 1]],  # subject and auxiliary are of one verb
        "sentences": [[2, 1], [1, 2]],
    }
