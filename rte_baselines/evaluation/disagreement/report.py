"""Runs scored against the labels of several annotators: measures, references and the report."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy

from rte_baselines.core.errors import InputError
from rte_baselines.core.importing import version
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import named, plain
from rte_baselines.evaluation.disagreement.annotations import Annotations, common_scheme
from rte_baselines.evaluation.inputs.judgments import positions_in, probabilities_in
from rte_baselines.evaluation.resampling.bootstrap import (
    SEED,
    Estimate,
    expanded_level,
    percentile_interval,
    resamples_of,
)
from rte_baselines.evaluation.resampling.sums import means_of
from rte_baselines.evaluation.scores import SYSTEM, Score, ScoreReport, gap_notes, score_table
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, LabelMeanings, LabelReader, Pair, Scheme
from rte_baselines.rendering.tables import Table
from rte_baselines.runs import Run, check_run_on_ids

LABEL_MEASURES = ("expected_accuracy", "majority_accuracy")
"""The measures that are computed from labels alone."""

PROBABILITY_MEASURES = (
    *("cross_entropy", "kl_divergence", "js_divergence", "js_distance"),
    *("entropy_spearman", "entropy_kendall"),
)
"""The measures that need a probability for each label."""

MEASURES = (*LABEL_MEASURES, *PROBABILITY_MEASURES)

OF_ALL = {name: f"{name}_of_all" for name in LABEL_MEASURES}
"""The accuracies of all pairs, beside those of the pairs that a run labels."""

_CORRELATION_RESAMPLES = 1_000
_NO_PROBABILITIES = "the run has no probabilities for every pair"
_NO_VALUE = "no pair has a value: labels tie, or there is a single annotation"

Values = FloatArray | Estimate | str
"""The values of pairs, of which the mean is taken; an estimate; or why there is no value."""


def shares(counts: IntArray) -> FloatArray:
    """Return the distribution over labels of each pair, given the counts of annotators."""
    distributions: FloatArray = counts / counts.sum(axis=1, keepdims=True)
    return distributions


def entropies(distributions: FloatArray) -> FloatArray:
    """Return the entropy of each distribution, in [0, ln(labels)], shape (n,)."""
    found: FloatArray = scipy.special.entr(distributions).sum(axis=1)
    return found


def cross_entropies(annotators: FloatArray, system: FloatArray) -> FloatArray:
    """Return -sum_k p_k ln q_k of each pair, shape (n,), with p of annotators and q of the system.

    Infinite where the system gives a label that an annotator gave a probability of 0. T. M. Cover
    and J. A. Thomas, Elements of Information Theory (2nd edition, 2006), section 2.3: the entropy
    of p plus the Kullback-Leibler divergence. p and q have shape (n, labels).
    """
    return entropies(annotators) + divergences(annotators, system)


def divergences(annotators: FloatArray, system: FloatArray) -> FloatArray:
    """Return the Kullback-Leibler divergence sum_k p_k ln(p_k / q_k) of each pair, shape (n,).

    Infinite as in `cross_entropies`; 0 for equal distributions. Nothing is smoothed.
    S. Kullback and R. A. Leibler, "On information and sufficiency", Annals of Mathematical
    Statistics 22 (1951); KL(human || model) in Y. Nie, X. Zhou and M. Bansal, "What can we
    learn from collective human opinions on natural language inference data?" (2020), section 4.
    """
    found: FloatArray = scipy.special.rel_entr(annotators, system).sum(axis=1)
    # Rounding may leave equal distributions a little below 0.
    return np.maximum(found, 0)


def jensen_shannon(annotators: FloatArray, system: FloatArray) -> FloatArray:
    """Return the Jensen-Shannon divergence of each pair, in [0, ln 2], shape (n,).

    With m = (p + q) / 2, it is (KL(p || m) + KL(q || m)) / 2. Its square root is a distance, which
    Nie et al. (2020), section 4, report. J. Lin, "Divergence measures based on the Shannon
    entropy", IEEE Transactions on Information Theory 37 (1991), section IV.
    """
    middle = (annotators + system) / 2
    return (divergences(annotators, middle) + divergences(system, middle)) / 2


def expected_accuracies(annotators: FloatArray, labels: IntArray) -> FloatArray:
    """Return the share of annotators that gave the system's label to each pair, shape (n,)."""
    found: FloatArray = annotators[np.arange(len(labels)), labels]
    return found


def is_majority(counts: IntArray) -> BoolArray:
    """Return which labels most annotators gave, several where there is a tie, shape (n, labels)."""
    is_highest: BoolArray = counts == counts.max(axis=1, keepdims=True)
    return is_highest


def majority_hits(counts: IntArray, labels: IntArray) -> FloatArray:
    """Return whether each label is that of most annotators, NaN where there is a tie."""
    majority = is_majority(counts)
    hits = majority[np.arange(len(labels)), labels].astype(np.float64)
    return np.where(majority.sum(axis=1) == 1, hits, np.nan)


def annotator_agreements(counts: IntArray) -> FloatArray:
    """Return the probability that two annotators of a pair give one label, shape (n,).

    It is the expected accuracy of one annotator against the others, NaN for pairs with a
    single annotation.
    """
    totals = counts.sum(axis=1)
    pairs, equal = totals * (totals - 1), (counts * (counts - 1)).sum(axis=1)
    return np.where(pairs > 0, equal / np.maximum(pairs, 1), np.nan)


def left_out_accuracies(counts: IntArray) -> FloatArray:
    """Return how often an annotator gives the label of most of the others, shape (n,).

    The mean over the annotators of a pair, each of whom is left out once. Where k labels tie
    among the others, each counts 1/k. NaN for pairs with a single annotation.
    """
    size, labels = counts.shape
    totals = counts.sum(axis=1)
    hits = np.zeros(size)
    for label in range(labels):
        others = counts.copy()
        others[:, label] -= 1
        majority = is_majority(others)
        hits += counts[:, label] * majority[:, label] / majority.sum(axis=1)
    return np.where(totals > 1, hits / totals, np.nan)


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
    references: dict[str, dict[str, Any]] = {
        "one annotator": {
            "expected_accuracy": annotator_agreements(counts),
            "majority_accuracy": left_out_accuracies(counts),
        },
        "best single labels": {
            "expected_accuracy": annotators.max(axis=1),
            "majority_accuracy": majority_hits(counts, np.argmax(counts, axis=1)),
        },
        "annotators' shares": {
            **_distances(annotators, annotators),
            **_correlations(entropies(annotators), entropies(annotators)),
        },
        "shares of all pairs": _distances(annotators, overall),
        "uniform": _distances(annotators, uniform),
    }
    return [_scores(name, counts, values) for name, values in references.items()]


def _distances(annotators: FloatArray, system: FloatArray) -> dict[str, Values]:
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


def _scores(name: str, counts: IntArray, values: Mapping[str, Values]) -> DisagreementScores:
    """Return the scores by values of pairs, estimates, or reasons why there is no value."""
    measures: dict[str, Estimate] = {}
    unavailable: dict[str, str] = {}
    for measure, value in values.items():
        if isinstance(value, np.ndarray):
            defined = value[~np.isnan(value)]
            value = means_of(defined[:, np.newaxis])[0] if len(defined) else _NO_VALUE
        if isinstance(value, Estimate):
            measures[measure] = value
        else:
            unavailable[measure] = value
    pairs, labels = counts.shape
    return DisagreementScores(name, pairs, labels, measures, unavailable)


def _correlations(annotators: FloatArray, system: FloatArray) -> dict[str, Values]:
    """Return the rank correlations of entropies, with bootstrap intervals."""
    from scipy.stats import kendalltau, spearmanr

    # Entropies of equal distributions may differ by rounding, and would not be tied.
    sides = np.round(annotators, 12), np.round(system, 12)
    for side, whose in zip(sides, ("annotators'", "system's"), strict=True):
        if len(np.unique(side)) == 1:
            reason = f"all of the {whose} distributions have one entropy"
            return {"entropy_spearman": reason, "entropy_kendall": reason}
    found: dict[str, Values] = {}
    for name, correlation in {"spearman": spearmanr, "kendall": kendalltau}.items():
        value = float(correlation(*sides).statistic)
        generator = np.random.default_rng(SEED)
        drawn = np.full(_CORRELATION_RESAMPLES, np.nan)
        for place in range(len(drawn)):
            rows = generator.integers(len(system), size=len(system))
            # Undefined in resamples in which all entropies of one side are equal.
            if all(np.ptp(side[rows]) > 0 for side in sides):
                drawn[place] = correlation(*(side[rows] for side in sides)).statistic
        interval = percentile_interval(drawn, value, level=expanded_level(len(system)))
        found[f"entropy_{name}"] = Estimate(value, *interval)
    return found


@dataclass(frozen=True, repr=False)
class DisagreementReport(ScoreReport):
    """Runs scored against the distributions of annotators' labels.

    The `references` are annotators, the best possible outputs, and constant probabilities.
    `annotations` has the `fewest` and the `most` annotations of a pair; `ties` is the number of
    pairs on which no single label is that of most annotators; and `signature` is what the figures
    depend on besides the files.
    """

    runs: tuple[DisagreementScores, ...]
    references: tuple[DisagreementScores, ...]
    pairs: int
    annotations: Mapping[Literal["fewest", "most"], int]
    ties: int
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        found: dict[str, Any] = plain(self)
        return found

    def scores(self) -> Iterator[Score]:
        """Yield the scores of runs, then those of the references."""
        for place, system in enumerate((*self.runs, *self.references)):
            for name in (*system.measures, *system.unavailable):
                yield Score(
                    system.name,
                    name,
                    system.measures.get(name),
                    system.pairs,
                    self.pairs - system.pairs,
                    reason=system.unavailable.get(name),
                    is_reference=place >= len(self.runs),
                    counts_unanswered=name in OF_ALL.values(),
                )

    def tables(self) -> Iterator[Table]:
        """Yield a row for each run and each reference, a column for each measure."""
        title = f"{counted(self.pairs, 'pair')} with annotators' labels"
        are_partial = any(run.pairs < self.pairs for run in self.runs)
        keys = OF_ALL if are_partial else ()
        names = dict.fromkeys([*(name for key in keys for name in (OF_ALL[key], key)), *MEASURES])
        yield score_table(title, {"run": SYSTEM}, self.scores(), list(names))

    def notes(self) -> Iterator[str]:
        """Yield the notes below the table."""
        fewest, most = self.annotations["fewest"], self.annotations["most"]
        annotations = counted(most, "annotation")
        if fewest != most:
            annotations = f"{fewest} to {annotations}"
        yield (
            f"each pair has {annotations}; expected_accuracy: share of annotators that gave the "
            "run's label; majority_accuracy: share of pairs with the label of most annotators, "
            f"without {counted(self.ties, 'pair')} on which labels tie"
        )
        yield (
            "cross_entropy, kl_divergence (of annotators from run), js_divergence: means over "
            "pairs, natural logarithms; js_distance: mean square root of js_divergence, as in "
            "ChaosNLI; entropy_spearman, entropy_kendall: rank correlations of entropies"
        )
        yield (
            "one annotator: each is left out in turn and compared with the others (if k labels tie "
            "among these, each counts 1/k); best single labels, annotators' shares: the best "
            "possible values with one label, or with probabilities, for each pair; shares of all "
            "pairs, uniform: the same probabilities for each pair; ranges: 95% bootstrap intervals "
            "over pairs"
        )
        for run in self.runs:
            if run.pairs < self.pairs:
                yield (
                    f"{run.name} labels {run.pairs} of {counted(self.pairs, 'pair')} and is scored "
                    "on these; accuracies of all count the others as wrong"
                )
            if run.labels != self.references[0].labels:
                yield f"{run.name} is scored two-way, and other rows three-way"
        yield from gap_notes(
            (score.measure, score.system, score.reason)
            for score in self.scores()
            if score.reason and not score.is_reference
        )
        yield self.signature

    def __repr__(self) -> str:
        return named(self, ", ".join(run.name for run in self.runs), counted(self.pairs, "pair"))


def evaluate_disagreement(
    gold: Iterable[Pair],
    runs: Run | Iterable[Run],
    *,
    annotations: str | Mapping[Label, str] | None = None,
    labels: LabelMeanings | None = None,
    partial: bool = False,
) -> DisagreementReport:
    """Score runs against the labels of several annotators.

    Parameters
    ----------
    gold : iterable of Pair
        With annotations as attributes; labels are not used.
    runs : Run or iterable of Run
        With probabilities of each label for measures that need them.
    annotations : str or mapping of Label to str, optional
        The attribute with a list of labels or counts by label, or one attribute with the count
        of each label; by default ``annotator_labels`` or ``label_counter``.
    labels : sequence of str, mapping of str to str, or str, optional
        What words, letters and numbers mean; see `LabelMeanings`.
    partial
        As in `evaluate`.

    Raises
    ------
    InputError
        If annotations are missing or ambiguous, or there is no run.
    RunError
        If a run does not fit the pairs.

    Notes
    -----
    E. Pavlick and T. Kwiatkowski, "Inherent disagreements in human textual inferences" (2019);
    Y. Nie, X. Zhou and M. Bansal, "What can we learn from collective human opinions on natural
    language inference data?" (2020).
    """
    given = [runs] if isinstance(runs, Run) else list(runs)
    if not given:
        raise InputError("no runs to score; expected one or more")
    for run in given:
        run.require_labels()
    standard = Annotations.from_pairs(gold, annotations, LabelReader(labels))
    scores = [
        _score(
            check_run_on_ids(run, standard.ids, partial=partial, digests=standard.digests),
            standard,
        )
        for run in given
    ]
    is_two_way = standard.scheme is Scheme.TWO_WAY or all(score.labels == 2 for score in scores)
    counts = standard.counts_in(Scheme.TWO_WAY if is_two_way else Scheme.THREE_WAY)
    totals = counts.sum(axis=1)
    return DisagreementReport(
        tuple(scores),
        tuple(reference_scores(counts)),
        len(counts),
        {"fewest": int(totals.min()), "most": int(totals.max())},
        int((is_majority(counts).sum(axis=1) > 1).sum()),
        f"pairs:{len(counts)}|logarithms:natural|bootstrap:{resamples_of(len(counts))}|"
        f"seed:{SEED}|version:{version('rte-baselines')}",
    )


def _score(run: Run, standard: Annotations) -> DisagreementScores:
    """Score a run; if it leaves pairs out, also by accuracies in which these count as wrong."""
    numbers = {pair_id: place for place, pair_id in enumerate(standard.ids)}
    places = np.array([numbers[pair_id] for pair_id in run.ids])
    scheme = common_scheme(run, standard)
    labels, all_counts = positions_in(scheme, run.columns.codes), standard.counts_in(scheme)
    counts, annotators = all_counts[places], shares(all_counts[places])
    hits = {
        "expected_accuracy": expected_accuracies(annotators, labels),
        "majority_accuracy": majority_hits(counts, labels),
    }
    values: dict[str, Values] = {**hits}
    if run.probabilities is None:
        values |= dict.fromkeys(PROBABILITY_MEASURES, _NO_PROBABILITIES)
    else:
        probabilities = probabilities_in(scheme, run.probabilities)
        values |= _distances(annotators, probabilities)
        values |= _correlations(entropies(annotators), entropies(probabilities))
    if len(places) < len(all_counts):
        has_tie = is_majority(all_counts).sum(axis=1) > 1
        missed = {
            "expected_accuracy": np.zeros(len(all_counts)),
            "majority_accuracy": np.where(has_tie, np.nan, 0.0),
        }
        for name, accuracies in missed.items():
            accuracies[places] = hits[name]
            values[OF_ALL[name]] = accuracies
    return _scores(run.name, counts, values)
