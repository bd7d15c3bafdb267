"""Whether a run is a run on these pairs, and one that can be scored."""

import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TypeVar

import numpy as np

from rte_baselines.errors import InputWarning, RunError
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, Pair
from rte_baselines.quoting import quoted
from rte_baselines.runs.columns import LABELS, Digests, PairDigests
from rte_baselines.runs.run import Run

PROBABILITY_TOLERANCE = 0.0101
"""How far from 1 the probabilities of a pair may sum, as files round them.

Rounding two or three probabilities to two digits changes their sum by 0.015 at most and,
as the sum is one of whole hundredths, by 0.01; the rest is for the arithmetic of floats.
"""

_EXAMPLES = 3
_ANOTHER_DATASET = "so that the run is for another dataset or another version of its texts"
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
    """Return the run in the order of the pairs, once sure that it fits them.

    A run may be in another scheme than the gold labels, which need not be there: either
    is conflated when scored. Where the run knows which texts it labelled (see
    `Prediction.pair_digest`) and the pairs have theirs, they have to be the same. Where it
    repeats its texts instead, they have to begin as those of most pairs do, and as those of
    no other pair.

    Parameters
    ----------
    run : Run
    gold_pairs : iterable of Pair
        Their ids are used, and their texts.
    partial : bool
        Whether the run may leave out some of the pairs, though not all of them.
    ignored : collection of str
        Ids of further pairs, of which predictions are dropped without complaint: those
        that the gold standard leaves out, as `PairStream.skipped_ids`. Only looked at
        when all pairs have been read.

    Returns
    -------
    Run
        One prediction for each pair, or for each that the run has, in the order of the
        pairs; ranks stay as they were.

    Raises
    ------
    RunError
        If ids are missing, unknown or repeated, if two-way labels stand beside
        three-way ones, if a score is not finite, if a confidence or probability lies
        outside [0, 1], if the probabilities of a pair do not sum to 1, or if other texts
        were labelled than those of the pairs. One message tells all of it, with counts and
        examples. Also if predictions in the order of the pairs are not as many.

    Warns
    -----
    InputWarning
        If texts that the run repeats differ from those of the pairs, but not of most. This
        is in the run's `notes`, too.
    """
    if not run.columns.has_texts.any():
        known = tuple(pair.id for pair in gold_pairs)
        return check_run_on_ids(run, known, partial=partial, ignored=ignored)
    ids: list[str] = []
    digests = PairDigests.of(_noting_ids(gold_pairs, ids))
    return check_run_on_ids(run, tuple(ids), partial=partial, ignored=ignored, digests=digests)


def check_run_on_ids(
    run: Run,
    ids: tuple[str, ...],
    *,
    partial: bool = False,
    ignored: Collection[str] = (),
    digests: PairDigests | None = None,
) -> Run:
    """Do what `check_run` does, for pairs of which the ids are at hand.

    Parameters
    ----------
    run : Run
    ids : tuple of str
        Of the pairs, in their order.
    partial, ignored
        As in `check_run`, whose errors are raised.
    digests : PairDigests, optional
        Those of the pairs; without them, texts are not compared.
    """
    if run.in_order:
        run = _in_order_of(ids, run, left_out=len(ignored))
    run = _without(run, set(ignored).difference(ids))
    is_aligned = run.ids == ids and len(set(ids)) == len(ids)
    found = np.arange(len(ids)) if is_aligned else _places_of(ids, run)
    repeated = _RepeatedTexts.of(run, found, digests) if digests else None
    problems = [
        *([] if is_aligned else _wrong_ids(run, ids, found, partial=partial)),
        *_wrong_labels(run),
        *_wrong_numbers(run),
        *(_wrong_pairs(run, found, ids, digests.whole) if digests else []),
        *(repeated.problems(ids) if repeated else []),
    ]
    if problems:
        raise RunError(
            f"{run.name}: {'; '.join(problems)}; expected one sound judgment for each of "
            f"the {len(ids)} pairs"
        )
    if repeated and (note := repeated.note(ids)) and note not in run.notes:
        warnings.warn(f"{run.name}: {note}", InputWarning, stacklevel=3)
        run = run.noting(note)
    return run if is_aligned else run.select(found[found != _MISSING])


def _noting_ids(pairs: Iterable[Pair], ids: list[str]) -> Iterator[Pair]:
    """Pass pairs on, and note the id of each."""
    for pair in pairs:
        ids.append(pair.id)
        yield pair


def _in_order_of(ids: tuple[str, ...], run: Run, *, left_out: int) -> Run:
    """Return the run with the ids of the pairs in whose order it is."""
    if len(run) != len(ids):
        note = f" ({left_out} more are left out for want of an agreed label)" if left_out else ""
        raise RunError(
            f"{run.name}: {len(run)} predictions in the order of {len(ids)} pairs{note}; expected "
            "one for each"
        )
    known = set(ids)
    is_elsewhere = [
        own != pair_id and own in known for own, pair_id in zip(run.ids, ids, strict=True)
    ]
    if any(is_elsewhere) and not _counts_up(run.ids):
        where = is_elsewhere.index(True)
        raise RunError(
            f"{run.name}: prediction {where + 1} has the id {quoted(run.ids[where])} of another "
            "pair; expected the order of the pairs, or no in_order or --in-order, as ids tell "
            "which pair is which"
        )
    return run.on(ids)


def _counts_up(ids: Sequence[str]) -> bool:
    """Whether ids are numbers of rows, from 0 or 1, which may differ from the ids of the pairs."""
    return any(
        all(pair_id == str(number) for number, pair_id in enumerate(ids, start=start))
        for start in (0, 1)
    )


def _without(run: Run, unwanted: Collection[str]) -> Run:
    """Return the run without the predictions on these ids; the others keep their ranks."""
    if not unwanted:
        return run
    kept = [place for place, pair_id in enumerate(run.ids) if pair_id not in unwanted]
    return run.select(kept)


def _places_of(ids: Sequence[str], run: Run) -> IntArray:
    """Return where each id stands in the run, shape (ids,)."""
    places = {pair_id: place for place, pair_id in enumerate(run.ids)}
    return np.fromiter(map(places.get, ids, repeat(_MISSING)), np.int64, len(ids))


def _wrong_ids(run: Run, ids: Sequence[str], found: IntArray, *, partial: bool) -> Iterator[str]:
    is_missing = found == _MISSING
    if not partial or is_missing.all():
        yield from _counted("missing id", _where(is_missing, ids))
    is_wanted = np.zeros(len(run), dtype=np.bool_)
    is_wanted[found[~is_missing]] = True
    if not is_wanted.all():
        counts, known = Counter(run.ids), set(ids)
        yield from _counted("unknown id", [pair_id for pair_id in counts if pair_id not in known])
        yield from _counted("repeated id", [pair_id for pair_id in counts if counts[pair_id] > 1])


def _wrong_labels(run: Run) -> Iterator[str]:
    is_two_way = np.isin(run.columns.codes, _TWO_WAY)
    is_three_way = np.isin(run.columns.codes, _THREE_WAY)
    if is_two_way.any() and is_three_way.any():
        yield from _counted("two-way label NO_ENTAILMENT", _where(is_two_way, run.ids))
        yield from _counted("three-way label beside it", _where(is_three_way, run.ids))


def _wrong_numbers(run: Run) -> Iterator[str]:
    """Tell of numbers out of range; one that is not given is 0, which is in every range."""
    columns, shares = run.columns, run.columns.probabilities
    with np.errstate(invalid="ignore"):
        sums = shares.values.sum(axis=1)
    is_wrong = {
        "score that is not finite": ~np.isfinite(columns.scores.values),
        "confidence outside [0, 1]": _outside_unit(columns.confidences.values),
        "probability outside [0, 1]": _outside_unit(shares.values).any(axis=1),
        "probabilities that do not sum to 1": shares.has_number
        & ~np.isclose(sums, 1, rtol=0, atol=PROBABILITY_TOLERANCE),
    }
    for problem, where in is_wrong.items():
        yield from _counted(problem, _where(where, run.ids))


def _wrong_pairs(run: Run, found: IntArray, ids: Sequence[str], digests: Digests) -> Iterator[str]:
    """Tell of pairs with another text or hypothesis than when they were labelled."""
    labelled = _at(found, run.columns.digests)
    is_other = (labelled != 0) & (digests != 0) & (labelled != digests)
    for problem in _counted("other text than when the pair was labelled", _where(is_other, ids)):
        yield f"{problem}, {_ANOTHER_DATASET}"


@dataclass(frozen=True)
class _RepeatedTexts:
    """How the texts that a run repeats differ from those of the pairs.

    Systems lowercase, tokenize and cut texts before they write them, so that only how they
    begin is compared, and a few may differ. But no pair may have the texts of another one.

    Parameters
    ----------
    is_compared, is_other, is_misplaced : ndarray of bool, shape (pairs,)
        Which pairs can be compared; of these, which begin otherwise; and of these, which
        begin as another pair does.
    """

    is_compared: BoolArray
    is_other: BoolArray
    is_misplaced: BoolArray

    @classmethod
    def of(cls, run: Run, found: IntArray, digests: PairDigests) -> "_RepeatedTexts":
        """Compare the texts of a run, unless it knows exactly which texts it labelled."""
        repeated, known = _at(found, run.columns.beginnings), digests.beginnings
        is_compared = (repeated != 0) & (known != 0) & (_at(found, run.columns.digests) == 0)
        is_other = is_compared & (repeated != known)
        return cls(is_compared, is_other, is_other & np.isin(repeated, known))

    @property
    def are_mostly_other(self) -> bool:
        """Whether the texts of more than half of the pairs differ."""
        return bool(2 * self.is_other.sum() > self.is_compared.sum())

    def problems(self, ids: Sequence[str]) -> Iterator[str]:
        """Tell of texts of other pairs, or of another dataset."""
        yield from _counted("text and hypothesis of another pair", _where(self.is_misplaced, ids))
        if self.are_mostly_other and not self.is_misplaced.any():
            for problem in _counted("other text than that of the pair", _where(self.is_other, ids)):
                yield f"{problem}, {_ANOTHER_DATASET} (without texts, a run is not checked so)"

    def note(self, ids: Sequence[str]) -> str | None:
        """Return what is odd about the texts of a run that fits, None if nothing is."""
        others = _counted("other text than that of the pair", _where(self.is_other, ids))
        return next((f"{problem}; they count all the same" for problem in others), None)


def _at(found: IntArray, digests: Digests) -> Digests:
    """Return the digests of the predictions on each pair, 0 where there is none."""
    if not len(digests):
        return np.zeros(len(found), dtype=np.uint64)
    return np.where(found == _MISSING, np.uint64(0), digests[found])


def _outside_unit(values: FloatArray) -> BoolArray:
    # Negated, so that NaN is outside.
    return np.logical_not((values >= 0) & (values <= 1))


def _where(is_chosen: BoolArray, items: Sequence[Item]) -> list[Item]:
    return [items[place] for place in np.flatnonzero(is_chosen).tolist()]


def _counted(problem: str, ids: Sequence[str]) -> Iterator[str]:
    if ids:
        examples = ", ".join(quoted(pair_id) for pair_id in ids[:_EXAMPLES])
        more = ", ..." if len(ids) > _EXAMPLES else ""
        yield f"{problem}: {len(ids)} ({examples}{more})"
