"""Gold labels and a system's output on the same pairs, as the arrays that measures take."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rte_baselines.core.data_frames import check_same_index
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.kernels.rankings.rankings import RankedHits
from rte_baselines.pairs import Label, Scheme, conflate, scheme_of
from rte_baselines.pairs.labels import label_called, label_name, parse_label, parse_label_order
from rte_baselines.records.rows import is_missing
from rte_baselines.runs import Run, columns
from rte_baselines.runs.checking import PROBABILITY_TOLERANCE, check_same_ids, known_ids
from rte_baselines.runs.prediction import LARGEST_EXACT
from rte_baselines.runs.run import entailment_scores, label_confidences, ranks_by_score

Array = TypeVar("Array", bound=NDArray[Any])
Codes = columns.Codes
"""Labels by their index in `LABELS`, shape (n,)."""

LABELS = columns.LABELS
ENTAILMENT, NO_ENTAILMENT = map(LABELS.index, Scheme.TWO_WAY.labels)
_ORDERS = {2: "entailment,not_entailment", 3: "entailment,neutral,contradiction"}
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
    `pseudo_pairs` the number of pairs at the end that are not pairs of the data
    (`with_pseudo_pairs`). `is_conflated` says that three-way labels were conflated because those of
    another system are two-way, and `has_labels` that labels are no placeholders, as in `Run`.
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
    def from_arrays(
        cls,
        gold: ArrayLike,
        labels: ArrayLike,
        ranking: ArrayLike | None = None,
        confidences: ArrayLike | None = None,
        probabilities: ArrayLike | None = None,
        *,
        label_order: Sequence[str] | None = None,
    ) -> "Judgments":
        """Check the arrays, as `Measure.__call__` takes them, and turn label names into codes."""
        check_same_ids({"gold": known_ids(gold), "labels": known_ids(labels)})
        outputs = {"ranking": ranking, "confidences": confidences, "probabilities": probabilities}
        check_same_index({"gold": gold, "labels": labels, **outputs})
        gold_codes = encode_labels(gold, label_order)
        if len(gold_codes) == 0:
            raise RunError("no pairs to score; expected at least one")
        size = len(gold_codes)
        codes = _of_length(size, "labels", encode_labels(labels, label_order))
        ranks: IntArray | FloatArray | None = _finite(size, "ranking", ranking)
        certainties = _finite(size, "confidences", confidences)
        columns = _probabilities(
            codes, probabilities, _order_of_columns(probabilities, label_order)
        )
        if columns is not None:
            # As in a run.
            ranks = ranks_by_score(entailment_scores(columns)) if ranks is None else ranks
            if certainties is None:
                certainties = label_confidences(columns, codes)
        return cls(gold_codes, codes, ranks, certainties, columns)

    @classmethod
    def of_run(
        cls, gold: Codes, run: Run, scheme: Scheme | None = None, *, unanswered: int = 0
    ) -> "Judgments":
        """Return the judgments of a run on the pairs with these gold labels, in their order.

        The labels may be two-way by those of further pairs. Of these, `unanswered` are left out.
        """
        labels = run.columns.codes
        is_two_way = Scheme.TWO_WAY in (scheme, scheme_of_codes(gold), scheme_of_codes(labels))
        return cls(
            gold,
            labels,
            run.ranking,
            run.confidences,
            run.probabilities,
            unanswered,
            Scheme.TWO_WAY if is_two_way else None,
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

        def labels(of_parts: Sequence[Codes]) -> Codes:
            mixes_schemes = len({*map(scheme_of_codes, of_parts)} - {None}) > 1
            codes = np.concatenate(of_parts)
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


def encode_labels(labels: ArrayLike, label_order: Sequence[str] | None = None) -> Codes:
    """Return the codes of labels, shape (n,), given by any of their names in use.

    `label_order` is what the numbers 0, 1, 2 stand for; without it they are an error, as is a
    boolean that it does not allow, or a mix of spellings.
    """
    given = label_objects(labels)
    if given.ndim != 1:
        raise RunError(f"labels have the shape {given.shape}; expected one for each pair")
    codes = np.full(len(given), -1, dtype=np.int8)
    if given.dtype.kind in "OU":
        # What compares to no string, such as pandas' NA, is refused below.
        with suppress(TypeError, ValueError):
            for code, label in enumerate(LABELS):
                codes[given == label.value] = code
    if (codes < 0).any():
        order = parse_label_order(label_order)
        for place, label in enumerate(given.tolist()):
            if is_missing(label):
                raise InputError(
                    f"a label is missing ({quoted(label)}); expected one for each pair"
                )
            codes[place] = LABELS.index(parse_label(label_name(label, order), order))
    return codes


def label_objects(labels: ArrayLike) -> NDArray[Any]:
    """Return labels as an array, each as it was given; those of a `Run` by their names."""
    if isinstance(labels, Run):
        return labels.labels
    # As objects, since NumPy would make strings of what stands beside strings.
    return labels if isinstance(labels, np.ndarray) else np.asarray(labels, dtype=np.object_)


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


def _finite(size: int, name: str, values: ArrayLike | None) -> FloatArray | None:
    if values is None:
        return None
    given = numbers_of(name, values)
    if given.ndim != 1 and given.shape[1:] != (1,):
        raise RunError(f"{name} has the shape {given.shape}; expected one number for each pair")
    array = _of_length(size, name, given.reshape(-1))
    if not np.isfinite(array).all():
        raise RunError(f"{name} holds a value that is not finite; expected finite numbers")
    return array


def _probabilities(
    codes: Codes, values: ArrayLike | None, order: Sequence[Label]
) -> FloatArray | None:
    """Return a column for each of `LABELS`, of probabilities given for some of them."""
    if values is None:
        return None
    given = _of_length(
        len(codes), "probabilities", np.atleast_1d(numbers_of("probabilities", values))
    )
    if given.ndim == 1:
        given, order = np.column_stack([given, 1 - given]), Scheme.TWO_WAY.labels
    if given.ndim != 2 or given.shape[1] not in _ORDERS:
        raise RunError(
            f"probabilities have the shape {given.shape}; expected one of ENTAILMENT for each "
            "pair, or one of each label of a scheme"
        )
    if order and len(order) != given.shape[1]:
        raise RunError(
            f"{given.shape[1]} probabilities for the {len(order)} labels of the stated order; "
            "expected one for each"
        )
    if not ((given >= 0) & (given <= 1)).all():
        raise RunError("probabilities hold a value outside [0, 1]; expected none")
    if not np.allclose(given.sum(axis=1), 1, rtol=0, atol=PROBABILITY_TOLERANCE):
        raise RunError("probabilities of a pair do not sum to 1; expected that all do")
    if not order:
        raise RunError(
            f"probabilities have {given.shape[1]} columns, and label_order does not say of which "
            f"labels; expected label_order='{_ORDERS[given.shape[1]]}', or in whichever order they "
            "are (classes_ of a scikit-learn classifier), or the probabilities of ENTAILMENT alone"
        )
    columns = np.zeros((len(codes), len(LABELS)))
    columns[:, [LABELS.index(label) for label in order]] = given
    return columns


def _order_of_columns(
    probabilities: ArrayLike | None, label_order: Sequence[str] | None
) -> Sequence[Label]:
    """Return the labels of the columns, as stated or as a DataFrame names them."""
    stated = parse_label_order(label_order)
    found = parse_names_of_columns(probabilities)
    if found and stated and found != stated:
        names = ", ".join(map(quoted, getattr(probabilities, "columns", ())))
        raise RunError(
            f"probabilities have the columns {names}, and label_order says "
            f"{', '.join(stated)}; expected the same order"
        )
    return found or stated


def parse_names_of_columns(table: object) -> Sequence[Label]:
    """Return the labels that a DataFrame names its columns by; empty if it does not."""
    names = [name for name in getattr(table, "columns", ()) if isinstance(name, str)]
    if not names or any(label_called(name) is None for name in names):
        return ()
    return parse_label_order(names)


def numbers_of(name: str, values: ArrayLike) -> FloatArray:
    """Return numbers as an array; `name` is what they are, for messages."""
    if np.ma.isMaskedArray(values) and np.ma.getmaskarray(values).any():
        raise RunError(f"{name} holds a masked value; expected a number for each pair")
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise RunError(f"{name} holds what is no number, or rows of different lengths") from None
    given, is_large = np.asarray(values), np.abs(numbers) >= LARGEST_EXACT
    may_differ = given.dtype.kind in "iuO"
    if may_differ and len(set(given[is_large].tolist())) > len(set(numbers[is_large].tolist())):
        raise RunError(
            f"{name} holds integers beyond 2**53 that are equal as floats; expected smaller ones, "
            "such as ranks"
        )
    return numbers


def _of_length(size: int, name: str, array: Array) -> Array:
    if len(array) != size:
        raise RunError(
            f"{name} has {counted(len(array), 'value')} for {counted(size, 'gold label')}; "
            "expected as many"
        )
    return array
