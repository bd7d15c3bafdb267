"""The labels of several annotators on every pair, and a system's output beside them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.disagreement.counts import annotation_counts, find_annotations
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    NO_ENTAILMENT,
    conflate_codes,
    scheme_of_codes,
)
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Label, LabelReader, Pair, Scheme
from rte_baselines.pairs.pair import only_pairs
from rte_baselines.runs import Run
from rte_baselines.runs.columns import PairDigestCollector, PairDigests


@brief
@dataclass(frozen=True)
class Annotations:
    """How many annotators gave each label to each pair.

    `counts`, shape (n, 4), has a column for each of `LABELS`.
    """

    ids: tuple[str, ...]
    counts: IntArray
    digests: PairDigests

    @classmethod
    def from_pairs(
        cls,
        pairs: Iterable[Pair],
        column: str | Mapping[Label, str] | None = None,
        labels: LabelReader | None = None,
    ) -> "Annotations":
        """Collect the annotations of pairs, whose own labels are not used.

        `column` is as in `annotation_counts`, by default one of `KNOWN_COLUMNS`; `labels` says what
        words and numbers mean. It is an error if there are no pairs, an id is repeated, annotations
        are missing or ambiguous, or they mix two schemes.
        """
        ids: list[str] = []
        rows: list[list[int]] = []
        digests = PairDigestCollector()
        for pair in only_pairs(pairs):
            column = find_annotations(pair) if column is None else column
            counts = annotation_counts(pair, column, labels)
            ids.append(pair.id)
            rows.append([counts[label] for label in LABELS])
            digests.add(pair)
        if not ids:
            raise InputError("no pairs with annotations; expected at least one")
        repeated = next((pair_id for pair_id, times in Counter(ids).items() if times > 1), None)
        if repeated is not None:
            raise InputError(f"id {quoted(repeated)} is repeated; expected one for each pair")
        found = cls(tuple(ids), np.array(rows, dtype=np.int64), digests.digests())
        found.scheme  # noqa: B018 - refuses a mixture of schemes
        return found

    @property
    def scheme(self) -> Scheme | None:
        """The scheme of the labels; None if all are ENTAILMENT."""
        try:
            return scheme_of_codes(np.flatnonzero(self.counts.any(axis=0)).astype(np.int8))
        except InputError as error:
            raise InputError(f"annotators' {error}") from None

    def counts_in(self, scheme: Scheme) -> IntArray:
        """Return the counts of the labels of a scheme, conflated if it is two-way."""
        if scheme is Scheme.THREE_WAY:
            return self.counts[:, _columns(scheme)]
        entailed = self.counts[:, ENTAILMENT]
        return np.column_stack([entailed, self.counts.sum(axis=1) - entailed])

    def select(self, positions: IntArray) -> "Annotations":
        """Return the annotations of the pairs at these positions."""
        ids = tuple(self.ids[place] for place in positions.tolist())
        whole, beginnings = self.digests.whole[positions], self.digests.beginnings[positions]
        return Annotations(ids, self.counts[positions], PairDigests(whole, beginnings))


@brief
@dataclass(frozen=True)
class SystemOutput:
    """A system's labels and probabilities in the scheme in which they are scored.

    `counts`, shape (n, labels), are those of the annotators of the same pairs; `labels`, shape
    (n,), the column of each label; each row of `probabilities`, shape (n, labels), sums to 1.
    """

    name: str
    counts: IntArray
    labels: IntArray
    probabilities: FloatArray | None


def system_output(run: Run, annotations: Annotations) -> SystemOutput:
    """Return a run's output beside the annotations of its pairs.

    Three-way if annotations and run are, else two-way. The run is as `check_run` returns it for the
    pairs of the annotations.
    """
    codes, probabilities = run.columns.codes, run.probabilities
    schemes = {annotations.scheme, scheme_of_codes(codes)}
    # Labels that are all ENTAILMENT do not show their scheme; probabilities may.
    if probabilities is not None and probabilities[:, NO_ENTAILMENT].any():
        schemes.add(Scheme.TWO_WAY)
    scheme = Scheme.TWO_WAY if Scheme.TWO_WAY in schemes else Scheme.THREE_WAY
    if scheme is Scheme.TWO_WAY:
        codes = conflate_codes(codes)
    return SystemOutput(
        run.name,
        annotations.counts_in(scheme),
        np.searchsorted(_columns(scheme), codes).astype(np.int64),
        None if probabilities is None else _normalized(probabilities, scheme),
    )


def _columns(scheme: Scheme) -> list[int]:
    return [LABELS.index(label) for label in scheme.labels]


def _normalized(probabilities: FloatArray, scheme: Scheme) -> FloatArray:
    """Return the probabilities of the labels of a scheme, divided by their sum.

    Those of a file sum to 1 but for rounding.
    """
    if scheme is Scheme.TWO_WAY:
        entailed = probabilities[:, ENTAILMENT]
        kept = np.column_stack([entailed, probabilities.sum(axis=1) - entailed])
    else:
        kept = probabilities[:, _columns(scheme)]
    normalized: FloatArray = kept / kept.sum(axis=1, keepdims=True)
    return normalized
