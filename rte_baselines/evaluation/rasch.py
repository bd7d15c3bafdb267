"""Rasch analysis: abilities of systems and difficulties of pairs on one scale.

The probability that a system is right on a pair is 1 / (1 + exp(difficulty - ability)). Fit
statistics above 1 mark responses that deviate from the model: systems that are right where
better ones are wrong, and pairs that weaker systems get right.

bayer2006, section 5, which follows T. G. Bond and C. M. Fox, Applying the Rasch Model (2001).

The estimation assumes few systems and many pairs, as in RTE: abilities have many responses each,
difficulties only few. If there are more systems than pairs, `estimate` swaps the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import isqrt, log

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from rte_baselines.core.errors import RunError
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.rendering.tables import Table

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
    (patterns, systems), is 1 where the system answered, else 0, and `sizes` counts these; `scores`
    are the numbers of systems that are right on each pair, and `counts` the numbers of pairs;
    `pattern_of`, shape (pairs,), is the index of each pair's pattern; and `right` the number of
    pairs on which each system is right.
    """

    answered: FloatArray
    sizes: FloatArray
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
            sizes=answered[:, first].sum(axis=0).astype(np.float64),
            scores=scores[first],
            counts=counts.astype(np.float64),
            # The shape of the inverse depends on the version of NumPy.
            pattern_of=pattern_of.reshape(-1),
            right=np.nansum(responses, axis=1),
        )


def estimate(responses: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the abilities of systems and the difficulties of pairs, whose mean is 0.

    In the responses, shape (systems, pairs), each row and each column has a 0 and a 1. Raises
    RunError if there are no finite estimates, or the search does not converge.

    Notes
    -----
    The abilities maximize the marginal likelihood: the probability of the responses if difficulties
    are drawn from a normal distribution, whose mean and variance are estimated as well (R. D. Bock
    and M. Aitkin, "Marginal maximum likelihood estimation of item parameters", Psychometrika
    46, 1981, where the abilities are drawn), given that there are no pairs on which all systems
    agree. The difficulties are the maximum likelihood estimates given the abilities.
    """
    _refuse_separated(responses)
    is_swapped = responses.shape[0] > responses.shape[1]
    # Swapped, a pair is "right" where the system is wrong.
    patterns = _Patterns.of(1 - responses.T if is_swapped else responses)
    abilities = _marginal_abilities(patterns)
    difficulties = _difficulties_given(abilities, patterns)[patterns.pattern_of]
    if is_swapped:
        abilities, difficulties = difficulties, abilities
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
    from scipy.optimize import minimize

    # More systems need more points, since scores are more informative.
    points = np.linspace(-5, 5, 61 + 10 * isqrt(len(patterns.right)))
    wrong = patterns.counts @ patterns.answered - patterns.right
    optimum = minimize(
        partial(_marginal_objective, patterns, points),
        np.append(np.log(patterns.right / wrong), [0.0, 0.0]),
        jac=True,
        method="L-BFGS-B",
        bounds=[*[(None, None)] * len(patterns.right), _MEANS, _LOG_DEVIATIONS],
        options={"maxiter": _MOST_STEPS, "ftol": 0.0, "gtol": _TOLERANCE / 100},
    )
    if not np.abs(optimum.jac[:-2]).max() < _TOLERANCE:
        raise RunError(
            "the Rasch model could not be estimated; expected systems that are each right on "
            "some pairs and wrong on others"
        )
    abilities: FloatArray = optimum.x[:-2]
    return abilities


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
    log_terms = log_weights - all_wrong - scores[:, None] * difficulties
    log_sums = scipy.special.logsumexp(log_terms, axis=1)
    posterior = np.exp(log_terms - log_sums[:, None])
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


StrArray = NDArray[np.str_]


@brief
@dataclass(frozen=True)
class RaschScale:
    """Estimates for systems (abilities) or pairs (difficulties) on their common scale, shape (n,).

    `values` and `standard_errors`, given the values of the other side, are in logits. `outfit` is
    the mean of the squared standardized residuals of the responses, at least 0. It is about 1 if
    the model holds, and less with few systems, to which the model is fitted (by simulation, 0.85
    with 3 systems, 0.93 with 5 and 0.99 with 23). `infit` is the same with each response weighted
    by its variance, so that responses of which the model is almost certain hardly count. An outfit
    above `threshold` is large.
    """

    names: tuple[str, ...]
    values: FloatArray
    standard_errors: FloatArray
    outfit: FloatArray
    infit: FloatArray
    threshold: float

    @property
    def misfits(self) -> tuple[str, ...]:
        """The names of the systems or pairs with a large outfit."""
        large = np.flatnonzero(self.outfit > self.threshold)
        return tuple(self.names[index] for index in large)


@brief
@dataclass(frozen=True)
class RaschAnalysis:
    """Abilities of systems and difficulties of pairs, whose mean is 0.

    They are of the systems that are right on some pairs and wrong on others, and of the pairs that
    some of these systems get right and others wrong. The names of the others are set apart.
    """

    abilities: RaschScale
    difficulties: RaschScale
    systems_apart: tuple[str, ...]
    pairs_apart: tuple[str, ...]

    def systems_table(self) -> Table:
        """Return a row for each system, by decreasing ability; a star marks a large outfit."""
        scale, pairs, apart = self.abilities, self.difficulties.names, self.pairs_apart
        return Table(
            f"Abilities of {counted(len(scale.names), 'system')} by {len(pairs)} of "
            f"{counted(len(pairs) + len(apart), 'pair')}, which some get right and others wrong; * "
            f"outfit above {scale.threshold}",
            ["system", "ability", "standard_error", "outfit", "infit"],
            [_row(scale, index) for index in np.argsort(-scale.values, kind="stable")],
        )

    def pairs_table(self) -> Table:
        """Return a row for each pair with a large outfit, by decreasing outfit."""
        scale, large = self.difficulties, len(self.difficulties.misfits)
        by_outfit = np.argsort(-scale.outfit, kind="stable")
        return Table(
            f"{large} of {counted(len(scale.names), 'pair')} with outfit above {scale.threshold}",
            ["pair", "difficulty", "standard_error", "outfit", "infit"],
            [_row(scale, index) for index in by_outfit[:large]],
        )


def rasch_analysis(
    responses: ArrayLike,
    *,
    systems: Sequence[str] | None = None,
    pairs: Sequence[str] | None = None,
) -> RaschAnalysis:
    """Estimate the abilities of systems and the difficulties of pairs.

    Parameters
    ----------
    responses : array_like of float, shape (systems, pairs)
        1 where a system is right, 0 where it is wrong, NaN where it gave no answer.
    systems, pairs : sequence of str, optional
        The names of the systems and the ids of the pairs; by default numbers from 1.

    Raises
    ------
    RunError
        If the responses are not such an array, if fewer than two systems or two pairs are
        left after the exclusions below, or if the model has no finite estimates.

    Notes
    -----
    Pairs that all systems or no system gets right, and systems that get all pairs or no pair right,
    are excluded repeatedly until none is left, since they do not inform about differences
    (bayer2006, section 5.2).

    Estimates are by marginal maximum likelihood (`estimate`). In simulations of 3 to 23 systems on
    800 pairs, its root mean square error is 0.06 to 0.09 logits, and intervals of 1.96 standard
    errors cover at least 95% of the abilities. The difficulty of a pair is imprecise, however many
    pairs there are: if all systems answer, it depends only on how many of them are right, and its
    error is 0.5 to 1 logits.
    """
    array = _checked(responses)
    system_names, pair_names = (
        np.array(range(1, size + 1) if names is None else names, dtype=np.str_)
        for names, size in zip((systems, pairs), array.shape, strict=True)
    )
    kept_systems, kept_pairs = _discriminating(array)
    kept = array[np.ix_(kept_systems, kept_pairs)]
    names = (system_names[kept_systems], pair_names[kept_pairs])
    abilities, difficulties = _scales(kept, names, estimate(kept))
    return RaschAnalysis(
        abilities=abilities,
        difficulties=difficulties,
        systems_apart=tuple(system_names[~kept_systems].tolist()),
        pairs_apart=tuple(pair_names[~kept_pairs].tolist()),
    )


def outfit_threshold(sample: int) -> float:
    """Return the mean square of a number of responses above which an outfit is large.

    1.3 below 500, 1.2 from 500 to 1000, 1.1 above: Bond and Fox (2001), page 208, as cited
    in bayer2006, section 5.1.
    """
    if sample < 500:
        return 1.3
    return 1.2 if sample <= 1000 else 1.1


def _scales(
    responses: FloatArray, names: Sequence[StrArray], values: Sequence[FloatArray]
) -> list[RaschScale]:
    """Return the scales of systems and of pairs, given the names and the values of both.

    B. D. Wright and G. N. Masters, Rating Scale Analysis (1982), chapter 5.
    """
    gaps = values[0][:, None] - values[1]
    right = scipy.special.expit(gaps)
    answered = ~np.isnan(responses)
    variances = right * scipy.special.expit(-gaps)
    squares = np.where(answered, responses - right, 0) ** 2
    standardized = squares / variances
    variances = np.where(answered, variances, 0)
    return [
        RaschScale(
            names=tuple(names[side].tolist()),
            values=values[side],
            standard_errors=1 / np.sqrt(variances.sum(axis=1 - side)),
            outfit=standardized.sum(axis=1 - side) / answered.sum(axis=1 - side),
            infit=squares.sum(axis=1 - side) / variances.sum(axis=1 - side),
            threshold=outfit_threshold(responses.shape[1 - side]),
        )
        for side in (0, 1)
    ]


def _checked(responses: ArrayLike) -> FloatArray:
    array = np.asarray(responses, dtype=np.float64)
    if array.ndim != 2:
        raise RunError(
            f"responses have the shape {array.shape}; expected a row for each system and a column "
            "for each pair"
        )
    if not (np.isin(array, (0, 1)) | np.isnan(array)).all():
        raise RunError("responses contain other values than 1 (right), 0 (wrong) and NaN")
    return array


def _discriminating(responses: FloatArray) -> tuple[BoolArray, BoolArray]:
    """Return which systems have both right and wrong answers, and which pairs have both.

    The result does not depend on the order of exclusion: a row or column of equal responses
    stays one when others are excluded.
    """
    systems, pairs = (np.ones(size, dtype=np.bool_) for size in responses.shape)
    while True:
        kept = responses[np.ix_(systems, pairs)]
        are_mixed = [(kept == 1).any(axis=axis) & (kept == 0).any(axis=axis) for axis in (1, 0)]
        if are_mixed[0].all() and are_mixed[1].all():
            break
        systems[systems], pairs[pairs] = are_mixed
    if min(systems.sum(), pairs.sum()) < 2:
        raise RunError(
            f"{systems.sum()} of {counted(len(systems), 'system')} and {pairs.sum()} of "
            f"{counted(len(pairs), 'pair')} have both right and wrong answers; expected at least "
            "2 systems that are right on some pairs and wrong on others, and 2 pairs that some of "
            "these get right and others wrong"
        )
    return systems, pairs


def _row(scale: RaschScale, index: int) -> list[str]:
    star = "*" if scale.outfit[index] > scale.threshold else ""
    columns = (scale.values, scale.standard_errors, scale.outfit, scale.infit)
    value, error, outfit, infit = (f"{column[index]:.2f}" for column in columns)
    return [scale.names[index], value, error, outfit + star, infit]
