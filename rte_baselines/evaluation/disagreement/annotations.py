"""The labels of several annotators on every pair."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, naming
from rte_baselines.core.quoting import listed, quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.judgments import (
    ENTAILMENT,
    LABELS,
    NO_ENTAILMENT,
    columns_of,
    scheme_of_codes,
)
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme
from rte_baselines.pairs.labels import Label, LabelReader, parse_label
from rte_baselines.pairs.pair import Pair, only_pairs
from rte_baselines.runs import Run
from rte_baselines.runs.columns import PairDigestCollector, PairDigests

KNOWN_COLUMNS = ("annotator_labels", "label_counter")
"""The columns that are looked for: SNLI's and MultiNLI's, and ChaosNLI's."""

_MOST_ANNOTATORS = 1_000_000

COUNT_COLUMN = "label_count"
"""ChaosNLI's column of counts without labels, which are read in a stated order."""

_EXPECTED = (
    'expected a JSON list of labels, as ["neutral", "entailment"], counts by label, as '
    f'{{"entailment": 3, "neutral": 2}}, or, in {COUNT_COLUMN}, a list of counts for stated labels'
)


def find_annotations(pair: Pair) -> str:
    """Return the column with the annotations of a pair, one and only one of `KNOWN_COLUMNS`."""
    found = [name for name in KNOWN_COLUMNS if name in pair.attributes]
    if len(found) == 1:
        return found[0]
    raise InputError(
        f"pair {quoted(pair.id)} has {listed(pair.attributes) or 'no further columns'}; expected "
        "one with annotators' labels, named by "
        + how_to_state("annotations=COLUMN", "--annotations COLUMN")
    )


def annotation_counts(
    pair: Pair, column: str | Mapping[Label, str], labels: LabelReader | None = None
) -> Counter[Label]:
    """Return how many annotators gave a pair each label, at least one in all.

    `column` is the attribute with a JSON list of labels or a JSON object of counts by label; or,
    for each label, the attribute with its count. In lists, empty labels and ``-`` are left out. A
    list of numbers is ambiguous, and read only as counts in the stated order, if it is
    `COUNT_COLUMN`. `labels` says what words, single letters and numbers mean.
    """
    with naming(f"pair {quoted(pair.id)}"):
        if isinstance(column, str):
            counts = _counts(_attribute(pair, column), column, labels or LabelReader())
        else:
            counts = Counter(
                {label: _count(_attribute(pair, name), name) for label, name in column.items()}
            )
        if not counts.total():
            raise InputError(f"no label by an annotator; {_EXPECTED}")
    return counts


def parse_count_columns(spelling: str) -> str | dict[Label, str]:
    """Parse the command line's spelling: a column, or ``LABEL=COLUMN,...`` with a count each."""
    if "=" not in spelling:
        return spelling
    columns: dict[Label, str] = {}
    for entry in spelling.split(","):
        name, _, column = (part.strip() for part in entry.partition("="))
        label = parse_label(name)
        if not column or label in columns or column in columns.values():
            raise InputError(
                f"annotations: {quoted(spelling)} does not give each label a column of its own; "
                "expected LABEL=COLUMN,..., as entailment=yes_votes,contradiction=no_votes"
            )
        columns[label] = column
    return columns


def _attribute(pair: Pair, name: str) -> Any:
    """Return a value as JSON has it, or the text itself if it cannot be parsed."""
    given = pair.attributes.get(name)
    if given is None:
        raise InputError(f"has no {quoted(name)}; {_EXPECTED}")
    try:
        return json.loads(given)
    except ValueError:
        return given


def _counts(found: Any, column: str, labels: LabelReader) -> Counter[Label]:
    """Return the counts of a list of labels, of an object, or of a list in the stated order."""
    counts: Counter[Label] = Counter()
    if isinstance(found, list) and all(isinstance(entry, str | None) for entry in found):
        counts.update(filter(None, map(labels.called, filter(None, found))))
        return counts
    if isinstance(found, list) and column == COUNT_COLUMN and len(found) == len(labels.order):
        found = dict(zip(labels.order, found, strict=True))
    if not isinstance(found, dict):
        raise InputError(f"{column} is {quoted(found)}; {_EXPECTED}")
    for name, count in found.items():
        if (label := labels.called(name)) is not None:
            counts[label] += _count(count, name)
    return counts


def _count(given: Any, name: str) -> int:
    is_number = isinstance(given, (int, float)) and not isinstance(given, bool)
    # The order of the comparisons refuses NaN, too.
    if not is_number or not 0 <= given <= _MOST_ANNOTATORS or given != int(given):
        raise InputError(
            f"{name} is {quoted(given)}; expected how many annotators gave the label: 0, 1, ... "
            f"{_MOST_ANNOTATORS}"
        )
    return int(given)


@brief
@dataclass(frozen=True)
class Annotations:
    """How many annotators gave each label to each pair.

    `counts`, shape (n, 4), has a column for each of `LABELS`; the scheme is None if all labels are
    ENTAILMENT.
    """

    ids: tuple[str, ...]
    counts: IntArray
    digests: PairDigests
    scheme: Scheme | None

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
            by_label = annotation_counts(pair, column, labels)
            ids.append(pair.id)
            rows.append([by_label[label] for label in LABELS])
            digests.add(pair)
        if not ids:
            raise InputError("no pairs with annotations; expected at least one")
        ((most_common, times),) = Counter(ids).most_common(1)
        if times > 1:
            raise InputError(f"id {quoted(most_common)} is repeated; expected one for each pair")
        counts = np.array(rows, dtype=np.int64)
        try:
            scheme = scheme_of_codes(np.flatnonzero(counts.any(axis=0)).astype(np.int8))
        except InputError as error:
            raise InputError(f"annotators' {error}") from None
        return cls(tuple(ids), counts, digests.digests(), scheme)

    def counts_in(self, scheme: Scheme) -> IntArray:
        """Return the counts of the labels of a scheme, conflated if it is two-way."""
        if scheme is Scheme.THREE_WAY:
            return self.counts[:, columns_of(scheme)]
        entailed = self.counts[:, ENTAILMENT]
        return np.column_stack([entailed, self.counts.sum(axis=1) - entailed])


def common_scheme(run: Run, annotations: Annotations) -> Scheme:
    """Return the three-way scheme if annotations and run are three-way, else the two-way one."""
    schemes = {annotations.scheme, scheme_of_codes(run.columns.codes)}
    # Labels that are all ENTAILMENT do not show their scheme; probabilities may.
    if run.probabilities is not None and run.probabilities[:, NO_ENTAILMENT].any():
        schemes.add(Scheme.TWO_WAY)
    return Scheme.TWO_WAY if Scheme.TWO_WAY in schemes else Scheme.THREE_WAY
