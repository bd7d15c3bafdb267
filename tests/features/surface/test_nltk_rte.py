from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.classify.rte_classify import rte_features

from rte_baselines.features.surface.counts import NltkRte
from rte_baselines.pairs import load_pairs
from tests.features.computing import named_numbers_of


def expected(text, hypothesis):
    pair = SimpleNamespace(text=text, hyp=hypothesis)
    return {name: float(value) for name, value in rte_features(pair).items()}


def test_by_hand():
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
    assert named_numbers_of(NltkRte(), text, hypothesis) == expected(text, hypothesis)


@pytest.mark.slow
@pytest.mark.parametrize("challenge", [1, 2, 3])
@pytest.mark.parametrize("split", ["dev", "test"])
def test_equals_nltk_on_real_pairs(rte_data, challenge, split):
    for pair in load_pairs(rte_data / f"rte{challenge}_{split}.xml"):
        sides = pair.text, pair.hypothesis
        assert named_numbers_of(NltkRte(), *sides) == expected(*sides)
