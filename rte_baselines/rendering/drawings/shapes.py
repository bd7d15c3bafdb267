"""What is drawn, as plain data: features say what they found, and know nothing of drawing.

Positions refer to the tuples of the same shape, from 0.
"""

from dataclasses import dataclass, field
from typing import Literal

from rte_baselines.core.representing import brief

Mark = Literal["same", "substituted", "inserted", "deleted", ""]


@dataclass(frozen=True)
class Alignment:
    """A word or part of the hypothesis, aligned with one of the text or marked without one.

    `hypothesis`, `text`: the positions of both; None if none of the text is aligned. `relation`:
    why they are aligned, in a word or two: "same stem", "same number", "missing".
    """

    hypothesis: int
    text: int | None
    relation: str


@brief
@dataclass(frozen=True)
class AlignedWords:
    """The words of a text and of a hypothesis, as written and in order, and which are aligned."""

    text: tuple[str, ...]
    hypothesis: tuple[str, ...]
    links: tuple[Alignment, ...]


@dataclass(frozen=True)
class TreeNode:
    """A node of a dependency tree.

    `head`: the position of its head, which is above it; None for a root. `mark`: the edit that
    applies to the node; empty for none. `partner`: the position, in the other tree, of the node
    that it is the same as or substituted by.
    """

    label: str
    head: int | None
    mark: Mark = ""
    partner: int | None = None


@brief
@dataclass(frozen=True)
class Trees:
    """The trees of text and hypothesis, with the edits that turn one into the other.

    `text`, `hypothesis`: each after its head; the text's may be missing.
    """

    text: tuple[TreeNode, ...]
    hypothesis: tuple[TreeNode, ...]
    kind: str = field(default="trees", init=False)


@dataclass(frozen=True)
class Constituent:
    """A constituent of a biparse.

    `is_inverted`: whether its parts are in opposite orders on the two sides. `text`, `hypothesis`:
    the first word on each side, and the one after the last.
    """

    is_inverted: bool
    text: tuple[int, int]
    hypothesis: tuple[int, int]


@brief
@dataclass(frozen=True)
class Biparse:
    """A tree over text and hypothesis at once.

    `text`, `hypothesis`: the words. `leaves`: the words that are transduced. `constituents`: each
    after those that it is in.
    """

    text: tuple[str, ...]
    hypothesis: tuple[str, ...]
    leaves: tuple[Alignment, ...]
    constituents: tuple[Constituent, ...]
    kind: str = field(default="biparse", init=False)


@dataclass(frozen=True)
class Edge:
    """A relation between two parts of one side.

    `is_matched`: whether the other side has it, too.
    """

    start: int
    end: int
    label: str
    is_matched: bool


@brief
@dataclass(frozen=True)
class Matching:
    """Parts of the hypothesis, matched with parts of the text.

    `text`, `hypothesis`: the parts, such as phrases or predicate-argument structures. `edges`:
    relations between parts of the hypothesis.
    """

    text: tuple[str, ...]
    hypothesis: tuple[str, ...]
    links: tuple[Alignment, ...]
    edges: tuple[Edge, ...] = ()
    kind: str = field(default="matching", init=False)


@dataclass(frozen=True)
class DerivationStep:
    """A step of a derivation.

    `because`: the numbers of earlier steps, from 1.
    """

    formula: str
    reason: str
    because: tuple[int, ...] = ()


@brief
@dataclass(frozen=True)
class Derivation:
    """A proof, step by step."""

    steps: tuple[DerivationStep, ...]
    kind: str = field(default="derivation", init=False)


@dataclass(frozen=True)
class Pull:
    """What a feature does to a decision.

    `value`, `mean`: the value for this pair, and the mean over the training pairs; None for a
    vector.
    """

    name: str
    value: float | None
    mean: float | None
    pull: float


@brief
@dataclass(frozen=True)
class Words:
    """Aligned words, and the features that have aligned them."""

    features: tuple[str, ...]
    aligned: AlignedWords


@brief
@dataclass(frozen=True)
class Sketch:
    """Something else that a feature shows.

    `lines`: what is shown if there is no drawing.
    """

    feature: str
    title: str
    lines: tuple[str, ...]
    drawing: "Drawing | None" = None


@brief
@dataclass(frozen=True)
class Decision:
    """A decision with its reasons.

    `label`, `sentence`: the decision, and its reason in one sentence. `confidence`, `entailment`:
    the confidence in the label, and the certainty of entailment, in [0, 1]. `scale`: the name of
    the quantity that pulls change. `sketches`: as in `pulls` and `words`, what matters most comes
    first.
    """

    label: str
    sentence: str
    confidence: float
    entailment: float
    scale: str
    pulls: tuple[Pull, ...] = ()
    words: tuple[Words, ...] = ()
    sketches: tuple[Sketch, ...] = ()


@dataclass(frozen=True)
class Window:
    """A sentence of the hypothesis, with the window of the text that entails it best.

    `score`: the score of the sentence with this window, in [0, 1]. `decision`: the decision on this
    window with its reasons, if they were requested.
    """

    sentence: str
    window: str
    score: float
    decision: Decision | None = None


@brief
@dataclass(frozen=True)
class Windows:
    """The sentences of a hypothesis, each with its window of the text.

    `windows`: in the order of the sentences.
    """

    windows: tuple[Window, ...]
    kind: str = field(default="windows", init=False)


Drawing = Trees | Biparse | Matching | Derivation | Windows
"""What features draw."""
