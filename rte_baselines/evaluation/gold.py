"""The gold standard: what is known of the pairs that runs are scored on."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.evaluation.judgments import (
    Codes,
    Judgments,
    conflate_codes,
    encode_labels,
    scheme_of_codes,
)
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.runs import Run

_NO_TASK = "(no task)"


@dataclass(frozen=True)
class Gold:
    """Labelled pairs, without their texts, which scoring does not look at.

    Parameters
    ----------
    pairs : tuple of Pair
    labels : ndarray of int8, shape (n,)
        Codes of the pairs' labels.
    scheme : Scheme or None
        None when all labels are ENTAILMENT.
    """

    pairs: tuple[Pair, ...]
    labels: Codes
    scheme: Scheme | None

    @classmethod
    def from_pairs(cls, pairs: Iterable[Pair]) -> "Gold":
        """Collect pairs, which may come one by one from a file.

        Raises
        ------
        InputError
            If there are none, an id occurs twice, a label is missing, or the labels mix
            two schemes.
        """
        kept = tuple(Pair(pair.id, "", "", pair.task, pair.label) for pair in pairs)
        if not kept:
            raise InputError("no gold pairs to score against; expected at least one")
        counts = Counter(pair.id for pair in kept)
        _refuse("repeated ids", [pair_id for pair_id, times in counts.items() if times > 1])
        _refuse("no label", [pair.id for pair in kept if pair.label is None])
        labels = encode_labels([str(pair.label) for pair in kept])
        try:
            return cls(kept, labels, scheme_of_codes(labels))
        except InputError as error:
            raise InputError(f"gold {error}") from None

    def labels_in(self, scheme: Scheme) -> Codes:
        """Return the labels, conflated if the scheme is two-way."""
        return conflate_codes(self.labels) if scheme is Scheme.TWO_WAY else self.labels

    def answered_by(self, run: Run) -> IntArray:
        """Return the positions of the pairs that a run has a prediction for, in their order."""
        if len(run) == len(self.pairs):
            return np.arange(len(self.pairs))
        answered = set(run.ids)
        return np.flatnonzero([pair.id in answered for pair in self.pairs])

    def tasks(self) -> dict[str, IntArray]:
        """Return the positions of each task's pairs, by task in alphabetical order.

        Nothing if no pair has a task; pairs without one beside others are a task of
        their own.
        """
        names = np.array([pair.task or _NO_TASK for pair in self.pairs])
        if (names == _NO_TASK).all():
            return {}
        return {str(name): np.flatnonzero(names == name) for name in np.unique(names)}

    def digest(self) -> str:
        """Return the first 12 hexadecimal digits of the SHA-256 of ids, tasks and labels."""
        lines = (f"{pair.id}\t{pair.task or ''}\t{pair.label}\n" for pair in self.pairs)
        return sha256("".join(lines).encode(errors="surrogatepass")).hexdigest()[:12]


def judgments_of(run: Run, gold: Gold, answered: IntArray) -> Judgments:
    """Return a run's judgments beside the gold labels.

    Parameters
    ----------
    run : Run
        As `check_run` returns it: in the order of the gold pairs.
    gold : Gold
    answered : ndarray of int64
        The positions of the pairs that the run has a prediction for.
    """
    labels = encode_labels(run.labels)
    is_two_way = Scheme.TWO_WAY in (gold.scheme, scheme_of_codes(labels))
    return Judgments(
        gold=gold.labels[answered],
        labels=labels,
        ranking=run.ranking,
        confidences=run.confidences,
        probabilities=run.probabilities,
        unanswered=len(gold.pairs) - len(answered),
        known_scheme=Scheme.TWO_WAY if is_two_way else None,
    )


def _refuse(problem: str, ids: list[str]) -> None:
    if ids:
        examples = ", ".join(map(repr, ids[:3]))
        raise InputError(
            f"gold pairs with {problem}: {len(ids)} (such as {examples}); "
            "expected one label for each id"
        )
