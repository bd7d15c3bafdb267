"""Decisions with their reasons: bars, aligned words, and what features have drawn."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from rte_baselines.rendering.drawings.alignments import draw_aligned_words, draw_matching, table
from rte_baselines.rendering.drawings.shapes import (
    AlignedWords,
    Biparse,
    Decision,
    Derivation,
    DerivationStep,
    Drawing,
    Matching,
    Pull,
    Windows,
    Words,
)
from rte_baselines.rendering.drawings.svg import fold, scrolling
from rte_baselines.rendering.drawings.trees import draw_biparse, draw_trees
from rte_baselines.rendering.elements import breakable, element, joined

_HALF = 60.0  # the length of the longest bar, in CSS pixels
_HEIGHT = 12.0

_INDENT = 40  # how much narrower the decision on a window is than the list, in CSS pixels
WIDTH = 640
"""The width of drawings by default, in CSS pixels."""

SMALLEST_PULL = 0.0005
"""Pulls have three decimals; if all are smaller, they are not shown."""

_MOST_PULLS = 10  # features that are not folded up
_MOST_LINES = 400  # lines of a sketch without a drawing that are shown
# Links of an alignment that are drawn; a strange hypothesis has hundreds, all in the table.
_MOST_LINKS = 150


def draw_decision(decision: Decision, width: int = WIDTH, key: str = "") -> Markup:
    """Return a decision as a fragment of HTML, with drawings in SVG.

    `width`: the width of drawings, in CSS pixels; some are wider. `key`: the prefix of the keys of
    the parts that can be folded up.
    """
    return joined(
        *_verdict(decision),
        *_pulls(decision.pulls, decision.scale, key),
        *_words(decision.words, width, key),
        *_sketches(decision, width, key),
    )


def _verdict(decision: Decision) -> Iterator[Markup]:
    """Yield the label with its confidence, and the sentence."""
    confidence = f"{decision.confidence:.3f}"
    certainty = f"{decision.entailment:.3f}"
    meter = element("meter", confidence, min=0, max=1, value=confidence, aria_hidden="true")
    label = element("strong", decision.label, class_=f"label {decision.label}")
    numbers = f" confidence {confidence}; certainty of entailment {certainty}"
    yield element("p", label, " ", meter, numbers, class_="decision")
    yield element("p", decision.sentence, class_="sentence")


def _pulls(pulls: Sequence[Pull], scale: str, key: str) -> Iterator[Markup]:
    """Yield a table of what the features do, and one of those that do least, folded up."""
    largest = max((abs(pull.pull) for pull in pulls), default=0.0)
    if largest < SMALLEST_PULL:
        return
    caption = f"What each feature does to the {scale}, against its training mean"
    first = scrolling(pull_table(pulls[:_MOST_PULLS], caption, largest), "features")
    yield fold(f"{key} pulls", caption, first, is_open=True)
    if rest := pulls[_MOST_PULLS:]:
        inside = scrolling(pull_table(rest, caption, largest), "features that do less")
        yield fold(f"{key} more-pulls", f"{len(rest)} features that do less", inside)


def pull_table(pulls: Sequence[Pull], caption: str, largest: float) -> Markup:
    """Return a table with a bar for each feature.

    `largest`: the strongest pull, whose bar is the longest; several tables can share it.
    """
    columns = {"feature": None, "pull": 2, "value": None, "mean": None}
    header = (element("th", name, scope="col", colspan=count) for name, count in columns.items())
    rows = (
        element(
            "tr",
            element("th", breakable(pull.name), scope="row"),
            element("td", _bar(pull.pull, largest), class_="bar"),
            element("td", f"{pull.pull:+.3f}"),
            element("td", _number(pull.value)),
            element("td", _number(pull.mean)),
        )
        for pull in pulls
    )
    return element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *header)),
        element("tbody", *rows),
        class_="pulls",
    )


def _bar(pull: float, largest: float) -> Markup:
    """Return a bar that starts in the middle; the number beside it says the same."""
    length = _HALF * min(abs(pull) / largest, 1.0) if largest > 0 else 0.0
    start, kind = (_HALF, "for") if pull > 0 else (_HALF - length, "against")
    middle = element("path", d=f"M{_HALF:.0f} 0V{_HEIGHT:.0f}", class_="axis")
    bar = element("rect", x=start, y=1, width=length, height=_HEIGHT - 2, class_=kind)
    return element(
        "svg",
        bar,
        middle,
        viewBox=f"0 0 {2 * _HALF:.0f} {_HEIGHT:.0f}",
        width=f"{2 * _HALF:.0f}",
        height=f"{_HEIGHT:.0f}",
        aria_hidden="true",
    )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _words(words: Sequence[Words], width: int, key: str) -> Iterator[Markup]:
    """Yield alignments, of which the first is open."""
    for number, shown in enumerate(words):
        aligned, links = shown.aligned, shown.aligned.links[:_MOST_LINKS]
        drawn = AlignedWords(aligned.text, aligned.hypothesis, links)
        own_key = f"{key} {shown.features[0]}"
        inside = joined(
            scrolling(draw_aligned_words(drawn, width), "aligned words"),
            fold(f"{own_key} table", "as a table", table(aligned)),
        )
        is_cut = len(links) < len(aligned.links)
        cut = f" (the first {len(links)} of {len(aligned.links)})" if is_cut else ""
        title = f"Aligned words{cut}: {', '.join(shown.features)}"
        yield fold(f"{own_key} words", title, inside, is_open=number == 0)


def _sketches(decision: Decision, width: int, key: str) -> Iterator[Markup]:
    """Yield the sketches of features; those without a drawing are folded up if others are drawn."""
    is_bare = not decision.words and all(sketch.drawing is None for sketch in decision.sketches)
    for number, sketch in enumerate(decision.sketches):
        own_key = f"{key} {sketch.feature} {number}"
        if sketch.drawing is None:
            is_open = is_bare and number == 0
            left_out = len(sketch.lines) - _MOST_LINES
            end = [f"… {left_out} more lines"] if left_out > 0 else []
            inside = element("pre", "\n".join([*sketch.lines[:_MOST_LINES], *end]))
        else:
            is_open = True
            inside = draw(sketch.drawing, width, own_key)
        if not isinstance(sketch.drawing, Windows):
            inside = scrolling(inside, sketch.title)
        yield fold(own_key, f"{sketch.title}: {sketch.feature}", inside, is_open=is_open)


def draw(shape: Drawing, width: int = WIDTH, key: str = "") -> Markup:
    """Draw what a feature has found.

    `width`: in CSS pixels; some drawings are wider. `key`: the prefix of the keys of the parts that
    can be folded up.
    """
    match shape:
        case Biparse():
            return draw_biparse(shape)
        case Matching():
            return draw_matching(shape, width)
        case Derivation():
            return element("ol", *map(_step, shape.steps), class_="proof")
        case Windows():
            return _windows(shape, width, key)
        case _:
            return draw_trees(shape, width)


def _windows(windows: Windows, width: int, key: str) -> Markup:
    """Return the sentences as a list, each with its score, its window, and the reasons.

    The reasons for the least entailed sentence are shown, those of others folded up.
    """
    explained = [place for place, shown in enumerate(windows.windows) if shown.decision is not None]
    lowest = min(explained, key=lambda place: windows.windows[place].score, default=None)
    items = []
    for place, shown in enumerate(windows.windows):
        reasons: str | Markup = ""
        if shown.decision is not None:
            own_key = f"{key} {place}"
            inside = draw_decision(shown.decision, width - _INDENT, own_key)
            reasons = fold(own_key, "Why it has this score", inside, is_open=place == lowest)
        score = f"{shown.score:.2f}"
        meter = element("meter", score, min=0, max=1, value=score, aria_hidden="true")
        sentence = element("p", element("strong", shown.sentence))
        by = element("span", "by the window ", class_="by")
        best = element("p", meter, f" {score} ", by, element("q", shown.window))
        items.append(element("li", sentence, best, reasons))
    return element("ol", *items, class_="windows")


def _step(step: DerivationStep) -> Markup:
    """Return a step of a proof: a formula and its reason."""
    because = ", ".join(map(str, step.because))
    from_steps = f"from {because}" if because else ""
    reason = "; ".join(filter(None, [step.reason, from_steps]))
    return element(
        "li", element("code", step.formula), " ", element("span", reason, class_="reason")
    )
