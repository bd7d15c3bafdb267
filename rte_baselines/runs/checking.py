"""Check that a run matches its pairs and can be scored."""

import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, repeat
from typing import Any, TypeVar

import numpy as np

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputWarning, RunError
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, Pair
from rte_baselines.quoting import counted, quoted
from rte_baselines.runs.columns import LABELS, Digests, PairDigests
from rte_baselines.runs.run import Run

PROBABILITY_TOLERANCE = 0.0101
"""Maximum deviation from 1 of the sum of a pair's probabilities, as files round them.

Rounding two or three probabilities to two digits changes their sum by at most 0.015 and,
as the sum is a multiple of 0.01, by at most 0.01; the rest is for floating-point errors.
"""

_EXAMPLES = 3
_OTHER_DATASET = "so the run is for another dataset or another version of its texts"
_OTHER_TEXT = "text differs from that of the pair"
_MISSING = -1
_TWO_WAY = [LABELS.index(Label.NO_ENTAILMENT)]
_THREE_WAY = [LABELS.index(label) for label in (Label.CONTRADICTION, Label.UNKNOWN)]

Item = TypeVar("Item")


def check_run(
    run: Run,
    gold_pairs: Iterable[Pair],
    *,
    partial: bool = False,
    ignored: Collection[str] = (),
) -> Run:
    """Check a run against the pairs, and return it in their order.

    The run may have another scheme than the gold labels, which are optional: either
    is conflated when scored. If the run has digests of its texts (see
    `Prediction.pair_digest`) and the pairs have texts, these must be the same. If the run
    contains texts instead, the beginnings of most of them must equal those of their pairs,
    and none may equal those of another pair.

    Parameters
    ----------
    run : Run
    gold_pairs : iterable of Pair
        Their ids are used, and their texts.
    partial : bool
        Whether the run may leave out some of the pairs, but not all of them. In any case, a
        withheld answer may take the place of a prediction.
    ignored : collection of str
        Ids of pairs that the gold standard leaves out, as in `PairStream.skipped_ids`.
        Predictions on them are dropped. Read after all pairs have been read.

    Returns
    -------
    Run
        One prediction for each pair or, with `partial`, for each pair of the run, in the
        order of the pairs; ranks are unchanged.

    Raises
    ------
    RunError
        If ids are missing, unknown or repeated, if two-way and three-way labels are mixed,
        if a score is not finite, if a confidence or probability is outside [0, 1], if the
        probabilities of a pair do not sum to 1, or if the labelled texts are not those of
        the pairs. One message reports all problems, with counts and examples. Also if
        the number of predictions in the order of the pairs is not the number of pairs.

    Warns
    -----
    InputWarning
        If texts in the run differ from those of their pairs, for at most half of the pairs.
        The warning is also in the run's `notes`.
    """
    if not run.columns.has_texts.any():
        known = tuple(pair.id for pair in gold_pairs)
        return check_run_on_ids(run, known, partial=partial, ignored=ignored)
    ids: list[str] = []
    digests = PairDigests.of(_collecting_ids(gold_pairs, ids))
    return check_run_on_ids(run, tuple(ids), partial=partial, ignored=ignored, digests=digests)


def check_run_on_ids(
    run: Run,
    ids: tuple[str, ...],
    *,
    partial: bool = False,
    ignored: Collection[str] = (),
    digests: PairDigests | None = None,
) -> Run:
    """Check a run as `check_run` does, given the ids of the pairs.

    Parameters
    ----------
    run : Run
    ids : tuple of str
        Ids of the pairs, in their order.
    partial, ignored
        As in `check_run`. Errors are the same, too.
    digests : PairDigests, optional
        Digests of the pairs; without them, texts are not compared.
    """
    if run.in_order:
        run = _with_ids_of_pairs(ids, run, left_out=len(ignored))
    run = _excluding(run, set(ignored).difference(ids))
    is_aligned = run.ids == ids and len(set(ids)) == len(ids) and not run.withheld
    positions = np.arange(len(ids)) if is_aligned else _positions_of(ids, run)
    texts = _TextComparison.of(run, positions, digests) if digests else None
    problems = [
        *([] if is_aligned else _id_problems(run, ids, positions, partial=partial)),
        *_label_problems(run),
        *_number_problems(run),
        *(_digest_problems(run, positions, ids, digests.whole) if digests else []),
        *(texts.problems(ids) if texts else []),
    ]
    if problems:
        raise RunError(
            f"{run.name}: {'; '.join(problems)}; expected one valid prediction for each of "
            f"the {counted(len(ids), 'pair')}"
        )
    if texts and (note := texts.note(ids)) and note not in run.notes:
        warnings.warn(f"{run.name}: {note}", InputWarning, stacklevel=3)
        run = run.noting(note)
    return run if is_aligned else run.select(positions[positions != _MISSING])


def known_ids(values: object) -> Sequence[str] | None:
    """Return the ids of the pairs that values are on, None if the ids are unknown.

    They are known only for a run that is not in the order of the pairs (`Run.in_order`).
    """
    return values.ids if isinstance(values, Run) and not values.in_order else None


def check_same_ids(ids: Mapping[str, Sequence[str | None] | None]) -> None:
    """Check that values which are matched by position are on the same pairs in the same order.

    Parameters
    ----------
    ids : mapping of str to sequence of (str or None), or None
        The ids of the pairs that the values of each argument are on, by the name of the
        argument. None for unknown ids, which are not compared.

    Raises
    ------
    RunError
        If two ids at the same position differ; the message names the first two. Different
        lengths are not an error here.
    """
    known = [(name, found) for name, found in ids.items() if found is not None]
    for name, found in known[1:]:
        first, expected = known[0]
        for position, (one, other) in enumerate(zip(expected, found, strict=False), start=1):
            if None not in (one, other) and one != other:
                raise RunError(
                    f"{first} and {name} have different ids: at position {position}, "
                    f"{quoted(one)} and {quoted(other)}; expected the same ids in the same order "
                    "(check_run puts a run in the order of its pairs)"
                )


def check_same_index(values: Mapping[str, object]) -> None:
    """Check that no two values have pandas indexes that may stand for different pairs.

    The values are compared by position. A default index is accepted beside an index with other
    labels: predictions on a part of a table, for example, often have the default index.

    Parameters
    ----------
    values : mapping of str to object
        Series, data frames or anything else, by the name of the argument.

    Raises
    ------
    RunError
        The message names two arguments, and the first place where they differ.
    """
    indexes = {name: _index_of(given) for name, given in values.items()}
    known = [(name, index) for name, index in indexes.items() if index is not None]
    # Every two are compared: the first may have the default index, while two others differ.
    for (first, expected), (name, index) in combinations(known, 2):
        if len(index) != len(expected) or index == expected:
            continue
        is_reordered = Counter(index) == Counter(expected)
        if not is_reordered and _is_default(index) != _is_default(expected):
            continue
        place = next(place for place, label in enumerate(index) if label != expected[place])
        has_one_of_each = is_reordered and len(set(index)) == len(index)
        by_index = f"{name}.reindex({first}.index) if the index says which pair it is, or "
        raise RunError(
            f"{first} and {name} have different indexes and are compared by position: at position "
            f"{place + 1}, {quoted(expected[place])} and {quoted(index[place])}; expected "
            f"{by_index if has_one_of_each else ''}{name}.to_numpy() if both are in one order"
        )


def check_index_of_labels(ids: Sequence[str], labels: object) -> None:
    """Check that labels in the order of the pairs do not have their ids as index in another order.

    Parameters
    ----------
    ids : sequence of str
        The ids of the pairs.
    labels : object
        A Series of pandas; of anything else, nothing is checked.

    Raises
    ------
    RunError
        The message names the first place where they differ.
    """
    index = _index_of(labels)
    # A default index says nothing of ids.
    if index is None or _is_default(index):
        return
    named = list(map(str, index))
    if named != list(ids) and Counter(named) == Counter(ids):
        place = next(place for place, label in enumerate(named) if label != ids[place])
        raise RunError(
            "the index of the labels has the ids of the pairs in another order, and labels are "
            f"compared by position: at position {place + 1}, {quoted(named[place])} and "
            f"{quoted(ids[place])}; expected labels.reindex(ids) if the index says which pair it "
            "is, or labels.to_numpy() if both are in one order"
        )


def _is_default(index: list[Any]) -> bool:
    return index == list(range(len(index)))


def _index_of(given: object) -> list[Any] | None:
    """Return the labels of the rows of a Series or data frame of pandas, None of anything else."""
    # The index of a list is a method.
    index: Any = getattr(given, "index", None)
    if not hasattr(index, "tolist"):
        return None
    # A missing label does not equal itself.
    return [label if label == label else None for label in index.tolist()]


def _collecting_ids(pairs: Iterable[Pair], ids: list[str]) -> Iterator[Pair]:
    """Yield the pairs, and append the id of each to `ids`."""
    for pair in pairs:
        ids.append(pair.id)
        yield pair


def _with_ids_of_pairs(ids: tuple[str, ...], run: Run, *, left_out: int) -> Run:
    """Return a run in the order of the pairs, with the ids of the pairs."""
    if len(run) != len(ids):
        note = f" ({left_out} more have no agreed label and are left out)" if left_out else ""
        raise RunError(
            f"{run.name}: {counted(len(run), 'prediction')} in the order of "
            f"{counted(len(ids), 'pair')}{note}; expected one for each pair"
        )
    known = set(ids)
    is_of_other_pair = [
        own != pair_id and own in known for own, pair_id in zip(run.ids, ids, strict=True)
    ]
    # Row numbers are no ids of pairs, unless they are exactly those of the pairs.
    are_ids = set(run.ids) == known or not _counts_up(run.ids)
    if are_ids and any(is_of_other_pair):
        position = is_of_other_pair.index(True)
        raise RunError(
            f"{run.name}: prediction {position + 1} has the id {quoted(run.ids[position])} of "
            "another pair; expected the order of the pairs, or matching by id, without "
            + how_to_state("in_order", "--in-order")
        )
    return run.on(ids)


def _counts_up(ids: Sequence[str]) -> bool:
    """Whether ids are row numbers, from 0 or 1, which may differ from the ids of the pairs."""
    return any(
        all(pair_id == str(number) for number, pair_id in enumerate(ids, start=start))
        for start in (0, 1)
    )


def _excluding(run: Run, excluded: Collection[str]) -> Run:
    """Return the run without the predictions on these ids; the others keep their ranks."""
    if not excluded:
        return run
    run = run.withholding({key: of for key, of in run.withheld.items() if key not in excluded})
    kept = [position for position, pair_id in enumerate(run.ids) if pair_id not in excluded]
    return run.select(kept)


def _positions_of(ids: Sequence[str], run: Run) -> IntArray:
    """Return the position of each id in the run or `_MISSING`, shape (ids,)."""
    positions_by_id = {pair_id: position for position, pair_id in enumerate(run.ids)}
    return np.fromiter(map(positions_by_id.get, ids, repeat(_MISSING)), np.int64, len(ids))


def _id_problems(
    run: Run, ids: Sequence[str], positions: IntArray, *, partial: bool
) -> Iterator[str]:
    is_missing = positions == _MISSING
    is_withheld = np.array([pair_id in run.withheld for pair_id in ids], dtype=np.bool_)
    if is_missing.all():
        yield from _summarized("missing id", list(ids))
    elif not partial:
        yield from _summarized("missing id", _select(is_missing & ~is_withheld, ids))
    is_used = np.zeros(len(run), dtype=np.bool_)
    is_used[positions[~is_missing]] = True
    if not is_used.all() or run.withheld:
        answers, known = Counter([*run.ids, *run.withheld]), set(ids)
        yield from _summarized(
            "unknown id", [pair_id for pair_id in answers if pair_id not in known]
        )
        yield from _summarized(
            "repeated id", [pair_id for pair_id in answers if answers[pair_id] > 1]
        )


def _label_problems(run: Run) -> Iterator[str]:
    is_two_way = np.isin(run.columns.codes, _TWO_WAY)
    is_three_way = np.isin(run.columns.codes, _THREE_WAY)
    if is_two_way.any() and is_three_way.any():
        yield from _summarized("two-way label NO_ENTAILMENT", _select(is_two_way, run.ids))
        yield from _summarized("three-way label in the same run", _select(is_three_way, run.ids))


def _number_problems(run: Run) -> Iterator[str]:
    """Report numbers out of range; a missing number is 0, which is in every range."""
    columns, probabilities = run.columns, run.columns.probabilities
    with np.errstate(invalid="ignore"):
        sums = probabilities.values.sum(axis=1)
    is_wrong = {
        "score that is not finite": ~np.isfinite(columns.scores.values),
        "confidence outside [0, 1]": _outside_unit(columns.confidences.values),
        "probability outside [0, 1]": _outside_unit(probabilities.values).any(axis=1),
        "probabilities that do not sum to 1": probabilities.has_number
        & ~np.isclose(sums, 1, rtol=0, atol=PROBABILITY_TOLERANCE),
    }
    for problem, is_affected in is_wrong.items():
        yield from _summarized(problem, _select(is_affected, run.ids))


def _digest_problems(
    run: Run, positions: IntArray, ids: Sequence[str], digests: Digests
) -> Iterator[str]:
    """Report pairs whose text or hypothesis has changed since they were labelled."""
    labelled = _aligned(positions, run.columns.digests)
    differs = (labelled != 0) & (digests != 0) & (labelled != digests)
    for problem in _summarized(
        "text differs from the one that was labelled", _select(differs, ids)
    ):
        yield f"{problem}, {_OTHER_DATASET}"


@dataclass(frozen=True)
class _TextComparison:
    """Differences between the texts in a run and those of the pairs.

    Systems lowercase, tokenize and cut texts before they write them. So only the beginnings
    are compared, and up to half may differ. But no pair may have the texts of another one.

    Parameters
    ----------
    is_compared, differs, is_of_other_pair : ndarray of bool, shape (pairs,)
        Which pairs can be compared; which of these have other beginnings; and which of
        these have the beginnings of another pair.
    """

    is_compared: BoolArray
    differs: BoolArray
    is_of_other_pair: BoolArray

    @classmethod
    def of(cls, run: Run, positions: IntArray, digests: PairDigests) -> "_TextComparison":
        """Compare the texts of predictions that have no digest of the pair."""
        labelled, expected = _aligned(positions, run.columns.beginnings), digests.beginnings
        has_digest = _aligned(positions, run.columns.digests) != 0
        is_compared = (labelled != 0) & (expected != 0) & ~has_digest
        differs = is_compared & (labelled != expected)
        return cls(is_compared, differs, differs & np.isin(labelled, expected))

    @property
    def mostly_differ(self) -> bool:
        """Whether the texts of more than half of the pairs differ."""
        return bool(2 * self.differs.sum() > self.is_compared.sum())

    def problems(self, ids: Sequence[str]) -> Iterator[str]:
        """Report texts of other pairs, or of another dataset."""
        misplaced = _select(self.is_of_other_pair, ids)
        yield from _summarized("text and hypothesis of another pair", misplaced)
        if self.mostly_differ and not misplaced:
            for problem in _summarized(_OTHER_TEXT, _select(self.differs, ids)):
                yield f"{problem}, {_OTHER_DATASET} (runs without texts are not checked for this)"

    def note(self, ids: Sequence[str]) -> str | None:
        """Return a warning about differing texts of a run that passes, None if there are none."""
        others = _summarized(_OTHER_TEXT, _select(self.differs, ids))
        return next(
            (f"{problem}; these predictions are scored nevertheless" for problem in others), None
        )


def _aligned(positions: IntArray, digests: Digests) -> Digests:
    """Return the digest of the prediction on each pair, 0 where there is none."""
    if not len(digests):
        return np.zeros(len(positions), dtype=np.uint64)
    return np.where(positions == _MISSING, np.uint64(0), digests[positions])


def _outside_unit(values: FloatArray) -> BoolArray:
    # Negated, so that NaN counts as outside.
    return np.logical_not((values >= 0) & (values <= 1))


def _select(is_chosen: BoolArray, items: Sequence[Item]) -> list[Item]:
    return [items[position] for position in np.flatnonzero(is_chosen).tolist()]


def _summarized(problem: str, ids: Sequence[str]) -> Iterator[str]:
    if ids:
        examples = ", ".join(quoted(pair_id) for pair_id in ids[:_EXAMPLES])
        more = ", ..." if len(ids) > _EXAMPLES else ""
        yield f"{problem}: {len(ids)} ({examples}{more})"
