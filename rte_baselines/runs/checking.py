"""Whether a run is a run on these pairs, and one that can be scored."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite

from rte_baselines.errors import RunError
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs.run import Prediction, Run

PROBABILITY_TOLERANCE = 1e-3
"""How far from 1 the probabilities of a pair may sum, as files round them."""

_EXAMPLES = 3


def check_run(run: Run, gold_pairs: Iterable[Pair], *, partial: bool = False) -> Run:
    """Return the run in the order of the pairs, once sure that it fits them.

    A run may be in another scheme than the gold labels, which need not be there: either
    is conflated when scored.

    Parameters
    ----------
    run : Run
    gold_pairs : iterable of Pair
        Their ids are used, and nothing else.
    partial : bool
        Whether the run may leave out some of the pairs, though not all of them.

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
        outside [0, 1], or if the probabilities of a pair do not sum to 1. One message
        tells all of it, with counts and examples.
    """
    ids = tuple(pair.id for pair in gold_pairs)
    problems = [
        *_wrong_ids(run, ids, partial=partial),
        *_wrong_labels(run),
        *_wrong_numbers(run),
    ]
    if problems:
        raise RunError(
            f"{run.name}: {'; '.join(problems)}; expected one sound judgment for each of "
            f"the {len(ids)} pairs"
        )
    if run.ids == ids:
        return run
    places = {pair_id: place for place, pair_id in enumerate(run.ids)}
    return run.select([places[pair_id] for pair_id in ids if pair_id in places])


def _wrong_ids(run: Run, ids: Sequence[str], *, partial: bool) -> Iterator[str]:
    counts = Counter(run.ids)
    known = set(ids)
    missing = [pair_id for pair_id in ids if pair_id not in counts]
    if not partial or len(missing) == len(ids):
        yield from _counted("missing id", missing)
    yield from _counted("unknown id", [pair_id for pair_id in counts if pair_id not in known])
    yield from _counted("repeated id", [pair_id for pair_id, times in counts.items() if times > 1])


def _wrong_labels(run: Run) -> Iterator[str]:
    two_way = [p.id for p in run if p.label == Label.NO_ENTAILMENT]
    three_way = [p.id for p in run if p.label in (Label.CONTRADICTION, Label.UNKNOWN)]
    if two_way and three_way:
        yield from _counted("two-way label NO_ENTAILMENT", two_way)
        yield from _counted("three-way label beside it", three_way)


def _wrong_numbers(run: Run) -> Iterator[str]:
    yield from _counted(
        "score that is not finite",
        [p.id for p in run if p.score is not None and not isfinite(p.score)],
    )
    yield from _counted(
        "confidence outside [0, 1]",
        [p.id for p in run if p.confidence is not None and not 0 <= p.confidence <= 1],
    )
    yield from _counted(
        "probability outside [0, 1]", [p.id for p in run if not _are_probabilities(p)]
    )
    yield from _counted(
        "probabilities that do not sum to 1", [p.id for p in run if not _sum_to_one(p)]
    )


def _are_probabilities(prediction: Prediction) -> bool:
    return all(0 <= share <= 1 for share in (prediction.probabilities or {}).values())


def _sum_to_one(prediction: Prediction) -> bool:
    shares = prediction.probabilities
    return shares is None or abs(sum(shares.values()) - 1) <= PROBABILITY_TOLERANCE


def _counted(problem: str, ids: Sequence[str]) -> Iterator[str]:
    if ids:
        examples = ", ".join(repr(pair_id) for pair_id in ids[:_EXAMPLES])
        more = ", ..." if len(ids) > _EXAMPLES else ""
        yield f"{problem}: {len(ids)} ({examples}{more})"
