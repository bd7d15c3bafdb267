"""Pairs in several files, read as one set."""

import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from rte_baselines.errors import InputError
from rte_baselines.files import input_name
from rte_baselines.pairs.columns import Columns
from rte_baselines.pairs.ids import SeenIds
from rte_baselines.pairs.judgments import no_means_contradiction
from rte_baselines.pairs.pair import Pair
from rte_baselines.pairs.pair_iterator import PairIterator
from rte_baselines.pairs.stream import PairStream
from rte_baselines.quoting import listed
from rte_baselines.representing import named

_OpenShard: TypeAlias = Callable[[str | Path, SeenIds, bool | None], PairStream]


class PairShards(PairIterator):
    """An iterator of the pairs of several files, like the `PairStream` of a single one.

    One file is open at a time. Iterating raises the errors of `PairStream`, and `InputError`
    if a file has the parts of a pair in another format or in other columns than the first, or
    an id of another file.

    Attributes
    ----------
    source : str
        The folder or pattern given to `read_pairs`.
    paths : sequence of Path, or of str for URLs
        The files, in the order in which they are read.
    skipped_ids : list of str
        As in `PairStream`, of all files read so far.
    """

    def __init__(self, paths: Sequence[str | Path], open_shard: _OpenShard, *, source: str) -> None:
        super().__init__()
        self.source = source
        self.paths = paths
        self._open = open_shard
        self._reading = self._pairs = self._read()

    def count(self) -> None:
        """Return None: counting the pairs of many files would take long."""

    def close(self) -> None:
        """Close the file that is open; no more pairs can be read."""
        self._reading.close()

    def __repr__(self) -> str:
        return named(self, repr(self.source), f"files={len(self.paths)}")

    def _read(self) -> Generator[Pair, None, None]:
        seen, no_is_contradiction = SeenIds(), self._no_means_contradiction()
        first: tuple[str, Columns] | None = None
        for path in self.paths:
            with self._open(path, seen, no_is_contradiction) as stream:
                for number, pair in enumerate(stream):
                    if number == 0:
                        first = first or stream.schema
                        check_schema(
                            input_name(path), stream.schema, input_name(self.paths[0]), first
                        )
                    yield pair
                self.skipped_ids += stream.skipped_ids

    def _no_means_contradiction(self) -> bool:
        """Whether NO means CONTRADICTION: a label in any of the files decides it for all files."""
        try:
            with warnings.catch_warnings(), closing(self._labels()) as labels:
                warnings.simplefilter("ignore")
                return no_means_contradiction(labels)
        except InputError:
            # Reading raises this error again, after any earlier problem.
            return False

    def _labels(self) -> Generator[str, None, None]:
        for path in self.paths:
            with self._open(path, SeenIds(), None) as stream:
                yield from stream.labels()


def check_schema(
    name: str, schema: tuple[str, Columns], other: str, expected: tuple[str, Columns]
) -> None:
    """Check that a file has the format and the columns of another; see `PairStream.schema`.

    Parameters
    ----------
    name : str
        The name of the file.
    schema : tuple of (str, mapping)
    other : str
        The name of the other file.
    expected : tuple of (str, mapping)
        Those of the other file.

    Raises
    ------
    InputError
        If they differ.
    """
    if schema == expected:
        return
    described = [f"{kind} with {listed(columns.values())}" for kind, columns in (schema, expected)]
    raise InputError(
        f"{name}: is {described[0]}, and {other} is {described[1]}; expected files of one format, "
        "with the same columns"
    )
