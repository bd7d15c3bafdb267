"""What reports share: every form in which they are printed, and notes on two-way labels."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import Table, latex_of, markdown_of, text_of


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
            f"the labels of {', '.join(names)} are two-way, and so are their kappa, information "
            f"and risk-coverage measures, which are three-way for other {what}: these values do "
            "not say which is better"
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
