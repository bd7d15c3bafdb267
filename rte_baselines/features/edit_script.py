"""Edits of one tree into another, as lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import set_cell_size

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Illustration
from rte_baselines.features.illustrating import WIDTH, clipped
from rte_baselines.kernels.ragged import IntArray

_LABEL_WIDTH = 28

EditKind = Literal["same", "substituted", "inserted", "deleted"]
_MARKS: Mapping[EditKind, str] = {"same": "=", "substituted": "~", "inserted": "+", "deleted": "-"}


@dataclass(frozen=True)
class Edit:
    """One step of the way from the text's tree to the hypothesis's.

    Parameters
    ----------
    kind : {"same", "substituted", "inserted", "deleted"}
    text, hypothesis : int or None
        The positions of the words: the one that was, and the one that is to be.
    cost : float
    """

    kind: EditKind
    text: int | None
    hypothesis: int | None
    cost: float


@dataclass(frozen=True)
class LabelledForest:
    """The dependency trees of a snippet, as people read them.

    Parameters
    ----------
    heads : mapping of int to int
        The position of the word above each word, by ascending position; -1 for a root.
    labels : mapping of int to str
        The lemma of each word, with its relation to the word above: ``B-R``.
    """

    heads: Mapping[int, int]
    labels: Mapping[int, str]

    @classmethod
    def of(cls, analysis: Analysis, words: IntArray, heads: IntArray) -> "LabelledForest":
        """Label words of a snippet that hang from these others; both by their positions."""
        above = dict(sorted(zip(words.tolist(), heads.tolist(), strict=True)))
        lemmas, relations = analysis.lemmas, analysis.relations
        labels = {
            word: lemmas[word] if head < 0 else f"{lemmas[word]}-{relations[word]}"
            for word, head in above.items()
        }
        return cls(above, labels)

    def drawn(self) -> Iterator[tuple[int, str]]:
        """Yield each word, below the one above it, with its label at the end of a branch."""
        below: dict[int, list[int]] = {word: [] for word in (-1, *self.heads)}
        for word, head in self.heads.items():
            below[head].append(word)
        waiting = [(root, "", "") for root in reversed(below[-1])]
        while waiting:
            word, branch, trunk = waiting.pop()
            yield word, branch + self.labels[word]
            # What is deeper than the page is wide would be cut off.
            trunk = trunk[:WIDTH]
            last = below[word][-1:]
            for child in reversed(below[word]):
                corner, beside = ("└ ", "  ") if [child] == last else ("├ ", "│ ")
                waiting.append((child, trunk + corner, trunk + beside))


@dataclass(frozen=True)
class EditScript:
    """The edits of a text's tree into a hypothesis's, and what they cost.

    Parameters
    ----------
    edits : tuple of Edit
        By the words of the hypothesis, then deletions by the words of the text.
    text, hypothesis : LabelledForest
    whole : float
        The cost of inserting the whole hypothesis.
    """

    edits: Sequence[Edit]
    text: LabelledForest
    hypothesis: LabelledForest
    whole: float

    @property
    def cost(self) -> float:
        """What all edits cost together."""
        return sum(edit.cost for edit in self.edits)

    def illustrations(self) -> tuple[Illustration, ...]:
        """Return the script line by line, and the two trees one above the other."""
        return (
            Illustration("Edit script", tuple(map(clipped, self._script()))),
            Illustration("Dependency trees", tuple(map(clipped, self._trees()))),
        )

    def _script(self) -> Iterator[str]:
        yield _row("cost", "", "text", "hypothesis")
        for edit in self.edits:
            text = "" if edit.text is None else self.text.labels[edit.text]
            hypothesis = "" if edit.hypothesis is None else self.hypothesis.labels[edit.hypothesis]
            yield _row(f"{edit.cost:.2f}", edit.kind, text, hypothesis)
        yield _row(f"{self.cost:.2f}", "in all", "", "")
        yield _row(f"{self.whole:.2f}", "to insert the whole hypothesis", "", "")

    def _trees(self) -> Iterator[str]:
        yield "=1 the same, ~1 substituted, - deleted, + inserted"
        marks = self._marks()
        for side, forest in (("text", self.text), ("hypothesis", self.hypothesis)):
            yield ""
            yield f"     {side}"
            for word, branch in forest.drawn():
                yield f"{marks[side, word]:>4} {branch}"

    def _marks(self) -> dict[tuple[str, int], str]:
        """Return what to mark each word with: equal numbers where one becomes the other."""
        marks = {}
        pairs = 0
        for edit in self.edits:
            pairs += edit.text is not None and edit.hypothesis is not None
            mark = _MARKS[edit.kind]
            for side, word in (("text", edit.text), ("hypothesis", edit.hypothesis)):
                if word is not None:
                    marks[side, word] = f"{mark}{pairs}" if mark in "=~" else mark
        return marks


def _row(cost: str, kind: str, text: str, hypothesis: str) -> str:
    return f"{cost:>7}  {kind:11}  {_cell(text)}  {hypothesis}".rstrip()


def _cell(label: str) -> str:
    return set_cell_size(label, _LABEL_WIDTH)
