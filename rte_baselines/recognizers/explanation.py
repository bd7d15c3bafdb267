"""Explanations: why a recognizer decided as it did, as data and as text for a terminal."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.quoting import counted, printable_lines
from rte_baselines.core.representing import brief
from rte_baselines.features import Alignment, Illustration
from rte_baselines.pairs import Label, Pair, Scheme, conflate, scheme_of
from rte_baselines.rendering.drawings.decisions import SMALLEST_PULL, WIDTH, draw_decision
from rte_baselines.rendering.drawings.document import document, facts, inside
from rte_baselines.rendering.drawings.shapes import AlignedWords, Decision, Pull, Sketch, Words
from rte_baselines.rendering.drawings.svg import shown as words_around
from rte_baselines.rendering.elements import element, joined
from rte_baselines.rendering.tables import Table, render_text

if TYPE_CHECKING:
    from markupsafe import Markup

TOP = 10
"""The number of features that are shown by default."""
_LINES = 60  # of a text that does not show everything: two screens
_WHOLE = 42  # lines of a table of 40 words, which is not cut
_MOST_WORDS = 100  # of a longer text, only some words are shown


@dataclass(frozen=True)
class FeaturePull:
    """The effect of one column of the feature table, or of a vector, on the decision.

    `value` is that for this pair, and `mean` that over the training pairs; None for a vector.
    `pull` is how much higher `Explanation.scale` is than it would be if this column, or all
    dimensions of the vector, had its training mean and all others were unchanged. Pulls of
    correlated columns need not add up. `dimensions` is the number of those of a vector.
    """

    name: str
    value: float | None
    mean: float | None
    pull: float
    dimensions: int = 1


@brief
@dataclass(frozen=True)
class Explanation:
    """A decision and its reasons, as plain data.

    Parameters
    ----------
    pair : Pair
        Its label, if it has one, is the gold label.
    label : str
        The recognizer's decision.
    sentence : str
        The reason, in one plain sentence.
    confidence : float
        The confidence in the label.
    entailment : float
        The certainty that the text entails the hypothesis, in [0, 1]; for heads with
        probabilities, its probability.
    score : float
        The entailment score by which a run ranks this pair: `entailment` / 2, plus 0.5 if the label
        is ENTAILMENT.
    scale : str
        The quantity that pulls are differences of: the certainty of entailment, in [0, 1], or
        its log-odds.
    text, hypothesis : tuple of str
        The words that are compared, to which the alignments' positions refer.
    features : tuple of FeaturePull
    task_pull : float
        How much higher `scale` is than for the same pair without a task.
    alignments : mapping of str to tuple of Alignment
        By the name of each feature that aligns words.
    illustrations : mapping of str to tuple of Illustration
        By the name of each feature that has any.
    compared_text : str
        The text, or its sentence that is compared with the hypothesis.
    """

    pair: Pair
    label: str
    sentence: str
    confidence: float
    entailment: float
    score: float
    scale: str
    text: tuple[str, ...]
    hypothesis: tuple[str, ...]
    features: tuple[FeaturePull, ...]
    task_pull: float
    alignments: dict[str, tuple[Alignment, ...]]
    illustrations: dict[str, tuple[Illustration, ...]]
    compared_text: str

    @property
    def is_of_part(self) -> bool:
        """Whether a part of the text is compared."""
        return self.compared_text != self.pair.text

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON data."""
        return asdict(self)

    def to_text(self, width: int = 80, *, top: int | None = TOP) -> str:
        """Return the explanation for a terminal of `width` columns.

        Parameters
        ----------
        width : int
        top : int or None
            The number of features to show, those with the strongest pulls. If no feature pulls,
            there is no table of features. The first table of words is whole for up to 40 words;
            other tables and drawings are shown as far as they fit on the screen. Of a text of
            more than 100 words, those around the words that this table aligns are shown, or the
            first ones if it aligns none. None shows everything.
        """
        return _text(self, width, top)

    def __str__(self) -> str:
        return self.to_text()

    def to_html(self, title: str = "Explanation", *, width: int = WIDTH) -> str:
        """Return the explanation as an HTML document with drawings, which needs no other file.

        It has no scripts, and everything from the pair is escaped. It follows the browser's
        choice of light or dark.

        Parameters
        ----------
        title : str
            The heading, such as the name of the recognizer.
        width : int
            The width of drawings, in CSS pixels; some are wider.

        Examples
        --------
        >>> from rte_baselines import load
        >>> explanation = load("word-overlap").explain("Two old ferries sank.", "Ferries sank.")
        >>> explanation.to_html("word-overlap")[:15]
        '<!DOCTYPE html>'
        """
        heading = element("h1", title)
        body = joined(heading, facts(_pair_facts(self)), self._drawn(width))
        return document(f"{self.label}: {title}", body)

    def to_fragment(self, width: int = WIDTH) -> str:
        """Return the decision and its reasons as a part of an HTML page, without styles.

        The styles are in ``rte_baselines/rendering``: ``pages/palette.css`` and
        ``drawings/drawings.css``.

        Parameters
        ----------
        width : int
            The width of drawings, in CSS pixels; some are wider.
        """
        part = _pair_facts(self).get("compared")
        return str(joined(facts({"compared": part}) if part else "", self._drawn(width)))

    def to_shape(self) -> Decision:
        """Return what pages draw of the explanation, as plain data."""
        order = feature_order(self)
        return Decision(
            label=self.label,
            sentence=self.sentence,
            confidence=self.confidence,
            entailment=self.entailment,
            scale=self.scale,
            pulls=tuple(_shown_pulls(self)),
            words=tuple(
                Words(tuple(names), AlignedWords(self.text, self.hypothesis, alignments))
                for alignments, names in shared_alignments(self, order).items()
            ),
            sketches=tuple(
                Sketch(name, found.title, found.lines, found.drawing)
                for name in order
                for found in self.illustrations.get(name, ())
            ),
        )

    def _drawn(self, width: int) -> "Markup":
        return draw_decision(self.to_shape(), width)

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the drawings of `to_html`."""
        return inside(joined(facts(_pair_facts(self)), self._drawn(WIDTH)))


def feature_order(explanation: Explanation) -> list[str]:
    """Return the names of features, some of which have several columns, by their strongest pull."""
    by_pull = sorted(explanation.features, key=lambda feature: -abs(feature.pull))
    return list(dict.fromkeys(feature.name.partition(".")[0] for feature in by_pull))


def shared_alignments(
    explanation: Explanation, order: Iterable[str]
) -> dict[tuple[Alignment, ...], list[str]]:
    """Return each alignment once, in this order of features, with the names of all that have it."""
    names: dict[tuple[Alignment, ...], list[str]] = {}
    for name in order:
        if name in explanation.alignments:
            names.setdefault(explanation.alignments[name], []).append(name)
    return names


@dataclass(frozen=True)
class _Block:
    """A table of words or an illustration, with the names of its features."""

    title: str
    features: Sequence[str]
    lines: Sequence[str]

    def text(self, width: int) -> str:
        """Return the block below its title."""
        title = _filled(f"{self.title}: {', '.join(self.features)}", width)
        return "\n".join([title, "", *self.lines])

    def height(self, width: int) -> int:
        """Return the number of lines, including an empty one before it."""
        return self.text(width).count("\n") + 2

    def cut(self, most: int) -> "_Block":
        """Return the block with at most `most` lines; the last one says how many are cut."""
        if len(self.lines) <= most:
            return self
        kept = self.lines[: max(most, 2) - 1]
        cut = f"… {len(self.lines) - len(kept)} more lines"
        return _Block(self.title, self.features, [*kept, cut])


def _text(explanation: Explanation, width: int, top: int | None) -> str:
    """Return an explanation for a terminal of `width` columns; see `Explanation.to_text`."""
    pulls, order = _shown_pulls(explanation), feature_order(explanation)
    tables = list(_alignments(explanation, order, width))
    drawings = [
        _Block(illustration.title, [name], list(map(printable_lines, illustration.lines)))
        for name in order
        for illustration in explanation.illustrations.get(name, ())
    ]
    if top is None:
        head = _head(explanation, explanation.pair.text, pulls, width)
        return "\n\n".join([head, *(block.text(width) for block in (*tables, *drawings))])
    text = _shortened(explanation, order)
    head = _head(explanation, text, pulls[:top], width)
    room = _LINES - head.count("\n") - 1
    shown_tables = _fitting(tables, room // 2, width, whole=_WHOLE)
    room -= sum(block.height(width) for block in shown_tables)
    shown_drawings = _fitting(drawings, room, width)
    shown = [*shown_tables, *shown_drawings]
    left_out = [
        counted(count, singular, plural)
        for count, singular, plural in (
            (
                len(pulls) - top if _any_pulls(pulls) else 0,
                "feature that pulls less",
                "features that pull less",
            ),
            (len(tables) - len(shown_tables), "table of words", "tables of words"),
            (len(drawings) - len(shown_drawings), "drawing", "drawings"),
        )
        if count > 0
    ]
    if text != explanation.pair.text:
        left_out.append("words of the text")
    if any(block not in (*tables, *drawings) for block in shown):
        left_out.append("lines of what is shown")
    blocks = [head, *(block.text(width) for block in shown)]
    if left_out:
        how = how_to_state("to_text(top=None)", "--all")
        note = f"Left out: {', '.join(left_out)}. To show everything: {how}."
        blocks.append(_filled(note, width))
    return "\n\n".join(blocks)


def _shortened(explanation: Explanation, order: Sequence[str]) -> str:
    """Return the text; of a long one, the words around those of the first table, or the first."""
    words = explanation.pair.text.split()
    if len(words) <= _MOST_WORDS:
        return explanation.pair.text
    tables = () if explanation.is_of_part else shared_alignments(explanation, order)
    alignments = next(iter(tables), ())
    linked = {alignment.text for alignment in alignments if alignment.text is not None}
    if not linked:
        return " ".join([*words[:_MOST_WORDS], "…"])
    # Words that are analysed are parts of those between spaces.
    ends = list(accumulate(map(len, words)))
    starts = [0, *accumulate(len("".join(word.split())) for word in explanation.text)]
    places = [min(bisect_right(ends, starts[position]), len(words) - 1) for position in linked]
    return " ".join(words_around(words, places, _MOST_WORDS).words)


def _pair_facts(explanation: Explanation) -> dict[str, str]:
    """Return the pair, and whether the decision is right, by name."""
    pair = explanation.pair
    known = {
        "text": pair.text,
        "compared": explanation.compared_text if explanation.is_of_part else None,
        "hypothesis": pair.hypothesis,
        "task": pair.task,
        "gold label": None if pair.label is None else _verdict(explanation),
    }
    return {name: value for name, value in known.items() if value is not None}


def _shown_pulls(explanation: Explanation) -> list[Pull]:
    """Return what the features and the task do to the decision, the strongest first."""
    pulls = []
    for feature in explanation.features:
        numbers = f" ({feature.dimensions} numbers)" if feature.dimensions > 1 else ""
        pulls.append(Pull(f"{feature.name}{numbers}", feature.value, feature.mean, feature.pull))
    if explanation.task_pull:
        task = f"task {explanation.pair.task}, against none"
        pulls.append(Pull(task, None, None, explanation.task_pull))
    return sorted(pulls, key=lambda pull: -abs(pull.pull))


def _any_pulls(pulls: Sequence[Pull]) -> bool:
    return any(abs(pull.pull) >= SMALLEST_PULL for pull in pulls)


def _facts(explanation: Explanation, text: str) -> Iterator[tuple[str, str]]:
    """Yield the pair with this text, the decision and, if it is known, the gold label, by name."""
    yield "text", text
    if explanation.is_of_part:
        yield "compared", f"the nearest part of the text alone: {explanation.compared_text}"
    yield "hypothesis", explanation.pair.hypothesis
    if explanation.pair.task:
        yield "task", explanation.pair.task
    yield "decision", f"{explanation.label}, confidence {explanation.confidence:.3f}"
    yield (
        "entailment",
        f"certainty {explanation.entailment:.3f}; score {explanation.score:.3f} in a run, "
        "which ranks by label first",
    )
    if explanation.pair.label is not None:
        yield "gold label", _verdict(explanation)


def _head(explanation: Explanation, text: str, pulls: Sequence[Pull], width: int) -> str:
    """Return the sentence, the pair with this text and the decision, and the table of features."""
    facts = "\n".join(
        _filled(value, width, f"{name:12}") for name, value in _facts(explanation, text)
    )
    blocks = [_filled(explanation.sentence, width), facts]
    if _any_pulls(pulls):
        table = Table(
            f"What each feature does to the {explanation.scale}, against its training mean",
            ["feature", "value", "mean", "pull"],
            [
                [pull.name, _number(pull.value), _number(pull.mean), f"{pull.pull:+.3f}"]
                for pull in pulls
            ],
        )
        blocks.append(render_text(table, width))
    return "\n\n".join(blocks)


def _verdict(explanation: Explanation) -> str:
    """Return the gold label, and whether the decision is right, two-way if either label is."""
    gold, label = explanation.pair.label, Label(explanation.label)
    assert gold is not None
    is_two_way = Scheme.TWO_WAY in (scheme_of([gold]), scheme_of([label]))
    is_right = conflate(gold) is conflate(label) if is_two_way else gold is label
    right = "right" if is_right else "wrong"
    return f"{gold} of pair {explanation.pair.id}: the decision is {right}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _alignments(explanation: Explanation, order: Sequence[str], width: int) -> Iterator[_Block]:
    """Yield each alignment once as a table, with the names of all features that have it."""
    for alignments, shared in shared_alignments(explanation, order).items():
        rows = [
            [
                explanation.hypothesis[alignment.hypothesis],
                "-" if alignment.text is None else explanation.text[alignment.text],
                alignment.relation,
            ]
            for alignment in alignments
        ]
        table = Table("", ["hypothesis", "text", ""], rows, keys=3)
        yield _Block("Aligned words", shared, render_text(table, width).strip().split("\n"))


def _fitting(blocks: Sequence[_Block], room: int, width: int, *, whole: int = 0) -> list[_Block]:
    """Return the first blocks that fit; the very first is cut if it has more than `whole` lines."""
    shown: list[_Block] = []
    for block in blocks:
        height = block.height(width)
        if shown and height > room:
            break
        most = len(block.lines) - max(height - room, 0)
        shown.append(block if len(block.lines) <= whole else block.cut(most))
        room -= height
    return shown


def _filled(text: str, width: int, label: str = "") -> str:
    """Return text in lines of `width` columns, below its label where it has one."""
    wrapper = TextWrapper(
        width, initial_indent=label, subsequent_indent=" " * len(label), break_on_hyphens=False
    )
    return wrapper.fill(printable_lines(text))
