"""Reproductions as text for a terminal, as Markdown, and as a document."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import TextWrapper

from rte_baselines.core.files.writing import atomic_output
from rte_baselines.rendering.tables import render_markdown, render_text
from rte_baselines.reproduction.reproducing import Reproduction
from rte_baselines.reproduction.summaries import is_near, pattern_lines, summary_lines
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
