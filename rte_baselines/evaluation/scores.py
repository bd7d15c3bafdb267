"""The table of scores under all reports: cells, gaps, data frames, and every form of printing."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rte_baselines.core.data_frames import pandas_frame
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import Table, decimal, latex_of, markdown_of, text_of

MISSING = "-"
"""What stands in a table where there is no value."""


def estimate_cell(estimate: Estimate | None, write: Callable[[float], str] = decimal) -> str:
    """Return a value with its interval below it, numbers as `write` gives them."""
    if estimate is None:
        return MISSING
    value = write(estimate.value)
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return value
    # A dash would run into the sign of a negative end.
    between = "-" if estimate.low >= 0 else " to "
    return f"{value}\n{write(estimate.low)}{between}{write(estimate.high)}"


def number_cell(value: float | None, write: Callable[[float], str] = decimal) -> str:
    """Return a number as `write` gives it, or what stands where there is none."""
    return MISSING if value is None else write(value)


def score_table(
    title: str,
    keys: Sequence[str],
    rows: Iterable[tuple[Sequence[str], Mapping[str, Any]]],
    names: Sequence[str],
    *,
    cell: Callable[[Any], str] = estimate_cell,
    footnotes: tuple[str, ...] = (),
) -> Table:
    """Return a row for each system or part, of which `rows` have the keys and the values by name.

    After the columns of the keys, there is one for each measure among the `names`, of which `cell`
    makes the text, also of None where there is no value.
    """
    cells = [[*key, *(cell(found.get(name)) for name in names)] for key, found in rows]
    return Table(title, [*keys, *names], cells, keys=len(keys), footnotes=footnotes)


def difference_cell(difference: float, low: float, high: float) -> str:
    """Return a difference with its interval below it, all with their signs."""
    return f"{difference:+.3f}\n{low:+.3f} to {high:+.3f}"


def p_value_text(p_value: float) -> str:
    """Return a p-value to four decimal places; smaller values are shown as "<.0001"."""
    return f"{p_value:.4f}" if p_value >= 0.0001 else "<.0001"


def with_a_value(asked: Iterable[str], found: Iterable[Collection[str]]) -> list[str]:
    """Return the names of the measures with a value for any system, each once, as asked for."""
    known = {name for names in found for name in names}
    return [name for name in dict.fromkeys(asked) if name in known]


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
        of = "" if len(names) == systems else f" of {', '.join(names)}"
        yield f"{', '.join(measures)}{of}: {reason}"


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
        return markdown_of(self.tables(**shown), self.notes(**shown), lead=self.lead())

    def to_latex(self, **shown: Any) -> str:
        """Return the report in LaTeX: tables for the package booktabs, notes as comments."""
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


def notes_on_schemes(schemes: Mapping[str, Scheme | None], what: str) -> Iterator[str]:
    """Yield which values cannot be compared, if some labels are two-way and others three-way.

    `schemes` are by the name of the run or system, None if its labels fit both; `what` is the noun
    for these, such as "runs".
    """
    if names := two_way_beside_three_way(schemes):
        yield (
            f"the labels of {', '.join(names)} are two-way, and so are their kappa, macro F1 and "
            f"other measures in the scheme of the run, which are three-way for other {what}: these "
            "values do not say which is better"
        )


def notes_on_common_scheme(schemes: Mapping[str, Scheme | None], what: str) -> Iterator[str]:
    """Yield that three-way labels were conflated, if some are two-way and others three-way.

    `schemes` are as for `notes_on_schemes`; `what` is the noun for the values that are computed
    from labels in one scheme, such as "shares".
    """
    if names := two_way_beside_three_way(schemes):
        yield f"the labels of {', '.join(names)} are two-way, and so are the {what} of all runs"


def notes_on_conflated(names: Iterable[str]) -> Iterator[str]:
    """Yield which runs, of these names, are compared two-way with three-way ones, if any are."""
    if distinct := ", ".join(dict.fromkeys(names)):
        yield f"{distinct}: without three-way labels, and compared two-way with all others"


def two_way_beside_three_way(schemes: Mapping[str, Scheme | None]) -> list[str]:
    """Return the names of the two-way runs or systems; none if no other one is three-way.

    `schemes` are as for `notes_on_schemes`.
    """
    if len({scheme for scheme in schemes.values() if scheme}) < 2:
        return []
    return [name for name, scheme in schemes.items() if scheme is Scheme.TWO_WAY]
