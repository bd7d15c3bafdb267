"""Drawings of biparses, in the bracket notation of inversion transduction grammars."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from rte_baselines.features.describing import WIDTH, clipped
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.kernels.translation.biparsing import INVERTED, STRAIGHT, TRANSDUCTION
from rte_baselines.rendering.drawings.shapes import Constituent

_BRACKETS = {STRAIGHT: ("[", "]"), INVERTED: ("<", ">")}


def bracketing(nodes: IntArray, text: Sequence[str], hypothesis: Sequence[str]) -> tuple[str, ...]:
    """Draw a biparse for a terminal of 80 columns.

    Square brackets enclose constituents in the same order on both sides. Angle brackets enclose
    constituents in opposite orders, drawn in the order of the text. Nested rules of one kind
    share one pair of brackets, because their nesting does not matter. A pair of words that are
    equal in lower case is drawn as one word, other pairs as ``a/b``. Words left over between two
    constituents are drawn between them: ``(a b)/ε`` in the text, ``ε/(c d)`` in the hypothesis.

    `nodes`, shape (nodes, 3): the nodes of a `rte_baselines.kernels.translation.biparsing.Biparse`.
    `text`, `hypothesis`: the words that were parsed. The result: a constituent that does not fit
    into one line is split into several, indented lines.
    """
    root, spans = _tree(nodes, text, hypothesis), (range(len(text)), range(len(hypothesis)))
    if root is None:
        root = _Constituent(STRAIGHT, _left_over(text, hypothesis), *spans)
    before = _left_over(text[: root.text.start], hypothesis[: root.hypothesis.start])
    after = _left_over(text[root.text.stop :], hypothesis[root.hypothesis.stop :])
    if before or after:
        root = _Constituent(STRAIGHT, (*before, *_parts(root, STRAIGHT), *after), *spans)
    return tuple(_laid_out(root, ""))


def constituents_of(
    nodes: IntArray, text: Sequence[str], hypothesis: Sequence[str]
) -> tuple[Constituent, ...]:
    """Return the constituents of a biparse, each after those that it is in.

    As in `bracketing`, nested rules of one kind are one constituent. Parameters are those of
    `bracketing`.
    """
    root = _tree(nodes, text, hypothesis)
    waiting = [] if root is None else [root]
    constituents = []
    while waiting:
        constituent = waiting.pop()
        if constituent.kind != TRANSDUCTION:
            spans = ((span.start, span.stop) for span in (constituent.text, constituent.hypothesis))
            constituents.append(Constituent(constituent.kind == INVERTED, *spans))
        waiting += [part for part in reversed(constituent.parts) if isinstance(part, _Constituent)]
    return tuple(constituents)


@dataclass(frozen=True)
class _Constituent:
    """A constituent: its parts in the order of the text, and the words that they cover."""

    kind: int
    parts: tuple["str | _Constituent", ...]
    text: range
    hypothesis: range

    def __str__(self) -> str:
        inside = " ".join(map(str, self.parts))
        if self.kind == TRANSDUCTION:
            return inside
        opening, closing = _BRACKETS[self.kind]
        return f"{opening}{inside}{closing}"


def _tree(nodes: IntArray, text: Sequence[str], hypothesis: Sequence[str]) -> _Constituent | None:
    """Return the root, without words left over at the ends; None if there are no nodes."""
    stack: list[_Constituent] = []
    for kind, text_word, word in reversed(nodes.tolist()):
        if kind == TRANSDUCTION:
            pair = text[text_word], hypothesis[word]
            label = pair[0] if pair[0].lower() == pair[1].lower() else "/".join(pair)
            spans = range(text_word, text_word + 1), range(word, word + 1)
            stack.append(_Constituent(kind, (label,), *spans))
        else:
            first, second = stack.pop(), stack.pop()
            before, after = (first, second) if kind == STRAIGHT else (second, first)
            between = _left_over(
                text[first.text.stop : second.text.start],
                hypothesis[before.hypothesis.stop : after.hypothesis.start],
            )
            parts = (*_parts(first, kind), *between, *_parts(second, kind))
            spans = (
                range(first.text.start, second.text.stop),
                range(before.hypothesis.start, after.hypothesis.stop),
            )
            stack.append(_Constituent(kind, parts, *spans))
    return stack.pop() if stack else None


def _parts(constituent: _Constituent, kind: int) -> tuple[str | _Constituent, ...]:
    """Return how a constituent is drawn between brackets of some kind."""
    has_own_brackets = constituent.kind not in (kind, TRANSDUCTION)
    return (constituent,) if has_own_brackets else constituent.parts


def _left_over(text: Sequence[str], hypothesis: Sequence[str]) -> tuple[str, ...]:
    """Return the words left over, those of each side as one part."""
    text_part = (f"{_group(text)}/ε",) if text else ()
    hypothesis_part = (f"ε/{_group(hypothesis)}",) if hypothesis else ()
    return (*text_part, *hypothesis_part)


def _group(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"({' '.join(words)})"


def _laid_out(constituent: _Constituent, margin: str) -> Iterator[str]:
    """Yield the lines of a constituent: one if it fits, else its parts between brackets."""
    line = f"{margin}{constituent}"
    if cell_len(line) <= WIDTH or constituent.kind == TRANSDUCTION:
        yield clipped(line)
        return
    opening, closing = _BRACKETS[constituent.kind]
    yield f"{margin}{opening}"
    # From column 40, lines are not indented further.
    yield from _filled(constituent.parts, f"{margin}  " if len(margin) < 40 else margin)
    yield f"{margin}{closing}"


def _filled(parts: Sequence[str | _Constituent], margin: str) -> Iterator[str]:
    """Yield lines of as many parts as fit; a part too long for a line has its own lines."""
    line = margin
    for part in parts:
        if isinstance(part, _Constituent) and cell_len(f"{margin}{part}") > WIDTH:
            yield from _flushed(line)
            yield from _laid_out(part, margin)
            line = margin
            continue
        for item in part.split() if isinstance(part, str) else [str(part)]:
            longer = f"{line} {item}" if line.strip() else f"{margin}{item}"
            if cell_len(longer) > WIDTH:
                yield from _flushed(line)
                longer = f"{margin}{item}"
            line = longer
    yield from _flushed(line)


def _flushed(line: str) -> Iterator[str]:
    if line.strip():
        yield clipped(line)
