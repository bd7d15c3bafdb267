"""Findings on a run: properties that its scores do not show, one line for each."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import numpy as np

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputWarning
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.gold import ScoredRun
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS, Judgments, conflate_codes
from rte_baselines.evaluation.measures.accuracy import cohens_kappa
from rte_baselines.evaluation.measures.base import Measure, Need
from rte_baselines.evaluation.measures.contingency import Confusion
from rte_baselines.evaluation.measures.information import information
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import decimal
from rte_baselines.runs import Run
from rte_baselines.runs.prediction import SEEN, UNSEEN

# In bits. A smaller loss does not show at three decimal places.
_SMALLEST_LOSS = 0.0005
_LEAST_GAIN = 0.2

EXCHANGE = "exchange"
"""The topic of the finding that labels may be exchanged, so that all scores mean little."""

TRAINING = "training"
"""The topic of the finding whether the model of a run has seen the pairs in training."""

_ORDER_NAMES: dict[Need, str] = {
    "ranking": "rank",
    "confidences": "confidence",
    "probabilities": "the probability of ENTAILMENT",
}


@brief
@dataclass(frozen=True)
class Finding:
    """A property of a run that matters when its scores are read.

    It is `about` training, reading, exchange, ranking, ties, soundness or degradation;
    `text` is one line, and `details` are the same as data, for JSON.
    """

    about: str
    text: str
    details: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a JSON object."""
        return {"about": self.about, "text": self.text, **self.details}


def find(scored: ScoredRun, measures: Sequence[Measure]) -> tuple[Finding, ...]:
    """Return all findings on a run, of which these measures are shown."""
    run, judgments = scored.run, scored.judgments
    found = [*training_findings(run), *(Finding("reading", note, {}) for note in run.notes)]
    exchange = find_exchange(judgments)
    if exchange is not None:
        found.append(exchange)
    if run.ranking is not None and run.scores is None:
        order = "the order of its lines is taken as a ranking, the most certain entailment first"
        found.append(Finding("ranking", order, {}))
    found += find_ties(judgments, measures)
    if judgments.has_labels:
        found += check_soundness(judgments, [scored.gold.ids[place] for place in scored.answered])
        found += find_degradation(judgments)
    return tuple(found)


def find_exchange(judgments: Judgments) -> Finding | None:
    """Return the exchange of labels that would raise accuracy most, if it is far better.

    None unless accuracy would be higher by 0.2 or more, and above that of the best trivial system,
    which always gives the most frequent gold label. Two labels may be exchanged, or three in a
    circle, as when numbers are read in another order. The labels of a three-way run are exchanged
    as they are, and conflated afterwards if the gold labels are two-way. The details say as what
    each label is `meant`, and have the accuracies.
    """
    if not judgments.has_labels:
        return None
    scheme = judgments.scheme or Scheme.TWO_WAY
    labels = (judgments.labels_scheme or scheme).labels
    said = [LABELS.index(label) for label in labels]
    read = np.arange(len(LABELS), dtype=np.int8)
    read = conflate_codes(read) if scheme is Scheme.TWO_WAY else read
    is_right = np.equal.outer(read, read[said])
    # Of the pairs with each of the run's labels, how many are right by what the label may mean.
    hits = judgments.table[:, said].T @ is_right
    as_read, *others = map(list, permutations(range(len(labels))))
    # The first of those that are as good exchanges fewest labels.
    others.sort(key=lambda order: np.not_equal(order, as_read).sum())
    order = max(others, key=lambda order: hits[as_read, order].sum())
    before, after = hits.trace(), hits[as_read, order].sum()
    pairs, most_frequent = len(judgments.gold), hits.sum(axis=0).max()
    if after <= most_frequent or (after - before) / pairs < _LEAST_GAIN:
        return None
    meant = {str(labels[i]): str(labels[j]) for i, j in enumerate(order) if i != j}
    accuracies = {
        name: float(right / pairs)
        for name, right in (("before", before), ("after", after), ("best_trivial", most_frequent))
    }
    if len(meant) == 2:
        what = f"exchanging {' and '.join(map(_written, meant))}"
    else:
        what = "reading " + ", ".join(f"{_written(a)} as {_written(b)}" for a, b in meant.items())
    lower, higher, trivial = map(decimal, accuracies.values())
    text = (
        f"{what} in the whole run would raise accuracy from {lower} to {higher}, above the best "
        f"trivial system ({trivial}); if labels or columns have another order, state it: "
        f"{how_to_state('run_labels= or run_columns=', '--run-labels or --run-columns')}"
    )
    return Finding(EXCHANGE, text, {"meant": meant, **accuracies})


def _written(label: str) -> str:
    return label.replace("_", " ")


def find_ties(judgments: Judgments, measures: Sequence[Measure]) -> Iterator[Finding]:
    """Yield the ties in each order that a measure uses: by rank, confidence or probability."""
    for (order, order_name), together in product(_ORDER_NAMES.items(), (False, True)):
        values = getattr(judgments, order)
        names = [
            measure.name
            for measure in measures
            if measure.orders_by == order and measure.ties_together is together
        ]
        if values is None or not names:
            continue
        keys = values if values.ndim == 1 else values[:, ENTAILMENT]
        sizes = np.unique(keys, return_counts=True)[1]
        sizes = sizes[sizes > 1]
        if len(sizes):
            pairs, largest = int(sizes.sum()), int(sizes.max())
            where = f"{len(sizes)} ties (the largest of {largest})"
            if len(sizes) == 1:
                where = f"1 tie of {largest}"
            how = "are on the same side of each threshold"
            text = (
                f"{', '.join(names)}: {pairs} of {len(values)} pairs are tied in {order_name}, in "
                f"{where}; they {how if together else 'count by their expectation'}"
            )
            numbers = {"pairs": pairs, "ties": len(sizes), "largest": largest}
            yield Finding("ties", text, {"order": order_name, **numbers})


def check_soundness(judgments: Judgments, ids: Sequence[str]) -> Iterator[Finding]:
    """Yield that labels and ranking contradict each other, if they do.

    They do unless all pairs down to a cutoff rank are labelled ENTAILMENT and none below it, in
    some order of tied pairs: no gold standard could give both the accuracy and the average
    precision 1. bergmair2009, section 4; tac2008 expects ranked runs to be sound. The details have
    the ids of the best-ranked pair not labelled ENTAILMENT and of the best-ranked pair below it
    that is.
    """
    ranking, entails = judgments.ranking, judgments.labels_entail
    if ranking is None or entails.all():
        return
    above = _best_ranked(ranking, ~entails)
    are_below = entails & (ranking > ranking[above])
    if are_below.any():
        contradiction = [ids[above], ids[_best_ranked(ranking, are_below)]]
        first, second = map(quoted, contradiction)
        text = (
            f"no cutoff of the entailment ranking gives the labels: pair {first}, not labelled "
            f"ENTAILMENT, ranks above pair {second}, labelled ENTAILMENT"
        )
        if judgments.labels_scheme is Scheme.THREE_WAY:
            # ENTAILMENT may be the most probable label at 0.40, and another one where it has 0.45.
            text += "; usual for three-way runs labelled by the most probable label"
        yield Finding("soundness", text, {"contradiction": contradiction})


def _best_ranked(ranking: IntArray | FloatArray, subset: BoolArray) -> int:
    """Return the position of the best-ranked pair of a subset, the first of tied ones."""
    positions = np.flatnonzero(subset)
    return int(positions[np.argmin(ranking[positions])])


def find_degradation(judgments: Judgments) -> list[Finding]:
    """Return the labels that could be replaced by another to raise accuracy and lose information.

    They are sorted by accuracy after it, highest first. bergmair2009, section 5.2. Accuracy and
    information are three-way if the gold labels and the run's labels allow it. The details have
    accuracy, Cohen's kappa and information I(G;L), in bits, as it is and with the replacement.
    """
    confusion = Confusion.of(judgments, judgments.scheme or Scheme.TWO_WAY)
    counts, labels = confusion.counts.astype(np.float64), confusion.labels
    found = []
    for given, instead in permutations(range(len(labels)), 2):
        conflated = counts.copy()
        conflated[:, instead] += conflated[:, given]
        conflated[:, given] = 0
        if np.trace(conflated) <= np.trace(counts):
            continue
        before, after = _standing(counts), _standing(conflated)
        bits = before["mutual_information"]
        lost = bits - after["mutual_information"]
        if after["mutual_information"] < bits - _SMALLEST_LOSS:
            text = (
                f"labelling every {_written(labels[given])} as {_written(labels[instead])} would "
                f"raise accuracy from {decimal(before['accuracy'])} to "
                f"{decimal(after['accuracy'])}, but lose {lost:.3f} of {bits:.3f} bits of mutual "
                "information"
            )
            replaced = {"given": str(labels[given]), "instead": str(labels[instead])}
            details = {**replaced, "before": before, "after": after}
            found.append(Finding("degradation", text, details))
    return sorted(found, key=lambda finding: -finding.details["after"]["accuracy"])


def _standing(counts: FloatArray) -> dict[str, float]:
    """Return measures of a table of counts, with two or more gold labels, in rows."""
    return {
        "accuracy": float(np.trace(counts) / counts.sum()),
        "kappa": float(cohens_kappa(counts)),
        "mutual_information": float(information(counts).mutual_information),
    }


def training_findings(run: Run) -> tuple[Finding, ...]:
    """Return a finding for each trained model that made predictions of a run.

    The run is as `check_run` returns it: on the pairs that it is scored on.
    """
    found = []
    training = run.columns.training
    for place, model in enumerate(training.models):
        codes = training.seen[training.model_places == place]
        pairs, seen, unseen = len(codes), int(np.sum(codes == SEEN)), int(np.sum(codes == UNSEEN))
        text = f"its model is {model}; it is not known which pairs were in its training data"
        if seen:
            text = (
                f"{seen} of {counted(pairs, 'pair')} were in the training data of its model "
                f"{model}, whatever their case and punctuation, so its scores say "
                f"{'nothing' if seen == pairs else 'less'} about new pairs"
            )
        elif unseen == pairs:
            text = (
                f"its model is {model}; none of the {counted(pairs, 'pair')} was in its training "
                "data"
            )
        if pairs:
            details = {"model": model, "pairs": pairs, "seen": seen}
            found.append(Finding(TRAINING, text, details))
    return tuple(found)


def warn_of_training_pairs(run: Run) -> tuple[Finding, ...]:
    """Return the `training_findings`, and warn of models that have seen some of the pairs."""
    findings = training_findings(run)
    for finding in findings:
        if finding.details["seen"]:
            warnings.warn(f"{run.name}: {finding.text}", InputWarning, stacklevel=3)
    return findings
