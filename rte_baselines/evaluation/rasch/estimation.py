"""Maximum likelihood estimates of the Rasch model: abilities and difficulties, in logits.

The code assumes few systems and many pairs, as in RTE: abilities have many responses each,
difficulties only few. If there are more systems than pairs, `estimate` swaps the two.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isqrt, log
from typing import Literal

import numpy as np
import scipy

from rte_baselines.core.errors import RunError
from rte_baselines.kernels.ragged import FloatArray, IntArray

Method = Literal["marginal", "joint"]
"""Whether difficulties are drawn from a normal distribution, or each is a parameter."""

_Objective = Callable[[FloatArray], tuple[float, FloatArray]]

# Bounds in logits. With few systems, the mean and the deviation of the difficulties are poorly
# determined and hardly affect the abilities; the bounds only keep the search from diverging.
_MEANS = (-10.0, 10.0)
_LOG_DEVIATIONS = (log(0.05), log(5))
_MOST_STEPS = 1000
# Of the mean, over pairs, of the probability of a right answer.
_TOLERANCE = 1e-6


@dataclass(frozen=True)
class _Patterns:
    """The pairs, grouped by the systems that answered and the number that are right.

    Given the abilities, the difficulty of a pair depends on nothing else. `answered`, shape
    (patterns, systems), is 1 where the system answered, else 0; `scores` are the numbers of systems
    that are right on each pair, and `counts` the numbers of pairs, of each pattern; `pattern_of`,
    shape (pairs,), is the index of each pair's pattern; and `right` the number of pairs on which
    each system is right.
    """

    answered: FloatArray
    scores: FloatArray
    counts: FloatArray
    pattern_of: IntArray
    right: FloatArray

    @classmethod
    def of(cls, responses: FloatArray) -> "_Patterns":
        """Group the pairs, which are the columns of the responses."""
        answered = ~np.isnan(responses)
        scores = np.nansum(responses, axis=0)
        keys = np.column_stack([np.packbits(answered, axis=0).T, scores.astype(np.int64)])
        _, first, pattern_of, counts = np.unique(
            keys, axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        return cls(
            answered=answered[:, first].T.astype(np.float64),
            scores=scores[first],
            counts=counts.astype(np.float64),
            # The shape of the inverse depends on the version of NumPy.
            pattern_of=pattern_of.reshape(-1),
            right=np.nansum(responses, axis=1),
        )

    @property
    def sizes(self) -> FloatArray:
        """The number of systems that answered each pair, shape (patterns,)."""
        sizes: FloatArray = self.answered.sum(axis=1)
        return sizes

    @property
    def log_odds(self) -> FloatArray:
        """The log odds of a right answer of each system, shape (systems,)."""
        odds: FloatArray = np.log(self.right / (self.counts @ self.answered - self.right))
        return odds


def estimate(responses: FloatArray, method: Method) -> tuple[FloatArray, FloatArray]:
    """Return the abilities of systems and the difficulties of pairs, whose mean is 0.

    In the responses, shape (systems, pairs), each row and each column has a 0 and a 1. Raises
    RunError if there are no finite estimates, or the search does not converge.

    Notes
    -----
    Marginal: the abilities that maximize the probability of the responses if difficulties are
    drawn from a normal distribution, whose mean and variance are estimated as well (R. D. Bock
    and M. Aitkin, "Marginal maximum likelihood estimation of item parameters", Psychometrika
    46, 1981, where the abilities are drawn). Pairs on which all systems agree are excluded
    beforehand, so the probability is conditional on their absence.

    Joint: the abilities and difficulties that together maximize the probability of the
    responses. This spreads the abilities too widely, so that they are multiplied by
    (L - 1) / L, with L the mean number of systems that answer a pair (B. D. Wright and
    N. Panchapakesan, "A procedure for sample-free item analysis", Educational and
    Psychological Measurement 29, 1969; B. D. Wright and M. H. Stone, Best Test Design, 1979,
    where the difficulties of few items are corrected).

    With either method, the reported difficulties are the maximum likelihood estimates given
    the abilities. With fewer pairs than systems, the two sides are swapped.
    """
    _refuse_separated(responses)
    if responses.shape[0] <= responses.shape[1]:
        abilities, difficulties = _estimate(responses, method)
    else:
        # Swapped, a pair is "right" where the system is wrong.
        difficulties, abilities = _estimate(1 - responses.T, method)
    return abilities - difficulties.mean(), difficulties - difficulties.mean()


def _refuse_separated(responses: FloatArray) -> None:
    """Refuse responses without a finite maximum of the likelihood.

    A maximum exists if and only if, for every partition of the systems into two parts, each
    part has a system that is right on a pair on which a system of the other part is wrong:
    G. H. Fischer, "On the existence and uniqueness of maximum-likelihood estimates in the
    Rasch model", Psychometrika 46 (1981). The same condition then holds for pairs, and is
    checked for whichever side is smaller.
    """
    from scipy.sparse.csgraph import connected_components

    right, wrong = ((responses == answer).astype(np.float64) for answer in (1, 0))
    beaten = right @ wrong.T if len(right) <= right.shape[1] else wrong.T @ right
    parts, _ = connected_components(beaten > 0, directed=True, connection="strong")
    if parts > 1:
        raise RunError(
            "no finite abilities fit: some systems are right wherever the others are, or have no "
            "pair in common with them; expected every group of systems to be better than the "
            "others on some pair"
        )


def _estimate(responses: FloatArray, method: Method) -> tuple[FloatArray, FloatArray]:
    """Return abilities and difficulties on one scale with an arbitrary zero."""
    patterns = _Patterns.of(responses)
    by_method = {"marginal": _marginal_abilities, "joint": _joint_abilities}
    abilities = by_method[method](patterns)
    return abilities, _difficulties_given(abilities, patterns)[patterns.pattern_of]


def _joint_abilities(patterns: _Patterns) -> FloatArray:
    abilities = _minimized(partial(_joint_objective, patterns), patterns.log_odds)
    length = np.average(patterns.sizes, weights=patterns.counts)
    contracted: FloatArray = (abilities - abilities.mean()) * (length - 1) / length
    return contracted


def _joint_objective(patterns: _Patterns, abilities: FloatArray) -> tuple[float, FloatArray]:
    """Return minus the log likelihood per pair at the best difficulties, and its gradient."""
    difficulties = _difficulties_given(abilities, patterns)
    gaps = abilities - difficulties[:, None]
    answered = patterns.counts[:, None] * patterns.answered
    likelihood = (
        patterns.right @ abilities
        - (patterns.counts * patterns.scores) @ difficulties
        - (answered * np.logaddexp(0, gaps)).sum()
    )
    gradient = patterns.right - (answered * scipy.special.expit(gaps)).sum(axis=0)
    pairs = patterns.counts.sum()
    return float(-likelihood / pairs), -gradient / pairs


def _difficulties_given(abilities: FloatArray, patterns: _Patterns) -> FloatArray:
    """Return, for each pattern, the difficulty at which its score is the expected score.

    The search is Newton's method, with a bisection step wherever Newton's step leaves the
    interval that contains the solution.
    """
    answered, scores = patterns.answered, patterns.scores
    odds: FloatArray = np.log(scores / (patterns.sizes - scores))
    low: FloatArray = np.where(answered > 0, abilities, np.inf).min(axis=1) - odds
    high = np.where(answered > 0, abilities, -np.inf).max(axis=1) - odds
    difficulties: FloatArray = (low + high) / 2
    for _ in range(_MOST_STEPS):
        probabilities = scipy.special.expit(abilities - difficulties[:, None])
        excess = (answered * probabilities).sum(axis=1) - scores
        low = np.where(excess > 0, difficulties, low)
        high = np.where(excess < 0, difficulties, high)
        information = (answered * probabilities * (1 - probabilities)).sum(axis=1)
        moved = difficulties + excess / information
        moved = np.where((low <= moved) & (moved <= high), moved, (low + high) / 2)
        if np.allclose(moved, difficulties, rtol=0, atol=1e-11):
            break
        difficulties = moved
    return difficulties


def _marginal_abilities(patterns: _Patterns) -> FloatArray:
    # More systems need more points, since scores are more informative.
    points = np.linspace(-5, 5, 61 + 10 * isqrt(len(patterns.right)))
    objective = partial(_marginal_objective, patterns, points)
    start = np.append(patterns.log_odds, [0.0, 0.0])
    return _minimized(objective, start, [_MEANS, _LOG_DEVIATIONS])[:-2]


def _marginal_objective(
    patterns: _Patterns, points: FloatArray, parameters: FloatArray
) -> tuple[float, FloatArray]:
    """Return minus the marginal log likelihood per pair, and its gradient.

    The integral over a standard normal distribution is a sum at equidistant points. Parameters,
    shape (systems + 2,), are the abilities, of which only the differences matter; then the mean of
    the difficulties relative to that of the abilities, and the logarithm of their standard
    deviation. Pairs on which all systems agree are excluded from the data. This truncation is
    treated as in A. P. Dempster, N. M. Laird and D. B. Rubin, "Maximum likelihood from incomplete
    data via the EM algorithm", Journal of the Royal Statistical Society B 39 (1977), section 4.2:
    the gradient is that of a sample to which such pairs are added in their expected numbers.
    """
    abilities = parameters[:-2] - parameters[:-2].mean()
    deviations = np.exp(parameters[-1]) * points
    difficulties = parameters[-2] + deviations
    gaps = abilities[:, None] - difficulties
    counts, sizes = patterns.counts, patterns.sizes
    # The observed patterns, then those with no right answer, then those with all right.
    answered = np.tile(patterns.answered, (3, 1))
    scores = np.concatenate([patterns.scores, np.zeros(len(sizes)), sizes])
    all_wrong = np.tile(patterns.answered @ np.logaddexp(0, gaps), (3, 1))
    log_densities = -(points**2) / 2
    log_weights = log_densities - scipy.special.logsumexp(log_densities)
    log_sums, posterior = _integrated(log_weights - all_wrong - scores[:, None] * difficulties)
    observed, none, every = np.split(log_sums, 3)
    p_none, p_every = np.exp(none), np.exp(every + patterns.answered @ abilities)
    p_observed = 1 - p_none - p_every
    excluded = [counts * p / p_observed for p in (p_none, p_every)]
    completed = np.concatenate([counts, *excluded])

    likelihood = patterns.right @ abilities + counts @ (observed - np.log(p_observed))
    right = patterns.right + excluded[1] @ patterns.answered
    expected = answered.T @ (completed[:, None] * posterior) * scipy.special.expit(gaps)
    by_system = right - expected.sum(axis=1)
    by_difficulty = expected.sum(axis=0) - (completed * scores) @ posterior
    gradient = np.append(
        by_system - by_system.mean(), [by_difficulty.sum(), by_difficulty @ deviations]
    )
    return float(-likelihood / counts.sum()), -gradient / counts.sum()


def _integrated(log_terms: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the logarithm of the sum of each row, and the terms divided by the sum."""
    log_sums = scipy.special.logsumexp(log_terms, axis=1)
    return log_sums, np.exp(log_terms - log_sums[:, None])


def _minimized(
    objective: _Objective, start: FloatArray, bounds: Sequence[tuple[float, float]] = ()
) -> FloatArray:
    """Return the parameters, abilities and then those with bounds, that minimize an objective.

    The objective has a value and a gradient for parameters.
    """
    from scipy.optimize import minimize

    abilities = len(start) - len(bounds)
    optimum = minimize(
        objective,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=[(None, None)] * abilities + list(bounds),
        options={"maxiter": _MOST_STEPS, "ftol": 0.0, "gtol": _TOLERANCE / 100},
    )
    if not np.abs(optimum.jac[:abilities]).max() < _TOLERANCE:
        raise RunError(
            "the Rasch model could not be estimated; expected systems that are each right on "
            "some pairs and wrong on others"
        )
    parameters: FloatArray = optimum.x
    return parameters
