"""The folder of a reproduction: a page of all systems with a plot, and a page for each paper."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rte_baselines.core.files.writing import atomic_output
from rte_baselines.rendering.markup import render_markdown
from rte_baselines.rendering.plots import INK, draw, name_series, series, standalone
from rte_baselines.reproduction.document import (
    bullets,
    contrast_lines,
    is_near,
    published_accuracies,
    signature_line,
    summary_lines,
)
from rte_baselines.reproduction.experiment import make_folder
from rte_baselines.reproduction.reproducing import Figure, Reproduction
from rte_baselines.reproduction.tables import (
    accuracies_table,
    papers_of,
    stand_in_lines,
    systems_of,
    systems_table,
    tables_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INDEX = "README.md"
"""The name of the page of all systems, which folders show first."""

PLOT = "published.svg"
"""The name of the plot of published accuracies against ours."""

_COMPARISON = """\
# Published figures and ours

Written, with a file for each paper, by

```sh
{command}
```

Each system is trained on the development part of a dataset and scored on its test part. Ours is
followed by its 95% interval: Wilson's for accuracy, a bootstrap over pairs for the
confidence-weighted score (cws). `inside` says whether the published figure (publ.) lies in it;
systems without one are variants. The accuracies of two equally good runs on 800 pairs differ by
more than 4.9 points in 5% of cases.

## How well they come back"""

_REASONS = """\
## Why some do not

The file of a paper has its figures by task and dataset, the parts that ours replaces, and the
reason for each system that is more than 2.5 points off. Reasons were found afterwards, from errors
and other thresholds on the test part; no choice was made by them. They are

- parts that cannot be had: rules, lexicons and training data of the authors (bayer2006,
  delmonte2006, desalvobraz2006);
- parsers and thesauri that rank pairs otherwise (jijkoun2006, kouylekov2006), or features
  that no tree keeps (bos2006, experiments 4 and 5);
- chance in what is learned from 567 pairs: a cut, a threshold, five neighbours (bayer2006, bos2006,
  hodges2006, newman2006);
- figures that the text does not explain: columns of an unknown setting (perez2006), thresholds and
  costs without values (wu2006);
- comparable documents (CD), the task of overlapping words, on which ours does better (pazienza2006,
  perez2006, wu2006).

`oracle`, in the files, is the best accuracy of any threshold on the scores by which a system ranks
the test pairs. It knows their labels and tunes nothing. Below the published accuracy, the ranking
is at fault; otherwise, another threshold would have been enough. For classifiers, the score is the
probability of entailment or the confidence in it; few scores leave few thresholds. Differences are
of unrounded figures.

## What the texts leave open

Texts were read again where systems deviated, and what they say was preferred to what does better:
the PARC weighting of desalvobraz2006 follows section 5.1 to the letter, although `parc-finite` is
better on development pairs, and BLEU+recall of perez2006 averages its n-gram scores, although sums,
as in `bleu-recall-sum`, are better there for seven of ten systems. Two readings were chosen on
development pairs: where branches begin in system 4 of herrera2006, and whether prepositions and
copulas are heads in the trees of kouylekov2006. Four choices, listed as stand-ins, follow the
papers' figures:

- whose n-grams are the denominator of BLEU+recall (perez2006, Tables 3 to 8);
- the confidence of a tree edit distance (kouylekov2006, Table 2, cws);
- equal lemmas in different relations, which are no rule of tree edit distance (kouylekov2006,
  Table 2, counts of substitutions);
- the objective of the threshold of the idf overlap (glickman2006, section 5.2).

The first two were chosen on development pairs, but after a first test of the systems without them;
`bleu-recall-literal` is the first reading of BLEU+recall. That thresholds of jijkoun2006 are tenths
is read from those in its Table 1."""


def write_pages(reproductions: Sequence[Reproduction], folder: str | Path, *, command: str) -> None:
    """Write a page of all systems, one for each paper, and a plot of published accuracies.

    The reproductions have scores by task. Other files of the folder stay, and each is written
    atomically; an `InputError` says which cannot be. The page of all systems shows the command.
    """
    folder = Path(folder)
    make_folder(folder)
    papers = dict.fromkeys(paper for found in reproductions for paper in papers_of(found))
    accuracies = [figure for found in reproductions for figure in published_accuracies(found)]
    files = {f"{paper}.md": _lines(_paper_page(reproductions, paper)) for paper in papers}
    if accuracies:
        files[PLOT] = published_plot(accuracies)
    files[INDEX] = _lines(_index(reproductions, papers, accuracies, command))
    for name, text in files.items():
        with atomic_output(folder / name) as stream:
            stream.write(text)


def _lines(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def _index(
    reproductions: Sequence[Reproduction],
    papers: Iterable[str],
    accuracies: Sequence[Figure],
    command: str,
) -> Iterator[str]:
    yield _COMPARISON.format(command=command)
    yield from bullets(line for found in reproductions for line in summary_lines(found))
    if accuracies:
        yield f"![Published accuracies against ours]({PLOT})"
    for found in reproductions:
        if published_accuracies(found):
            yield render_markdown(accuracies_table(found))
    compared = {figure.paper for figure in accuracies}
    others = [f"[{paper}]({paper}.md)" for paper in papers if paper not in compared]
    if others:
        yield f"Without a published accuracy: {', '.join(others)}."
    yield _REASONS
    yield "## Signatures"
    yield from bullets(map(signature_line, reproductions))


def _paper_page(reproductions: Sequence[Reproduction], paper: str) -> Iterator[str]:
    first, *rest = [found for found in reproductions if paper in papers_of(found)]
    yield f"# {paper}"
    yield f"[Published figures and ours]({INDEX}) explains the columns."
    yield render_markdown(systems_table(first, paper))
    stand_ins = bullets(stand_in_lines(first, paper))
    if stand_ins:
        yield "The letters under `stand_ins` are"
        yield from stand_ins
    for found in (first, *rest):
        yield f"## {found.dataset}"
        yield from bullets(_deviations(found, paper))
        for table, _ in tables_of(found, paper, per_task=True):
            yield render_markdown(table)
        yield from bullets(contrast_lines(found, paper))


def _deviations(reproduction: Reproduction, paper: str) -> Iterator[str]:
    """Yield the reasons why systems are far from their published accuracy."""
    for system in systems_of(reproduction, paper):
        figure = reproduction.of(system, "accuracy")
        if figure is not None and figure.difference is not None and not is_near(figure):
            reason = system.deviation or "the reason is not known"
            yield f"**{system.name}** ({100 * figure.difference:+.1f} points): {reason}"


def published_plot(figures: Sequence[Figure]) -> str:
    """Return a plot of figures with published ones and intervals, as an SVG file."""
    inside = [figure for figure in figures if figure.holds_published]
    outside = [figure for figure in figures if not figure.holds_published]
    groups = {
        f"published accuracy inside our interval ({len(inside)})": inside,
        f"outside ({len(outside)})": outside,
    }
    gist = f"Published accuracies against ours: {', '.join(groups)}."
    return standalone(draw("published", gist, lambda axes: _draw(axes, groups), height=4.2))


def _draw(axes: "Axes", groups: dict[str, list[Figure]]) -> None:
    handles: list[Any] = []
    ends: list[float] = []
    for number, figures in enumerate(groups.values()):
        style = series(number)
        values = [(f.published, f.ours, f.low, f.high) for f in figures]
        published, ours, low, high = 100 * np.array(values, np.float64).reshape(-1, 4).T
        axes.vlines(published, low, high, colors=style.colour, linewidth=0.8)
        handles += axes.plot(published, ours, style.marker, color=style.colour, markersize=4)
        ends += [*published, *low, *high]
    limits = (min(ends) - 1, max(ends) + 1)
    axes.plot(limits, limits, color=INK, linestyle="--", linewidth=1)
    axes.set(xlim=limits, ylim=limits, aspect="equal")
    axes.locator_params(integer=True)
    axes.set_xlabel("published accuracy, percent")
    axes.set_ylabel("ours with its 95% interval, percent")
    name_series(axes, handles, list(groups), columns=1)
