"""Graded entailment by the length of the path and the probability of senses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.wordnet import Part
from rte_baselines.lexicon.wordnet.generalization import Generalization

WORDS = "poodle dog animal cat provide give supply support zzzz".split()


def senses(wordnet, *words):
    return Ragged.concatenate([wordnet.senses(word) for word in words])


def test_the_further_up_the_weaker(small):
    """Rover is a dog, an animal, an entity; "dog" has another sense, a plant."""
    generalization = Generalization(small, constant=0.5)
    words = senses(small, "rover", "dog", "beast", "entity")
    half = 1 / 2
    assert generalization.degrees(words, words).tolist() == [
        [1, 0, 0, 0],
        # Rover is one of the two things that a dog may be. A dog is a dog if both mean
        # the animal or both mean the plant.
        [0.5 * half, 2 * half**2, 0, 0],
        [0.5**2, 0.5 * half, 1, 0],
        # The entity is two above either dog.
        [0.5**3, 0.5**2, 0.5, 1],
    ]


def test_probabilities_of_senses(small):
    generalization = Generalization(small, constant=0.5)
    dog, beast = senses(small, "dog"), senses(small, "beast")
    sure = np.array([0.9, 0.1])
    assert generalization.degrees(dog, beast, sure)[0, 0] == 0.9 * 0.5
    assert generalization.degrees(dog, dog, sure, sure)[0, 0] == pytest.approx(0.81 + 0.01)
    first = np.array([1.0, 0.0])
    assert generalization.degrees(dog, dog, first, first)[0, 0] == 1.0


def test_paths_that_are_too_long_do_not_count(small):
    rover, entity = senses(small, "rover"), senses(small, "entity")
    assert Generalization(small, longest=2).degrees(rover, entity)[0, 0] == 0.0
    assert Generalization(small, longest=3).degrees(rover, entity)[0, 0] == 0.5**3


def test_of_all_pairs_of_senses(wordnet):
    """Added up one by one, over real verbs."""
    generalization = Generalization(wordnet, constant=0.4)
    provide, give = (wordnet.senses(word, Part.VERB) for word in ("provide", "give"))
    paths = [
        generalization.path(np.array([low]), np.array([high])) for low in provide for high in give
    ]
    scores = [0.4**path.length for path in paths if path is not None]
    assert len(scores) > 1
    expected = sum(scores) / len(provide) / len(give)
    words = (Ragged.concatenate([word]) for word in (provide, give))
    assert generalization.degrees(*words)[0, 0] == pytest.approx(expected)


@given(
    st.lists(st.sampled_from(WORDS), max_size=4),
    st.lists(st.sampled_from(WORDS), max_size=4),
    st.floats(0.01, 1.0),
)
def test_degrees_are_from_zero_to_one(wordnet, text, hypothesis, constant):
    generalization = Generalization(wordnet, constant)
    words = senses(wordnet, *text), senses(wordnet, *hypothesis)
    degrees = generalization.degrees(*words)
    assert degrees.shape == (len(hypothesis), len(text))
    assert ((degrees >= 0) & (degrees <= 1 + 1e-12)).all()
    np.testing.assert_array_equal(degrees > 0, np.isfinite(generalization.lengths(*words)))


@pytest.mark.parametrize("constant", [0.0, -1.0, 1.5, float("nan")])
def test_the_constant_is_above_0_and_at_most_1(small, constant):
    with pytest.raises(InputError, match=r"constant is .*; expected above 0 and at most 1"):
        Generalization(small, constant)
