"""Words of snippets, similarities that users write, and vectors of words in context."""

import numpy as np
import pytest

from rte_baselines.analysis import Analyzer
from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.similarity.similarity_overlap import SimilarityOverlap
from rte_baselines.lexicon.word_similarity import (
    ContextualSimilarity,
    Lemmas,
    TypeSimilarity,
    WordSimilarity,
    word_types,
)


def with_ids(words, ids):
    strings, parts = zip(*(word.split("/") for word in words.split()), strict=True)
    return Lemmas(strings, parts, np.array(ids))


def test_a_word_is_one_type_with_each_part_of_speech():
    words = with_ids("ship/NOUN sink/VERB ship/VERB sink/VERB", [7, 8, 7, 8])
    types, type_of_word = word_types(words)
    assert (types.strings, types.parts) == (("ship", "sink", "ship"), ("NOUN", "VERB", "VERB"))
    assert types.ids.tolist() == [7, 8, 7]
    assert type_of_word.tolist() == [0, 1, 2, 1]


def test_no_words_have_no_types():
    types, type_of_word = word_types(Lemmas((), (), np.zeros(0, np.int64)))
    assert (len(types), len(types.ids), len(type_of_word)) == (0, 0, 0)


def test_some_of_the_words():
    words = Lemmas("abc", "NVN", np.array([7, 8, 9]), np.array([[1], [2], [3]], np.float16))
    for some in (words.take(np.array([1, 2])), words.part(1, 3)):
        assert ("".join(some.strings), "".join(some.parts)) == ("bc", "VN")
        assert (some.ids.tolist(), some.vectors.tolist()) == ([8, 9], [[2], [3]])
    assert "".join(words.take(np.array([2, 0, 2])).strings) == "cac"


class OfTypes(TypeSimilarity):
    """What a function of the number of pairs returns."""

    maximum = 2.0

    def __init__(self, returned):
        self.returned = returned

    def of_types(self, hypothesis, text, rows, columns):
        return self.returned(len(rows))


class OfMatrix(WordSimilarity):
    """What a function of the numbers of words returns."""

    maximum = 2.0

    def __init__(self, returned):
        self.returned = returned

    def matrix(self, hypothesis, text):
        return self.returned((len(hypothesis), len(text)))


def compute(similarity):
    text, hypothesis = Analyzer().analyze(["Two old ferries sank.", "Three ferries burned."])
    return SimilarityOverlap(similarity).compute(PairBatch([text], [hypothesis]))


@pytest.mark.parametrize("kind", [OfTypes, OfMatrix])
def test_own_similarities_by_hand(kind):
    # Half for "three" and "burned", 1 for "ferry".
    assert compute(kind(np.ones)).tolist() == [[(1 / 2 + 1 + 1 / 2) / 3]]


@pytest.mark.parametrize(("kind", "method"), [(OfTypes, "of_types"), (OfMatrix, "matrix")])
@pytest.mark.parametrize(("number", "shown"), [(np.nan, "nan"), (-0.5, "-0.5"), (2.5, "2.5")])
def test_numbers_out_of_range(kind, method, number, shown):
    expected = (
        rf"^{kind.__name__}\.{method} gave the similarity {shown}; "
        r"expected numbers from 0 to its maximum, 2\.0$"
    )
    with pytest.raises(RteBaselinesError, match=expected):
        compute(kind(lambda shape: np.full(shape, number)))


@pytest.mark.parametrize(
    ("similarity", "message"),
    [
        (OfTypes(lambda _: np.ones(1)), r"^OfTypes\.of_types gave similarities of shape \(1,\); "),
        (OfMatrix(lambda shape: np.ones(shape[::-1])), r"of shape \(4, 2\); expected \(2, 4\)$"),
    ],
)
def test_another_shape(similarity, message):
    with pytest.raises(RteBaselinesError, match=message):
        compute(similarity)


def lemmas_of(strings, vectors):
    ids = np.array([hash(string) for string in strings], np.int64)
    shape = len(strings), -1 if len(strings) else 3
    return Lemmas(strings, ["NOUN"] * len(strings), ids, np.reshape(vectors, shape))


def test_by_hand():
    hypothesis = lemmas_of(["boat", "bank"], np.array([(3, 4), (-1, 0)], np.float16))
    text = lemmas_of(["ship", "bank"], np.array([(1, 0), (0, 2)], np.float16))
    found = ContextualSimilarity().matrix(hypothesis, text)
    # The cosine of (-1, 0) and (1, 0) is -1; "bank" is equal whatever its vectors.
    np.testing.assert_allclose(found, [[0.6, 0.8], [0, 1]], atol=1e-3)
    strict = ContextualSimilarity(minimum=0.7).matrix(hypothesis, text)
    np.testing.assert_allclose(strict, [[0, 0.8], [0, 1]], atol=1e-3)
