"""Reports of tables and notes, in every form in which they are printed."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from rte_baselines.rendering.tables import Table, latex_of, markdown_of, text_of


class Printed(ABC):
    """A report of tables and notes, in every form in which it is printed."""

    def to_text(self, width: int = 80) -> str:
        """Return the report for a terminal of `width` columns."""
        return text_of(self.tables(), self.notes(), width, lead=self.lead())

    def to_markdown(self) -> str:
        """Return the report in GitHub's Markdown."""
        return markdown_of(self.tables(), self.notes(), lead=self.lead())

    def to_latex(self) -> str:
        """Return the report in LaTeX: tables for the package booktabs, notes as comments."""
        return latex_of(self.tables(), self.notes(), lead=self.lead())

    def to_json(self) -> str:
        """Return the report as JSON without NaN."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows."""
        return self.to_markdown()

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""

    @abstractmethod
    def tables(self) -> Iterator[Table]:
        """Yield the tables."""

    @abstractmethod
    def notes(self) -> Iterator[str]:
        """Yield the notes below the tables."""

    def lead(self) -> Iterator[str]:
        """Yield the sentences above the tables."""
        yield from ()
