"""The gold standard: what is known of the pairs that runs are scored on."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.evaluation.inputs.judgments import (
    LABELS,
    Codes,
    Judgments,
    conflate_codes,
    scheme_of_codes,
)
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label, Pair, Scheme, read_pairs
from rte_baselines.pairs.judgments import is_in_order
from rte_baselines.pairs.pair import is_missing, only_pairs
from rte_baselines.pairs.rows import is_table
from rte_baselines.quoting import counted, quoted
from rte_baselines.representing import brief
from rte_baselines.runs import Run
from rte_baselines.runs.columns import PairDigestCollector, PairDigests

_NO_TASK = "(no task)"
_NO_LABEL = -1
_NAMES = [label.value for label in LABELS]
_CODES = {label: code for code, label in enumerate(LABELS)}


@brief
@dataclass(frozen=True)
class Gold:
    """Labelled pairs as columns, without their texts, which scoring does not look at.

    Parameters
    ----------
    ids : tuple of str
    task_names : tuple of str or None
        None for a pair without a task.
    labels : ndarray of int8, shape (n,)
        Codes of the pairs' labels.
    scheme : Scheme or None
        None when all labels are ENTAILMENT.
    pair_digests : PairDigests
    """

    ids: tuple[str, ...]
    task_names: tuple[str | None, ...]
    labels: Codes
    scheme: Scheme | None
    pair_digests: PairDigests

    @classmethod
    def from_pairs(cls, pairs: Iterable[Pair]) -> "Gold":
        """Collect pairs, which may come one by one from a file.

        Raises
        ------
        InputError
            If there are none, one is no `Pair`, an id occurs twice, a label is missing, or
            the labels mix two schemes.
        """
        ids: list[str] = []
        task_names: list[str | None] = []
        labels: list[Label | None] = []
        digests = PairDigestCollector()
        for pair in only_pairs(pairs):
            ids.append(pair.id)
            task_names.append(pair.task)
            labels.append(pair.label)
            digests.add(pair)
        return cls.from_columns(ids, task_names, labels, digests.digests())

    @classmethod
    def from_columns(
        cls,
        ids: Sequence[str],
        task_names: Sequence[str | None],
        labels: Sequence[Label | None],
        digests: PairDigests,
    ) -> "Gold":
        """Collect pairs from columns with all that scoring needs; errors are as in `from_pairs`."""
        codes = np.array(
            [_NO_LABEL if label is None else _CODES[label] for label in labels], dtype=np.int8
        )
        if not ids:
            raise InputError("no gold pairs to score against; expected at least one")
        _refuse("repeated ids", [pair_id for pair_id, times in Counter(ids).items() if times > 1])
        _refuse("no label", [ids[place] for place in np.flatnonzero(codes == _NO_LABEL).tolist()])
        try:
            scheme = scheme_of_codes(codes)
        except InputError as error:
            raise InputError(f"gold {error}") from None
        return cls(tuple(ids), tuple(task_names), codes, scheme, digests)

    @classmethod
    def from_codes(cls, labels: Codes, tasks: Iterable[str] | None = None) -> "Gold":
        """Collect labels of pairs whose ids are numbers from 1.

        Raises
        ------
        InputError
            If there are not as many tasks as labels, one is no string, or the labels mix two
            schemes.
        """
        size = len(labels)
        task_names = (None,) * size if tasks is None else _task_names(tasks)
        if len(task_names) != size:
            raise InputError(
                f"{counted(len(task_names), 'task')} for {counted(size, 'gold label')}; expected "
                "as many"
            )
        ids = tuple(map(str, range(1, size + 1)))
        unknown = np.zeros(size, dtype=np.uint64)
        digests = PairDigests(unknown, unknown)
        return cls(ids, task_names, labels, scheme_of_codes(labels), digests)

    def labels_in(self, scheme: Scheme) -> Codes:
        """Return the labels, conflated if the scheme is two-way."""
        return conflate_codes(self.labels) if scheme is Scheme.TWO_WAY else self.labels

    def answered_by(self, run: Run) -> IntArray:
        """Return the positions of the pairs that a run has a prediction for, in their order."""
        if len(run) == len(self.ids):
            return np.arange(len(self.ids))
        answered = set(run.ids)
        return np.flatnonzero([pair_id in answered for pair_id in self.ids])

    def tasks(self) -> dict[str, IntArray]:
        """Return the positions of each task's pairs, by task in alphabetical order.

        Empty if no pair has a task. If only some pairs have a task, the others form a task of
        their own.
        """
        present = {task or _NO_TASK for task in self.task_names}
        if present <= {_NO_TASK}:
            return {}
        numbers = {task: number for number, task in enumerate(sorted(present))}
        column = np.array([numbers[task or _NO_TASK] for task in self.task_names])
        return {task: np.flatnonzero(column == number) for task, number in numbers.items()}

    def digest(self) -> str:
        """Return the first 12 hexadecimal digits of the SHA-256 of ids, tasks and labels."""
        rows = zip(self.ids, self.task_names, self.labels.tolist(), strict=True)
        lines = [f"{pair_id}\t{task or ''}\t{_NAMES[code]}\n" for pair_id, task, code in rows]
        return sha256("".join(lines).encode(errors="surrogatepass")).hexdigest()[:12]


@dataclass(frozen=True)
class GoldPairs:
    """Gold pairs that are at hand in Python, with those that a table leaves out.

    Parameters
    ----------
    pairs : iterable of Pair
    skipped_ids : sequence of str
        The ids of rows without an agreed label; complete when all pairs have been read.
    """

    pairs: Iterable[Pair]
    skipped_ids: Sequence[str] = ()

    @classmethod
    def of(
        cls, given: Iterable[Pair] | Any, label_order: Sequence[str] | None = None
    ) -> "GoldPairs":
        """Return pairs as they are, and read those of a data frame, dataset or list of mappings.

        Raises
        ------
        InputError
            As in `read_pairs`.
        """
        if not is_table(given):
            return cls(given)
        stream = read_pairs(given, label_order=label_order)
        return cls(stream, stream.skipped_ids)


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
    labels = run.columns.codes
    is_two_way = Scheme.TWO_WAY in (gold.scheme, scheme_of_codes(labels))
    return Judgments(
        gold=gold.labels[answered],
        labels=labels,
        ranking=run.ranking,
        confidences=run.confidences,
        probabilities=run.probabilities,
        unanswered=len(gold.ids) - len(answered),
        known_scheme=Scheme.TWO_WAY if is_two_way else None,
    )


def _task_names(tasks: Iterable[str]) -> tuple[str | None, ...]:
    """Return the tasks, None where one is missing."""
    if isinstance(tasks, str) or not is_in_order(tasks):
        raise InputError(f"tasks are {quoted(tasks)}; expected a list with one for each pair")
    names: list[str | None] = []
    for task in tasks:
        if not (is_missing(task) or isinstance(task, str)):
            raise InputError(f"task {len(names) + 1}: {quoted(task)} is not a string; expected one")
        names.append(None if is_missing(task) else str(task))
    return tuple(names)


def _refuse(problem: str, ids: list[str]) -> None:
    if ids:
        examples = ", ".join(map(quoted, ids[:3]))
        raise InputError(
            f"gold pairs with {problem}: {len(ids)} (such as {examples}); "
            "expected one label for each id"
        )
