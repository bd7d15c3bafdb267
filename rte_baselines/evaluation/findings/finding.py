"""Findings on a run: properties that its scores do not show, one line for each."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import permutations, product
from math import isclose
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import InputWarning, RunError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    NO_ENTAILMENT,
    Judgments,
    conflate_codes,
    why_not_three_way,
)
from rte_baselines.evaluation.measures.accuracy import cohens_kappa
from rte_baselines.evaluation.measures.base import Measure, Need
from rte_baselines.evaluation.measures.contingency import Confusion
from rte_baselines.evaluation.measures.information import information
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme, conflate
from rte_baselines.rendering.tables import decimal, percentage
from rte_baselines.runs import Run
from rte_baselines.runs.prediction import SEEN, UNSEEN

if TYPE_CHECKING:
    from rte_baselines.evaluation.findings.other_dataset import OtherDataset


# In bits. A smaller loss does not show at three decimal places.
_SMALLEST_LOSS = 0.0005


@dataclass(frozen=True)
class Standing:
    """Accuracy, Cohen's kappa and information I(G;L), in bits, in the scheme of the judgments."""

    accuracy: float
    kappa: float
    mutual_information: float

    @classmethod
    def of(cls, counts: FloatArray) -> "Standing":
        """Return the standing of a table of counts, with two or more gold labels, in rows."""
        return cls(
            accuracy=float(np.trace(counts) / counts.sum()),
            kappa=float(cohens_kappa(counts)),
            mutual_information=float(information(counts).mutual_information),
        )


@dataclass(frozen=True)
class Degradation:
    """Two labels of a run whose conflation would raise accuracy but lose information.

    `given` is the label to replace everywhere by `instead`; the run's standing is `before` as it
    is, and `after` with the replacement.
    """

    given: Label
    instead: Label
    before: Standing
    after: Standing

    def describe(self) -> str:
        """Return one line with the gain in accuracy and the loss of information."""
        given, instead = (label.replace("_", " ") for label in (self.given, self.instead))
        before, after = self.before.mutual_information, self.after.mutual_information
        return (
            f"labelling every {given} as {instead} would raise accuracy from "
            f"{decimal(self.before.accuracy)} to {decimal(self.after.accuracy)}, but lose "
            f"{before - after:.3f} of {before:.3f} bits of mutual information"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the labels and both standings as JSON objects."""
        return {**asdict(self), "given": str(self.given), "instead": str(self.instead)}


def find_degradation(judgments: Judgments) -> tuple[Degradation, ...]:
    """Return the pairs of labels whose conflation would raise accuracy and lose information.

    Both directions of a replacement are considered, and sorted by accuracy after it, highest first.
    bergmair2009, section 5.2. Accuracy and information are three-way if the gold labels and the
    run's labels allow it, else two-way, where the conflation of the two labels makes a constant
    system.
    """
    confusion = Confusion.of(judgments, judgments.scheme or Scheme.TWO_WAY)
    counts, labels = confusion.counts.astype(np.float64), confusion.labels
    degradations = [
        Degradation(labels[given], labels[instead], Standing.of(counts), Standing.of(conflated))
        for given, instead in permutations(range(len(labels)), 2)
        if _is_degraded(counts, conflated := _conflate(counts, given, instead))
    ]
    return tuple(sorted(degradations, key=lambda degradation: -degradation.after.accuracy))


def _conflate(counts: FloatArray, given: int, instead: int) -> FloatArray:
    conflated: FloatArray = counts.copy()
    conflated[:, instead] += conflated[:, given]
    conflated[:, given] = 0
    return conflated


def _is_degraded(before: FloatArray, after: FloatArray) -> bool:
    if np.trace(after) <= np.trace(before):
        return False
    bits_before, bits_after = (information(t).mutual_information for t in (before, after))
    return bool(bits_after < bits_before - _SMALLEST_LOSS)


_LEAST_GAIN = 0.2


@dataclass(frozen=True)
class Exchange:
    """Labels of a run whose exchange makes it far better, and better than trivial systems.

    `meant` is what each of two or three labels would have to be read as, `before` and `after` the
    run's accuracy as it is and then, and `best_trivial` the share of the most frequent gold label.
    """

    meant: Mapping[Label, Label]
    before: float
    after: float
    best_trivial: float

    def describe(self) -> str:
        """Return one line with both accuracies, and what may be the cause."""
        names = {
            label.replace("_", " "): meant.replace("_", " ") for label, meant in self.meant.items()
        }
        what = "reading " + ", ".join(f"{label} as {meant}" for label, meant in names.items())
        if len(names) == 2:
            what = f"exchanging {' and '.join(names)}"
        return (
            f"{what} in the whole run would raise accuracy from "
            f"{decimal(self.before)} to {decimal(self.after)}, above the best trivial system "
            f"({decimal(self.best_trivial)}); the order of labels or of columns may be another one"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the labels and accuracies as a JSON object."""
        meant = {str(label): str(meant) for label, meant in self.meant.items()}
        return {**asdict(self), "meant": meant}


def find_exchange(judgments: Judgments) -> Exchange | None:
    """Return the exchange of labels that would raise accuracy most, if it is far better.

    None unless accuracy would be higher by 0.2 or more, and above that of the best trivial system,
    which always gives the most frequent gold label. Two labels may be exchanged, or three in a
    circle, as when ENTAILMENT, UNKNOWN and CONTRADICTION are numbered in this order and read in the
    order CONTRADICTION, ENTAILMENT and UNKNOWN. The labels of a three-way run are exchanged as they
    are, and conflated afterwards if the gold labels are two-way.
    """
    counts, labels, right = _counts(judgments)
    pairs, most_frequent, before = counts.sum(), counts.sum(axis=1).max(), _hits(counts, right)
    # The first of those that are as good exchanges fewest labels.
    order = max(_exchanges(len(labels)), key=lambda order: _hits(counts, right[order]))
    after = _hits(counts, right[order])
    if after <= most_frequent or (after - before) / pairs < _LEAST_GAIN:
        return None
    meant = {labels[i]: labels[j] for i, j in enumerate(order) if i != j}
    return Exchange(meant, *(float(hits / pairs) for hits in (before, after, most_frequent)))


def _counts(judgments: Judgments) -> tuple[IntArray, tuple[Label, ...], IntArray]:
    """Count gold labels in rows, conflated if need be, and the run's own labels in columns.

    Also return the labels of the columns and, for each, the row with which it is right.
    """
    scheme = judgments.scheme or Scheme.TWO_WAY
    is_two_way = scheme is Scheme.TWO_WAY
    is_own_three_way = judgments.labels_scheme is Scheme.THREE_WAY
    labels = (Scheme.THREE_WAY if is_own_three_way else scheme).labels
    gold = conflate_codes(judgments.gold) if is_two_way else judgments.gold
    shape = len(LABELS), len(LABELS)
    codes = np.ravel_multi_index((gold, judgments.labels), shape)
    cells: IntArray = np.bincount(codes, minlength=len(LABELS) ** 2).reshape(shape)
    rows, columns = (list(map(LABELS.index, each)) for each in (scheme.labels, labels))
    said = map(conflate, labels) if is_two_way else labels
    right = np.array([scheme.labels.index(label) for label in said])
    return cells[np.ix_(rows, columns)], labels, right


def _hits(counts: IntArray, right: IntArray) -> int:
    """Return the number of correct labels, given the row of the gold label of each column."""
    return int(counts[right, np.arange(len(right))].sum())


def _exchanges(labels: int) -> list[list[int]]:
    """Return all orders of so many labels but the one as read, those of two labels first."""
    as_read, *others = map(list, permutations(range(labels)))
    return sorted(others, key=lambda order: np.not_equal(order, as_read).sum())


@dataclass(frozen=True)
class Soundness:
    """Whether all pairs down to a cutoff rank are labelled ENTAILMENT, and none below it.

    If not, the labels and the ranking are self-contradictory, as the paper says: no gold standard
    could give both the accuracy and the average precision 1. `cutoff` is the number of pairs down
    to the cutoff. `needs_ties` says whether pairs tied there have different labels, so that the run
    is sound in some orders of them only. `contradiction` has the positions of the best-ranked pair
    not labelled ENTAILMENT and of the best-ranked pair below it that is; None if the run is sound.
    """

    is_sound: bool
    cutoff: int | None
    needs_ties: bool
    contradiction: tuple[int, int] | None

    def describe(self, ids: Sequence[str]) -> str:
        """Return one line of text; `ids` are the ids of all pairs, in their order."""
        if self.contradiction is not None:
            above, below = (ids[position] for position in self.contradiction)
            return (
                f"no cutoff of the entailment ranking gives the labels: pair {quoted(above)}, not "
                f"labelled ENTAILMENT, ranks above pair {quoted(below)}, labelled ENTAILMENT"
            )
        condition = " if tied pairs are put in that order" if self.needs_ties else ""
        where = f"ENTAILMENT down to rank {self.cutoff} of {len(ids)}, none below it"
        return f"labels and ranking are sound{condition}: {where}"

    def to_dict(self, ids: Sequence[str]) -> dict[str, Any]:
        """Return a JSON object, with the contradiction as two ids."""
        contradiction = self.contradiction and [ids[position] for position in self.contradiction]
        return {**asdict(self), "contradiction": contradiction}


def check_soundness(judgments: Judgments) -> Soundness:
    """Check whether a cutoff on a run's ranking gives its labels.

    Gold labels are not used. A run with ties is sound if it is sound in some order of the tied
    pairs. It is an error if the run is not ranked. bergmair2009, section 4; tac2008 expects ranked
    runs to be sound.
    """
    if judgments.ranking is None:
        raise RunError("the run is not ranked; soundness needs a rank or score of every pair")
    ranking, entails = judgments.ranking, judgments.labels_entail
    cutoff = int(entails.sum())
    if cutoff == len(entails):
        return Soundness(is_sound=True, cutoff=cutoff, needs_ties=False, contradiction=None)
    above = _best_ranked(ranking, ~entails)
    below = entails & (ranking > ranking[above])
    if below.any():
        pair = (above, _best_ranked(ranking, below))
        return Soundness(is_sound=False, cutoff=None, needs_ties=False, contradiction=pair)
    needs_ties = bool((entails & (ranking == ranking[above])).any())
    return Soundness(is_sound=True, cutoff=cutoff, needs_ties=needs_ties, contradiction=None)


def _best_ranked(ranking: IntArray | FloatArray, subset: BoolArray) -> int:
    """Return the position of the best-ranked pair of a subset, the first of tied ones."""
    positions = np.flatnonzero(subset)
    return int(positions[np.argmin(ranking[positions])])


_NEGATIONS = {
    Label.ENTAILMENT: Label.CONTRADICTION,
    Label.CONTRADICTION: Label.ENTAILMENT,
}
_NEGATED: NDArray[np.int8] = np.array(
    [LABELS.index(_NEGATIONS.get(label, label)) for label in LABELS], dtype=np.int8
)


@dataclass(frozen=True)
class BrokenSymmetry:
    """A measure that gives a run and its negation different scores, None where undefined."""

    measure: str
    value: float | None
    negated: float | None

    def describe(self) -> str:
        """Return the score that the negation has instead of that of the run."""
        return f"{self.measure} {_formatted(self.negated)} instead of {_formatted(self.value)}"


def negate(judgments: Judgments) -> Judgments:
    """Return three-way judgments with every hypothesis negated (bergmair2009, section 4.2).

    ENTAILMENT and CONTRADICTION are swapped in gold labels, labels and probabilities. Confidences
    stay as they are. The ranking is reversed, since the least certain entailment becomes the most
    certain one. The paper leaves this open: the symmetry of average precision is broken "regardless
    of how" the two rankings are related. The negation of NO_ENTAILMENT is unknown, and an error.
    """
    reason = _why_not_negated(judgments)
    if reason:
        raise RunError(f"the run cannot be negated: {reason}; expected three-way labels")
    ranking, probabilities = judgments.ranking, judgments.probabilities
    return replace(
        judgments,
        gold=_NEGATED[judgments.gold],
        labels=_NEGATED[judgments.labels],
        ranking=None if ranking is None else -ranking,
        probabilities=None if probabilities is None else probabilities[:, _NEGATED],
    )


def broken_symmetries(
    judgments: Judgments, measures: Iterable[Measure]
) -> tuple[BrokenSymmetry, ...]:
    """Return the measures that give a run and its negation different scores, in their order.

    Judgments must be three-way. Differences within rounding do not count. A measure that is
    undefined on one side only is included, one undefined on both sides is not.
    """
    negation = negate(judgments)
    pairs = (
        BrokenSymmetry(measure.name, _value(measure, judgments), _value(measure, negation))
        for measure in measures
    )
    return tuple(pair for pair in pairs if not _are_equal(pair.value, pair.negated))


def _why_not_negated(judgments: Judgments) -> str | None:
    reason = why_not_three_way(judgments)
    if reason or judgments.probabilities is None:
        return reason
    has_two_way = judgments.probabilities[:, NO_ENTAILMENT].any()
    return "the probabilities are two-way" if has_two_way else None


def _value(measure: Measure, judgments: Judgments) -> float | None:
    return None if measure.why_undefined(judgments) else measure.score(judgments)


def _are_equal(value: float | None, negated: float | None) -> bool:
    if value is None or negated is None:
        return value is negated
    return isclose(value, negated, rel_tol=1e-9, abs_tol=1e-12)


def _formatted(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


DATASET = "dataset"
"""The topic of the finding that a run may be for another dataset."""

EXCHANGE = "exchange"
"""The topic of the finding that two labels of a run may be exchanged."""

DOUBTS = (DATASET, EXCHANGE)
"""The topics of findings that may make all scores of a run meaningless."""

_ORDER_NAMES: dict[Need, str] = {
    "ranking": "rank",
    "confidences": "confidence",
    "probabilities": "the probability of ENTAILMENT",
}


@brief
@dataclass(frozen=True)
class Finding:
    """A property of a run that matters when its scores are read.

    It is `about` training, reading, dataset, exchange, ranking, ties, soundness, degradation or
    symmetry; `text` is one line, and `details` are the same as data, for JSON.
    """

    about: str
    text: str
    details: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a JSON object."""
        return {"about": self.about, "text": self.text, **self.details}


_ORDER_RANKS = Finding(
    "ranking", "the order of its lines is taken as a ranking, the most certain entailment first", {}
)


def find(
    judgments: Judgments,
    ids: Sequence[str],
    measures: Sequence[Measure],
    *,
    notes: Sequence[str] = (),
    others: Sequence["OtherDataset"] = (),
    is_ranked_by_order: bool = False,
) -> tuple[Finding, ...]:
    """Return all findings on a run.

    The judgments are of all pairs that the run labels, whose `ids` are given, and `measures` those
    that are shown. `notes` are on how the run was read (see `Run`), and `others` the datasets with
    the same ids that it may be for. `is_ranked_by_order` says whether the ranking is the order in
    which the predictions were given.
    """
    return (
        *(Finding("reading", note, {}) for note in notes),
        *doubt_findings(judgments, others),
        *([_ORDER_RANKS] if is_ranked_by_order else []),
        *_ties(judgments, measures),
        *(_of_labels(judgments, ids, measures) if judgments.has_labels else ()),
    )


def _of_labels(
    judgments: Judgments, ids: Sequence[str], measures: Sequence[Measure]
) -> Iterator[Finding]:
    """Yield the findings that depend on labels."""
    if judgments.ranking is not None:
        soundness = check_soundness(judgments)
        text = soundness.describe(ids)
        if not soundness.is_sound and judgments.labels_scheme is Scheme.THREE_WAY:
            # ENTAILMENT may be the most probable label at 0.40, and another one where it has 0.45.
            text += "; usual for three-way runs labelled by the most probable label"
        yield Finding("soundness", text, soundness.to_dict(ids))
    for degradation in find_degradation(judgments):
        yield Finding("degradation", degradation.describe(), degradation.to_dict())
    yield from _symmetries(judgments, measures)


def doubt_findings(judgments: Judgments, others: Sequence["OtherDataset"]) -> Sequence[Finding]:
    """Return the findings of `DOUBTS`: another dataset, exchanged labels; none without labels."""
    if not judgments.has_labels:
        return ()
    found = []
    if others:
        listed = ", ".join(other.describe() for other in others)
        text = (
            f"accuracy {percentage(float(judgments.correct.mean()))}% is not above chance; the ids "
            f"are also those of {listed}; "
            f"is it a run for {'that' if len(others) == 1 else 'one of these'}?"
        )
        found.append(Finding(DATASET, text, {"datasets": list(map(asdict, others))}))
    exchange = find_exchange(judgments)
    if exchange is not None:
        found.append(Finding(EXCHANGE, exchange.describe(), exchange.to_dict()))
    return found


def _ties(judgments: Judgments, measures: Sequence[Measure]) -> Iterator[Finding]:
    """Yield the ties in each order that a measure uses."""
    for (order, order_name), together in product(_ORDER_NAMES.items(), (False, True)):
        values = getattr(judgments, order)
        names = [
            measure.name
            for measure in measures
            if measure.orders_by == order and measure.ties_together is together
        ]
        if values is None or not names:
            continue
        ties = count_ties(values if values.ndim == 1 else values[:, ENTAILMENT])
        if ties.groups:
            text = f"{', '.join(names)}: {ties.describe(order_name, together)}"
            numbers = {"pairs": ties.pairs, "ties": ties.groups, "largest": ties.largest}
            yield Finding("ties", text, {"order": order_name, **numbers})


def _symmetries(judgments: Judgments, measures: Sequence[Measure]) -> Iterator[Finding]:
    """Yield the measures that change under negation, unless the labels are two-way."""
    try:
        broken = broken_symmetries(judgments, measures)
    except RunError:
        return
    if broken:
        yield Finding(
            "symmetry",
            "not symmetric: with ENTAILMENT and CONTRADICTION exchanged in gold labels and run"
            f"{', and the ranking reversed' if judgments.ranking is not None else ''}, as if "
            "every hypothesis were negated, the run would have "
            f"{', '.join(measure.describe() for measure in broken)}; these measures do not treat "
            "the two labels alike",
            {"measures": list(map(asdict, broken))},
        )


@dataclass(frozen=True)
class Ties:
    """The ties among the pairs' values.

    `pairs` is the number of pairs that are tied with another, `groups` that of the groups of tied
    pairs, `largest` the size of the largest, 0 if none, and `of` the number of all pairs.
    """

    pairs: int
    groups: int
    largest: int
    of: int

    def describe(self, order: str, together: bool = False) -> str:
        """Return one line of text, where `order` is a noun for the values, such as "confidence".

        `together` says whether tied pairs are on the same side of each threshold, or in any order.
        """
        if not self.groups:
            return f"none of {self.of} pairs is tied in {order}"
        where = (
            f"1 tie of {self.largest}"
            if self.groups == 1
            else f"{self.groups} ties (the largest of {self.largest})"
        )
        return f"{self.pairs} of {self.of} pairs are tied in {order}, in {where}; they " + (
            "are on the same side of each threshold" if together else "count by their expectation"
        )


def count_ties(values: IntArray | FloatArray) -> Ties:
    """Count the pairs that share their rank, confidence or probability with another pair."""
    sizes = np.unique(values, return_counts=True)[1]
    ties = sizes[sizes > 1]
    return Ties(int(ties.sum()), len(ties), int(ties.max(initial=0)), len(values))


TRAINING = "training"
"""The topic of the finding whether the model of a run has seen the pairs in training."""


def training_findings(run: Run) -> tuple[Finding, ...]:
    """Return a finding for each trained model that made predictions of a run.

    The run is as `check_run` returns it: on the pairs that it is scored on.
    """
    found = []
    training = run.columns.training
    for place, model in enumerate(training.models):
        codes = training.seen[training.of_prediction == place]
        if len(codes):
            seen, unseen = int(np.sum(codes == SEEN)), int(np.sum(codes == UNSEEN))
            details = {"model": model, "pairs": len(codes), "seen": seen}
            found.append(Finding(TRAINING, _describe(model, seen, unseen, len(codes)), details))
    return tuple(found)


def warn_of_training_pairs(run: Run, findings: Sequence[Finding]) -> None:
    """Warn of models that have seen some of the pairs in training, by `training_findings`."""
    for finding in findings:
        if finding.details["seen"]:
            warnings.warn(f"{run.name}: {finding.text}", InputWarning, stacklevel=3)


def _describe(model: str, seen: int, unseen: int, pairs: int) -> str:
    if seen:
        consequence = "say nothing" if seen == pairs else "say less"
        return (
            f"{seen} of {counted(pairs, 'pair')} were in the training data of its model {model}, "
            f"whatever their case and punctuation, so its scores {consequence} about new pairs"
        )
    if unseen == pairs:
        return (
            f"its model is {model}; none of the {counted(pairs, 'pair')} was in its training data"
        )
    return f"its model is {model}; it is not known which pairs were in its training data"
