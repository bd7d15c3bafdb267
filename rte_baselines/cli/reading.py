"""The options of reading pairs and runs, declared once for all commands, and reading by them.

Each field of a class is an option of each command of its class; see `rte_baselines.cli.flags`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rte_baselines.cli.console import advancing, is_watched, progress_bar, say
from rte_baselines.cli.options import OptionsOfAll
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted

if TYPE_CHECKING:
    from rte_baselines.evaluation.systems.judged import System
    from rte_baselines.pairs import Pair, PairStream
    from rte_baselines.records.rows import Faults
    from rte_baselines.runs import Run

_of_pairs = partial(typer.Option, rich_help_panel="Reading pairs")
_of_runs = partial(typer.Option, rich_help_panel="Reading runs")


@dataclass(frozen=True)
class ReadingOptions(OptionsOfAll):
    """The options of commands that read pairs."""

    columns: Annotated[
        str | None,
        _of_pairs(
            metavar="PART=COLUMN,...",
            help="Columns of the pairs, as text=premise,hypothesis=claim,label=gold; see "
            "docs/formats.md.",
        ),
    ] = None
    labels: Annotated[
        str | None,
        _of_pairs(
            metavar="LABEL,...",
            help="What 0, 1, 2 mean, as entailment,neutral,contradiction; or what words mean, as "
            "NotMentioned=neutral,1=entailment.",
        ),
    ] = None
    quotes: Annotated[
        bool, _of_pairs("--quotes", help="In tables with tabs, read quotation marks as in CSV.")
    ] = False

    def of_pairs(self) -> dict[str, Any]:
        """Return the options as arguments of `read_pairs`, and of what else reads pairs."""
        return {
            "data_dir": self.data_dir,
            "columns": self.columns,
            "labels": self.labels,
            "quotes": self.quotes,
        }


@dataclass(frozen=True)
class ScoringOptions(ReadingOptions):
    """The options of commands that score runs: those of reading the pairs, and the runs."""

    partial: Annotated[
        bool,
        _of_runs("--partial", help="Accept runs that leave pairs out; score them on the others."),
    ] = False
    run_columns: Annotated[
        list[str] | None,
        _of_runs(
            metavar="PART=COLUMN,...",
            help="Columns of the runs, as label=pred,score=p_yes; given once for all, or once for "
            "each RUN, then for each --system, in order. See docs/formats.md.",
        ),
    ] = None
    run_labels: Annotated[
        list[str] | None,
        _of_runs(
            metavar="LABEL,...",
            help="What numbers and words mean in the runs; given as often; by default --labels.",
        ),
    ] = None
    in_order: Annotated[
        bool,
        _of_runs(
            "--in-order",
            help="Predictions are in the order of the pairs, one for each, without ids.",
        ),
    ] = False
    answer_pattern: Annotated[
        str | None,
        _of_runs(
            metavar="REGEX",
            help="The pattern of every answer in free text, with one group for the label.",
        ),
    ] = None
    threshold: Annotated[
        float | None,
        _of_runs(
            metavar="NUMBER",
            help="The lowest score of ENTAILMENT, for runs of scores without labels.",
        ),
    ] = None

    def of_run(self, position: int = 0, count: int = 1) -> dict[str, Any]:
        """Return the options of the run or system at a position among so many for `read_run`."""
        labels = _of_each("--run-labels", self.run_labels, count)[position]
        return {
            "run_columns": _of_each("--run-columns", self.run_columns, count)[position],
            "run_labels": self.labels if labels is None else labels,
            "in_order": self.in_order,
            "answer_pattern": self.answer_pattern,
            "threshold": self.threshold,
            "quotes": self.quotes,
        }

    def read_runs(self, sources: Sequence[str], sizes: Sequence[int] = ()) -> "list[Run]":
        """Read run files, and say how each was understood.

        `sizes` are how many runs are of each single run or system, by default one.
        """
        from rte_baselines.runs.reading import read_run, unique_names

        owners = [owner for owner, size in enumerate(sizes) for _ in range(size)]
        runs = []
        for number, (source, name) in enumerate(zip(sources, unique_names(sources), strict=True)):
            owner, count = (owners[number], len(sizes)) if owners else (number, len(sources))
            runs.append(read_run(source, name=name, **self.of_run(owner, count)))
            say(runs[-1].understood)
        return runs

    def read_run(self, source: str, faults: "Faults") -> "Run":
        """Read a run file with all its faults, and say how it was understood."""
        from rte_baselines.runs import read_run

        run = read_run(source, **self.of_run(), faults=faults)
        say(run.understood)
        return run

    def read_systems(
        self, runs: Sequence[str] | None, systems: Sequence[str], dataset: str | None = None
    ) -> "list[System]":
        """Read the runs of systems as in ``--system``, and single runs as systems of one run.

        `dataset` is what ``{dataset}`` stands for in the names of files.
        """
        from rte_baselines.evaluation.systems.judged import System, parse_system, seed_names

        files = [parse_system(spelling, dataset) for spelling in systems]
        sources = [source for _, paths in files for source in paths]
        sizes = [*(1 for _ in runs or ()), *(len(paths) for _, paths in files)]
        loaded = self.read_runs([*(runs or []), *sources], sizes)
        singles, remaining = loaded[: len(runs or [])], loaded[len(runs or []) :]
        found = [System(run.name, (run,), (run.name,)) for run in singles]
        for name, paths in files:
            seeds, remaining = remaining[: len(paths)], remaining[len(paths) :]
            found.append(System(name, tuple(seeds), seed_names(paths)))
        return found

    @contextmanager
    def reading_gold(
        self,
        source: str,
        doing: str = "Reading",
        *,
        needs_labels: bool = True,
        faults: "Faults | None" = None,
    ) -> Iterator[Iterator["Pair"]]:
        """Stream the pairs that the runs are scored against, with or without texts.

        `doing` describes the progress bar; `faults` collects those of single pairs, of which the
        first is otherwise an error.
        """
        from rte_baselines.runs import read_gold

        stream = read_gold(source, **self.of_pairs(), needs_labels=needs_labels, faults=faults)
        with _counting(stream, doing) as pairs:
            yield pairs


def _of_each(option: str, given: Sequence[str] | None, count: int) -> Sequence[str | None]:
    """Return what an option says of each of so many runs: given once, the same of all."""
    values: Sequence[str | None] = given or [None]
    if len(values) not in (1, count):
        runs = counted(count, "run or system", "runs or systems")
        raise InputError(
            f"{option} is given {len(values)} times for {runs}; expected it once for all, or once "
            "for each RUN, then for each --system, in order"
        )
    return values if len(values) == count else [*values] * count


@contextmanager
def reading_pairs(
    source: str,
    doing: str,
    options: ReadingOptions,
    *,
    output: str | None = None,
    needs_texts: bool = True,
) -> Iterator[Iterator["Pair"]]:
    """Stream pairs, with a progress bar and, at the end, a line on how they were understood.

    `doing` describes the progress bar. There is none if the output of the command is ``-``,
    standard output, as both would be mixed on a terminal.
    """
    from rte_baselines.pairs import read_pairs

    stream = read_pairs(source, **options.of_pairs(), needs_texts=needs_texts)
    with _counting(stream, doing, is_shown=output != "-") as pairs:
        yield pairs


@contextmanager
def _counting(
    stream: "PairStream", doing: str, *, is_shown: bool = True
) -> Iterator[Iterator["Pair"]]:
    is_shown = is_shown and is_watched()
    total = stream.count() if is_shown else None
    with stream, progress_bar(doing, total, is_shown=is_shown) as advance:
        yield advancing(stream, advance)
    say(stream.understood())
