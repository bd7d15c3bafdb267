"""Collect the pages of the site in build/pages, and build the site in build/site.

    python scripts/build_docs.py

Pages keep the layout of the repository, so that their links work in both. Pages of measures are
written from the registry and the docstrings, those of notebooks from their cells. Needs the extra
``docs``.
"""

import ast
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from rte_baselines.evaluation import Measure, available_measures

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
FIRST = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md", "docs/site.css")
DATA = "RTE_BASELINES_DATA"
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
# A file that a browser loads with the page, in contrast to a link that a reader may follow.
LOADED = re.compile(r"""<(?:script|img|iframe|link)\b[^>]*\s(?:src|href)=["']?(?:https?:)?//""")

TIES_TOGETHER = "pairs of equal rank are on the same side of each threshold"
TIES = {
    None: "pairs are not ordered",
    "confidences": "pairs of equal confidence count by their expectation over all orders",
    "ranking": "pairs of equal rank count by their expectation over all orders",
    "probabilities": "pairs of equal probability count by their expectation over all orders",
}
WEIGHTS = {
    "uniform": "each pair counts the same",
    "confidence": "pairs are weighted by the confidence in their labels",
    "rank": "pairs are weighted by their rank of confidence, tied pairs by their mean rank",
}
INTERVALS = {
    "faithful": "by the [smoothed bootstrap](../evaluation.md#intervals)",
    "shifted": "by the [smoothed bootstrap](../evaluation.md#intervals), corrected for bias",
    "unfit": "none, since simulated intervals hold the true value too seldom",
}
PAPER = re.compile(r"\b[a-z]+(?:-[a-z]+)?\d{4}\b")
# What a formula's symbols stand for is said below it, where it is set as text.
SYMBOLS = re.compile(r"(?:,|;) (?=where |with |over |of )")


def main() -> None:
    """Collect the pages, build the site and check that it loads nothing from other servers."""
    collect(PAGES)
    os.environ["COLUMNS"] = "80"  # whichever terminal this is
    write_notebooks(PAGES / "notebooks")
    # Not with --quiet, which hides warnings from --strict as well.
    build = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    # The theme announces its successor at each build; pyproject.toml says why it is used.
    if subprocess.run(build, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode:
        sys.exit("error: the site was not built; expected no warning above")
    outside = [page for page in SITE.rglob("*.html") if LOADED.search(page.read_text("utf-8"))]
    if outside:
        sys.exit(f"error: {outside[0]} loads files from another server; expected none")
    print(f"{sum(1 for _ in SITE.rglob('*.html'))} pages in {SITE.relative_to(ROOT)}")


def collect(pages: Path) -> None:
    """Copy all documents with what they link to, and write the pages of the measures."""
    shutil.rmtree(pages, ignore_errors=True)
    documents = (path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    waiting, seen = [*FIRST, *sorted(documents)], set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            copy_of(ROOT / name, pages / name)
            waiting += linked_from(name)
    write_measures(pages / "docs" / "measures")


def copy_of(source: Path, copy: Path) -> None:
    """Copy a file into a folder that may not exist; documents link to the pages of notebooks."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".md":
        copy.write_text(source.read_text("utf-8").replace(".ipynb)", ".md)"), "utf-8")
    else:
        shutil.copyfile(source, copy)


def write_notebooks(folder: Path) -> None:
    """Run the notebooks of a folder, and write a page for each with its cells and outputs."""
    for path in sorted(folder.glob("*.ipynb")):
        path.with_suffix(".md").write_text(notebook_page(path), "utf-8")


def notebook_page(path: Path) -> str:
    """Return the cells of a notebook and what they print, with a link to the notebook.

    A notebook that reads from the folder ``RTE_BASELINES_DATA`` is not run where that is not named.
    """
    scope: dict[str, object] = {}
    parts: list[str] = []
    is_run = DATA in os.environ or DATA not in path.read_text("utf-8")
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code":
            printed = printed_by(text, scope) if is_run else ""
            parts.append(f"```python\n{text}\n```")
            parts += [f"```text\n{printed}\n```"] if printed else []
        else:
            parts.append(text)
    title, _, rest = parts[0].partition("\n")
    return "\n\n".join([title, f"[The notebook]({path.name})", rest.strip(), *parts[1:]]) + "\n"


def printed_by(code: str, scope: dict[str, object]) -> str:
    """Run the code of a cell, and return what it prints and the value of a last expression."""
    tree = ast.parse(code)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        tree.body[-1] = ast.copy_location(
            ast.Assign([ast.Name("_", ast.Store())], last.value), last
        )
    scope["_"] = None
    with redirect_stdout(StringIO()) as output:
        exec(compile(ast.fix_missing_locations(tree), "<cell>", "exec"), scope)
        if scope["_"] is not None:
            print(repr(scope["_"]))
    return output.getvalue().rstrip("\n")


def linked_from(name: str) -> list[str]:
    """Return the files of the repository that a document links to."""
    if not name.endswith(".md"):
        return []
    path = ROOT / name
    targets = ((path.parent / link).resolve() for link in LINK.findall(path.read_text("utf-8")))
    return [
        target.relative_to(ROOT).as_posix()
        for target in targets
        if target.is_file() and target.is_relative_to(ROOT)
    ]


def write_measures(folder: Path) -> None:
    """Write a page for each measure, and one that lists them."""
    folder.mkdir(parents=True, exist_ok=True)
    measures = available_measures()
    for name, measure in measures.items():
        (folder / f"{name}.md").write_text(page_of(measure, set(measures)), "utf-8")
    (folder / "index.md").write_text(list_of(measures), "utf-8")


def list_of(measures: dict[str, Measure]) -> str:
    """Return the page that lists the measures by their module, which is their family."""
    lines = [
        "# Measures",
        "",
        "Measures in bold are shown by default; `--measures` takes the names of others, or `all`.",
        "[Scoring](../evaluation.md) explains intervals, tests and ties.",
    ]
    families: dict[str, list[str]] = {}
    for name, measure in measures.items():
        link = f"[`{name}`]({name}.md)"
        shown = f"**{link}**" if measure.by_default else link
        families.setdefault(type(measure).__module__, []).append(
            f"| {shown} | {in_table(measure.description)} |"
        )
    for module, rows in families.items():
        title = (inspect.getdoc(sys.modules[module]) or module).split("\n", 1)[0].rstrip(".")
        lines += ["", f"## {title}", "", "| measure | |", "| --- | --- |", *rows]
    return "\n".join(lines) + "\n"


def page_of(measure: Measure, names: set[str]) -> str:
    """Return the page of a measure, from its attributes and its docstring."""
    prose, formula, use = parts_of(inspect.getdoc(type(measure)) or "")
    formula, *symbols = SYMBOLS.split(formula, maxsplit=1)
    low, high = (f"{end:.4g}".replace("inf", "infinity") for end in measure.range)
    best = "no value" if measure.direction == "neither" else measure.direction
    rows = {
        "range": f"{low} to {high}; {best} is better",
        "needs": ", ".join(measure.needs),
        "ties": TIES_TOGETHER if measure.ties_together else TIES[measure.orders_by],
        "weights": WEIGHTS[measure.weights],
        "95% interval": interval_of(measure),
        "source": PAPER.sub(r"[\g<0>](../papers.md)", measure.citation),
        "by default": "shown" if measure.by_default else "not shown",
    }
    table = (f"| {name} | {in_table(value)} |" for name, value in rows.items())
    parts = (
        f"# `{measure.name}`",
        f"{capitalized(measure.description, names)}.",
        f"```text\n{formula}\n```",
        *(f"{capitalized(text, names)}." for text in symbols),
        "\n".join(("| | |", "| --- | --- |", *table)),
        f"## When to use it\n\n{use[0].upper()}{use[1:]}",
        f"## Definition\n\n{prose}",
        f"```bash\nrte-baselines evaluate PAIRS RUN --measures {measure.name}\n```",
        "[All measures](index.md)",
    )
    return with_links("\n\n".join(parts), names - {measure.name}) + "\n"


def capitalized(text: str, names: set[str]) -> str:
    """Return a text as a sentence; a measure at its beginning keeps its name."""
    first, _, rest = text.partition(" ")
    return f"`{first}` {rest}" if first in names else text[0].upper() + text[1:]


def interval_of(measure: Measure) -> str:
    """Return how the interval of a measure is computed."""
    if type(measure).closed_interval is not Measure.closed_interval:
        return "Wilson's, as for any proportion"
    return INTERVALS[measure.resampling]


def parts_of(docstring: str) -> tuple[str, str, str]:
    """Return the prose of a measure's docstring, its formula, and when to use it."""
    summary, _, _ = docstring.partition("\n\nParameters\n")
    summary, _, notes = summary.partition("\n\nNotes\n-----\n")
    found, prose = {"Formula": "", "When to use": ""}, []
    for paragraph in summary.split("\n\n"):
        start, colon, rest = paragraph.partition(": ")
        if colon and start in found:
            found[start] = " ".join(rest.split())
        else:
            prose.append(paragraph)
    prose += [notes] if notes else []
    return "\n\n".join(prose), found["Formula"].rstrip("."), found["When to use"]


def in_table(text: str) -> str:
    """Return a text as it is written in a cell of a table."""
    return text.replace("|", "\\|")


def with_links(text: str, names: set[str]) -> str:
    """Link the names of other measures that stand in backquotes to their pages."""
    return re.sub(
        r"(?<!\[)`(\w+)`",
        lambda match: f"[{match[0]}]({match[1]}.md)" if match[1] in names else match[0],
        text,
    )


if __name__ == "__main__":
    main()
