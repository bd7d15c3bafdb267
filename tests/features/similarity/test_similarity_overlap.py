import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.similarity.similarity_overlap import SimilarityOverlap
from tests.features.computing import aligned_parsed, number_of, numbers_of, parsed

from ..word_tables import LengthWeighting, TableSimilarity

# All other similarities are 0.
SIMILARITY = TableSimilarity(
    {("boat", "ship"): 0.75, ("boat", "car"): 0.25, ("sink", "dive"): 0.5, ("ship", "ferry"): 0.875}
)


class LemmaLengthWeighting(LengthWeighting):
    """The same, for lemmas."""

    level = "lemmas"


ALL = ["mean", "sum", "both_ways"]


PAIR = (
    parsed("the ship and the car dive", pos="DET NOUN CCONJ DET NOUN VERB"),
    parsed("a boat sank at noon", lemmas="a boat sink at noon", pos="DET NOUN VERB ADP NOUN"),
)


WEIGHED = {"weighting": LengthWeighting(), "unmatched": -1.0, "minimum": 0.5}


@pytest.mark.parametrize(
    ("fields", "total", "of_weight", "backwards"),
    [
        # boat meets ship (3/4), sink meets dive (2/4), noon meets nothing. The other way, ship
        # is met by boat (3/4), car by boat (1/4), dive by sink (2/4).
        ({}, 0.75 + 0.5, 3, (0.75 + 0.25 + 0.5) / 3),
        # boat, sank and noon weigh 4 each, ship 4, car 3, dive 4.
        (WEIGHED, 4 * 0.75 + 4 * 0.5 - 4, 12, (4 * 0.75 - 3 + 4 * 0.5) / 11),
        # With "punctuation", a and at count too, and the, the and and; they meet nothing.
        ({"drop": "punctuation"}, 1.25, 5, 1.5 / 6),
    ],
)
def test_by_hand(fields, total, of_weight, backwards):
    (values,) = numbers_of(SimilarityOverlap(SIMILARITY, measures=ALL, **fields), PAIR)
    mean = total / of_weight
    np.testing.assert_allclose(values, [mean, total, (mean + backwards) / 2])


def test_over_the_shorter_side():
    # andreevskaia2006 section 4: two of four words are matched, and the shorter side has
    # three; more are matched than the other has, so it is cut to 1.
    feature = SimilarityOverlap(drop="punctuation", measures=["shorter"])
    longer, shorter = parsed("ship and car dive"), parsed("ship car sank")
    boats = parsed("boat boat")
    pairs = (longer, shorter), (shorter, longer), (parsed("boat"), boats), (boats, parsed("boat"))
    np.testing.assert_allclose(numbers_of(feature, *pairs)[:, 0], [2 / 3, 2 / 3, 1, 1])


@pytest.mark.parametrize(
    ("weighting", "weight"),
    # "ferries" has seven letters, "ferry" five, "sank" and "sink" four.
    [(LengthWeighting(), 4 / 11), (LemmaLengthWeighting(), 4 / 9)],
)
def test_weights_use_the_level_of_the_weighting(weighting, weight):
    pair = parsed("sank", lemmas="sink"), parsed("ferries sank", lemmas="ferry sink")
    feature = SimilarityOverlap(weighting=weighting, drop="punctuation")
    assert number_of(feature, *pair) == pytest.approx(weight)


def test_empty_sides():
    nothing, word = parsed(""), parsed("boat")
    feature = SimilarityOverlap(SIMILARITY, unmatched=-1.0, measures=ALL)
    values = numbers_of(feature, (nothing, word), (word, nothing), (nothing, nothing))
    np.testing.assert_array_equal(values, [[-1, -1, -0.5], [0, 0, -0.5], [0, 0, 0]])


def figure_1(text, hypothesis, weight):
    """The pseudo-code of jijkoun2006, line by line."""
    total_similarity = total_weight = 0.0
    for word in hypothesis:
        most = max((SIMILARITY.of(word, text_word) for text_word in text), default=0.0)
        if most == 0:
            most = -1.0
        total_similarity += most * weight(word)
        total_weight += weight(word)
    return total_similarity / total_weight if total_weight else 0.0


WORDS = st.lists(st.sampled_from("boat ship ferry car sink dive at".split()), max_size=8)


@given(pairs=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_is_the_directed_similarity_of_figure_1(pairs):
    feature = SimilarityOverlap(SIMILARITY, LengthWeighting(), drop="punctuation", unmatched=-1.0)
    analyses = [tuple(parsed(" ".join(words)) for words in pair) for pair in pairs]
    expected = [figure_1(*pair, len) for pair in pairs]
    values = numbers_of(feature, *analyses)[:, 0]
    np.testing.assert_allclose(values, expected, atol=1e-12)


@given(text=WORDS, hypothesis=WORDS, unmatched=st.floats(-2, 2), minimum=st.floats(0, 1))
def test_values_are_in_range(text, hypothesis, unmatched, minimum):
    feature = SimilarityOverlap(SIMILARITY, unmatched=unmatched, minimum=minimum, measures=ALL)
    pair = parsed(" ".join(text)), parsed(" ".join(hypothesis))
    for value, output in zip(numbers_of(feature, pair)[0], feature.outputs, strict=True):
        assert output.low <= value <= output.high


@given(words=WORDS.filter(bool))
def test_a_snippet_has_similarity_1_with_itself(words):
    analysis = parsed(" ".join(words))
    feature = SimilarityOverlap(SIMILARITY, measures=ALL)
    (values,) = numbers_of(feature, (analysis, analysis))
    np.testing.assert_allclose(values, [1, len(words), 1])


def test_alignment_names_the_similarity():
    assert aligned_parsed(SimilarityOverlap(SIMILARITY), *PAIR) == {
        "boat": ("ship", "by table 0.75"),
        "sank": ("dive", "by table 0.50"),
        "noon": (None, "missing"),
    }


def test_alignment_prefers_the_word_itself():
    class AllAlike(TableSimilarity):
        def matrix(self, hypothesis, text):
            return np.full((len(hypothesis), len(text)), 4.0)

    met = aligned_parsed(SimilarityOverlap(AllAlike()), parsed("ship ferry"), parsed("ferry car"))
    assert met == {"ferry": ("ferry", "same lemma"), "car": ("ship", "by table 1.00")}
