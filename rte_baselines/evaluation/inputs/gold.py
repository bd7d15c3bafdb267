"""The gold standard, what is known of the pairs; and runs with their judgments on it."""

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from itertools import compress
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    NO_ENTAILMENT,
    Codes,
    Judgments,
    conflate_codes,
    scheme_of_codes,
)
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label, Pair, Scheme, read_pairs
from rte_baselines.pairs.labels import is_in_order
from rte_baselines.pairs.pair import only_pairs
from rte_baselines.records.rows import is_missing, is_table
from rte_baselines.runs import Run, check_run_on_ids
from rte_baselines.runs.checking import PAIRS_NOTED, UNLABELLED, label_codes, with_ids_of_pairs
from rte_baselines.runs.columns import PairDigestCollector, PairDigests

_NO_TASK = "(no task)"
_NAMES = [label.value for label in LABELS]


@brief
@dataclass(frozen=True)
class Gold:
    """Labelled pairs as columns, without their texts, which scoring does not look at.

    Pairs without a label are left out of all columns but `given_ids`. `labels`, shape (n,), are
    codes; `scheme` is None when all labels are ENTAILMENT; `attributes` are those of the first
    pairs, one of which may have the ids of a run.
    """

    ids: tuple[str, ...]
    task_names: tuple[str | None, ...]
    labels: Codes
    scheme: Scheme | None
    pair_digests: PairDigests
    given_ids: tuple[str, ...]
    attributes: Sequence[Mapping[str, str]] = ()

    @classmethod
    def from_pairs(
        cls, pairs: Iterable[Pair] | Any, label_order: Sequence[str] | None = None
    ) -> "Gold":
        """Collect pairs, as `gold_pairs` takes them, and leave out those without a label.

        Warns if some pairs have no label; it is an error if none has one, one is no `Pair`, an id
        occurs twice, or the labels mix two schemes.
        """
        ids: list[str] = []
        task_names: list[str | None] = []
        labels: list[Label | None] = []
        attributes: list[Mapping[str, str]] = []
        digests = PairDigestCollector()
        for pair in gold_pairs(pairs, label_order):
            ids.append(pair.id)
            task_names.append(pair.task)
            labels.append(pair.label)
            digests.add(pair)
            if len(attributes) < PAIRS_NOTED:
                attributes.append(pair.attributes)
        _refuse_repeated(ids)
        codes = label_codes(labels)
        labelled = np.flatnonzero(codes != UNLABELLED)
        if not len(labelled):
            raise InputError(
                f"{_have_no_label(len(ids), 0)}; expected pairs with gold labels to score against"
            )
        try:
            scheme = scheme_of_codes(codes[labelled])
        except InputError as error:
            raise InputError(f"gold {error}") from None
        places = labelled.tolist()
        found = digests.digests()
        gold = cls(
            tuple(ids[place] for place in places),
            tuple(task_names[place] for place in places),
            codes[labelled],
            scheme,
            PairDigests(found.whole[labelled], found.beginnings[labelled]),
            tuple(ids),
            attributes,
        )
        for note in unlabelled_note(gold.unlabelled, len(gold.ids)):
            warnings.warn(note, InputWarning, stacklevel=4)
        return gold

    @property
    def unlabelled(self) -> int:
        """The number of pairs that are left out, as they have no label."""
        return len(self.given_ids) - len(self.ids)

    def check(self, run: Run, *, partial: bool = False) -> Run:
        """Check a run by `check_run`, and return it in the order of the labelled pairs.

        Predictions on pairs without a label are ignored. If the run is in the order of the pairs,
        it may leave these out.
        """
        if run.in_order and len(run) + len(run.withheld) == len(self.given_ids):
            run = with_ids_of_pairs(self.given_ids, run)
        return check_run_on_ids(
            run,
            self.ids,
            partial=partial,
            ignored=set(self.given_ids).difference(self.ids) if self.unlabelled else (),
            digests=self.pair_digests,
            labels=self.labels,
            attributes=self.attributes,
        )

    def columns_of(
        self, properties: Mapping[str, Sequence[str | None]] | None
    ) -> dict[str, list[str | None]]:
        """Return the values of properties of all pairs, with those without a label, for these."""
        labelled = set(self.ids)
        are_labelled = [pair_id in labelled for pair_id in self.given_ids]
        return {
            name: list(compress(column_of(name, values, len(are_labelled)), are_labelled))
            for name, values in (properties or {}).items()
        }

    def labels_in(self, scheme: Scheme) -> Codes:
        """Return the labels, conflated if the scheme is two-way."""
        return conflate_codes(self.labels) if scheme is Scheme.TWO_WAY else self.labels

    def tasks(self) -> dict[str, IntArray]:
        """Return the positions of each task's pairs, in alphabetical order; empty if none has one.

        If only some pairs have a task, the others form a task of their own.
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


def gold_pairs(
    given: Iterable[Pair] | Any, label_order: Sequence[str] | None = None
) -> Iterator[Pair]:
    """Yield pairs as they are, or those of a data frame, dataset or list of mappings.

    Tables are read as by `read_pairs`; `label_order` is what the numbers 0, 1, 2 stand for in them.
    """
    yield from only_pairs(read_pairs(given, labels=label_order) if is_table(given) else given)


def _refuse_repeated(ids: Sequence[str]) -> None:
    if not ids:
        raise InputError("no gold pairs to score against; expected at least one")
    if len(set(ids)) < len(ids):
        repeated = [pair_id for pair_id, times in Counter(ids).items() if times > 1]
        examples = ", ".join(map(quoted, repeated[:3]))
        raise InputError(
            f"gold pairs with repeated ids: {len(repeated)} (such as {examples}); "
            "expected one label for each id"
        )


def unlabelled_note(unlabelled: int, labelled: int) -> Iterator[str]:
    """Yield how many gold pairs are left out, as they have no label, if there are any."""
    if unlabelled:
        left_out = "is left out" if unlabelled == 1 else "are left out"
        yield f"{_have_no_label(unlabelled, labelled)} and {left_out}"


def _have_no_label(unlabelled: int, labelled: int) -> str:
    verb = "has" if unlabelled == 1 else "have"
    return f"{unlabelled} of {counted(unlabelled + labelled, 'pair')} {verb} no label"


def column_of(name: str, values: Iterable[Any], pairs: int) -> list[str | None]:
    """Return the value of a property for each pair as a string, None where it is missing."""
    if isinstance(values, str) or not is_in_order(values):
        raise InputError(f"{name} is {quoted(values)}; expected a list with a value for each pair")
    column = [None if is_missing(value) else str(value) for value in values]
    if len(column) != pairs:
        raise InputError(
            f"{name} has {counted(len(column), 'value')} for {counted(pairs, 'pair')}; expected as "
            "many"
        )
    return column


@dataclass(frozen=True)
class ScoredRun:
    """A run with its judgments, in the order of the gold pairs.

    `answered` are the positions of the pairs that the run labels; `judgments` are of these. The run
    of a system that is given as arrays has a name alone.
    """

    run: Run
    judgments: Judgments
    answered: IntArray
    gold: Gold

    @classmethod
    def of(cls, run: Run, gold: Gold, *, partial: bool = True) -> "ScoredRun":
        """Judge a run, which may leave pairs out if `partial`, by the gold labels."""
        checked = gold.check(run, partial=partial)
        answered = np.arange(len(gold.ids))
        if len(checked) < len(gold.ids):
            labelled = set(checked.ids)
            answered = np.flatnonzero([pair_id in labelled for pair_id in gold.ids])
        judgments = Judgments.of_run(
            gold.labels[answered], checked, gold.scheme, unanswered=len(gold.ids) - len(answered)
        )
        return cls(checked, judgments, answered, gold)

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.run.name

    def on(self, positions: IntArray) -> Judgments:
        """Return the judgments of the pairs at some positions of the gold standard."""
        return self.judgments.select(
            np.flatnonzero(np.isin(self.answered, positions)),
            unanswered=len(positions) - int(np.isin(positions, self.answered).sum()),
        )

    @property
    def completed(self) -> Judgments:
        """The labels of all gold pairs, a wrong one for each pair that the run leaves out."""
        gold, scheme = self.gold.labels, self.judgments.scheme
        other = NO_ENTAILMENT if scheme is Scheme.TWO_WAY else LABELS.index(Label.UNKNOWN)
        labels = np.where(gold == ENTAILMENT, other, ENTAILMENT).astype(np.int8)
        labels[self.answered] = self.judgments.labels
        has_labels = self.judgments.has_labels
        return Judgments(gold, labels, known_scheme=scheme, has_labels=has_labels)


def labelled_by_all(answered: Iterable[IntArray]) -> IntArray:
    """Return the positions of the pairs that all runs label, given those that each labels."""
    return reduce(np.intersect1d, answered)
