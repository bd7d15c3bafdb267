"""Tables in Markdown and in LaTeX."""

import re
from collections.abc import Iterable

from rte_baselines.core.quoting import printable, printable_lines
from rte_baselines.rendering.tables import Table, with_bold

_LATEX_PREAMBLE = r"% In the preamble: \usepackage{booktabs}"
_LATEX_CHARACTERS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "†": r"\dag{}",
    **{character: rf"\{character}" for character in "&%$#_{}"},
}


def markdown_of(tables: Iterable[Table], notes: Iterable[str], *, lead: Iterable[str] = ()) -> str:
    """Return the lead, tables and the notes below them in GitHub's Markdown."""
    blocks = [render_markdown(table) for table in tables]
    above = "\n".join(f"- {_markdown_cell(printable(line))}" for line in lead)
    below = "\n".join(f"- {printable(note)}" for note in notes)
    return "\n\n".join([*filter(None, [above]), *blocks, below])


def latex_of(tables: Iterable[Table], notes: Iterable[str], *, lead: Iterable[str] = ()) -> str:
    """Return the lead as paragraphs and tables in LaTeX, and the notes as comments."""
    blocks = [render_latex(table) for table in tables]
    paragraphs = [latex_text(printable(line)) for line in lead]
    comments = "\n".join(f"% {printable(note)}" for note in notes)
    return "\n\n".join([_LATEX_PREAMBLE, *paragraphs, *blocks, comments])


def render_markdown(table: Table) -> str:
    """Return the table in GitHub's Markdown."""
    alignment = ["---"] * table.keys + ["---:"] * (len(table.header) - table.keys)
    rows = [[_markdown_cell(cell) for cell in row] for row in table.rows]
    header = list(map(_markdown_cell, table.header))
    shown = [header, alignment, *with_bold(table, rows, "**{}**")]
    lines = ["| " + " | ".join(row) + " |" for row in shown]
    below = [part for note in table.footnotes for part in ("", _markdown_cell(printable(note)))]
    return "\n".join([f"**{_markdown_cell(printable(table.title))}**", "", *lines, *below])


def render_latex(table: Table) -> str:
    """Return the table in LaTeX, with the rules of the package booktabs."""
    columns = "l" * table.keys + "r" * (len(table.header) - table.keys)
    rows = [[_latex_cell(cell) for cell in row] for row in table.rows]
    # The title up to a colon or comma, without brackets.
    lead = re.split("[:,]", re.sub(r"\(.*?\)", "", table.title.lower()))[0]
    label = "-".join(re.findall("[a-z0-9]+", lead))
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{latex_text(printable(table.title))}}}",
            rf"\label{{tab:{label}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            _latex_row(map(_latex_cell, table.header)),
            r"\midrule",
            *map(_latex_row, with_bold(table, rows, r"\textbf{{{}}}")),
            r"\bottomrule",
            r"\end{tabular}",
            *(
                rf"\par\smallskip{{\footnotesize {latex_text(printable(note))}}}"
                for note in table.footnotes
            ),
            r"\end{table}",
        ]
    )


def latex_text(text: str) -> str:
    """Return printable text as LaTeX prints it."""
    return "".join(_LATEX_CHARACTERS.get(character, character) for character in text)


def latex_prose(text: str) -> str:
    """Return text as LaTeX prints it, with dashes between numbers and signs before them."""
    dashed = re.sub(
        r"(?<!\w)(?<!\w-)(\d[\d.]*)-(?=\d[\d.]*(?![\w-]))",
        r"\1--",
        latex_text(printable_lines(text)),
    )
    return re.sub(r"(?<![\w-])-(?=\d)", "$-$", dashed)


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_cell(text: str) -> str:
    value, *interval = latex_prose(text).split("\n")
    return " ".join([value, *(rf"{{\scriptsize ({line})}}" for line in interval)])


def _markdown_cell(text: str) -> str:
    text = printable_lines(text)
    value, *interval = re.sub(r"[\\`*<>|]", r"\\\g<0>", text).split("\n")
    return " ".join([value, *(f"({line})" for line in interval)])
