import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import PairBatch
from rte_baselines.features.surface.ngram_bag import NgramBag

WORDS = st.lists(st.sampled_from("the a cat dog sat ran .".split()), max_size=9)


def analyzed(*pairs):
    analyses = default_analyzer().analyze([snippet for pair in pairs for snippet in pair])
    return PairBatch(analyses[0::2], analyses[1::2])


def spelled(feature, text, hypothesis):
    batch = analyzed((text, hypothesis))
    spellings = feature.spell(batch.texts[0], batch.hypotheses[0])
    return {spellings[item] for item in feature.bags(batch)[0].tolist()}


def test_by_hand():
    pair = ("A dog ran.", "The cat, the cat sat.")
    assert spelled(NgramBag(), *pair) == {"the", "cat", "sat"}
    assert spelled(NgramBag(n=2), *pair) == {"the cat", "cat the", "cat sat"}
    assert spelled(NgramBag(n=3), *pair) == {"the cat the", "cat the cat", "the cat sat"}
    assert spelled(NgramBag(snippet="text", n=2), *pair) == {"a dog", "dog ran"}
    assert spelled(NgramBag(n=9), *pair) == set()
    assert spelled(NgramBag(drop="nothing", level="words"), *pair) == {
        *"The cat , the sat .".split()
    }


@given(text=WORDS, hypothesis=WORDS, n=st.integers(1, 4))
def test_as_a_set_of_tuples(text, hypothesis, n):
    # A snippet of punctuation alone keeps it.
    words = [word for word in hypothesis if word != "."] or hypothesis
    expected = {" ".join(words[i : i + n]) for i in range(len(words) - n + 1)}
    batch = analyzed((" ".join(text), " ".join(hypothesis)))
    feature = NgramBag(n=n)
    spellings = feature.spell(batch.texts[0], batch.hypotheses[0])
    bag = feature.bags(batch)[0].tolist()
    assert sorted(bag) == bag
    assert {spellings[item] for item in bag} == expected
    assert len(bag) == len(expected)


@given(first=WORDS, second=WORDS, other=WORDS)
def test_a_bag_depends_on_its_snippet_alone(first, second, other):
    feature = NgramBag(n=2)
    pairs = [(" ".join(other), " ".join(first)), (" ".join(first), " ".join(second))]
    together = feature.bags(analyzed(*pairs))
    for row, (_, hypothesis) in enumerate(pairs):
        alone = feature.bags(analyzed(("", hypothesis)))[0]
        np.testing.assert_array_equal(together[row], alone)
