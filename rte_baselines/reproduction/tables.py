"""Tables of our figures: beside the published ones, and on several datasets."""

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase

from rte_baselines.evaluation.report.scoring import SystemScores
from rte_baselines.rendering.tables import Table, percentage
from rte_baselines.reproduction.experiment import DatasetResults
from rte_baselines.reproduction.published import ALL_TASKS, PublishedSystem
from rte_baselines.reproduction.reproducing import (
    CLASS_METRICS,
    METRICS,
    ORACLE,
    THREE_WAY,
    Figure,
    Reproduction,
)

_NONE = "-"
_YES = {True: "yes", False: "no", None: _NONE}
_SUMMARY_MEASURES = {"accuracy_2way": "acc", "cws": "cws", "average_precision": "ap"}


def papers_of(reproduction: Reproduction) -> list[str]:
    """Return the papers of the systems, each once, in their order."""
    return list(dict.fromkeys(system.paper for system in reproduction.systems))


def systems_table(reproduction: Reproduction, paper: str) -> Table:
    """Return a row for each system of a paper: its config, its method and the source."""
    rows = [
        [system.name, system.config, system.description, system.source]
        for system in systems_of(reproduction, paper)
    ]
    title = "Systems"
    return Table(title, ["system", "config", "method", "source"], rows, keys=4)


def figures_table(reproduction: Reproduction, paper: str) -> Table:
    """Return a row for each system of a paper, with letters for its stand-ins.

    Values are in percent: ours with its 95% interval, the published one with the difference,
    and whether it lies inside the interval; after those of accuracy, the `oracle_accuracy`.
    `stand_in_lines` explains the letters.
    """
    systems = systems_of(reproduction, paper)
    has_published = _has_published(reproduction, paper)
    header = []
    for metric in METRICS:
        columns = ["publ.\ndiff.", f"{metric}\ninside"] if has_published else []
        oracle = ["oracle"] if metric == "accuracy" else []
        header += [f"{metric}\n95%", *columns, *oracle]
    letters = _letters(systems)
    rows = [
        [
            system.name,
            *_cells(reproduction, system, has_published),
            " ".join(sorted(letters[stand_in] for stand_in in system.stand_ins)),
        ]
        for system in systems
    ]
    title = f"{paper} on the test part of {reproduction.dataset}, percent"
    return Table(title, ["system", *header, "stand_ins"], rows)


def accuracies_table(reproduction: Reproduction) -> Table:
    """Return a row for each system with a published accuracy, its paper linked to ``PAPER.md``."""
    rows = [
        [
            f"[{figure.paper}]({figure.paper}.md)",
            system.name,
            _percent(figure.published),
            _ours(figure),
            f"{100 * figure.difference:+.1f}",
            _YES[figure.holds_published],
        ]
        for system in reproduction.systems
        if (figure := reproduction.of(system, "accuracy")) is not None
        and figure.difference is not None
    ]
    title = f"Accuracy on the test part of {reproduction.dataset}, percent"
    header = ["paper", "system", "published", "ours\n95%", "difference", "inside"]
    return Table(title, header, rows, keys=2)


def task_table(reproduction: Reproduction, paper: str, metric: str) -> Table:
    """Return a row for each system of a paper, a column for each task, and what was published."""
    systems = systems_of(reproduction, paper)
    tasks = sorted({f.subset for f in reproduction.figures} - {ALL_TASKS})
    rows = [
        [system.name, *(_task_cell(reproduction.of(system, metric, task)) for task in tasks)]
        for system in systems
    ]
    figures = [f for f in reproduction.figures if (f.paper, f.metric) == (paper, metric)]
    has_published = any(f.published is not None for f in figures if f.subset in tasks)
    header = [f"{task}\npubl." if has_published else task for task in tasks]
    title = f"{paper} on {reproduction.dataset} by task: {metric}, percent"
    return Table(title, ["system", *header], rows)


def class_table(reproduction: Reproduction, paper: str) -> Table | None:
    """Return precision, recall and F1 of the entailed class where they were published.

    None if they were not published for any system.
    """
    rows = []
    for system in systems_of(reproduction, paper):
        figures = [reproduction.of(system, metric) for metric in CLASS_METRICS]
        if any(figure is not None and figure.published is not None for figure in figures):
            rows.append(
                [system.name, *(cell for figure in figures for cell in _class_cells(figure))]
            )
    header = [name for metric in CLASS_METRICS for name in (f"{metric}\n95%", "publ.\ndiff.")]
    title = f"{paper} on the test part of {reproduction.dataset}: the entailed class, percent"
    return Table(title, ["system", *header], rows) if rows else None


def three_way_table(reproduction: Reproduction, paper: str) -> Table | None:
    """Return the three-way accuracy of the systems with three labels, None without any."""
    rows = [
        [system.name, _ours(figure)]
        for system in systems_of(reproduction, paper)
        if (figure := reproduction.of(system, THREE_WAY)) is not None
    ]
    title = f"{paper} on the test part of {reproduction.dataset}: three labels, percent"
    return Table(title, ["system", "accuracy\n95%"], rows) if rows else None


def operation_table(reproduction: Reproduction, paper: str) -> Table | None:
    """Return the edit operations of a paper's systems, as in Table 2 of kouylekov2006.

    None if none of them is a tree edit distance system.
    """
    rows = [
        [
            system.name,
            f"{counts.deletions}\n{counts.deleted:.2f}",
            f"{counts.insertions}\n{counts.inserted:.2f}",
            f"{counts.substitutions}\n{counts.substituted:.2f}",
        ]
        for system in systems_of(reproduction, paper)
        if (counts := reproduction.operations.get(system.config)) is not None
    ]
    header = [f"{operation}\nshare" for operation in ("deletions", "insertions", "substitutions")]
    title = (
        f"{paper} on the test part of {reproduction.dataset}, operations on trees: share of the "
        "texts' nodes that are deleted, and of the hypotheses' that are inserted or substituted"
    )
    return Table(title, ["system", *header], rows) if rows else None


def stand_in_lines(reproduction: Reproduction, paper: str) -> list[str]:
    """Return a line for each letter, with the stand-in that it stands for."""
    letters = _letters(systems_of(reproduction, paper))
    return [f"{letter}: {stand_in}" for stand_in, letter in letters.items()]


def systems_of(reproduction: Reproduction, paper: str) -> list[PublishedSystem]:
    """Return the systems of a paper."""
    return [system for system in reproduction.systems if system.paper == paper]


def _has_published(reproduction: Reproduction, paper: str) -> bool:
    return any(
        figure.published is not None for figure in reproduction.figures if figure.paper == paper
    )


def _letters(systems: Iterable[PublishedSystem]) -> dict[str, str]:
    stand_ins = dict.fromkeys(stand_in for system in systems for stand_in in system.stand_ins)
    return dict(zip(stand_ins, ascii_lowercase, strict=False))


def _cells(
    reproduction: Reproduction, system: PublishedSystem, has_published: bool
) -> Iterator[str]:
    for metric in METRICS:
        figure = reproduction.of(system, metric)
        assert figure is not None
        yield _ours(figure)
        if has_published:
            yield _published(figure)
            yield _YES[figure.holds_published]
        if metric == "accuracy":
            oracle = reproduction.of(system, ORACLE)
            yield _NONE if oracle is None else _percent(oracle.ours)


def _class_cells(figure: Figure | None) -> tuple[str, str]:
    return (_NONE, _NONE) if figure is None else (_ours(figure), _published(figure))


def _task_cell(figure: Figure | None) -> str:
    if figure is None:
        return _NONE
    published = "" if figure.published is None else f"\n{_percent(figure.published)}"
    return f"{_percent(figure.ours)}{published}"


def _ours(figure: Figure) -> str:
    """Return our value, and below it the interval."""
    return f"{_percent(figure.ours)}\n{_percent(figure.low)}-{_percent(figure.high)}"


def _published(figure: Figure) -> str:
    """Return the published value, and below it how far ours is from it."""
    deviation = "" if figure.difference is None else f"\n{100 * figure.difference:+.1f}"
    return f"{_percent(figure.published)}{deviation}"


def _percent(value: float | None) -> str:
    return _NONE if value is None else percentage(value)


def tables_of(
    reproduction: Reproduction, paper: str, *, per_task: bool
) -> Iterator[tuple[Table, Sequence[str]]]:
    """Yield every table of a paper's systems, with the lines below it."""
    lines = stand_in_lines(reproduction, paper)
    if not _has_published(reproduction, paper):
        lines.append(f"no figures are published for {reproduction.dataset}")
    yield figures_table(reproduction, paper), lines
    for make in (class_table, three_way_table, operation_table):
        table = make(reproduction, paper)
        if table is not None:
            yield table, ()
    if per_task:
        for metric in METRICS:
            yield task_table(reproduction, paper, metric), ()


def summary_table(results: Sequence[DatasetResults]) -> Table:
    """Return a row for each recognizer and the best trivial system, three columns for each dataset.

    Accuracy is two-way. Values are in percent, so that three datasets fit on a line.
    """
    header = ["recognizer"] + [
        f"{dataset.family}\n{short}" for dataset in results for short in _SUMMARY_MEASURES.values()
    ]
    names = [run.name for run in results[0].report.runs]
    rows = [
        [name, *(cell for dataset in results for cell in _summary_cells(dataset.report.runs[row]))]
        for row, name in enumerate(names)
    ]
    best = [
        max(
            dataset.report.trivial,
            key=lambda system: system.overall.measures["accuracy_2way"].value,
        )
        for dataset in results
    ]
    rows.append(["best trivial", *(cell for system in best for cell in _summary_cells(system))])
    return Table("Percent on the test pairs: accuracy, cws and average precision", header, rows)


def _summary_cells(system: SystemScores) -> list[str]:
    measures = system.overall.measures
    return [
        percentage(measures[name].value) if name in measures else _NONE
        for name in _SUMMARY_MEASURES
    ]
