"""Properties of pairs."""

import numpy as np
import pytest

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.evaluation.properties import PROPERTIES, property_values
from rte_baselines.pairs import Pair

PAIRS = [
    Pair("1", "Nobody saw the 2 dogs.", "Dogs bark.", "IE", attributes={"genre": "news"}),
    Pair("2", "The dogs bark at cats.", "All dogs bark.", "QA", attributes={"genre": "fiction"}),
    Pair("3", "Cats.", "No cats sleep here today or tomorrow.", "QA"),
]
WITHOUT_PARSE = ("overlap", "length", "text_length", "negations", "numbers", "quantifiers")


def test_by_hand():
    found = property_values(PAIRS, WITHOUT_PARSE)
    assert found == {
        # dogs of dogs and bark; dogs and bark of three words; cats of seven words.
        "overlap": ["34-66%", "34-66%", "1-33%"],
        "length": ["0-5", "0-5", "6-10"],
        "text_length": ["0-15"] * 3,
        "negations": ["in the text", "in neither", "in the hypothesis"],
        "numbers": ["in the text", "in neither", "in neither"],
        "quantifiers": ["in the text", "in the hypothesis", "in the hypothesis"],
    }


def test_attributes_and_tasks_also_crossed():
    with pytest.warns(InputWarning) as caught:
        found = property_values(PAIRS, ["genre", "task", "genre*task", "task*negations"])
    left_out = "1 of 3 pairs have no {0}, and are left out by {0}"
    assert [str(of.message) for of in caught] == list(map(left_out.format, ("genre", "genre*task")))
    assert found == {
        "genre": ["news", "fiction", None],
        "task": ["IE", "QA", "QA"],
        "genre*task": ["news, IE", "fiction, QA", None],
        "task*negations": ["IE, in the text", "QA, in neither", "QA, in the hypothesis"],
    }


def test_an_attribute_comes_before_a_further_property():
    further = {"genre": lambda: "cd", "difficulty": lambda: "ab"}
    found = property_values(PAIRS[:2], ["genre*difficulty"], further=further)
    assert found == {"genre*difficulty": ["news, a", "fiction, b"]}


def test_an_attribute_comes_before_what_is_computed():
    pairs = [Pair("1", "a", "b", attributes={"overlap": "high"})]
    with pytest.warns(InputWarning, match="^overlap is taken .* computed:overlap is"):
        assert property_values(pairs, ["overlap"]) == {"overlap": ["high"]}
    assert property_values(pairs, ["computed:overlap", "computed:overlap*computed:length"]) == {
        "computed:overlap": ["0%"],
        "computed:overlap*computed:length": ["0%, 0-5"],
    }


@pytest.mark.parametrize(
    ("pairs", "names", "message"),
    [
        (PAIRS, ["genres"], "no pair has an attribute 'genres', .*; did you mean 'genre'"),
        (PAIRS, ["task*topic"], "no pair has an attribute 'topic', .*; there are 'genre', 'task'"),
        (PAIRS, ["computed:genre"], "no pair has an attribute 'computed:genre'"),
        ([Pair("1", "", "")], ["overlap"], "'overlap' are computed from texts, which the gold"),
    ],
)
def test_what_is_refused(pairs, names, message):
    with pytest.raises(InputError, match=message):
        property_values(pairs, names)


def test_limits():
    coverage = np.array([0, 0.01, 1 / 3, 0.34, 2 / 3, 0.99, 1])[:, None]
    names = "0% 1-33% 1-33% 34-66% 34-66% 67-99% 100%"
    assert PROPERTIES["overlap"].named(coverage) == names.split()
    lengths = np.array([[0, length, 0] for length in (0, 5, 6, 10, 11, 20, 21)], float)
    names = "0-5 0-5 6-10 6-10 11-20 11-20"
    assert PROPERTIES["length"].named(lengths) == [*names.split(), "21 or more"]


@pytest.mark.slow
def test_parsed_properties():
    pairs = [Pair("1", "Dogs were seen by Mary. They bark.", "Mary saw dogs.")]
    assert property_values(pairs, ["passives", "sentences", "names"]) == {
        "passives": ["in the text"],
        "sentences": ["2-2"],
        "names": ["in both"],
    }
