"""Reading pairs from a file or a named dataset, one by one, with checks."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from rte_baselines.errors import InputError
from rte_baselines.files import head_of_text, input_name, open_input
from rte_baselines.pairs.columns import Columns
from rte_baselines.pairs.datasets import Dataset, find_dataset, named_dataset
from rte_baselines.pairs.format import get_format, recognize_format
from rte_baselines.pairs.ids import SeenIds
from rte_baselines.pairs.judgments import parse_label_order
from rte_baselines.pairs.pair import Pair
from rte_baselines.pairs.rows import TablePairs, is_table
from rte_baselines.pairs.shards import PairShards
from rte_baselines.pairs.stream import PairStream, Transform
from rte_baselines.pairs.three_way import read_labels, relabel
from rte_baselines.quoting import quoted
from rte_baselines.shard_names import shard_paths

# The number of characters that formats are recognized by: enough for a long first document.
_HEAD_SIZE = 1 << 20


def read_pairs(
    source: str | Path | Any,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[str] | None = None,
) -> PairStream | PairShards | TablePairs:
    """Read pairs one by one; only digests of the ids of those that have been read are kept.

    Parameters
    ----------
    source : str or Path, or data frame, dataset or list of mapping
        A named dataset such as ``rte1:dev`` (see `dataset_names`), a path, a URL such as
        ``s3://bucket/pairs.jsonl`` (with fsspec and the package of the store), or ``-`` for
        standard input. The name of a dataset takes precedence over a file of that name; for
        the file, write ``./rte1:dev`` or give a `Path`. A file may be Parquet, or compressed
        with gzip or zstandard. A folder, or a pattern such as ``pairs-*.jsonl``, is one set
        of pairs in several files of the same format; see `shard_paths`. Or a table in
        memory: a data frame of pandas, polars or PyArrow, a ``datasets.Dataset``, whose own
        names of classes say what its numbers mean, or a list of dictionaries; missing values
        are read as in files.
    data_dir : str or Path, optional
        The only folder to search for named datasets; see `find_dataset`.
    format : str, optional
        One of `format_names`; by default it is recognized from the content.
    columns : mapping of str to str, optional
        For a table or JSON: the columns or fields that hold the ``text``, the
        ``hypothesis``, ``id``, ``task`` or ``label``; see `parse_columns`. Those that are
        not named are found by the known names, `rte_baselines.pairs.columns.NAMES`.
    label_order : sequence of str, optional
        The labels that the numbers 0, 1, 2 stand for, by any of their names; -1 then means
        no agreement. Formats that define their numbers ignore it.

    Returns
    -------
    PairStream, PairShards or TablePairs
        All are iterators of `Pair` and context managers.

    Raises
    ------
    InputError
        If the source is missing or cannot be read, is empty, or of no known format; or if an
        option for files is given with a table.
        Other errors in the file are raised by the stream.
    """
    order = parse_label_order(label_order)
    if is_table(source):
        _refuse_options_of_files(data_dir=data_dir, format=format)
        return TablePairs(source, columns=columns, label_order=order)
    if not isinstance(source, (str, Path)):
        raise InputError(
            f"{quoted(source)} is no source of pairs; expected a path, the name of a dataset, a "
            "data frame, a dataset or a list of dictionaries"
        )

    def opened(
        path: str | Path,
        seen: SeenIds | None = None,
        no_is_contradiction: bool | None = None,
        transform: Transform = iter,
        is_whole_file: bool = True,
    ) -> PairStream:
        pair_format = None if format is None else get_format(format, columns)
        name = input_name(path)
        file = open_input(path)
        try:
            pair_format = pair_format or recognize_format(read_head(file), columns)
        except InputError as error:
            file.close()
            raise InputError(f"{name}: {error}") from None
        return PairStream(
            file,
            pair_format,
            source=str(source),
            name=name,
            transform=transform,
            is_whole_file=is_whole_file,
            label_order=order,
            seen=seen,
            no_is_contradiction=no_is_contradiction,
        )

    dataset = named_dataset(source)
    if dataset is not None:
        file, transform = _resolve(dataset, data_dir)
        return opened(file, transform=transform, is_whole_file=dataset.is_whole_file)
    shards = shard_paths(source)
    if shards is not None:
        return PairShards(shards, opened, source=str(source))
    return opened(source)


def load_pairs(
    source: str | Path | Any,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[str] | None = None,
) -> list[Pair]:
    """Read all pairs into a list; parameters and errors are those of `read_pairs`."""
    return list(
        read_pairs(
            source, data_dir=data_dir, format=format, columns=columns, label_order=label_order
        )
    )


def _refuse_options_of_files(**options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise InputError(f"{name} is for files; a table in memory has none")


def _resolve(dataset: Dataset, data_dir: str | Path | None) -> tuple[Path, Transform]:
    """Return the file of a dataset, and a transformation of the pairs read from it."""
    files = find_dataset(dataset, data_dir)
    if files.labels is None:
        return files.pairs, dataset.pairs_of_file
    return files.pairs, partial(relabel, labels=read_labels(files.labels), name=dataset.name)


def read_head(file: BinaryIO) -> str:
    """Return the beginning of a file, by which its format is recognized, and rewind it.

    It contains the whole first line of JSON, however long that is.

    Raises
    ------
    InputError
        If the file is in an unsupported encoding; see `utf8_text`.
    """
    return head_of_text(file, _HEAD_SIZE, whole_lines=("{", "["))
