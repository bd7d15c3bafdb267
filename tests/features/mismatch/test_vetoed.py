"""The not-rule of jijkoun2006, which sends a score to 0."""

import numpy as np
import pytest

from rte_baselines.core.errors import ConfigError
from rte_baselines.features.mismatch.mismatch import NegationMismatch
from rte_baselines.features.mismatch.vetoed import Vetoed
from rte_baselines.features.similarity.similarity_overlap import SimilarityOverlap
from rte_baselines.features.surface.counts import Lengths
from rte_baselines.features.surface.overlap import WordOverlap
from tests.features.computing import aligned, explained, numbers_of

SYSTEM_M = Vetoed(SimilarityOverlap(drop="punctuation", unmatched=-1.0), NegationMismatch())


@pytest.mark.parametrize(
    ("text", "hypothesis", "score"),
    [
        # The pair of section 3: but for the "a" all words are there, and a "not" too many.
        ("Clinton's new book is not big seller here.", "Clinton's book is a big seller.", 0.0),
        ("Clinton's new book is big seller here.", "Clinton's book is a big seller.", 5 / 7),
        # One word of four is missing: (3 - 1) / 4.
        ("Her new song is a hit here", "Her song is old", 0.5),
        # The rule asks for a "not" in exactly one of the two.
        ("Her new song is not a hit", "Her song is not a hit", 1.0),
        # A score below 0 is sent up to 0.
        ("It does not rain", "Dogs bark", 0.0),
        ("It rains", "Dogs bark", -1.0),
    ],
)
def test_by_hand(text, hypothesis, score):
    np.testing.assert_allclose(numbers_of(SYSTEM_M, (text, hypothesis)), [[score]])


def test_all_numbers_of_a_feature_are_vetoed():
    feature = Vetoed(WordOverlap(measures=["coverage", "jaccard"]), NegationMismatch(), value=-2.0)
    assert [output.low for output in feature.outputs] == [-2.0, -2.0]
    values = numbers_of(feature, ("it rains", "it does not rain"), ("it rains", "it rains"))
    assert values.tolist() == [[-2, -2], [1, 1]]


@pytest.mark.parametrize(
    ("veto", "value", "direction"),
    [
        (NegationMismatch(), 0.0, 1),
        (NegationMismatch(), 1.0, 1),
        # A pair with a veto would be better than a text with itself.
        (NegationMismatch(), 2.0, 0),
        # A text with itself would be under the veto.
        (WordOverlap(), 0.0, 0),
    ],
)
def test_the_direction_is_kept_if_equal_snippets_stay_the_best(veto, value, direction):
    (output,) = Vetoed(WordOverlap(), veto, value).outputs
    assert output.direction == direction
    (output,) = Vetoed(NegationMismatch(), veto, -value).outputs
    assert output.direction == (-direction if value == 0 else 0)


def test_the_veto_explains_itself_first():
    feature = Vetoed(SimilarityOverlap(drop="punctuation"))
    assert aligned(feature, "ferries sank", "ferries did not sink")["not"] is None


def test_a_veto_is_one_number():
    with pytest.raises(ConfigError, match=r"f\.veto: has outputs text, hypothesis, ratio; a veto"):
        Vetoed(veto=Lengths()).check_fields("f")


@pytest.mark.parametrize(
    ("hypothesis", "lines"),
    [("it rained", []), ("it did not rain", ["by negation_mismatch.v1: the value is 0"])],
)
def test_explanation_reports_the_veto(hypothesis, lines):
    _, found = explained(SYSTEM_M, "it rained", hypothesis)
    assert [line for illustration in found for line in illustration.lines] == lines
