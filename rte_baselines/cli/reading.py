"""The options of reading pairs and runs, declared once for all commands, and reading by them.

Each field of a class is an option of each command of its class; see `rte_baselines.cli.flags`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import is_watched, progress_bar, say
from rte_baselines.cli.options import parse_answers, parse_names
from rte_baselines.errors import InputError
from rte_baselines.files import input_name
from rte_baselines.quoting import counted

if TYPE_CHECKING:
    from rte_baselines.evaluation.seeds import System
    from rte_baselines.pairs import Pair, PairIterator
    from rte_baselines.runs import Run

Options = TypeVar("Options")

_STANDARD_STREAM = "-"

_of_pairs = partial(typer.Option, rich_help_panel="Reading pairs")
_of_runs = partial(typer.Option, rich_help_panel="Reading runs")


@dataclass(frozen=True)
class DatasetOptions:
    """The options of commands that read datasets by their names alone."""

    data_dir: Annotated[
        str | None,
        _of_pairs(
            "--data-dir",
            metavar="FOLDER",
            help="The only folder searched for named datasets; else RTE_BASELINES_DATA and "
            "NLTK_DATA.",
        ),
    ] = None


@dataclass(frozen=True)
class ReadingOptions(DatasetOptions):
    """The options of commands that read pairs."""

    columns: Annotated[
        str | None,
        _of_pairs(
            "--columns",
            metavar="PART=COLUMN,...",
            help="Columns of a table or fields of JSON Lines; see docs/formats.md.",
        ),
    ] = None
    label_order: Annotated[
        str | None,
        _of_pairs(
            "--label-order",
            metavar="LABEL,...",
            help="The labels of 0, 1, 2, with commas between: entailment, neutral, contradiction. "
            "E, N, C are then their initials.",
        ),
    ] = None
    input_format: Annotated[
        str | None,
        _of_pairs(
            "--input-format",
            metavar="FORMAT",
            help="Format of the pairs, if the content is ambiguous; see `list formats`.",
            autocompletion=completion.formats,
        ),
    ] = None

    def of_pairs(self) -> dict[str, Any]:
        """Return the options as arguments of `read_pairs`, and of what else reads pairs."""
        from rte_baselines.pairs import parse_columns

        return {
            "data_dir": self.data_dir,
            "format": self.input_format,
            "columns": None if self.columns is None else parse_columns(self.columns),
            "label_order": parse_names(self.label_order),
        }


@dataclass(frozen=True)
class ScoringOptions(ReadingOptions):
    """The options of commands that score runs: those of reading the pairs, and the runs."""

    ranked: Annotated[
        bool | None,
        _of_runs(
            "--ranked/--unranked",
            help="Whether the order of a TAC run is a ranking; by default inferred from the file.",
        ),
    ] = None
    partial: Annotated[
        bool,
        _of_runs("--partial", help="Accept runs that leave pairs out; score them on the others."),
    ] = False
    run_label_order: Annotated[
        str | None,
        _of_runs(
            "--run-label-order",
            metavar="LABEL,...",
            help="The labels of 0, 1, 2 in the runs; by default --label-order, as in the gold "
            "file.",
        ),
    ] = None
    label_column: Annotated[
        list[str] | None,
        _of_runs(
            "--label-column",
            metavar="NAME",
            help="The column or field of the prediction (tables, JSON): once for all runs, or "
            "once for each run, in their order.",
        ),
    ] = None
    in_order: Annotated[
        bool,
        _of_runs(
            "--in-order",
            help="Predictions are in the order of the pairs, one for each, without ids.",
        ),
    ] = False
    score_of: Annotated[
        Literal["label", "entailment"] | None,
        _of_runs(
            "--score-of",
            metavar="WHAT",
            show_choices=False,
            help="What scores belong to: label, the predicted one (Hugging Face), or entailment.",
        ),
    ] = None
    answers: Annotated[
        str | None,
        _of_runs(
            "--answers",
            metavar="WORD=LABEL,...",
            help="What words mean in the answers of a chat model, as yes=entailment; see "
            "docs/hub.md.",
        ),
    ] = None

    def read_runs(self, sources: Sequence[str]) -> "list[Run]":
        """Read run files."""
        from rte_baselines.runs import read_runs

        return read_runs(
            sources,
            ranked=self.ranked,
            label_order=parse_names(self.run_label_order or self.label_order),
            label_column=self.label_column or None,
            in_order=self.in_order,
            score_of=self.score_of,
            answers=parse_answers(self.answers),
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

    @contextmanager
    def reading_gold(self, source: str, doing: str = "Reading") -> Iterator["GoldPairs"]:
        """Stream the pairs that the runs are scored against, with or without texts.

        Parameters
        ----------
        source : str
            A path, ``-`` or the name of a dataset.
        doing : str, optional
            The description of the progress bar.
        """
        from rte_baselines.runs import read_gold

        stream = read_gold(source, **self.of_pairs())
        with _counting(stream, source, doing) as pairs:
            yield GoldPairs(pairs, stream.skipped_ids)


def reading_options(context: typer.Context) -> ReadingOptions:
    """Return what a `ReadingCommand` was given; of a `DatasetCommand`, its options alone."""
    return _given(ReadingOptions, context)


def scoring_options(context: typer.Context) -> ScoringOptions:
    """Return what a `ScoringCommand` was given."""
    return _given(ScoringOptions, context)


def _given(options: type[Options], context: typer.Context) -> Options:
    """Return the values that a command keeps in its context; the default for what it lacks."""
    kept = context.ensure_object(dict)
    names = [field.name for field in fields(options)]  # type: ignore[arg-type]
    return options(**{name: kept[name] for name in names if name in kept})


@contextmanager
def reading_pairs(
    source: str, doing: str, options: ReadingOptions, *, output: str | None = None
) -> Iterator[Iterator["Pair"]]:
    """Stream pairs, with a progress bar and, at the end, a message about pairs left out.

    Parameters
    ----------
    source : str
        A path, ``-`` or the name of a dataset.
    doing : str
        The description of the progress bar.
    options : ReadingOptions
    output : str, optional
        The output of the command. For standard output, there is no progress bar, as both
        would be mixed on a terminal.
    """
    from rte_baselines.pairs import read_pairs

    stream = read_pairs(source, **options.of_pairs())
    with _counting(stream, source, doing, is_shown=output != "-") as pairs:
        yield pairs


@dataclass
class GoldPairs(Iterator["Pair"]):
    """A stream of labelled pairs.

    Parameters
    ----------
    pairs : iterator of Pair
    skipped_ids : sequence of str
        The ids of pairs without an agreed label, which are left out; complete when all
        pairs have been read.
    """

    pairs: Iterator["Pair"]
    skipped_ids: Sequence[str]

    def __next__(self) -> "Pair":
        return next(self.pairs)


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
    stream: "PairIterator", source: str, doing: str, *, is_shown: bool = True
) -> Iterator[Iterator["Pair"]]:
    is_shown = is_shown and is_watched()
    total = stream.count() if is_shown else None
    with stream, progress_bar(doing, total, is_shown=is_shown) as advance:
        yield _counted(stream, advance)
    if stream.skipped:
        name = input_name(source)
        say(f"{name}: left out {counted(stream.skipped, 'pair')} without an agreed label (-)")


def _counted(stream: "PairIterator", advance: Callable[[], None]) -> Iterator["Pair"]:
    """Yield pairs, with a step of progress for each, including those left out."""
    skipped = 0
    for pair in stream:
        yield pair
        for _ in range(1 + stream.skipped - skipped):
            advance()
        skipped = stream.skipped
