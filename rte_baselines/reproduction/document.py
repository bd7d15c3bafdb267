"""Reproductions as text for a terminal, as Markdown, and as a document."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import TextWrapper

from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.quoting import counted
from rte_baselines.rendering.tables import render_markdown, render_text
from rte_baselines.reproduction.published import ALL_TASKS
from rte_baselines.reproduction.reproducing import Figure, Reproduction
from rte_baselines.reproduction.tables import papers_of, systems_of, tables_of

_INTRODUCTION = """\
# Reproduction

Written by

```sh
{command}
```

Each system is trained on the development part of a dataset and scored on its test part. `ours` is
followed by our 95% interval: Wilson's for accuracy, a bootstrap over pairs for the
confidence-weighted score. `inside` says whether the published figure lies in the interval. The
accuracies of two equally good runs on 800 pairs differ by more than 4.9 points in 5% of cases, so
smaller differences mean little. The letters under `stand_ins` name the parts of the paper's system
that ours replaces by others; systems without published figures are variants.

`oracle` is the best accuracy that any threshold on the scores by which a system ranks the pairs
would have reached on the test part. It knows the test labels and tunes nothing. Where it is below
the published accuracy, the ranking is the reason for the difference; where it is not, another
threshold would have been enough. For classifiers, the score is the probability of entailment or the
confidence in it; systems with few scores have few thresholds to choose from.

For systems that are more than 2.5 points from their published accuracy, the reason is given below
the tables. The reasons were found afterwards, from errors and alternative thresholds on the test
part; no choice was made by them. Texts were read again where systems deviated, and what they say
was preferred to what does better: the PARC weighting of desalvobraz2006 follows section 5.1 to the
letter, although `parc-finite` is better on development pairs, and BLEU+recall of perez2006 averages
its n-gram scores, although sums, as in `bleu-recall-sum`, are better there for seven of ten
systems. Two readings that the texts leave open were chosen on development pairs: where branches
begin in system 4 of herrera2006, and whether prepositions and copulas are heads in the trees of
kouylekov2006. Four choices follow the papers' figures, since the texts leave them open or
contradict the figures:

- whose n-grams are the denominator of BLEU+recall (perez2006, Tables 3 to 8);
- the confidence of a tree edit distance (kouylekov2006, Table 2, cws);
- equal lemmas in different relations, which are no rule of tree edit distance (kouylekov2006,
  Table 2, counts of substitutions);
- the objective of the threshold of the idf overlap (glickman2006, section 5.2).

All are listed as stand-ins. The first two were chosen on development pairs, but after a first test
of the systems without them; `bleu-recall-literal` is the first reading of BLEU+recall. That
thresholds of jijkoun2006 are tenths is read from those in its Table 1."""


_ORACLE_LINE = (
    "oracle: the best accuracy of any threshold on the scores, chosen by the test labels; no "
    "threshold is tuned by it. If it is low, the ranking is at fault, and not the threshold"
)

NEAR = 0.025
"""The largest deviation from a published accuracy that counts as reproduced."""

# Ablations: the paper, the component, and the systems with and without it.
_CONTRASTS = (
    ("jijkoun2006", "the not-rule", "M", "M-not"),
    ("jijkoun2006", "word similarity", "M-not", "M-not-sim"),
    ("jijkoun2006", "weights", "M-not-sim", "M-not-sim-imp"),
)

# Published accuracies have three or four digits.
_ROUNDING = 1e-9


def published_accuracies(reproduction: Reproduction) -> list[Figure]:
    """Return the overall accuracies for which there is a published one."""
    return [
        figure
        for figure in reproduction.figures
        if (figure.metric, figure.subset) == ("accuracy", ALL_TASKS)
        and figure.published is not None
    ]


def is_near(figure: Figure) -> bool:
    """Whether a figure deviates from the published one by at most `NEAR`."""
    return figure.difference is not None and abs(figure.difference) <= NEAR + _ROUNDING


def summary_lines(reproduction: Reproduction) -> Iterator[str]:
    """Yield how many systems are near the published accuracy or have it in their interval."""
    figures = published_accuracies(reproduction)
    if figures:
        near = sum(map(is_near, figures))
        inside = sum(figure.holds_published is True for figure in figures)
        yield (
            f"{near} of {counted(len(figures), 'system')} with a published accuracy on "
            f"{reproduction.dataset} are within {100 * NEAR:.1f} points of it; "
            f"{inside} have it inside their 95% interval"
        )


def pattern_lines(reproduction: Reproduction) -> Iterator[str]:
    """Yield the number of systems by their best task, and the effects of components."""
    counts = best_tasks(reproduction)
    if counts:
        by_task = ", ".join(f"{task} {count}" for task, count in counts.most_common())
        yield f"number of systems by their task of highest accuracy: {by_task}"
    for paper, component, with_it, without_it in _CONTRASTS:
        figures = [
            figure
            for name in (with_it, without_it)
            for figure in reproduction.figures
            if (figure.paper, figure.system) == (paper, name)
            and (figure.metric, figure.subset) == ("accuracy", ALL_TASKS)
        ]
        if len(figures) == 2:
            yield f"{paper}, {component} ({with_it} minus {without_it}): {_contrast(*figures)}"


def best_tasks(reproduction: Reproduction) -> Counter[str]:
    """Return the number of systems by their task of highest accuracy."""
    by_system: dict[tuple[str, str], list[Figure]] = {}
    for figure in reproduction.figures:
        if figure.metric == "accuracy" and figure.subset != ALL_TASKS:
            by_system.setdefault((figure.paper, figure.system), []).append(figure)
    best = (max(figures, key=lambda figure: figure.ours) for figures in by_system.values())
    return Counter(figure.subset for figure in best)


def _contrast(with_it: Figure, without_it: Figure) -> str:
    ours = f"{100 * (with_it.ours - without_it.ours):+.1f} points"
    if with_it.published is None or without_it.published is None:
        return ours
    return f"{ours}, published {100 * (with_it.published - without_it.published):+.1f}"


def to_text(reproductions: Sequence[Reproduction], width: int, *, per_task: bool = False) -> str:
    """Return all tables for a terminal of `width` columns."""
    wrap = TextWrapper(
        width, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False
    )
    blocks = []
    for reproduction in reproductions:
        for paper in papers_of(reproduction):
            for table, lines in tables_of(reproduction, paper, per_task=per_task):
                blocks.append("\n".join([render_text(table, width), *map(wrap.fill, lines)]))
        said = [_ORACLE_LINE, *summary_lines(reproduction)]
        closing = [*map(wrap.fill, said), _signature(reproduction)]
        blocks.append("\n".join(closing))
    return "\n\n".join(blocks)


def to_markdown(reproductions: Sequence[Reproduction], *, per_task: bool = False) -> str:
    """Return all tables in GitHub's Markdown."""
    blocks: list[str] = []
    for reproduction in reproductions:
        for paper in papers_of(reproduction):
            blocks += _paper_tables(reproduction, paper, per_task=per_task)
        said = [_ORACLE_LINE, *summary_lines(reproduction)]
        blocks += _list([*said, _signature(reproduction)])
    return "\n\n".join(blocks)


def write_document(
    reproductions: Sequence[Reproduction], output: str | Path, *, command: str
) -> None:
    """Write all tables, and the reasons of deviations from published figures, as Markdown.

    Parameters
    ----------
    reproductions : sequence of Reproduction
        With scores by task.
    output : str or Path
        Written atomically.
    command : str
        The command that writes it, for its introduction.

    Raises
    ------
    InputError
        If the document cannot be written.
    """
    blocks = [_INTRODUCTION.format(command=command)]
    for reproduction in reproductions:
        blocks += _chapter(reproduction)
    with atomic_output(output) as stream:
        stream.write("\n\n".join(blocks) + "\n")


def _chapter(reproduction: Reproduction) -> Iterator[str]:
    dataset = reproduction.dataset
    yield f"## {dataset}"
    yield from _list(summary_lines(reproduction))
    for paper in papers_of(reproduction):
        yield f"### {paper} on {dataset}"
        yield from _paper_tables(reproduction, paper, per_task=True)
        yield from _list(_deviations(reproduction, paper))
    yield f"### The pattern on {dataset}"
    yield from _list(pattern_lines(reproduction))
    yield from _list([_signature(reproduction)])


def _paper_tables(reproduction: Reproduction, paper: str, *, per_task: bool) -> Iterator[str]:
    for table, lines in tables_of(reproduction, paper, per_task=per_task):
        yield render_markdown(table)
        yield from _list(lines)


def _deviations(reproduction: Reproduction, paper: str) -> Iterator[str]:
    """Yield the deviations of systems, and the remarks on systems without published figures."""
    for system in systems_of(reproduction, paper):
        figure = reproduction.of(system, "accuracy")
        if figure is None or is_near(figure):
            continue
        if figure.difference is not None:
            reason = system.deviation or "the reason is not known"
            yield f"**{system.name}** ({100 * figure.difference:+.1f} points): {reason}"
        elif system.published_name is None and system.deviation:
            yield f"**{system.name}**: {system.deviation}"


def _signature(reproduction: Reproduction) -> str:
    return f"{reproduction.results.tested_on}: {reproduction.results.signature}"


def _list(lines: Iterable[str]) -> list[str]:
    """Return the lines as a list in Markdown, or nothing if there are none."""
    items = "\n".join(f"- {line}" for line in lines)
    return [items] if items else []
