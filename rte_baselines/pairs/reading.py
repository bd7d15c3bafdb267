"""Reading pairs from a file, a named dataset or a table in memory, one by one, with checks."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import InputError, InputWarning, naming
from rte_baselines.core.files.reading import lines_of, open_input, utf8_text
from rte_baselines.core.quoting import quoted, shortened
from rte_baselines.pairs.datasets import find_dataset, named_dataset
from rte_baselines.pairs.labels import Label, LabelMeanings, LabelReader, conflate, parse_label
from rte_baselines.pairs.pair import Pair
from rte_baselines.pairs.stream import PairStream, Transform
from rte_baselines.records.columns import Columns, parse_columns
from rte_baselines.records.rows import Faults
from rte_baselines.records.sources import Source

_HEADER = ("id", "label")
_LONGEST_LIST = 200


def read_pairs(
    source: str | Path | Any,
    *,
    data_dir: str | Path | None = None,
    columns: Columns | str | None = None,
    labels: LabelMeanings | None = None,
    quotes: bool = False,
    needs_texts: bool = True,
    faults: Faults | None = None,
) -> PairStream:
    """Read pairs one by one; only digests of the ids of those that have been read are kept.

    Parameters
    ----------
    source : str or Path, or data frame, dataset or list of mapping
        A named dataset such as ``rte1:dev`` (see `dataset_names`), a path, a URL such as
        ``s3://bucket/pairs.jsonl`` (with fsspec and the package of the store), or ``-`` for
        standard input. For a file with the name of a dataset, write ``./rte1:dev`` or give a
        `Path`. A folder, or a pattern such as ``pairs-*.jsonl``, is one set of pairs in several
        files with the same columns. Or a table in memory: a data frame of pandas, polars or
        PyArrow, a ``datasets.Dataset`` or a list of dictionaries.
    data_dir : str or Path, optional
        The only folder to search for named datasets.
    columns : mapping of str to str, or str, optional
        Paths of parts, as ``text=premise,hypothesis=claim``; see `rte_baselines.records.columns`.
        Parts that are not named are found by their default names.
    labels : sequence of str, mapping of str to str, or str, optional
        What words and numbers mean; see `LabelMeanings`.
    quotes : bool
        Whether fields between tabs can be in quotation marks, as in CSV.
    needs_texts : bool
        Whether pairs must have texts; gold labels need none.
    faults : Faults, optional
        Collects faults of single pairs, which are left out; by default the first is an error.

    Raises
    ------
    InputError
        If the source cannot be opened, or is of no known format. Other errors are raised by the
        stream.
    """
    is_name = isinstance(source, str | Path)
    if not is_name and data_dir is not None:
        raise InputError("data_dir is for named datasets; a table in memory has none")
    dataset = named_dataset(source)
    found: Any = source
    transform: Transform = iter
    if dataset is not None:
        files = find_dataset(dataset, data_dir)
        found, transform = files.pairs, dataset.pairs_of_file
        if files.labels is not None:
            labels_by_id = read_labels(files.labels)
            transform = partial(relabel, labels=labels_by_id, name=dataset.name)
    given, reader = parse_columns(columns), LabelReader(labels)
    with ExitStack() as unless_known:
        opened = unless_known.enter_context(closing(Source(found)))
        stream = PairStream(
            opened,
            name=str(source) if is_name else opened.name,
            columns=given,
            labels=reader,
            quotes=quotes,
            needs_texts=needs_texts,
            transform=transform,
            is_whole_file=dataset is None or dataset.is_whole_file,
            faults=faults,
        )
        unless_known.pop_all()
        return stream


def load_pairs(
    source: str | Path | Any,
    *,
    data_dir: str | Path | None = None,
    columns: Columns | str | None = None,
    labels: LabelMeanings | None = None,
    quotes: bool = False,
) -> list[Pair]:
    """Read all pairs into a list; parameters and errors are those of `read_pairs`."""
    return list(
        read_pairs(source, data_dir=data_dir, columns=columns, labels=labels, quotes=quotes)
    )


def pair_called(pair_id: str, pairs: Iterable[Pair], source: str | Path) -> Pair:
    """Return the pair with an id, or refuse an unknown one; pairs after it are not read."""
    ids = []
    for pair in pairs:
        if pair.id == pair_id:
            return pair
        ids.append(pair.id)
    hint = did_you_mean(pair_id, ids)
    known = f"{hint}expected one of {len(ids)}, such as {quoted(ids[0])}"
    raise InputError(f"{source}: no pair has the id {quoted(pair_id)}; {known}")


def read_labels(path: str | Path) -> dict[str, Label]:
    """Read a label for each id from lines ``id<TAB>label``, with or without header."""
    labels: dict[str, Label] = {}
    with open_input(path) as stream, utf8_text(stream, str(path)) as text:
        for number, line in enumerate(lines_of(text), start=1):
            pair_id, _, label = (field.strip() for field in line.partition("\t"))
            if number == 1 and (pair_id, label) == _HEADER:
                continue
            with naming(f"{path}: line {number}"):
                if not pair_id or pair_id in labels:
                    raise InputError(f"id {quoted(pair_id)} is repeated or missing")
                labels[pair_id] = parse_label(label)
    return labels


def relabel(pairs: Iterable[Pair], labels: Mapping[str, Label], name: str) -> Iterator[Pair]:
    """Give each pair its label; a warning at the end names those that conflate to another one."""
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
