"""Check that a run matches its pairs and can be scored."""

import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import repeat
from typing import TypeVar

import numpy as np

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputWarning, RunError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray
from rte_baselines.pairs import Label, Pair
from rte_baselines.records.columns import PAIR_NAMES, RUN_NAMES
from rte_baselines.runs.columns import LABELS, Codes, Digests, PairDigestCollector, PairDigests
from rte_baselines.runs.run import Run

PROBABILITY_TOLERANCE = 0.0101
"""Maximum deviation from 1 of the sum of a pair's probabilities, as files round them.

Rounding two or three probabilities to two digits changes their sum by at most 0.015 and,
as the sum is a multiple of 0.01, by at most 0.01; the rest is for floating-point errors.
"""

UNLABELLED = -1
"""The code of a pair without a label."""

PAIRS_NOTED = 1000
"""How many pairs are searched for another column with the ids of a run."""

_EXAMPLES = 3
_OTHER_DATASET = "so the run is for another dataset or another version of its texts"
_MISSING = -1
_CODES = {label: code for code, label in enumerate(LABELS)}
_ENTAILMENT = LABELS.index(Label.ENTAILMENT)
_TWO_WAY = [LABELS.index(Label.NO_ENTAILMENT)]
_THREE_WAY = [LABELS.index(label) for label in (Label.CONTRADICTION, Label.UNKNOWN)]

Item = TypeVar("Item")


def check_run(run: Run, gold_pairs: Iterable[Pair], *, partial: bool = False) -> Run:
    """Check a run against the pairs, and return it in their order.

    The run may have another scheme than the gold labels, which are optional. If it has digests of
    its texts (see `Prediction.pair_digest`), these must be those of the pairs. If it contains texts
    instead, the beginnings of most must equal those of their pairs, and none those of another pair.

    Parameters
    ----------
    run : Run
    gold_pairs : iterable of Pair
        Their ids, texts and labels are used. If none of the ids fits, the message names the
        attribute that has those of the run.
    partial : bool
        Whether the run may leave out some of the pairs, but not all of them. In any case, a
        withheld answer may take the place of a prediction.

    Returns
    -------
    Run
        One prediction for each pair or, with `partial`, for each pair of the run, in the
        order of the pairs; ranks are unchanged.

    Raises
    ------
    RunError
        If ids are missing, unknown or repeated, labels are of two schemes, numbers are out of
        range, or the labelled texts are not those of the pairs; one message reports all problems,
        with counts and examples. Also if predictions in the order of the pairs are not one for
        each, or an unread column has the ids in another order; or if all labels are the gold
        labels, and may have been read from their column.

    Warns
    -----
    InputWarning
        If texts in the run differ from those of their pairs, for at most half of the pairs.
        The warning is also in the run's `notes`.
    """
    ids: list[str] = []
    labels: list[Label | None] = []
    attributes: list[Mapping[str, str]] = []
    digests = PairDigestCollector() if run.columns.has_texts.any() else None
    for pair in gold_pairs:
        ids.append(pair.id)
        labels.append(pair.label)
        if len(attributes) < PAIRS_NOTED:
            attributes.append(pair.attributes)
        if digests is not None:
            digests.add(pair)
    return check_run_on_ids(
        run,
        tuple(ids),
        partial=partial,
        digests=None if digests is None else digests.digests(),
        labels=label_codes(labels),
        attributes=attributes,
    )


def check_run_on_ids(
    run: Run,
    ids: tuple[str, ...],
    *,
    partial: bool = False,
    ignored: Collection[str] = (),
    digests: PairDigests | None = None,
    labels: Codes | None = None,
    attributes: Sequence[Mapping[str, str]] = (),
) -> Run:
    """Check a run as `check_run` does, given the ids of the pairs, in their order.

    Predictions on pairs that are `ignored` are dropped. Texts are compared if `digests` are given,
    and labels if `labels` are, as `label_codes` returns them. The `attributes` are those of the
    first pairs (`PAIRS_NOTED`), one of which may have the ids of a run.
    """
    if run.in_order:
        run = with_ids_of_pairs(ids, run, left_out=len(ignored))
    if excluded := set(ignored).difference(ids):
        # The others keep their ranks.
        run = run.withholding({k: v for k, v in run.withheld.items() if k not in excluded})
        run = run.select([place for place, key in enumerate(run.ids) if key not in excluded])
    is_aligned = run.ids == ids and len(set(ids)) == len(ids) and not run.withheld
    places = {} if is_aligned else {pair_id: place for place, pair_id in enumerate(run.ids)}
    found_at = range(len(ids)) if is_aligned else map(places.get, ids, repeat(_MISSING))
    positions = np.fromiter(found_at, np.int64, len(ids))
    texts, note = _text_problems(run, positions, ids, digests) if digests else ([], None)
    wrong = {
        **({} if is_aligned else _id_problems(run, ids, positions, partial=partial)),
        **_label_problems(run),
        **_number_problems(run),
    }
    found = {problem: on for problem, on in wrong.items() if on}
    problems = [*(_summary(problem, on) for problem, on in found.items()), *texts]
    if problems:
        hint = ""
        if (positions == _MISSING).all():
            hint = _where_ids_are(run, attributes)
        elif [*found] == ["missing id"] and not texts:
            hint = f"; score the others by {how_to_state('partial=True', '--partial')}"
        raise RunError(
            f"{run.source}: {'; '.join(problems)}; expected one valid prediction for each of "
            f"the {counted(len(ids), 'pair')}{hint}"
        )
    if note and note not in run.notes:
        warnings.warn(f"{run.source}: {note}", InputWarning, stacklevel=3)
        run = run.noting(note)
    is_answered = positions != _MISSING
    checked = run if is_aligned else run.select(positions[is_answered])
    if labels is not None:
        _refuse_gold_labels(checked, labels[is_answered])
    return checked


def label_codes(labels: Sequence[Label | None]) -> Codes:
    """Return labels as indices of `LABELS`, `UNLABELLED` for None."""
    return np.array([UNLABELLED if label is None else _CODES[label] for label in labels], np.int8)


def known_ids(values: object) -> Sequence[str] | None:
    """Return the ids that values are on, those of a run with ids of its own."""
    return values.ids if isinstance(values, Run) and not values.in_order else None


def check_same_ids(ids: Mapping[str, Sequence[str | None] | None]) -> None:
    """Refuse values that are matched by position and are on other pairs, or in another order.

    Ids are given by the name of the argument that they belong to. Those that are None are unknown,
    and not compared; different lengths are no error here.
    """
    known = [(name, found) for name, found in ids.items() if found is not None]
    for name, found in known[1:]:
        first, expected = known[0]
        for position, (own, given) in enumerate(zip(expected, found, strict=False), start=1):
            if own is not None and given is not None and own != given:
                raise RunError(
                    f"{first} and {name} have different ids: at position {position}, "
                    f"{quoted(own)} and {quoted(given)}; expected the same ids in the same order "
                    "(check_run puts a run in the order of its pairs)"
                )


def _where_ids_are(run: Run, attributes: Sequence[Mapping[str, str]]) -> str:
    """Return which attribute of the pairs has the ids of a run, as advice; empty if none has."""
    answered = {*run.ids, *run.withheld}
    for name in attributes[0] if attributes else ():
        values = {pair.get(name, "") for pair in attributes}
        if len(values) == len(attributes) and (answered >= values or answered <= values):
            how = PAIR_NAMES.how_to_give({"id": name})
            return f"; the run has the ids in the column {quoted(name)} of the pairs: {how}"
    return ""


def with_ids_of_pairs(ids: tuple[str, ...], run: Run, *, left_out: int = 0) -> Run:
    """Return a run in the order of the pairs with their ids, if it has them in no column."""
    by_number = {str(number): pair_id for number, pair_id in enumerate(ids, start=1)}
    if {*run.ids, *run.withheld} != by_number.keys():
        note = f" ({left_out} more have no label and are left out)" if left_out else ""
        raise RunError(
            f"{run.source}: {counted(len(run) + len(run.withheld), 'prediction')} in the order of "
            f"{counted(len(ids), 'pair')}{note}; expected one for each pair"
        )
    known = set(ids)
    for name, values in run.other_columns.items():
        if set(values) == known:
            in_order = how_to_state("in_order", "--in-order")
            raise RunError(
                f"{run.source}: column {quoted(name)} holds the ids of the pairs; leave out "
                f"{in_order}, and name it: {RUN_NAMES.how_to_give({'id': name})}"
            )
    matched = run.on([by_number[number] for number in run.ids])
    return matched.withholding({by_number[n]: answer for n, answer in run.withheld.items()})


def _refuse_gold_labels(run: Run, gold: Codes) -> None:
    """Refuse a run whose labels all equal the gold labels, and may be from their column."""
    if run.labels_may_be_gold is None or not run.has_labels:
        return
    labels, gold = run.columns.codes[gold != UNLABELLED], gold[gold != UNLABELLED]
    if len(np.unique(gold)) < 2:
        return
    if np.isin(_TWO_WAY, (labels, gold)).any():
        labels, gold = labels == _ENTAILMENT, gold == _ENTAILMENT
    if np.array_equal(labels, gold):
        name = run.labels_may_be_gold
        raise RunError(
            f"{run.source}: all {len(gold)} labels of {quoted(name)} are the gold labels; if they "
            f"are predictions, say so: {RUN_NAMES.how_to_give({'label': name})}"
        )


def _id_problems(
    run: Run, ids: Sequence[str], positions: IntArray, *, partial: bool
) -> dict[str, list[str]]:
    is_missing = positions == _MISSING
    if not is_missing.all():
        is_withheld = np.array([pair_id in run.withheld for pair_id in ids], dtype=np.bool_)
        is_missing = is_missing & ~is_withheld & (not partial)
    answers, known = Counter([*run.ids, *run.withheld]), set(ids)
    return {
        "missing id": _select(is_missing, ids),
        "unknown id": [pair_id for pair_id in answers if pair_id not in known],
        "repeated id": [pair_id for pair_id in answers if answers[pair_id] > 1],
    }


def _label_problems(run: Run) -> dict[str, list[str]]:
    is_two_way = np.isin(run.columns.codes, _TWO_WAY)
    is_three_way = np.isin(run.columns.codes, _THREE_WAY)
    if not (is_two_way.any() and is_three_way.any()):
        return {}
    return {
        "two-way label NO_ENTAILMENT": _select(is_two_way, run.ids),
        "three-way label in the same run": _select(is_three_way, run.ids),
    }


def _number_problems(run: Run) -> dict[str, list[str]]:
    """Return the pairs of numbers out of range; a missing number is 0, which is in every range."""
    columns, probabilities = run.columns, run.columns.probabilities
    with np.errstate(invalid="ignore"):
        sums = probabilities.values.sum(axis=1)
    is_one = np.isclose(sums, 1, rtol=0, atol=PROBABILITY_TOLERANCE)
    is_wrong = {
        "score that is not finite": ~np.isfinite(columns.scores.values),
        "confidence outside [0, 1]": _outside_unit(columns.confidences.values),
        "probability outside [0, 1]": _outside_unit(probabilities.values).any(axis=1),
        "probabilities that do not sum to 1": probabilities.has_number & ~is_one,
    }
    return {problem: _select(is_affected, run.ids) for problem, is_affected in is_wrong.items()}


def _text_problems(
    run: Run, positions: IntArray, ids: Sequence[str], digests: PairDigests
) -> tuple[list[str], str | None]:
    """Compare the texts of predictions with those of their pairs, by digests or beginnings.

    Systems lowercase, tokenize and cut texts before they write them. So, without a digest of the
    labelled pair, only the beginnings are compared, and up to half may differ. But no pair may have
    the texts of another one. The first value lists errors, the second is a warning.
    """
    labelled = _aligned(positions, run.columns.digests)
    has_changed = (labelled != 0) & (digests.whole != 0) & (labelled != digests.whole)
    changed = _select(has_changed, ids)
    problems = []
    if changed:
        what = _summary("text differs from the one that was labelled", changed)
        problems.append(f"{what}, {_OTHER_DATASET}")
    begun, expected = _aligned(positions, run.columns.beginnings), digests.beginnings
    is_compared = (begun != 0) & (expected != 0) & (labelled == 0)
    differs = is_compared & (begun != expected)
    if not differs.any():
        return problems, None
    if misplaced := _select(differs & np.isin(begun, expected), ids):
        return [*problems, _summary("text and hypothesis of another pair", misplaced)], None
    others = _summary("text differs from that of the pair", _select(differs, ids))
    if 2 * differs.sum() > is_compared.sum():
        others = f"{others}, {_OTHER_DATASET} (runs without texts are not checked for this)"
        return [*problems, others], None
    return problems, f"{others}; these predictions are scored nevertheless"


def _aligned(positions: IntArray, digests: Digests) -> Digests:
    """Return the digest of the prediction on each pair, 0 where there is none."""
    # Position -1, of pairs without a prediction, is that of the 0 at the end.
    return np.append(digests, np.uint64(0))[positions]


def _outside_unit(values: FloatArray) -> BoolArray:
    # Negated, so that NaN counts as outside.
    return np.logical_not((values >= 0) & (values <= 1))


def _select(is_chosen: BoolArray, items: Sequence[Item]) -> list[Item]:
    return [items[position] for position in np.flatnonzero(is_chosen).tolist()]


def _summary(problem: str, ids: Sequence[str]) -> str:
    examples = ", ".join(quoted(pair_id) for pair_id in ids[:_EXAMPLES])
    return f"{problem}: {len(ids)} ({examples}{', ...' if len(ids) > _EXAMPLES else ''})"
