import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.audit.baselines import hypothesis_only_difficulty
from rte_baselines.evaluation.properties import property_values
from rte_baselines.pairs import Pair


@pytest.mark.slow
def test_a_word_makes_pairs_easy():
    # "Nobody" is in contradictions, but for one pair; other hypotheses say nothing.
    pairs = [
        Pair(f"n{n}", f"Text {n}.", f"Nobody runs {n}.", label="NO" if n else "YES")
        for n in range(20)
    ]
    pairs += [Pair(f"y{n}", f"Text {n}.", f"Men run {n}.", label="YES") for n in range(20)]
    found = hypothesis_only_difficulty(pairs)
    assert found == ["hard"] + ["easy"] * 39


def test_further_properties_can_be_crossed():
    pairs = [Pair("1", "a", "b", "IE"), Pair("2", "a", "b", "QA")]
    given = {"difficulty": ["easy", "hard"]}
    assert property_values(pairs, ["difficulty*task", "difficulty"], further=given) == {
        "difficulty*task": ["easy, IE", "hard, QA"],
        "difficulty": ["easy", "hard"],
    }


def test_labels_are_needed():
    with pytest.raises(
        InputError, match="the pairs: holds no pair with a label; expected labelled pairs"
    ):
        hypothesis_only_difficulty([Pair("1", "a", "b")])
