"""Scores of a system against the annotators' distribution of labels, with intervals."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.disagreement.annotations import SystemOutput
from rte_baselines.evaluation.disagreement.distances import (
    annotator_agreements,
    cross_entropies,
    divergences,
    entropies,
    expected_accuracies,
    jensen_shannon,
    left_out_accuracies,
    majority_hits,
    shares,
)
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Estimate,
    draws,
    expanded_level,
    percentile_interval,
)
from rte_baselines.kernels.ragged import FloatArray, IntArray

LABEL_MEASURES = ("expected_accuracy", "majority_accuracy")
"""The measures that are computed from labels alone."""

PROBABILITY_MEASURES = (
    *("cross_entropy", "kl_divergence", "js_divergence", "js_distance"),
    *("entropy_spearman", "entropy_kendall"),
)
"""The measures that need a probability for each label."""

MEASURES = (*LABEL_MEASURES, *PROBABILITY_MEASURES)

_CORRELATION_RESAMPLES = 1_000
_NO_PROBABILITIES = "the run has no probabilities for every pair"


@dataclass(frozen=True)
class DisagreementScores:
    """The scores of a system, or of a reference, against the annotators' labels.

    `labels` is the number of labels of the scheme, 2 or 3. `measures` and `unavailable`, the
    reasons why there is no value, are by the name of the measure.
    """

    name: str
    pairs: int
    labels: int
    measures: dict[str, Estimate]
    unavailable: dict[str, str]


def score_output(output: SystemOutput) -> DisagreementScores:
    """Score a system's labels and probabilities."""
    counts, annotators = output.counts, shares(output.counts)
    values: dict[str, FloatArray | str] = {
        "expected_accuracy": expected_accuracies(annotators, output.labels),
        "majority_accuracy": majority_hits(counts, output.labels),
    }
    correlations: dict[str, Estimate | str] = {}
    if output.probabilities is None:
        values |= dict.fromkeys(PROBABILITY_MEASURES, _NO_PROBABILITIES)
    else:
        values |= _distances(annotators, output.probabilities)
        correlations = _correlations(entropies(annotators), entropies(output.probabilities))
    return _scores(output.name, counts, values, correlations)


def reference_scores(counts: IntArray) -> list[DisagreementScores]:
    """Return the scores of references: annotators, the best possible outputs, and constants.

    - "one annotator": each annotator is left out in turn and compared with the others. The expected
      accuracy is the probability that two annotators agree.
    - "best single labels": the label of most annotators for each pair; no labels score higher.
    - "annotators' shares": probabilities that are the annotators' shares.
    - "shares of all pairs" and "uniform": the same probabilities for each pair.

    `counts` has shape (n, labels).
    """
    annotators = shares(counts)
    overall = np.tile(annotators.mean(axis=0), (len(counts), 1))
    uniform = np.full(annotators.shape, 1 / annotators.shape[1])
    known = _correlations(entropies(annotators), entropies(annotators))
    values: dict[str, dict[str, FloatArray | str]] = {
        "one annotator": {
            "expected_accuracy": annotator_agreements(counts),
            "majority_accuracy": left_out_accuracies(counts),
        },
        "best single labels": {
            "expected_accuracy": annotators.max(axis=1),
            "majority_accuracy": majority_hits(counts, np.argmax(counts, axis=1)),
        },
        "annotators' shares": {**_distances(annotators, annotators)},
        "shares of all pairs": {**_distances(annotators, overall)},
        "uniform": {**_distances(annotators, uniform)},
    }
    return [
        _scores(name, counts, of, known if name == "annotators' shares" else {})
        for name, of in values.items()
    ]


def _distances(annotators: FloatArray, system: FloatArray) -> dict[str, FloatArray | str]:
    divergence = jensen_shannon(annotators, system)
    infinite = int(np.isinf(divergences(annotators, system)).sum())
    reason = (
        "it is infinite, as the probability of a label that annotators gave is 0 for "
        f"{infinite} of {counted(len(annotators), 'pair')}"
    )
    return {
        "cross_entropy": reason if infinite else cross_entropies(annotators, system),
        "kl_divergence": reason if infinite else divergences(annotators, system),
        "js_divergence": divergence,
        "js_distance": np.sqrt(divergence),
    }


def _scores(
    name: str,
    counts: IntArray,
    values: dict[str, FloatArray | str],
    correlations: dict[str, Estimate | str],
) -> DisagreementScores:
    found: dict[str, Estimate | str] = {
        measure: of if isinstance(of, str) else _mean(of) for measure, of in values.items()
    }
    found |= correlations
    pairs, labels = counts.shape
    return DisagreementScores(
        name,
        pairs,
        labels,
        {measure: of for measure, of in found.items() if isinstance(of, Estimate)},
        {measure: of for measure, of in found.items() if isinstance(of, str)},
    )


def _mean(values: FloatArray) -> Estimate | str:
    """Return the mean over the pairs with a value, with its bootstrap interval."""
    defined = values[~np.isnan(values)]
    if not len(defined):
        return "no pair has a value: labels tie, or there is a single annotation"
    mean = float(np.mean(defined))
    drawn = []
    for units, counts in draws(len(defined)):
        in_unit = np.bincount(units, minlength=counts.shape[1])
        drawn.append((counts @ np.bincount(units, defined)) / (counts @ in_unit))
    level = expanded_level(len(defined))
    return Estimate(mean, *percentile_interval(np.concatenate(drawn), mean, level=level))


def _correlations(annotators: FloatArray, system: FloatArray) -> dict[str, Estimate | str]:
    """Return the rank correlations of entropies, with bootstrap intervals."""
    from scipy.stats import kendalltau, spearmanr

    # Entropies of equal distributions may differ by rounding, and would not be tied.
    annotators, system = np.round(annotators, 12), np.round(system, 12)
    for entropy, whose in ((annotators, "annotators'"), (system, "system's")):
        if len(np.unique(entropy)) == 1:
            reason = f"all of the {whose} distributions have one entropy"
            return {"entropy_spearman": reason, "entropy_kendall": reason}
    return {
        "entropy_spearman": _correlation(lambda *of: spearmanr(*of).statistic, annotators, system),
        "entropy_kendall": _correlation(lambda *of: kendalltau(*of).statistic, annotators, system),
    }


def _correlation(
    statistic: Callable[[FloatArray, FloatArray], float], first: FloatArray, second: FloatArray
) -> Estimate:
    value = float(statistic(first, second))
    generator = np.random.default_rng(SEED)
    drawn = []
    for _ in range(_CORRELATION_RESAMPLES):
        rows = generator.integers(len(first), size=len(first))
        # Undefined in resamples in which all entropies of one side are equal.
        is_defined = np.ptp(first[rows]) > 0 and np.ptp(second[rows]) > 0
        drawn.append(float(statistic(first[rows], second[rows])) if is_defined else np.nan)
    level = expanded_level(len(first))
    return Estimate(value, *percentile_interval(np.array(drawn), value, level=level))
