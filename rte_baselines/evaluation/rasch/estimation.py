"""Estimates of the Rasch model: abilities of systems and difficulties of pairs, in logits.

What is written here supposes few systems and many pairs, as RTE has: each system is met by
many pairs and can be placed well, each pair only by few systems. `estimate` lets the two
change places where it is the other way round.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isqrt, log
from typing import Literal

import numpy as np
from scipy.special import expit, logsumexp

from rte_baselines.errors import RunError
from rte_baselines.kernels.ragged import FloatArray, IntArray

Method = Literal["marginal", "joint"]
"""Whether difficulties are drawn from a normal distribution, or are each a parameter."""

_Objective = Callable[[FloatArray], tuple[float, FloatArray]]

# In logits. Few systems tell little of where difficulties lie and how far apart, on which
# their abilities hardly depend; these only keep a search from running away.
_MEANS = (-10.0, 10.0)
_LOG_DEVIATIONS = (log(0.05), log(5))
_MOST_STEPS = 1000
# Of the mean, over pairs, of how probable a right answer is.
_TOLERANCE = 1e-6


@dataclass(frozen=True)
class _Patterns:
    """The pairs, those that the same systems answered and as many got right put together.

    Given the abilities, nothing else about a pair tells its difficulty.

    Parameters
    ----------
    answered : ndarray of float64, shape (patterns, systems)
        1 where the system answered the pairs, else 0.
    scores : ndarray of float64, shape (patterns,)
        How many systems are right on each of the pairs: some, but not all that answered.
    counts : ndarray of float64, shape (patterns,)
        How many pairs there are.
    pattern_of : ndarray of int64, shape (pairs,)
    right : ndarray of float64, shape (systems,)
        On how many pairs each system is right.
    """

    answered: FloatArray
    scores: FloatArray
    counts: FloatArray
    pattern_of: IntArray
    right: FloatArray

    @classmethod
    def of(cls, responses: FloatArray) -> "_Patterns":
        """Put the pairs together, which are in the columns."""
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
            # Versions of NumPy differ in the shape of the inverse.
            pattern_of=pattern_of.reshape(-1),
            right=np.nansum(responses, axis=1),
        )

    @property
    def sizes(self) -> FloatArray:
        """How many systems answered each of the pairs, shape (patterns,)."""
        sizes: FloatArray = self.answered.sum(axis=1)
        return sizes

    @property
    def log_odds(self) -> FloatArray:
        """The logarithm of each system's right answers to its wrong ones."""
        odds: FloatArray = np.log(self.right / (self.counts @ self.answered - self.right))
        return odds


def estimate(responses: FloatArray, method: Method) -> tuple[FloatArray, FloatArray]:
    """Return the abilities of systems and the difficulties of pairs.

    Parameters
    ----------
    responses : ndarray of float64, shape (systems, pairs)
        1 where a system is right, 0 where it is wrong, NaN where it gave no answer. There
        is a 0 and a 1 in each row and in each column.
    method : {"marginal", "joint"}

    Returns
    -------
    abilities : ndarray of float64, shape (systems,)
    difficulties : ndarray of float64, shape (pairs,)
        Their mean is 0.

    Raises
    ------
    RunError
        If there are no finite estimates, or none are found.

    Notes
    -----
    Marginal: the abilities that make the responses most probable when difficulties are
    drawn from a normal distribution, whose variance is estimated with them (R. D. Bock and
    M. Aitkin, "Marginal maximum likelihood estimation of item parameters", Psychometrika 46,
    1981, where it is the abilities that are drawn). Pairs on which all systems do alike are
    set apart beforehand, so it is the probability given that they do not.

    Joint: the abilities and difficulties that together make the responses most probable.
    They spread the abilities too widely, which are therefore contracted by (L - 1) / L, L
    being the mean number of systems that answer a pair (B. D. Wright and N. Panchapakesan,
    "A procedure for sample-free item analysis", Educational and Psychological Measurement
    29, 1969; B. D. Wright and M. H. Stone, Best Test Design, 1979, where it is the
    difficulties of few items that are contracted).

    In either case the difficulties reported are those of maximum likelihood given the
    abilities. Of fewer pairs than systems, it is the abilities that are drawn or given.
    """
    _refuse_separated(responses)
    if responses.shape[0] <= responses.shape[1]:
        abilities, difficulties = _estimate(responses, method)
    else:
        # A pair is right about a system where the system is wrong about the pair.
        difficulties, abilities = _estimate(1 - responses.T, method)
    return abilities - difficulties.mean(), difficulties - difficulties.mean()


def _refuse_separated(responses: FloatArray) -> None:
    """Refuse responses whose likelihood grows as some systems leave the others behind.

    It has a highest point just if, however systems are split in two, each part has one that
    is right on a pair on which one of the other is wrong: G. H. Fischer, "On the existence
    and uniqueness of maximum-likelihood estimates in the Rasch model", Psychometrika 46
    (1981). Then the same holds of pairs, and it is looked for where there are fewer.
    """
    from scipy.sparse.csgraph import connected_components

    right, wrong = ((responses == answer).astype(np.float64) for answer in (1, 0))
    beaten = right @ wrong.T if len(right) <= right.shape[1] else wrong.T @ right
    parts, _ = connected_components(beaten > 0, directed=True, connection="strong")
    if parts > 1:
        raise RunError(
            "no finite abilities fit: some systems are right wherever the others are, or have no "
            "pair in common with them; expected systems that each do better somewhere"
        )


def _estimate(responses: FloatArray, method: Method) -> tuple[FloatArray, FloatArray]:
    """Return abilities and difficulties on one scale, wherever its zero is."""
    patterns = _Patterns.of(responses)
    by_method = {"marginal": _marginal_abilities, "joint": _joint_abilities}
    abilities = by_method[method](patterns)
    return abilities, _difficulties_given(abilities, patterns)[patterns.pattern_of]


def _joint_abilities(patterns: _Patterns) -> FloatArray:
    abilities = _minimised(partial(_joint_objective, patterns), patterns.log_odds)
    length = np.average(patterns.sizes, weights=patterns.counts)
    contracted: FloatArray = (abilities - abilities.mean()) * (length - 1) / length
    return contracted


def _joint_objective(patterns: _Patterns, abilities: FloatArray) -> tuple[float, FloatArray]:
    """Return minus the log likelihood at the best difficulties, for each pair, and its slope."""
    difficulties = _difficulties_given(abilities, patterns)
    gaps = abilities - difficulties[:, None]
    answered = patterns.counts[:, None] * patterns.answered
    likelihood = (
        patterns.right @ abilities
        - (patterns.counts * patterns.scores) @ difficulties
        - (answered * np.logaddexp(0, gaps)).sum()
    )
    slope = patterns.right - (answered * expit(gaps)).sum(axis=0)
    pairs = patterns.counts.sum()
    return float(-likelihood / pairs), -slope / pairs


def _difficulties_given(abilities: FloatArray, patterns: _Patterns) -> FloatArray:
    """Return, for each pattern, the difficulty at which its score is the expected one.

    It is found by Newton's steps; where one leaves the interval that holds the solution,
    the interval is halved instead.
    """
    answered, scores = patterns.answered, patterns.scores
    odds: FloatArray = np.log(scores / (patterns.sizes - scores))
    low: FloatArray = np.where(answered > 0, abilities, np.inf).min(axis=1) - odds
    high = np.where(answered > 0, abilities, -np.inf).max(axis=1) - odds
    difficulties: FloatArray = (low + high) / 2
    for _ in range(_MOST_STEPS):
        probabilities = expit(abilities - difficulties[:, None])
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
    integral = _Integral.for_systems(len(patterns.right))
    objective = partial(_marginal_objective, patterns, integral)
    start = np.append(patterns.log_odds, [0.0, 0.0])
    return _minimised(objective, start, [_MEANS, _LOG_DEVIATIONS])[:-2]


@dataclass(frozen=True)
class _Integral:
    """A standard normal distribution as probabilities of equidistant points."""

    points: FloatArray
    log_weights: FloatArray

    @classmethod
    def for_systems(cls, systems: int) -> "_Integral":
        """Choose the points: the more systems, the narrower is what each pair's score tells."""
        points = np.linspace(-5, 5, 61 + 10 * isqrt(systems))
        log_densities = -(points**2) / 2
        return cls(points, log_densities - logsumexp(log_densities))


def _marginal_objective(
    patterns: _Patterns, integral: _Integral, parameters: FloatArray
) -> tuple[float, FloatArray]:
    """Return minus the marginal log likelihood, for each pair, and its slope.

    Parameters
    ----------
    patterns : _Patterns
    integral : _Integral
    parameters : ndarray of float64, shape (systems + 2,)
        The abilities, of which only the differences matter; then the mean of the
        difficulties beside that of the abilities, and the logarithm of their deviation.

    Notes
    -----
    That pairs on which all systems do alike cannot be seen is allowed for as A. P. Dempster,
    N. M. Laird and D. B. Rubin do, "Maximum likelihood from incomplete data via the EM
    algorithm", Journal of the Royal Statistical Society B 39 (1977), section 4.2: the slope
    is that of a sample to which they are added in the numbers that the model expects.
    """
    abilities = parameters[:-2] - parameters[:-2].mean()
    deviations = np.exp(parameters[-1]) * integral.points
    difficulties = parameters[-2] + deviations
    gaps = abilities[:, None] - difficulties
    counts, sizes = patterns.counts, patterns.sizes
    # The patterns as they are, then with a score of none right, and of all right.
    answered = np.tile(patterns.answered, (3, 1))
    scores = np.concatenate([patterns.scores, np.zeros(len(sizes)), sizes])
    all_wrong = np.tile(patterns.answered @ np.logaddexp(0, gaps), (3, 1))
    log_sums, at = _integrated(integral.log_weights - all_wrong - scores[:, None] * difficulties)
    seen, none, every = np.split(log_sums, 3)
    share_none, share_every = np.exp(none), np.exp(every + patterns.answered @ abilities)
    share_seen = 1 - share_none - share_every
    unseen = [counts * share / share_seen for share in (share_none, share_every)]
    filled = np.concatenate([counts, *unseen])

    likelihood = patterns.right @ abilities + counts @ (seen - np.log(share_seen))
    right = patterns.right + unseen[1] @ patterns.answered
    expected = answered.T @ (filled[:, None] * at) * expit(gaps)
    by_system = right - expected.sum(axis=1)
    by_difficulty = expected.sum(axis=0) - (filled * scores) @ at
    slope = np.append(
        by_system - by_system.mean(), [by_difficulty.sum(), by_difficulty @ deviations]
    )
    return float(-likelihood / counts.sum()), -slope / counts.sum()


def _integrated(log_terms: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the logarithm of the sum of each row, and the share of each term in it."""
    log_sums = logsumexp(log_terms, axis=1)
    return log_sums, np.exp(log_terms - log_sums[:, None])


def _minimised(
    objective: _Objective, start: FloatArray, further: Sequence[tuple[float, float]] = ()
) -> FloatArray:
    """Return the parameters of least value.

    Parameters
    ----------
    objective : callable
        Of the parameters, to the value and its slope.
    start : ndarray of float64, shape (parameters,)
        Abilities, then any further parameters.
    further : sequence of (float, float)
        The lowest and the highest value of each further parameter.
    """
    from scipy.optimize import minimize

    abilities = len(start) - len(further)
    found = minimize(
        objective,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=[(None, None)] * abilities + list(further),
        options={"maxiter": _MOST_STEPS, "ftol": 0.0, "gtol": _TOLERANCE / 100},
    )
    if not np.abs(found.jac[:abilities]).max() < _TOLERANCE:
        raise RunError(
            "the Rasch model could not be estimated; expected systems that are each right on "
            "some pairs and wrong on others"
        )
    best: FloatArray = found.x
    return best
