from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.classify.rte_classify import rte_features

from rte_baselines.features.surface.counts import Counts, Lengths, NltkRte
from rte_baselines.pairs import load_pairs
from tests.analysis.parses import parse
from tests.features.computing import named_numbers_of, numbers_of

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


def test_lengths_count_words():
    (values,) = numbers_of(Lengths(), ("It rained, and hailed.", "It rained."))
    assert values.tolist() == [4, 2, 0.5]
    assert numbers_of(Lengths(), ("", "It rained."))[0].tolist() == [0, 2, 0]


def nltk_features(text, hypothesis):
    pair = SimpleNamespace(text=text, hyp=hypothesis)
    return {name: float(value) for name, value in rte_features(pair).items()}


def test_nltk_features_by_hand():
    # Without stop words the text has Oslo, denied, claims, not and proved, the hypothesis
    # The, claims, Oslo, never and proved.
    pair = "Oslo denied the claims, not proved", "The claims Oslo never proved"
    assert named_numbers_of(NltkRte(), *pair) == {
        "alwayson": 1,
        "word_overlap": 2,
        "word_hyp_extra": 1,
        "ne_overlap": 1,
        "ne_hyp_extra": 1,
        "neg_txt": 2,
        "neg_hyp": 1,
    }


SNIPPETS = st.lists(
    st.sampled_from("The the Oslo OSLO not denied $3.50 a.b@c.d http://x.y , . ferry Ferry".split())
    | st.text(max_size=6)
).map(" ".join)


@given(text=SNIPPETS, hypothesis=SNIPPETS)
def test_equals_nltk(text, hypothesis):
    assert named_numbers_of(NltkRte(), text, hypothesis) == nltk_features(text, hypothesis)


@pytest.mark.slow
@pytest.mark.parametrize("challenge", [1, 2, 3])
@pytest.mark.parametrize("split", ["dev", "test"])
def test_equals_nltk_on_real_pairs(rte_data, challenge, split):
    for pair in load_pairs(rte_data / f"rte{challenge}_{split}.xml"):
        sides = pair.text, pair.hypothesis
        assert named_numbers_of(NltkRte(), *sides) == nltk_features(*sides)
