"""What is refused of similarities of words that users write."""

import numpy as np
import pytest

from rte_baselines.analysis import Analyzer
from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.similarity.similarity_overlap import SimilarityOverlap
from rte_baselines.lexicon.word_similarity import TypeSimilarity, WordSimilarity


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
def test_by_hand(kind):
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
