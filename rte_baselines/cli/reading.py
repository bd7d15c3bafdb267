"""Reading of pairs and runs by the options of the commands."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rte_baselines.cli.console import is_watched, progress_bar, say
from rte_baselines.cli.options import parse_names
from rte_baselines.errors import InputError
from rte_baselines.files import input_name
from rte_baselines.pairs import Pair, PairIterator, parse_columns, read_pairs
from rte_baselines.quoting import counted
from rte_baselines.runs import Run, read_gold, read_runs
from rte_baselines.runs.label_scores import ScoreOf

if TYPE_CHECKING:
    from rte_baselines.evaluation.seeds import System

_STANDARD_STREAM = "-"


@contextmanager
def reading_pairs(
    source: str,
    doing: str,
    *,
    data_dir: str | None = None,
    input_format: str | None = None,
    columns: str | None = None,
    label_order: Sequence[str] | None = None,
    output: str | None = None,
) -> Iterator[Iterator[Pair]]:
    """Stream pairs, with a progress bar and, at the end, a message about pairs left out.

    Parameters
    ----------
    source : str
        A path, ``-`` or the name of a dataset.
    doing : str
        The description of the progress bar.
    data_dir, input_format, columns : str, optional
        The options of the same names.
    label_order : sequence of str, optional
        The names in the option.
    output : str, optional
        The output of the command. For standard output, there is no progress bar, as both
        would be mixed on a terminal.
    """
    named = None if columns is None else parse_columns(columns)
    stream = read_pairs(
        source, data_dir=data_dir, format=input_format, columns=named, label_order=label_order
    )
    with _counting(stream, source, doing, is_shown=output != "-") as pairs:
        yield pairs


@contextmanager
def reading_gold(
    source: str,
    doing: str = "Reading",
    *,
    data_dir: str | None = None,
    input_format: str | None = None,
    columns: str | None = None,
    label_order: Sequence[str] | None = None,
) -> Iterator["GoldPairs"]:
    """Stream the pairs that runs are scored against, with or without texts.

    Parameters are those of `reading_pairs`.
    """
    named = None if columns is None else parse_columns(columns)
    stream = read_gold(
        source, data_dir=data_dir, format=input_format, columns=named, label_order=label_order
    )
    with _counting(stream, source, doing) as pairs:
        yield GoldPairs(pairs, stream.skipped_ids)


@dataclass
class GoldPairs(Iterator[Pair]):
    """A stream of labelled pairs.

    Parameters
    ----------
    pairs : iterator of Pair
    skipped_ids : sequence of str
        The ids of pairs without an agreed label, which are left out; complete when all
        pairs have been read.
    """

    pairs: Iterator[Pair]
    skipped_ids: Sequence[str]

    def __next__(self) -> Pair:
        return next(self.pairs)


@dataclass(frozen=True)
class ScoringOptions:
    """The options of the commands that score runs.

    Parameters
    ----------
    ranked, in_order, score_of, answers, label_column
        Options for reading the runs.
    data_dir, input_format, columns
        Options for reading the gold pairs.
    label_order, run_label_order : str, optional
        The order of numeric labels in both, and in the runs if it is another there.
    """

    ranked: bool | None
    label_order: str | None
    run_label_order: str | None
    label_column: Sequence[str] | None
    in_order: bool
    score_of: ScoreOf | None
    answers: Mapping[str, str] | None
    data_dir: str | None
    input_format: str | None
    columns: str | None

    def read_runs(self, sources: Sequence[str]) -> list[Run]:
        """Read run files."""
        return read_runs(
            sources,
            ranked=self.ranked,
            label_order=parse_names(self.run_label_order or self.label_order),
            label_column=self.label_column or None,
            in_order=self.in_order,
            score_of=self.score_of,
            answers=self.answers,
        )

    def read_systems(
        self, runs: Sequence[str] | None, systems: Sequence[str], dataset: str | None = None
    ) -> "list[System]":
        """Read the runs of systems, and single runs as systems of one run.

        Parameters
        ----------
        runs : sequence of str, optional
            Run files of systems of one run.
        systems : sequence of str
            As in ``--system``.
        dataset : str, optional
            What ``{dataset}`` stands for in the names of files.
        """
        from rte_baselines.evaluation.seeds import System
        from rte_baselines.evaluation.seeds.systems import parse_system, seed_names

        files = [parse_system(spelling, dataset) for spelling in systems]
        sources = [source for of_system in files for source in of_system.sources]
        loaded = self.read_runs([*(runs or []), *sources])
        singles, remaining = loaded[: len(runs or [])], loaded[len(runs or []) :]
        found = [System(run.name, (run,), (run.name,)) for run in singles]
        for of_system in files:
            number = len(of_system.sources)
            of_seeds, remaining = tuple(remaining[:number]), remaining[number:]
            found.append(System(of_system.name, of_seeds, seed_names(of_system.sources)))
        return found

    def reading_gold(self, source: str) -> AbstractContextManager[GoldPairs]:
        """Stream the pairs that the runs are scored against; see `reading_gold`."""
        return reading_gold(
            source,
            data_dir=self.data_dir,
            input_format=self.input_format,
            columns=self.columns,
            label_order=parse_names(self.label_order),
        )


def refuse_input_as_output(output: str, inputs: Iterable[str]) -> None:
    """Raise an error if an output is one of the files that are read.

    Raises
    ------
    InputError
        The message names the input.
    """
    written = Path(output)
    if output == _STANDARD_STREAM or not written.is_file():
        return
    for source in inputs:
        if source != _STANDARD_STREAM and Path(source).exists() and written.samefile(source):
            raise InputError(
                f"{output}: is the input {source}, which would be lost; name another file to write"
            )


@contextmanager
def _counting(
    stream: PairIterator, source: str, doing: str, *, is_shown: bool = True
) -> Iterator[Iterator[Pair]]:
    is_shown = is_shown and is_watched()
    total = stream.count() if is_shown else None
    with stream, progress_bar(doing, total, is_shown=is_shown) as advance:
        yield _counted(stream, advance)
    if stream.skipped:
        name = input_name(source)
        say(f"{name}: left out {counted(stream.skipped, 'pair')} without an agreed label (-)")


def _counted(stream: PairIterator, advance: Callable[[], None]) -> Iterator[Pair]:
    """Yield pairs, with a step of progress for each, including those left out."""
    skipped = 0
    for pair in stream:
        yield pair
        for _ in range(1 + stream.skipped - skipped):
            advance()
        skipped = stream.skipped
