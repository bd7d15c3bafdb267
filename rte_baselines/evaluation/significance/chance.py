"""Whether a run is better than a system that does not look at the pairs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from statistics import NormalDist
from typing import Literal

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.evaluation.bootstrap import SEED
from rte_baselines.evaluation.judgments import Judgments, conflate_codes
from rte_baselines.evaluation.measures.accuracy import ThreeWayAccuracy, TwoWayAccuracy
from rte_baselines.evaluation.measures.rankings import ConfidenceWeightedScore
from rte_baselines.evaluation.significance.holm import holm
from rte_baselines.evaluation.trivial import trivial_systems
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Scheme

Alternative = Literal["two-sided", "greater", "less"]
"""Which values are as far from the hypothesis as the one observed, in SciPy's words."""

SIMULATED_RUNS = 100_000
"""How many runs of guesses tell what chance does where no formula says it."""

_SIMULATED_PAIRS_AT_A_TIME = 1 << 20
_MOST_SIMULATED_PAIRS = 2_000
_GUESSING = {scheme: f"guessing {scheme}" for scheme in Scheme}


@dataclass(frozen=True)
class ChanceTest:
    """A run's score against that of a system that does not look at the pairs.

    Parameters
    ----------
    measure : str
        The score's name.
    value : float
        The run's.
    pairs : int
        How many it is on.
    system : str
        The other system's name.
    chance : float
        Its expected score.
    p_value : float
        Two-sided, in [0, 1].
    p_holm : float
        The same by Holm's correction over all runs that are scored together.
    """

    measure: str
    value: float
    pairs: int
    system: str
    chance: float
    p_value: float
    p_holm: float


def binomial_test(
    hits: int, pairs: int, chance: float, alternative: Alternative = "two-sided"
) -> float:
    """Return how probably guessing does as well as a run, exactly.

    Parameters
    ----------
    hits, pairs : int
        How many labels are right, of how many; ``0 <= hits <= pairs`` and ``pairs > 0``.
    chance : float
        How probably a guess is right, in [0, 1].
    alternative : {"two-sided", "greater", "less"}
        Two-sided counts every number of hits that is no more probable than the one
        observed; "greater" counts as many hits or more, "less" as many or fewer.

    Returns
    -------
    float
        The p-value.

    Raises
    ------
    InputError
        If a number is out of its range.
    """
    from scipy.stats import binomtest

    if not (0 <= hits <= pairs and pairs > 0):
        raise InputError(
            f"{hits} hits of {pairs} pairs; expected one pair at least, and no more hits"
        )
    if not 0 <= chance <= 1:
        raise InputError(f"a chance of {chance}; expected a probability")
    return float(binomtest(hits, pairs, chance, alternative=alternative).pvalue)


def against_chance(judgments: Judgments) -> list[ChanceTest]:
    """Test a run's scores against uniform guessing and the best trivial system.

    Uniform guessing is right with a probability of 1/2 in the two-way scheme and 1/3 in
    the three-way scheme. The best trivial system is the one of highest expected accuracy
    (bergmair2009, section 3); that is always a constant label, the most frequent one. A
    run with confidences is tested by its confidence-weighted score against two-way
    guesses as well, as `cws_p_value` does.

    The test against a constant label takes the label's share of the gold labels as a
    known chance of being right. That share was counted on the same pairs, so what is
    tested is whether the run's hits could come from guesses that are right as often; the
    pairs on which the two differ are what `mcnemar` looks at.

    Returns
    -------
    list of ChanceTest
        Two-sided; two for the two-way accuracy, two for the three-way accuracy if gold
        and labels are three-way, and one for cws if there are confidences.
    """
    tests = []
    for measure, scheme in (
        (TwoWayAccuracy(), Scheme.TWO_WAY),
        (ThreeWayAccuracy(), Scheme.THREE_WAY),
    ):
        if measure.why_undefined(judgments):
            continue
        hits, pairs = int(measure.hits(judgments.table)), len(judgments.gold)
        for system, chance in _opponents(judgments, measure, scheme):
            p_value = binomial_test(hits, pairs, chance)
            value = hits / pairs
            tests.append(ChanceTest(measure.name, value, pairs, system, chance, p_value, p_value))
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

    Tests are corrected together that are of the same measure, against guessing or against
    the best trivial system, which partial runs may have different ones of.
    """
    families: dict[tuple[str, bool], list[float]] = {}
    for test in chain.from_iterable(tests):
        families.setdefault(_family(test), []).append(test.p_value)
    corrected = {family: iter(holm(p_values)) for family, p_values in families.items()}
    return [
        tuple(replace(test, p_holm=float(next(corrected[_family(test)]))) for test in of_run)
        for of_run in tests
    ]


def _family(test: ChanceTest) -> tuple[str, bool]:
    """Return what tests of several runs share; the best trivial system may not be the same."""
    return test.measure, test.system in _GUESSING.values()


def cws_p_value(value: float, pairs: int, *, runs: int = SIMULATED_RUNS, seed: int = SEED) -> float:
    """Return how probably guessing has a confidence-weighted score as far from 1/2.

    Parameters
    ----------
    value : float
        The score, in [0, 1].
    pairs : int
        How many it is on, at least 1. Of more than 2,000, the score of guesses is taken
        to be normally distributed, with its exact variance.
    runs : int
        How many runs of coin flips are simulated.
    seed : int

    Returns
    -------
    float
        Two-sided, in (0, 1]. It is for judgments without ties in confidence; ties make
        guesses score closer to 1/2, so that it is then too large rather than too small.

    Notes
    -----
    dagan2006, section 3.3, calls a run on 800 pairs better than chance at the 0.05 level
    (0.01) from an accuracy of 0.535 (0.546) or a cws of 0.540 (0.558) on. The accuracies
    are two-sided: 0.5 + 1.960 sd = 0.5346 and 0.5 + 2.576 sd = 0.5455, where sd =
    0.01768. The scores are one-sided: 0.5 + 1.645 sd = 0.5410 and 0.5 + 2.326 sd =
    0.5580, where sd = 0.02494 is the root of sum_k h_k^2 / 4n^2; two-sided they would be
    0.549 and 0.564. Here h_k = 1/k + 1/(k+1) + ... + 1/n is what the judgment at rank k
    adds to n cws when it is right.
    """
    distance = abs(value - 0.5)
    if pairs > _MOST_SIMULATED_PAIRS:
        spread = float(np.sqrt(np.square(_weights_of_ranks(pairs)).sum())) / 2
        return 2 * NormalDist().cdf(-distance / spread)
    guessed = _guessed_cws(pairs, runs, seed)
    # A little less, so that rounding does not tell apart what is equally far.
    as_far = int((np.abs(guessed - 0.5) >= distance - 1e-12).sum())
    return (as_far + 1) / (runs + 1)


def _opponents(
    judgments: Judgments, measure: TwoWayAccuracy | ThreeWayAccuracy, scheme: Scheme
) -> list[tuple[str, float]]:
    """Return uniform guessing and the best trivial system, with their expected accuracies."""
    gold = judgments.gold if scheme is Scheme.THREE_WAY else conflate_codes(judgments.gold)
    expected = {
        system.name: measure.expected(gold, system.probabilities)
        for system in trivial_systems(gold, scheme)
    }
    best = max(expected, key=expected.__getitem__)
    return [(_GUESSING[scheme], 1 / len(scheme.labels)), (best, expected[best])]


@lru_cache(maxsize=4)
def _guessed_cws(pairs: int, runs: int, seed: int) -> FloatArray:
    """Return the confidence-weighted scores of runs whose judgments a coin decides."""
    generator = np.random.default_rng(seed)
    weights = _weights_of_ranks(pairs)
    most = max(1, _SIMULATED_PAIRS_AT_A_TIME // pairs)
    return np.concatenate(
        [
            generator.integers(2, size=(min(most, runs - done), pairs), dtype=np.int8) @ weights
            for done in range(0, runs, most)
        ]
    )


def _weights_of_ranks(pairs: int) -> FloatArray:
    """Return what a right judgment at each rank adds to the confidence-weighted score."""
    weights: FloatArray = np.cumsum(1 / np.arange(pairs, 0, -1))[::-1] / pairs
    return weights
