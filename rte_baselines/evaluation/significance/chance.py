"""Trivial systems, which ignore the pairs, and tests of runs against them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from statistics import NormalDist

import numpy as np

from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.judgments import (
    LABELS,
    Codes,
    Judgments,
    conflate_codes,
    scheme_of_codes,
)
from rte_baselines.evaluation.measures.accuracy import (
    OF_ALL_PAIRS,
    ThreeWayAccuracy,
    TwoWayAccuracy,
)
from rte_baselines.evaluation.measures.rankings import ConfidenceWeightedScore
from rte_baselines.evaluation.significance.exact import binomial_test, holm
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme

_MOST_ENUMERATED_PAIRS = 30
_MOST_PAIRS_BY_FREQUENCY = 10_000
_FEWEST_FREQUENCIES = 400
# Sums of rounded terms show no smaller probability.
_LOWEST_P_VALUE = 1e-12
# Of frequencies: the characteristic function is nearly normal, and below 1e-15 beyond.
_STANDARD_DEVIATIONS = 9.0
_GUESSING = {scheme: f"guessing {scheme}" for scheme in Scheme}


@brief
@dataclass(frozen=True)
class TrivialSystem:
    """A system that draws its labels at random or always gives the same label.

    `probabilities`, shape (4,), are those of each of `LABELS`.
    """

    name: str
    probabilities: FloatArray


def trivial_systems(gold: Codes, scheme: Scheme) -> list[TrivialSystem]:
    """Return each constant label, a uniform draw, and a draw by the gold distribution.

    `scheme` is that of the gold labels, shape (n,), and of the systems' labels. bergmair2009,
    section 3, recommends reporting them. It gives an accuracy of 0.394 for a uniform draw on RTE-4,
    which is that of a draw from the gold distribution; a uniform draw among three labels has 1/3.
    """
    in_scheme = np.isin(LABELS, scheme.labels)
    distribution = np.bincount(gold, minlength=len(LABELS)) / len(gold)
    return [
        *(
            TrivialSystem(f"always {label}", np.eye(len(LABELS))[LABELS.index(label)])
            for label in scheme.labels
        ),
        TrivialSystem("uniform random", in_scheme / in_scheme.sum()),
        TrivialSystem("random by gold shares", distribution),
    ]


@dataclass(frozen=True)
class ChanceTest:
    """The two-sided test of a run's score against that of a system that ignores the pairs.

    `chance` is the expected score of this system. `p_holm` is corrected over all runs that are
    scored together.
    """

    measure: str
    value: float
    pairs: int
    system: str
    chance: float
    p_value: float
    p_holm: float

    @property
    def is_against_guessing(self) -> bool:
        """Whether the system draws labels uniformly, rather than being the best trivial one."""
        return self.system in _GUESSING.values()


def against_chance(judgments: Judgments, all_gold: Codes | None = None) -> list[ChanceTest]:
    """Test a run's scores against uniform guessing and the best trivial system.

    The best trivial system always gives the most frequent label (bergmair2009, section 3). Its
    share of the gold labels is taken as a known probability of being correct, although it was
    counted on the same pairs; for a test on the pairs on which two systems differ, see `mcnemar`.
    For a run with confidences, the confidence-weighted score is also tested, by `cws_p_value`. If
    the gold labels of all pairs are given, accuracies of all pairs are tested as well.
    """
    tests: list[ChanceTest] = []
    for accuracy in (TwoWayAccuracy(), ThreeWayAccuracy()):
        if accuracy.why_undefined(judgments):
            continue
        scheme = accuracy.scheme
        hits = int(judgments.right_in(scheme).sum())
        tests += _accuracy_tests(accuracy.name, accuracy, hits, judgments.gold)
        if all_gold is not None and (
            scheme is Scheme.TWO_WAY or scheme_of_codes(all_gold) is not Scheme.TWO_WAY
        ):
            tests += _accuracy_tests(OF_ALL_PAIRS[accuracy.name], accuracy, hits, all_gold)
    cws = ConfidenceWeightedScore()
    if not cws.why_undefined(judgments):
        value, pairs = cws.score(judgments), len(judgments.gold)
        p_value = cws_p_value(value, pairs)
        tests.append(
            ChanceTest(cws.name, value, pairs, _GUESSING[Scheme.TWO_WAY], 0.5, p_value, p_value)
        )
    return tests


def adjusted(tests: Sequence[Sequence[ChanceTest]]) -> list[tuple[ChanceTest, ...]]:
    """Return the tests of several runs with Holm's correction over the runs.

    Those of a measure against the best trivial systems, which may differ, are corrected together.
    """
    families: dict[tuple[str, bool], list[ChanceTest]] = {}
    for test in chain.from_iterable(tests):
        families.setdefault((test.measure, test.is_against_guessing), []).append(test)
    corrected: dict[ChanceTest, float] = {}
    for family in families.values():
        p_values = holm([test.p_value for test in family]).tolist()
        corrected |= zip(family, p_values, strict=True)
    return [tuple(replace(test, p_holm=corrected[test]) for test in group) for group in tests]


def cws_p_value(value: float, pairs: int) -> float:
    """Return the two-sided p-value, in (0, 1], of a confidence-weighted score against guesses.

    Guesses are right on each pair with a probability of 1/2. The p-value is exact to 1e-6, and at
    least 1e-12, for up to 10,000 pairs; for more, the score of guesses is taken to be normally
    distributed with its exact variance. With tied confidences, the scores of
    guesses are closer to 1/2, and the p-value is too large.

    Notes
    -----
    In dagan2006, section 3.3, a run on 800 pairs is better than chance at the 0.05 level
    (0.01) from an accuracy of 0.535 (0.546) or a cws of 0.540 (0.558) on. The thresholds of
    accuracy are two-sided: 0.5 + 1.960 sd = 0.5346 and 0.5 + 2.576 sd = 0.5455, where sd =
    0.01768. Those of cws are one-sided: 0.5 + 1.645 sd = 0.5410 and 0.5 + 2.326 sd = 0.5580,
    where sd = 0.02494 is the root of sum_k h_k^2 / 4n^2; two-sided thresholds would be 0.549
    and 0.564. A correct judgment at rank k adds h_k = 1/k + 1/(k+1) + ... + 1/n to n cws.
    """
    # Equal distances may differ by rounding.
    distance = abs(value - 0.5) - 1e-12
    if distance <= 0:
        return 1.0
    # What a correct judgment at each rank adds to the score.
    weights = np.cumsum(1 / np.arange(pairs, 0, -1))[::-1] / pairs
    if pairs <= _MOST_ENUMERATED_PAIRS:
        p_value = _share_as_far(weights, distance)
    elif pairs <= _MOST_PAIRS_BY_FREQUENCY:
        p_value = _probability_as_far(weights, distance)
    else:
        spread = float(np.sqrt(np.square(weights).sum())) / 2
        p_value = 2 * NormalDist().cdf(-distance / spread)
    return min(max(p_value, _LOWEST_P_VALUE), 1.0)


def _accuracy_tests(
    name: str, accuracy: TwoWayAccuracy | ThreeWayAccuracy, hits: int, gold: Codes
) -> Iterator[ChanceTest]:
    """Yield the tests of a number of correct labels of the pairs with these gold labels."""
    pairs, scheme = len(gold), accuracy.scheme
    labels = gold if scheme is Scheme.THREE_WAY else conflate_codes(gold)
    expected = {
        system.name: accuracy.expected(labels, system.probabilities)
        for system in trivial_systems(labels, scheme)
    }
    best = max(expected, key=expected.__getitem__)
    for system, chance in ((_GUESSING[scheme], 1 / len(scheme.labels)), (best, expected[best])):
        p_value = binomial_test(hits, pairs, chance)
        yield ChanceTest(name, hits / pairs, pairs, system, chance, p_value, p_value)


def _share_as_far(weights: FloatArray, distance: float) -> float:
    """Return the share of all outcomes of guesses whose score is this far from 1/2 or farther.

    Each outcome of the first half of the ranks is joined with those of the second half.
    """
    halves = []
    for part in np.split(weights, [len(weights) // 2]):
        deviations = np.zeros(1)
        for weight in part:
            deviations = np.concatenate((deviations - weight / 2, deviations + weight / 2))
        halves.append(deviations)
    first, second = halves
    # By symmetry, as many outcomes are as far below 1/2.
    as_far = len(second) - np.searchsorted(np.sort(second), distance - first)
    return 2 * float(as_far.sum()) / (len(first) * len(second))


def _probability_as_far(weights: FloatArray, distance: float) -> float:
    """Return the probability that the score of guesses is this far from 1/2 or farther.

    The deviation X from 1/2 is a sum of independent terms of plus or minus half a weight, with the
    characteristic function prod cos(w t / 2). It is within [-1/2, 1/2], where a Fourier series of
    period 2 has the indicator of abs(X) < d, whose expectation is d + 2 / pi sum_k sin(pi k d) / k
    phi(pi k).
    """
    deviation = np.sqrt(np.square(weights).sum()) / 2
    terms = max(_FEWEST_FREQUENCIES, int(_STANDARD_DEVIATIONS / (np.pi * deviation)))
    numbers = np.arange(1, terms + 1)
    expected = np.array([np.cos(np.pi / 2 * number * weights).prod() for number in numbers])
    within = distance + 2 / np.pi * (np.sin(np.pi * numbers * distance) / numbers) @ expected
    return 1 - float(within)
