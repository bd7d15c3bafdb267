import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import ConfigError
from rte_baselines.features.similarity.similarity_overlap import SimilarityOverlap
from rte_baselines.lexicon.weighting import Weighting
from rte_baselines.lexicon.word_similarity import WordSimilarity

MAXIMUM = 4.0
# Similarities of (hypothesis word, text word); all others are 0.
TABLE = {("boat", "ship"): 3.0, ("boat", "car"): 1.0, ("sink", "dive"): 2.0, ("ship", "ferry"): 3.5}


class TableSimilarity(WordSimilarity):
    """Similarities by the table above."""

    relation = "by table"

    @property
    def maximum(self):
        return MAXIMUM

    def matrix(self, hypothesis, text):
        rows = [[similarity(h, t) for t in text.strings] for h in hypothesis.strings]
        return np.array(rows, dtype=np.float64).reshape(len(hypothesis), len(text))


def similarity(word, text_word):
    return MAXIMUM if word == text_word else TABLE.get((word, text_word), 0.0)


class LengthWeighting(Weighting):
    """A word weighs as much as it has letters beyond two."""

    def weights(self, terms):
        return np.array([max(len(term) - 2.0, 0.0) for term in terms])


class LemmaLengthWeighting(LengthWeighting):
    """The same, for lemmas."""

    level = "lemmas"


ALL = ["mean", "sum", "both_ways"]


@pytest.fixture
def pair(parsed):
    text = parsed("the ship and the car dive", pos="DET NOUN CCONJ DET NOUN VERB")
    hypothesis = parsed(
        "a boat sank at noon", lemmas="a boat sink at noon", pos="DET NOUN VERB ADP NOUN"
    )
    return text, hypothesis


def test_by_hand(numbers_of_parsed, pair):
    # boat meets ship (3/4), sink meets dive (2/4), noon meets nothing. The other way, ship
    # is met by boat (3/4), car by boat (1/4), dive by sink (2/4).
    feature = SimilarityOverlap(TableSimilarity(), measures=ALL)
    (values,) = numbers_of_parsed(feature, pair)
    mean, backwards = (0.75 + 0.5) / 3, (0.75 + 0.25 + 0.5) / 3
    np.testing.assert_allclose(values, [mean, 1.25, (mean + backwards) / 2])


def test_over_the_shorter_side(numbers_of_parsed, parsed):
    # andreevskaia2006 section 4: two of four words are matched, and the shorter side has
    # three; more are matched than the other has, so it is cut to 1.
    feature = SimilarityOverlap(drop="punctuation", measures=["shorter"])
    longer, shorter = parsed("ship and car dive"), parsed("ship car sank")
    boats = parsed("boat boat")
    pairs = (longer, shorter), (shorter, longer), (parsed("boat"), boats), (boats, parsed("boat"))
    np.testing.assert_allclose(numbers_of_parsed(feature, *pairs)[:, 0], [2 / 3, 2 / 3, 1, 1])


def test_weights_and_penalty_by_hand(numbers_of_parsed, pair):
    # boat, sank and noon weigh 2 each, ship 2, car 1, dive 2.
    feature = SimilarityOverlap(
        TableSimilarity(), LengthWeighting(), unmatched=-1.0, minimum=0.5, measures=ALL
    )
    (values,) = numbers_of_parsed(feature, pair)
    total = 2 * 0.75 + 2 * 0.5 - 2
    backwards = (2 * 0.75 - 1 + 2 * 0.5) / 5
    np.testing.assert_allclose(values, [total / 6, total, (total / 6 + backwards) / 2])


@pytest.mark.parametrize(
    ("weighting", "weight"),
    # "ferries" has five letters beyond two, "ferry" three, "sank" and "sink" two.
    [(LengthWeighting(), 2 / 7), (LemmaLengthWeighting(), 2 / 5)],
)
def test_weights_use_the_level_of_the_weighting(numbers_of_parsed, parsed, weighting, weight):
    pair = parsed("sank", lemmas="sink"), parsed("ferries sank", lemmas="ferry sink")
    feature = SimilarityOverlap(weighting=weighting, drop="punctuation")
    assert numbers_of_parsed(feature, pair)[0, 0] == pytest.approx(weight)


def test_excluded_words(numbers_of_parsed, pair):
    # With "punctuation", a and at count too, and meet nothing.
    feature = SimilarityOverlap(TableSimilarity(), drop="punctuation")
    assert numbers_of_parsed(feature, pair)[0, 0] == pytest.approx(1.25 / 5)


def test_empty_sides(numbers_of_parsed, parsed):
    nothing, word = parsed(""), parsed("boat")
    feature = SimilarityOverlap(TableSimilarity(), unmatched=-1.0, measures=ALL)
    values = numbers_of_parsed(feature, (nothing, word), (word, nothing), (nothing, nothing))
    np.testing.assert_array_equal(values, [[-1, -1, -0.5], [0, 0, -0.5], [0, 0, 0]])


def figure_1(text, hypothesis, weight):
    """The pseudo-code of jijkoun2006, line by line."""
    total_similarity = total_weight = 0.0
    for word in hypothesis:
        most = max((similarity(word, text_word) / MAXIMUM for text_word in text), default=0.0)
        if most == 0:
            most = -1.0
        total_similarity += most * weight(word)
        total_weight += weight(word)
    return total_similarity / total_weight if total_weight else 0.0


WORDS = st.lists(st.sampled_from("boat ship ferry car sink dive at".split()), max_size=8)


@pytest.mark.slow
@given(pairs=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_is_the_directed_similarity_of_figure_1(numbers_of_parsed, parsed, pairs):
    feature = SimilarityOverlap(
        TableSimilarity(), LengthWeighting(), drop="punctuation", unmatched=-1.0
    )
    analyses = [tuple(parsed(" ".join(words)) for words in pair) for pair in pairs]
    expected = [figure_1(*pair, lambda word: max(len(word) - 2.0, 0.0)) for pair in pairs]
    values = numbers_of_parsed(feature, *analyses)[:, 0]
    np.testing.assert_allclose(values, expected, atol=1e-12)


@pytest.mark.slow
@given(
    text=WORDS,
    hypothesis=WORDS,
    unmatched=st.floats(-2, 2),
    minimum=st.floats(0, 1),
)
def test_values_are_in_range(numbers_of_parsed, parsed, text, hypothesis, unmatched, minimum):
    feature = SimilarityOverlap(
        TableSimilarity(), unmatched=unmatched, minimum=minimum, measures=ALL
    )
    pair = parsed(" ".join(text)), parsed(" ".join(hypothesis))
    for value, output in zip(numbers_of_parsed(feature, pair)[0], feature.outputs, strict=True):
        assert output.low <= value <= output.high


@pytest.mark.slow
@given(words=WORDS.filter(bool))
def test_a_snippet_has_similarity_1_with_itself(numbers_of_parsed, parsed, words):
    analysis = parsed(" ".join(words))
    feature = SimilarityOverlap(TableSimilarity(), measures=ALL)
    (values,) = numbers_of_parsed(feature, (analysis, analysis))
    np.testing.assert_allclose(values, [1, len(words), 1])


def test_alignment_names_the_similarity(aligned_parsed, pair):
    assert aligned_parsed(SimilarityOverlap(TableSimilarity()), *pair) == {
        "boat": ("ship", "by table 0.75"),
        "sank": ("dive", "by table 0.50"),
        "noon": (None, "missing"),
    }


def test_alignment_prefers_the_word_itself(aligned_parsed, parsed):
    class AllAlike(TableSimilarity):
        def matrix(self, hypothesis, text):
            return np.full((len(hypothesis), len(text)), MAXIMUM)

    met = aligned_parsed(SimilarityOverlap(AllAlike()), parsed("ship ferry"), parsed("ferry car"))
    assert met == {"ferry": ("ferry", "same lemma"), "car": ("ship", "by table 1.00")}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"minimum": 1.5}, r"^near\.minimum: 1\.5 is not from 0 to 1$"),
        ({"minimum": -0.1}, r"^near\.minimum: -0\.1 is not from 0 to 1$"),
        ({"minimum": "low"}, r"^near\.minimum: 'low' is not a number$"),
        ({"measures": ["sum", "mean", "sum"]}, "^near: asks for 'sum' twice"),
    ],
)
def test_fields_are_checked(fields, message):
    with pytest.raises(ConfigError, match=message):
        SimilarityOverlap(**fields).check_fields("near")
