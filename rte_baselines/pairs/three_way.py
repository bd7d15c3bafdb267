"""The three-way labels of RTE-3's pilot, which are in a separate file."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.files.reading import open_input, utf8_text
from rte_baselines.core.quoting import quoted, shortened
from rte_baselines.pairs.labels import Label, conflate, parse_label
from rte_baselines.pairs.pair import Pair

_HEADER = ("id", "label")
_LONGEST_LIST = 200


def read_labels(path: str | Path) -> dict[str, Label]:
    """Read a label for each id from lines ``id<TAB>label``, with or without header."""
    labels: dict[str, Label] = {}
    with open_input(path) as stream, utf8_text(stream, str(path)) as text:
        for number, line in enumerate(text, start=1):
            pair_id, _, label = (field.strip() for field in line.partition("\t"))
            if number == 1 and (pair_id, label) == _HEADER:
                continue
            try:
                if not pair_id or pair_id in labels:
                    raise InputError(f"id {quoted(pair_id)} is repeated or missing")
                labels[pair_id] = parse_label(label)
            except InputError as error:
                raise InputError(f"{path}: line {number}: {error}") from None
    return labels


def relabel(pairs: Iterable[Pair], labels: Mapping[str, Label], name: str) -> Iterator[Pair]:
    """Give each pair its label in `labels`; those of the same pairs are expected.

    If some conflate to another label than the pair's own, a warning names the pairs at the end.
    """
    disagreeing = []
    unused = set(labels)
    for pair in pairs:
        if pair.id not in labels:
            raise InputError(f"{name}: pair {quoted(pair.id)} has no three-way label")
        label = labels[pair.id]
        unused.remove(pair.id)
        if pair.label is not None and conflate(pair.label) is not conflate(label):
            disagreeing.append(pair.id)
        yield replace(pair, label=label)
    if unused:
        raise InputError(f"{name}: the three-way label of {quoted(min(unused))} belongs to no pair")
    if disagreeing:
        warnings.warn(
            f"{name}: the three-way label, which disagrees with the two-way label on "
            f"entailment, is kept for pair {shortened(', '.join(disagreeing), _LONGEST_LIST)}",
            InputWarning,
            stacklevel=2,
        )
