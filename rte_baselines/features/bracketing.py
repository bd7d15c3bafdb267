"""Biparses as lines of text, with the brackets of inversion transduction grammars."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from rte_baselines.features.illustrating import WIDTH, clipped
from rte_baselines.kernels.biparsing import INVERTED, STRAIGHT, TRANSDUCTION
from rte_baselines.kernels.ragged import IntArray

_DEEPEST = 40
"""What is further in than this is not moved further in."""

_BRACKETS = {STRAIGHT: ("[", "]"), INVERTED: ("<", ">")}


def bracketing(nodes: IntArray, text: Sequence[str], hypothesis: Sequence[str]) -> tuple[str, ...]:
    """Draw a biparse for a terminal of 80 columns.

    What is between square brackets follows in the same order on both sides; between angle
    brackets, in the opposite order in the hypothesis, but drawn in that of the text. Rules of one
    kind inside each other share one pair of brackets, as how they hang does not matter. A word
    that is the same on both sides, capitals aside, stands alone, and others as ``a/b``. What is
    left over between two parts stands there, as ``(a b)/ε`` of the text and ``ε/(c d)`` of the
    hypothesis.

    Parameters
    ----------
    nodes : ndarray of int64, shape (nodes, 3)
        Of `rte_baselines.kernels.biparsing.Biparse`.
    text, hypothesis : sequence of str
        All words that were parsed.

    Returns
    -------
    tuple of str
        A part that does not fit into a line has lines of its own, further in.
    """
    root = _with_ends(_tree(nodes, text, hypothesis), text, hypothesis)
    return tuple(_laid_out(root, ""))


@dataclass(frozen=True)
class _Constituent:
    """Parts in the order of the text, and which words they cover."""

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
    """Return what the nodes cover, without words left over at the ends; None if that is nothing."""
    made: list[_Constituent] = []
    for kind, word, other in reversed(nodes.tolist()):
        if kind == TRANSDUCTION:
            pair = text[word], hypothesis[other]
            label = pair[0] if pair[0].lower() == pair[1].lower() else "/".join(pair)
            spans = range(word, word + 1), range(other, other + 1)
            made.append(_Constituent(kind, (label,), *spans))
        else:
            first, second = made.pop(), made.pop()
            made.append(_joined(kind, first, second, text, hypothesis))
    return made.pop() if made else None


def _joined(
    kind: int,
    first: _Constituent,
    second: _Constituent,
    text: Sequence[str],
    hypothesis: Sequence[str],
) -> _Constituent:
    """Return two constituents as one, with the words that are left over between them."""
    before, after = (first, second) if kind == STRAIGHT else (second, first)
    between = _left_over(
        text[first.text.stop : second.text.start],
        hypothesis[before.hypothesis.stop : after.hypothesis.start],
    )
    return _Constituent(
        kind,
        (*_parts(first, kind), *between, *_parts(second, kind)),
        range(first.text.start, second.text.stop),
        range(before.hypothesis.start, after.hypothesis.stop),
    )


def _parts(constituent: _Constituent, kind: int) -> tuple[str | _Constituent, ...]:
    """Return what stands for a constituent between brackets of some kind."""
    has_own_brackets = constituent.kind not in (kind, TRANSDUCTION)
    return (constituent,) if has_own_brackets else constituent.parts


def _with_ends(
    root: _Constituent | None, text: Sequence[str], hypothesis: Sequence[str]
) -> _Constituent:
    """Put the words that are left over before and after all others around them."""
    spans = range(len(text)), range(len(hypothesis))
    if root is None:
        return _Constituent(STRAIGHT, _left_over(text, hypothesis), *spans)
    before = _left_over(text[: root.text.start], hypothesis[: root.hypothesis.start])
    after = _left_over(text[root.text.stop :], hypothesis[root.hypothesis.stop :])
    if not before and not after:
        return root
    return _Constituent(STRAIGHT, (*before, *_parts(root, STRAIGHT), *after), *spans)


def _left_over(text: Sequence[str], hypothesis: Sequence[str]) -> tuple[str, ...]:
    """Return words left over, those of each side as one part."""
    of_text = (f"{_group(text)}/ε",) if text else ()
    of_hypothesis = (f"ε/{_group(hypothesis)}",) if hypothesis else ()
    return (*of_text, *of_hypothesis)


def _group(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"({' '.join(words)})"


def _laid_out(constituent: _Constituent, margin: str) -> Iterator[str]:
    """Yield the lines of a constituent: one if it fits, else its parts between its brackets."""
    whole = f"{margin}{constituent}"
    if cell_len(whole) <= WIDTH or constituent.kind == TRANSDUCTION:
        yield clipped(whole)
        return
    opening, closing = _BRACKETS[constituent.kind]
    yield f"{margin}{opening}"
    yield from _filled(constituent.parts, f"{margin}  " if len(margin) < _DEEPEST else margin)
    yield f"{margin}{closing}"


def _filled(parts: Sequence[str | _Constituent], margin: str) -> Iterator[str]:
    """Yield lines of as many parts as fit, and those of a part that does not fit into one."""
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
