"""DIRT by hand, against the formulas in plain Python, and the same for any order of counting."""

from collections import Counter, defaultdict
from itertools import product
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.processes.workers import Workers
from rte_baselines.rules.learning.dirt import DirtOptions, rules_of
from rte_baselines.rules.learning.paths import PathInstance
from rte_baselines.rules.template import Template

BUY, OWN, SELL = (f"X <nsubj- {verb} -obj-> Y" for verb in ("buy", "own", "sell"))
BEAT, LOSE = "X <nsubj- beat -obj-> Y", "X <nsubj- lose -obl:to-> Y"
ALL = {"min_score": 0.0, "most_rules": 100}


def close(score):
    """Scores are rounded to four places."""
    return pytest.approx(score, abs=6e-5)


def learned(instances, **options):
    """Scores by left and right side."""
    found = rules_of(instances, DirtOptions(**{**ALL, **options}), Workers(1))
    return {(str(rule.left), str(rule.right)): rule.score for rule in found}


def plain_scores(instances, measure, min_fillers=1):
    """The formulas, with a dictionary for each of the counts."""
    slots = Counter()
    for (path, x, y), count in instances.items():
        slots[path, 0, x] += count
        slots[path, 1, y] += count
    of_slot, of_word, total = Counter(), Counter(), sum(slots.values())
    for (path, slot, word), count in slots.items():
        of_slot[path, slot] += count
        of_word[word] += count
    fillers = defaultdict(dict)
    for (path, slot, word), count in slots.items():
        information = log(count * total / (of_slot[path, slot] * of_word[word]))
        if information > 0:
            fillers[path, slot][word] = information

    def similarity(left, right):
        shared = left.keys() & right.keys()
        total = sum(left.values()) + sum(right.values())
        if len(shared) < min_fillers:
            return 0.0
        lin = sum(left[word] + right[word] for word in shared) / total
        inclusion = sum(left[word] for word in shared) / sum(left.values())
        return lin if measure == "dirt" else sqrt(lin * inclusion)

    scores = {}
    paths = {path for path, *_ in instances}
    for left, right, exchanged in product(paths, paths, (0, 1)):
        if left != right or exchanged:
            x, y = (
                similarity(fillers[left, slot], fillers[right, slot ^ exchanged]) for slot in (0, 1)
            )
            scores[left, right, exchanged] = sqrt(x * y)
    return {key: score for key, score in scores.items() if score > 0}


def counts(*triples):
    return Counter(PathInstance(*triple) for triple in triples)


@pytest.mark.slow
def test_by_hand():
    # Slots have 2 + 2 + 2 + 2 = 8 fillers in all. "ibm" is 2 of them and fills X of "buy" once
    # of twice: log(1 * 8 / (2 * 2)) = log 2. "acme" is 1 of 8: log(1 * 8 / (2 * 1)) = log 4.
    instances = counts(
        (BUY, "ibm", "lotus"), (BUY, "acme", "firm"), (OWN, "ibm", "lotus"), (OWN, "ann", "car")
    )
    # sim of X: (log 2 + log 2) / (log 2 + log 4 + log 2 + log 4) = 2 / 6, and of Y the same.
    assert learned(instances)[BUY, OWN] == close(1 / 3)
    # inclusion: log 2 / (log 2 + log 4) = 1 / 3, so sqrt(1 / 3 * 1 / 3) in each slot.
    assert learned(instances, measure="balanced_inclusion")[BUY, OWN] == close(1 / 3)


def test_symmetric_paths_have_no_rule_to_themselves():
    deal = "X <nmod:with- deal -nmod:with-> Y"
    instances = counts(
        *((deal, "ann", "bob"), (deal, "bob", "ann")), *((BEAT, "ann", "bob"), (SELL, "c", "d"))
    )
    assert set(learned(instances)) == {(deal, BEAT), (BEAT, deal)}


few = st.sampled_from("abcd")
instance_counts = st.dictionaries(
    st.builds(PathInstance, st.sampled_from([BUY, OWN, SELL, LOSE]), few, few),
    st.integers(1, 3),
    min_size=1,
    max_size=8,
)


@given(instance_counts, st.sampled_from(["dirt", "balanced_inclusion"]), st.sampled_from([1, 2]))
def test_scores_are_those_of_the_formulas(instances, measure, min_fillers):
    expected = {
        (left, exchanged_if(right, exchanged)): close(score)
        for (left, right, exchanged), score in plain_scores(instances, measure, min_fillers).items()
    }
    found = learned(instances, measure=measure, min_fillers=min_fillers)
    assert found == expected
    assert all(0 <= score <= 1 for score in found.values())


def exchanged_if(path, exchanged):
    return str(Template(path).swapped) if exchanged else path


def test_paths_with_less_than_one_percent_in_common_are_not_compared():
    def instances(others):
        return counts(
            *((BUY, "ann", "bob"), (OWN, "ann", "bob")),
            *((BUY, f"x{number}", f"y{number}") for number in range(others)),
        )

    # 1 + 1 common fillers of (1 + 98) * 2 + 2 = 200, and of 202.
    assert (BUY, OWN) in learned(instances(98))
    assert (BUY, OWN) not in learned(instances(99))


def test_the_best_rules_of_each_left_side_are_kept():
    instances = counts(
        *((path, "ann", "bob") for path in (BUY, OWN, LOSE)),
        *((SELL, "c", "d"), (BUY, "e", "f"), (OWN, "e", "f")),
    )
    best = learned(instances, most_rules=1)
    assert set(best) == {(BUY, OWN), (OWN, BUY), (LOSE, BUY)}
    assert learned(instances, min_score=1.0) == {(BUY, OWN): close(1), (OWN, BUY): close(1)}
