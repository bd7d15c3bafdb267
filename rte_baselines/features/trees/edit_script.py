"""Edit scripts between dependency trees, as lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import set_cell_size

from rte_baselines.features.base import Illustration
from rte_baselines.features.illustrating import WIDTH, clipped
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.rendering.drawings.shapes import TreeNode, Trees

_LABEL_WIDTH = 28

EditKind = Literal["same", "substituted", "inserted", "deleted"]
_MARKS: Mapping[EditKind, str] = {"same": "=", "substituted": "~", "inserted": "+", "deleted": "-"}


@dataclass(frozen=True)
class Edit:
    """One operation of an edit script from the text's tree to the hypothesis's.

    Parameters
    ----------
    kind : {"same", "substituted", "inserted", "deleted"}
    text, hypothesis : int or None
        The positions of the words; None on the text side of an insertion and on the
        hypothesis side of a deletion.
    cost : float
    """

    kind: EditKind
    text: int | None
    hypothesis: int | None
    cost: float


@dataclass(frozen=True)
class LabelledForest:
    """The dependency trees of a snippet, with readable labels.

    Parameters
    ----------
    heads : mapping of int to int
        The position of each word's head, by ascending position; -1 for a root.
    labels : mapping of int to str
        The lemma of each word and its relation to the head: ``lemma-relation``.
    """

    heads: Mapping[int, int]
    labels: Mapping[int, str]

    @classmethod
    def of(
        cls, lemmas: Sequence[str], relations: Sequence[str], words: IntArray, heads: IntArray
    ) -> "LabelledForest":
        """Label some words of a snippet, given their positions and those of their heads.

        The lemmas and relations are those of all words.
        """
        head_of = dict(sorted(zip(words.tolist(), heads.tolist(), strict=True)))
        labels = {
            word: lemmas[word] if head < 0 else f"{lemmas[word]}-{relations[word]}"
            for word, head in head_of.items()
        }
        return cls(head_of, labels)

    def drawn(self) -> Iterator[tuple[int, str]]:
        """Yield each word, after its head, with its label at the end of a branch."""
        children: dict[int, list[int]] = {word: [] for word in (-1, *self.heads)}
        for word, head in self.heads.items():
            children[head].append(word)
        stack = [(root, "", "") for root in reversed(children[-1])]
        while stack:
            word, branch, indent = stack.pop()
            yield word, branch + self.labels[word]
            # Deeper levels would be clipped anyway.
            indent = indent[:WIDTH]
            last = children[word][-1:]
            for child in reversed(children[word]):
                corner, beside = ("└ ", "  ") if [child] == last else ("├ ", "│ ")
                stack.append((child, indent + corner, indent + beside))


@dataclass(frozen=True)
class EditScript:
    """The edits that turn a text's tree into a hypothesis's, with their costs.

    Parameters
    ----------
    edits : tuple of Edit
        In the order of the hypothesis's words, then deletions in the order of the text's.
    text, hypothesis : LabelledForest
    insertion_cost : float
        The cost of inserting the whole hypothesis.
    """

    edits: Sequence[Edit]
    text: LabelledForest
    hypothesis: LabelledForest
    insertion_cost: float

    @property
    def cost(self) -> float:
        """The total cost of the edits."""
        return sum(edit.cost for edit in self.edits)

    def illustrations(self) -> tuple[Illustration, ...]:
        """Return the script line by line, and the two trees."""
        return (
            Illustration("Edit script", tuple(map(clipped, self._script()))),
            Illustration("Dependency trees", tuple(map(clipped, self._trees())), self.drawing()),
        )

    def drawing(self) -> Trees:
        """Return the trees with their edits, to be drawn."""
        sides = self.text, self.hypothesis
        of_text, of_hypothesis = (
            {word: place for place, (word, _) in enumerate(side.drawn())} for side in sides
        )
        text_edits = {edit.text: edit for edit in self.edits if edit.text is not None}
        edits = {edit.hypothesis: edit for edit in self.edits if edit.hypothesis is not None}
        return Trees(
            tuple(
                TreeNode(
                    self.text.labels[word],
                    of_text.get(self.text.heads[word]),
                    text_edits[word].kind,
                    _place(text_edits[word].hypothesis, of_hypothesis),
                )
                for word in of_text
            ),
            tuple(
                TreeNode(
                    self.hypothesis.labels[word],
                    of_hypothesis.get(self.hypothesis.heads[word]),
                    edits[word].kind,
                    _place(edits[word].text, of_text),
                )
                for word in of_hypothesis
            ),
        )

    def _script(self) -> Iterator[str]:
        yield _row("cost", "", "text", "hypothesis")
        for edit in self.edits:
            text = "" if edit.text is None else self.text.labels[edit.text]
            hypothesis = "" if edit.hypothesis is None else self.hypothesis.labels[edit.hypothesis]
            yield _row(f"{edit.cost:.2f}", edit.kind, text, hypothesis)
        yield _row(f"{self.cost:.2f}", "total", "", "")
        yield _row(f"{self.insertion_cost:.2f}", "to insert the whole hypothesis", "", "")

    def _trees(self) -> Iterator[str]:
        yield "=1 the same, ~1 substituted, - deleted, + inserted"
        marks = self._marks()
        for side, forest in (("text", self.text), ("hypothesis", self.hypothesis)):
            yield ""
            yield f"     {side}"
            for word, branch in forest.drawn():
                yield f"{marks[side, word]:>4} {branch}"

    def _marks(self) -> dict[tuple[str, int], str]:
        """Return the mark of each word; a word and its substitute have the same number."""
        marks = {}
        pairs = 0
        for edit in self.edits:
            pairs += edit.text is not None and edit.hypothesis is not None
            mark = _MARKS[edit.kind]
            for side, word in (("text", edit.text), ("hypothesis", edit.hypothesis)):
                if word is not None:
                    marks[side, word] = f"{mark}{pairs}" if mark in "=~" else mark
        return marks


def _place(word: int | None, places: Mapping[int, int]) -> int | None:
    return None if word is None else places[word]


def _row(cost: str, kind: str, text: str, hypothesis: str) -> str:
    return f"{cost:>7}  {kind:11}  {_cell(text)}  {hypothesis}".rstrip()


def _cell(label: str) -> str:
    return set_cell_size(label, _LABEL_WIDTH)
