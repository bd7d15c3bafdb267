"""Whether labels follow from a ranking by a cutoff."""

import json
from itertools import permutations
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation.findings.finding import check_soundness
from rte_baselines.evaluation.inputs.judgments import Judgments


@pytest.fixture(scope="session")
def check(labels):
    """Check labels, by their first letters, against ranks, of pairs a, b, c and so on."""

    def build(letters, ranking):
        judgments = Judgments.from_arrays(labels(letters), labels(letters), ranking)
        (found,) = check_soundness(judgments, ascii_lowercase[: len(letters)])
        return found

    return build


def test_a_sound_run(check):
    found = check("NEUEC", [3, 1, 4, 2, 5])
    assert list(found.details.values()) == [True, 2, False, None]
    assert found.text.startswith("labels and ranking are sound: ENTAILMENT down to rank 2 of 5")


def test_a_contradiction(check):
    # From the best: E, N, N, E, E. The second pair contradicts the fourth.
    found = check("ENENE", [1, 3, 5, 2, 4])
    assert "pair 'd', not labelled ENTAILMENT, ranks above pair 'e', labelled" in found.text
    details = {"is_sound": False, "cutoff": None, "needs_ties": False, "contradiction": ["d", "e"]}
    assert json.loads(json.dumps(found.details)) == details


def test_ties_at_the_cutoff(check):
    found = check("ENE", [1, 2, 2])
    assert list(found.details.values()) == [True, 2, True, None]
    assert "if tied pairs are put in that order: ENTAILMENT down to rank 2 of 3, none" in found.text
    # Ties elsewhere do not matter.
    assert not check("EENN", [1, 1, 2, 2]).details["needs_ties"]


@pytest.mark.parametrize(("letters", "said"), [("NCU", "no"), ("EEE", "every")])
def test_labels_that_are_all_alike_are_said(check, letters, said):
    assert check(letters, [2, 1, 3]).text == f"{said} pair is labelled ENTAILMENT"


def test_without_a_ranking(labels):
    assert list(check_soundness(Judgments.from_arrays(labels("EN"), labels("EN")), "ab")) == []


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from("EN"), st.integers(0, 3)), min_size=1, max_size=6))
def test_as_all_orders_show(check, pairs):
    letters, ranking = "".join(label for label, _ in pairs), [rank for _, rank in pairs]
    orders = [order for order in permutations(pairs) if [r for _, r in order] == sorted(ranking)]
    sound = ["NE" not in "".join(label for label, _ in order) for order in orders]
    is_sound, cutoff, needs_ties, contradiction = check(letters, ranking).details.values()
    assert is_sound == any(sound)
    assert needs_ties == (any(sound) and not all(sound))
    assert cutoff == (letters.count("E") if any(sound) else None)
    assert is_sound == (contradiction is None)
    if contradiction:
        above, below = map(ascii_lowercase.index, contradiction)
        assert (letters[above], letters[below]) == ("N", "E")
        assert ranking[above] == min(r for label, r in pairs if label == "N")
        assert ranking[below] == min(r for label, r in pairs if label == "E" and r > ranking[above])
