"""Gold labels and a system's output on the same pairs, as the arrays that measures take."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.rankings.rankings import RankedHits
from rte_baselines.pairs import Scheme, conflate, scheme_of
from rte_baselines.runs import Run, columns

Codes = columns.Codes
"""Labels by their index in `LABELS`, shape (n,)."""

LABELS = columns.LABELS
ENTAILMENT, NO_ENTAILMENT = map(LABELS.index, Scheme.TWO_WAY.labels)
_CONFLATED = np.array([LABELS.index(conflate(label)) for label in LABELS], dtype=np.int8)


@brief
@dataclass(frozen=True)
class Judgments:
    """The input of measures: arrays that have one value for each pair.

    `gold` and `labels`, shape (n,), are codes; `ranking` has the rank of each pair, of which the
    lowest is the surest entailment and equal ones are tied; `confidences` are higher for surer
    labels; `probabilities`, shape (n, 4), are of each of `LABELS`, 0 for those that are not in the
    system's scheme.

    `unanswered` is the number of further pairs that the system was given and did not label;
    `known_scheme` that of a larger set that these pairs are part of, which they alone may not show;
    `pseudo_pairs` the number of pairs at the end that `with_pseudo_pairs` has appended.
    `is_conflated` says that three-way labels were conflated because those of another system are
    two-way, and `has_labels` that the labels are the system's and no placeholders, as in `Run`.
    """

    gold: Codes
    labels: Codes
    ranking: IntArray | FloatArray | None = None
    confidences: FloatArray | None = None
    probabilities: FloatArray | None = None
    unanswered: int = 0
    known_scheme: Scheme | None = None
    pseudo_pairs: int = 0
    is_conflated: bool = False
    has_labels: bool = True

    @classmethod
    def of_run(
        cls, gold: Codes, run: Run, scheme: Scheme | None = None, *, unanswered: int = 0
    ) -> "Judgments":
        """Return the judgments of a run on the pairs with these gold labels, in their order.

        The labels may be two-way by those of further pairs. Of these, `unanswered` are left out.
        """
        return cls(
            gold,
            run.columns.codes,
            run.ranking,
            run.confidences,
            run.probabilities,
            unanswered,
            scheme if scheme is Scheme.TWO_WAY else None,
            has_labels=run.has_labels,
        )

    @classmethod
    def pooled(cls, parts: Sequence["Judgments"]) -> "Judgments":
        """Return the judgments of several datasets in one scheme, joined and without ranks.

        Confidences and probabilities are kept if every part has them.
        """

        def joined(values: Sequence[FloatArray | None]) -> FloatArray | None:
            given = [array for array in values if array is not None]
            return np.concatenate(given) if len(given) == len(values) else None

        def labels(arrays: Sequence[Codes]) -> Codes:
            mixes_schemes = len({*map(scheme_of_codes, arrays)} - {None}) > 1
            codes = np.concatenate(arrays)
            return conflate_codes(codes) if mixes_schemes else codes

        return cls(
            gold=labels([part.gold for part in parts]),
            labels=labels([part.labels for part in parts]),
            confidences=joined([part.confidences for part in parts]),
            probabilities=joined([part.probabilities for part in parts]),
            unanswered=sum(part.unanswered for part in parts),
            known_scheme=parts[0].scheme,
            is_conflated=any(part.is_conflated for part in parts),
            has_labels=all(part.has_labels for part in parts),
        )

    @property
    def pairs(self) -> int:
        """The number of pairs that the system was given, with those that it left out."""
        return len(self.gold) - self.pseudo_pairs + self.unanswered

    @cached_property
    def scheme(self) -> Scheme | None:
        """Three-way if gold and labels can both be read so; None if all is ENTAILMENT."""
        if self.known_scheme is not None:
            return self.known_scheme
        schemes = {self.gold_scheme, self.labels_scheme}
        if Scheme.TWO_WAY in schemes:
            return Scheme.TWO_WAY
        return Scheme.THREE_WAY if Scheme.THREE_WAY in schemes else None

    @cached_property
    def gold_scheme(self) -> Scheme | None:
        """The scheme of the gold labels; None if all are ENTAILMENT."""
        return scheme_of_codes(self.gold)

    @cached_property
    def labels_scheme(self) -> Scheme | None:
        """The scheme of the system's labels; None if all are ENTAILMENT."""
        return scheme_of_codes(self.labels)

    @property
    def gold_entails(self) -> BoolArray:
        """Which pairs are ENTAILMENT in the gold standard."""
        return np.equal(self.gold, ENTAILMENT)

    @property
    def labels_entail(self) -> BoolArray:
        """Which pairs the system labels ENTAILMENT."""
        return np.equal(self.labels, ENTAILMENT)

    @property
    def correct(self) -> BoolArray:
        """Which labels match the gold label after two-way conflation of both."""
        return np.equal(self.gold_entails, self.labels_entail)

    @cached_property
    def cells(self) -> Codes:
        """Each pair's cell in a table of gold labels (rows) by the system's (columns)."""
        cells: Codes = self.gold * np.int8(len(LABELS)) + self.labels
        return cells

    @cached_property
    def table(self) -> FloatArray:
        """How often each label was given for each gold label, shape (4, 4), gold in rows."""
        counts = np.bincount(self.cells, minlength=len(LABELS) ** 2)
        return counts.reshape(len(LABELS), len(LABELS)).astype(np.float64)

    @cached_property
    def entailments_by_rank(self) -> RankedHits:
        """The entailed pairs among all, from the surest entailment to the least sure."""
        assert self.ranking is not None
        return RankedHits.of(self.ranking, self.gold_entails)

    @cached_property
    def correct_by_confidence(self) -> RankedHits:
        """The right labels, two-way, among all, from the surest label to the least sure."""
        assert self.confidences is not None
        return RankedHits.of(-self.confidences, self.correct)

    @property
    def right(self) -> BoolArray:
        """Which labels are right: three-way, or two-way if gold or labels are so."""
        return self.right_in(self.scheme)

    def right_in(self, scheme: Scheme | None) -> BoolArray:
        """Return which labels are right, after conflation if the scheme is two-way."""
        return self.correct if scheme is Scheme.TWO_WAY else np.equal(self.gold, self.labels)

    @cached_property
    def right_by_confidence(self) -> RankedHits:
        """The right labels among all, from the surest label to the least sure."""
        assert self.confidences is not None
        return RankedHits.of(-self.confidences, self.right)

    @cached_property
    def entailments_by_probability(self) -> RankedHits:
        """The entailed pairs among all, from the most probably entailed to the least."""
        assert self.probabilities is not None
        keys = -self.probabilities[:, ENTAILMENT]
        return RankedHits.of(keys, self.gold_entails)

    def select(self, positions: IntArray, *, unanswered: int = 0) -> "Judgments":
        """Return the judgments of the pairs at these positions.

        `unanswered` is the number of further pairs that the system was given and left out.
        """
        return replace(
            self,
            gold=self.gold[positions],
            labels=self.labels[positions],
            ranking=None if self.ranking is None else self.ranking[positions],
            confidences=None if self.confidences is None else self.confidences[positions],
            probabilities=None if self.probabilities is None else self.probabilities[positions],
            unanswered=unanswered,
            known_scheme=self.scheme,
            pseudo_pairs=0,
        )


def canonical_order(*judgments: Judgments) -> IntArray:
    """Return an order of pairs that does not depend on the order in which they are given.

    Only pairs that are equal for every measure may be next to each other in either order.
    """
    first = judgments[0].ranking
    if first is not None:
        by_rank = np.argsort(first, kind="stable")
        if (np.diff(first[by_rank]) > 0).all():
            return by_rank
    keys: list[NDArray[Any]] = []
    for judged in judgments:
        keys += [] if judged.ranking is None else [judged.ranking]
        keys += [] if judged.confidences is None else [-judged.confidences]
        keys += [-judged.gold, judged.labels]
        keys += [] if judged.probabilities is None else list(judged.probabilities.T)
    return np.lexsort(keys[::-1])


def conflate_codes(codes: Codes) -> Codes:
    """Map codes of three-way labels to those of the two-way scheme."""
    return _CONFLATED[codes]


def columns_of(scheme: Scheme) -> list[int]:
    """Return the codes of the labels of a scheme, in its order."""
    return [LABELS.index(label) for label in scheme.labels]


def positions_in(scheme: Scheme, codes: Codes) -> IntArray:
    """Return the place of each label among those of a scheme, conflated if it is two-way."""
    codes = conflate_codes(codes) if scheme is Scheme.TWO_WAY else codes
    return np.searchsorted(columns_of(scheme), codes).astype(np.int64)


def probabilities_in(scheme: Scheme, probabilities: FloatArray) -> FloatArray:
    """Return the probabilities of the labels of a scheme, conflated if it is two-way.

    They are divided by their sum, which is 1 in a file but for rounding: shape (n, labels), given
    those of all `LABELS`.
    """
    found = probabilities[:, columns_of(scheme)]
    if scheme is Scheme.TWO_WAY:
        entailed = probabilities[:, ENTAILMENT]
        found = np.column_stack([entailed, probabilities.sum(axis=1) - entailed])
    normalized: FloatArray = found / found.sum(axis=1, keepdims=True)
    return normalized


def scheme_of_codes(codes: Codes) -> Scheme | None:
    """Return the scheme of the labels, as `scheme_of` does."""
    present = np.flatnonzero(np.bincount(codes, minlength=len(LABELS)))
    return scheme_of(LABELS[code] for code in present)


ANOTHER_IS_TWO_WAY = "another run is two-way, so that all are scored two-way"


def why_not_three_way(judgments: Judgments) -> str | None:
    """Say whose labels are two-way, or return None if both can be read as three-way."""
    if judgments.gold_scheme is Scheme.TWO_WAY:
        return "the gold labels are two-way"
    if judgments.is_conflated:
        return ANOTHER_IS_TWO_WAY
    if judgments.labels_scheme is Scheme.TWO_WAY:
        return "the run is two-way"
    return "the labels are two-way" if judgments.scheme is Scheme.TWO_WAY else None
