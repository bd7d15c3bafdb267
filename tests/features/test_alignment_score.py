"""Translation scores as a feature."""

import numpy as np
import pytest

from rte_baselines.features.alignment_score import AlignmentScore
from rte_baselines.lexicon.alignment_model import (
    DIRECTIONS,
    MODELS,
    AlignmentModel,
    lowest_mean_log_probability,
)

every_model = pytest.mark.parametrize("model", MODELS)
KILLED = "Two soldiers were killed in Iraq on Sunday."


@every_model
def test_numbers_are_those_of_the_model_both_ways(model, numbers_of, parsed):
    feature = AlignmentScore(model)
    [values] = numbers_of(feature, (KILLED, "Iraq: soldiers killed!"))
    sides = {
        "hypothesis_given_text": ("iraq soldiers killed", KILLED.lower().rstrip(".")),
        "text_given_hypothesis": (KILLED.lower().rstrip("."), "iraq soldiers killed"),
    }
    for place, direction in enumerate(DIRECTIONS):
        targets, sources = (parsed(words).ids("norms") for words in sides[direction])
        found = AlignmentModel.open(direction, model)
        emissions = found.emissions(sources, targets)
        assert values[2 * place] == pytest.approx(found.mean_log_probability(emissions))
        assert values[2 * place + 1] == pytest.approx((found.partners(emissions) < 0).mean())
    names = [output.name for output in feature.outputs]
    assert names == [f"{way}{end}" for way in DIRECTIONS for end in ("", "_null")]


@every_model
def test_translations_are_more_probable_than_other_words(model, numbers_of):
    near, far = numbers_of(
        AlignmentScore(model),
        (KILLED, "Bomb kills soldiers in Iraq"),
        (KILLED, "Oil prices rise on weak dollar"),
    )
    assert near[0] > far[0]


@every_model
@pytest.mark.parametrize("nothing", ["", "...", " - "])
def test_sides_without_words(model, nothing, numbers_of):
    values = numbers_of(
        AlignmentScore(model), (nothing, nothing), (nothing, "Qqzx!"), ("Qqzx!", nothing)
    )
    lowest = lowest_mean_log_probability(model)
    expected = [[0, 0, 0, 0], [lowest, 1, 0, 0], [0, 0, lowest, 1]]
    np.testing.assert_allclose(values, expected)


@every_model
def test_names_that_the_news_do_not_have_meet(model, aligned):
    met = aligned(AlignmentScore(model), "Qqzx met Xqqz.", "Xqqz, Qqzx")
    assert met == {"Xqqz": "Xqqz", "Qqzx": "Qqzx"}  # the comma is left out


@every_model
def test_what_it_says_of_alignments(model, aligned_parsed, parsed):
    met = aligned_parsed(
        AlignmentScore(model), parsed("Rebels killed soldiers ."), parsed("It kills soldiers .")
    )
    assert met["soldiers"] == ("soldiers", "same word")
    text_word, relation = met["kills"]
    assert text_word == "killed"
    assert relation.startswith("t(h|t) 0.")
    assert "." not in met


@every_model
def test_a_word_from_null(model, aligned_parsed, parsed):
    met = aligned_parsed(AlignmentScore(model), parsed("Qqzx"), parsed("to Qqzx"))
    assert met["to"] == (None, "from null")
