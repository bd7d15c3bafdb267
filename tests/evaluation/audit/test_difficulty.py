import pytest

from rte_baselines.evaluation.audit.baselines import hypothesis_only_difficulty
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
