"""The table of scores under all reports: cells, gaps, data frames, and every form of printing."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

import numpy as np

from rte_baselines.core.data_frames import pandas_frame
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import quoted
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import Table, decimal, text_of

MISSING = "-"
"""What stands in a table where there is no value."""


@dataclass(frozen=True)
class Score:
    """The value of a measure for a system on some pairs, or the reason why there is none.

    The system labels `labelled` of them, and leaves `unlabelled` out, on which the value depends if
    it `counts_unanswered`. `groups` say which pairs and which run these are, by what they are
    grouped by, such as the task, a property of the pairs, the dataset or the seed; empty for all
    pairs. `sd` is the standard deviation over seeds, None for a single run. References are trivial
    systems, annotators and the like.
    """

    system: str
    measure: str
    estimate: Estimate | None
    labelled: int
    unlabelled: int = 0
    groups: Mapping[str, str] = field(default_factory=dict)
    sd: float | None = None
    reason: str | None = None
    is_reference: bool = False
    counts_unanswered: bool = False

    @property
    def pairs(self) -> int:
        """The number of pairs that the value is of."""
        return self.labelled + self.unlabelled * self.counts_unanswered


def estimate_cell(
    estimate: Estimate | None,
    write: Callable[[float], str] = decimal,
    *,
    sd: float | None = None,
) -> str:
    """Return a value, its interval and its deviation in lines, numbers as `write` gives them."""
    if estimate is None:
        return MISSING
    lines = [write(estimate.value)]
    if estimate.low is not None and estimate.high is not None and estimate.low != estimate.high:
        # A dash would run into the sign of a negative end.
        between = "-" if estimate.low >= 0 else " to "
        lines.append(f"{write(estimate.low)}{between}{write(estimate.high)}")
    return "\n".join([*lines, *([] if sd is None else [f"sd {write(sd)}"])])


def number_cell(value: float | None, write: Callable[[float], str] = decimal) -> str:
    """Return a number as `write` gives it, or what stands where there is none."""
    return MISSING if value is None else write(value)


Key = Callable[[Score], str]
"""What a row or a column of a table has scores of, such as their system or their task."""

SYSTEM: Key = attrgetter("system")
MEASURE: Key = attrgetter("measure")


def group(name: str) -> Key:
    """Return what gives the value of scores by which they are grouped."""
    return lambda score: score.groups[name]


def score_table(
    title: str,
    keys: Mapping[str, Key],
    scores: Iterable[Score],
    names: Sequence[str],
    *,
    by: Key = MEASURE,
    footnotes: tuple[str, ...] = (),
) -> Table:
    """Return a row for each key of the scores, and a column for each of the `names`.

    `keys` are by the headers of the key columns, and `by` gives the name of a score's column.
    """
    rows: dict[tuple[bool, tuple[str, ...]], dict[str, str]] = {}
    for score in scores:
        # A run may be called as a trivial system is.
        key = score.is_reference, tuple(get(score) for get in keys.values())
        rows.setdefault(key, {})[by(score)] = estimate_cell(score.estimate, sd=score.sd)
    cells = [[*key, *(row.get(name, MISSING) for name in names)] for (_, key), row in rows.items()]
    return Table(title, [*keys, *names], cells, keys=len(keys), footnotes=footnotes)


def difference_cell(difference: float, low: float, high: float) -> str:
    """Return a difference with its interval below it, all with their signs."""
    return f"{difference:+.3f}\n{low:+.3f} to {high:+.3f}"


def p_value_text(p_value: float) -> str:
    """Return a p-value to four decimal places; smaller values are shown as "<.0001"."""
    return f"{p_value:.4f}" if p_value >= 0.0001 else "<.0001"


def refuse_repeated_names(names: Sequence[str], what: str) -> None:
    """Raise an error if two runs, systems or datasets have one name."""
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise RunError(
            f"two {what} are called {quoted(repeated)}; expected a name of its own for each"
        )


_COLUMNS: dict[str, type] = {
    **{"system": str, "measure": str, "is_reference": np.bool_},
    **dict.fromkeys(("pairs", "unlabelled"), np.int64),
    **dict.fromkeys(("value", "low", "high", "sd"), np.float64),
    "reason": str,
}

Gap = tuple[str, str, str]
"""The measure, the system and the reason of a missing value."""


def joined_gaps(gaps: Iterable[Gap]) -> list[tuple[str, list[str], list[str]]]:
    """Return each reason for missing values, with its measures and the systems that lack them."""
    systems: dict[tuple[str, str], list[str]] = {}
    for measure, system, reason in gaps:
        systems.setdefault((measure, reason), []).append(system)
    measures: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (measure, reason), names in systems.items():
        measures.setdefault((reason, tuple(names)), []).append(measure)
    return [(reason, found, list(names)) for (reason, names), found in measures.items()]


def gap_notes(gaps: Iterable[Gap], systems: int = 0) -> Iterator[str]:
    """Yield why values are missing, naming the systems unless all of this number lack them."""
    for reason, measures, names in joined_gaps(gaps):
        whose = "" if len(names) == systems else f" of {', '.join(names)}"
        yield f"{', '.join(measures)}{whose}: {reason}"


def frame_of(rows: Sequence[Mapping[str, Any]], types: Mapping[str, type]) -> Any:
    """Return rows as a data frame of pandas, with the types of its columns.

    Columns of `str` are strings, None where there is none; others are of NumPy's types, NaN there.
    """
    columns = {name: [row[name] for row in rows] for name in types}
    return pandas_frame(
        {
            name: column if types[name] is str else np.array(column, types[name])
            for name, column in columns.items()
        }
    )


class Printed(ABC):
    """A report of tables and notes, in every form in which it is printed.

    Parameters of `tables` and `notes`, if they have any, can be given to `to_text`, `to_markdown`
    and `to_latex`.
    """

    def to_text(self, width: int = 80, **shown: Any) -> str:
        """Return the report for a terminal of `width` columns."""
        return text_of(self.tables(**shown), self.notes(**shown), width, lead=self.lead())

    def to_markdown(self, **shown: Any) -> str:
        """Return the report in GitHub's Markdown."""
        from rte_baselines.rendering.markup import markdown_of

        return markdown_of(self.tables(**shown), self.notes(**shown), lead=self.lead())

    def to_latex(self, **shown: Any) -> str:
        """Return the report in LaTeX: tables for the package booktabs, notes as comments."""
        from rte_baselines.rendering.markup import latex_of

        return latex_of(self.tables(**shown), self.notes(**shown), lead=self.lead())

    def to_json(self) -> str:
        """Return the report as JSON without NaN."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows where it cannot show HTML."""
        return self.to_markdown()

    def _repr_html_(self, **shown: Any) -> str:
        """Return what a notebook shows."""
        from rte_baselines.rendering.html import html_of

        return html_of(self.tables(**shown), self.notes(**shown), lead=self.lead())

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""

    @abstractmethod
    def tables(self, *args: Any, **shown: Any) -> Iterator[Table]:
        """Yield the tables."""

    @abstractmethod
    def notes(self, *args: Any, **shown: Any) -> Iterator[str]:
        """Yield the notes below the tables."""

    def lead(self) -> Iterator[str]:
        """Yield the sentences above the tables."""
        yield from ()


class ScoreReport(Printed):
    """A report of scores, in rows under its tables."""

    @abstractmethod
    def scores(self) -> Iterator[Score]:
        """Yield the scores of all systems, those of all pairs before those of their parts."""

    def to_pandas(self) -> Any:
        """Return the scores as a data frame.

        Returns
        -------
        pandas.DataFrame
            A row for each system, group of pairs and measure, with the columns ``system``; one for
            each property that groups pairs or runs, such as ``task``, ``dataset`` and ``seed``,
            None where it does not apply; ``measure``; ``is_reference``; ``pairs``, the number of
            those that the value is of; ``unlabelled``, the number of those that the system leaves
            out; ``value``; ``low`` and ``high``, the 95% confidence interval; ``sd``, the standard
            deviation over seeds; and ``reason``, why there is no value. Missing numbers are NaN.

        Raises
        ------
        InputError
            If pandas is not installed, or a property is called as another column.
        """
        scores = list(self.scores())
        groups = list(dict.fromkeys(name for score in scores for name in score.groups))
        if taken := sorted(_COLUMNS.keys() & set(groups)):
            raise InputError(
                f"{quoted(taken[0])} is a column of scores and a property of the pairs; expected "
                "another name of the property"
            )
        rows = [{**dict.fromkeys(groups), **score.groups, **_row(score)} for score in scores]
        return frame_of(rows, {"system": str, **dict.fromkeys(groups, str), **_COLUMNS})


def _row(score: Score) -> dict[str, Any]:
    known = vars(score) | {"pairs": score.pairs} | vars(score.estimate or Estimate(np.nan))
    return {name: known[name] for name in _COLUMNS}


def notes_on_schemes(schemes: Mapping[str, Scheme | None], what: str) -> Iterator[str]:
    """Yield which values cannot be compared, if some labels are two-way and others three-way.

    `schemes` are None for what fits both; `what` is the noun, such as "runs".
    """
    if names := two_way_beside_three_way(schemes):
        yield (
            f"the labels of {', '.join(names)} are two-way, and so are their kappa, macro F1 and "
            f"other measures in the scheme of the run, which are three-way for other {what}: these "
            "values do not say which is better"
        )


def two_way_beside_three_way(schemes: Mapping[str, Scheme | None]) -> list[str]:
    """Return the names of two-way runs or systems, if others are three-way."""
    if len({scheme for scheme in schemes.values() if scheme}) < 2:
        return []
    return [name for name, scheme in schemes.items() if scheme is Scheme.TWO_WAY]
