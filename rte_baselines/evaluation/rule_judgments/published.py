"""The published figures of DIRT and TEASE, and whether they agree with each other.

I. Szpektor, E. Shnarch and I. Dagan, "Instance-based evaluation of entailment rule acquisition"
(ACL 2007). The judgments were not published, so that figures cannot be computed again; but many
follow from others. A figure that was rounded is the range of numbers that round to it, and two
figures agree if their ranges meet.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import NamedTuple

from rte_baselines.rendering.tables import Table

PAPER = "szpektor2007"
SYSTEMS = ("DIRT", "TEASE")
LEVELS = ("rules", "templates")
BOUNDS = ("upper", "lower")


class Range(NamedTuple):
    """The numbers from `low` to `high`, both positive or zero, such as those that round to one."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """The number in the middle: the figure itself, which has at most three places."""
        return round((self.low + self.high) / 2, 6)

    def __truediv__(self, other: "Range") -> "Range":
        return Range(self.low / other.high, self.high / other.low)


@dataclass(frozen=True)
class Check:
    """Whether a published figure is what others imply; the note says why not, if this is known."""

    what: str
    figure: Range
    implied: Range
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether figure and implied figure have numbers in common."""
        return self.figure.low <= self.implied.high and self.implied.low <= self.figure.high


@cache
def figures() -> Mapping[str, Range]:
    """Return the figures of ``szpektor2007.csv``, copied from the paper, by name."""
    table = files("rte_baselines.rules.judging").joinpath(f"{PAPER}.csv").read_text("utf-8")
    found = {}
    for row in csv.DictReader(table.splitlines()):
        value, places = float(row["value"]), int(row["places"])
        half = 0.5 * 10**-places if places else 0.0
        found[row["name"]] = Range(value - half, value + half)
    return found


def checks() -> list[Check]:
    """Return the checks of the paper's arithmetic."""
    return [*_counts(), _agreement(), *_lists(), *_paraphrases()]


def to_tables() -> list[Table]:
    """Return the figures of Table 4, those on agreement, and the checks."""
    names = ("examples", "entailment or not", "rules lower", "rules upper")
    agreement = Table(
        f"Published ({PAPER}, section 5): agreement of two judges",
        ["items", "kappa"],
        [[name, f"{_value(f'kappa on {name}'):.2f}"] for name in names],
    )
    arithmetic = Table(
        "What figures imply of each other; ranges are of numbers that round to a figure",
        ["check", "figure", "implied", "agrees"],
        [
            [row.what, *map(_written, (row.figure, row.implied)), "yes" if row.agrees else "no"]
            for row in checks()
        ],
        keys=4,
    )
    return [results_table(), agreement, arithmetic]


def notes() -> list[str]:
    """Return a note for each figure that differs from what others imply."""
    return [f"{check.what}: {check.note}" for check in checks() if not check.agrees]


def results_table() -> Table:
    """Return Table 4 of the paper: precision and yield of DIRT and TEASE."""
    rows = []
    for level in LEVELS:
        for bound in BOUNDS:
            names = [f"{system} {level} {bound}" for system in SYSTEMS]
            values = [(_value(f"{name} precision"), _value(f"{name} yield")) for name in names]
            cells = [(f"{100 * share:.1f}", f"{number:.1f}") for share, number in values]
            rows.append([level, bound, *chain.from_iterable(cells)])
    return Table(
        f"Published ({PAPER}, Table 4): precision in percent, and yield",
        ["", "bound", *(f"{name} {what}" for name in SYSTEMS for what in ("precision", "yield"))],
        rows,
        keys=2,
    )


def _value(name: str) -> float:
    return figures()[name].middle


def _times(given: Range, factor: float, plus: float = 0.0) -> Range:
    return Range(given.low * factor + plus, given.high * factor + plus)


def _counts() -> Iterator[Check]:
    """Yield checks of the sampling in section 4.1, and of the shares of judgments."""
    yield Check(
        "rules: two for each template", figures()["rules"], _times(figures()["templates"], 2)
    )
    yield Check(
        "evaluated rules: unique ones less those without sentences",
        figures()["evaluated rules"],
        _times(figures()["unique rules"], 1, -_value("rules without sentences")),
    )
    left = figures()["left not entailed"]
    yield Check(
        "matching precision: all examples less those with the left not entailed",
        figures()["matching precision"],
        Range(1 - left.high, 1 - left.low),
    )


def _agreement() -> Check:
    """Return a check of kappa by the agreement that chance brings about.

    kappa = (observed - chance) / (1 - chance), so that chance = (observed - kappa) / (1 - kappa).
    Chance agreement is the sum of the squared shares of the judgments if both judges have the same
    shares: 43% left not entailed, 28% of the others irrelevant, and two unknown shares for the
    rest. The sum is smallest if the unknown shares are equal, and largest if one of them is 0.
    """
    observed, kappa = figures()["agreement on examples"], figures()["kappa on examples"]
    chance = Range(
        (observed.low - kappa.high) / (1 - kappa.high),
        (observed.high - kappa.low) / (1 - kappa.low),
    )
    left = _value("left not entailed")
    irrelevant = (1 - left) * _value("irrelevant context")
    rest = 1 - left - irrelevant
    known = left**2 + irrelevant**2
    return Check(
        "chance agreement by kappa 0.64 and agreement 75%: that of four judgments",
        chance,
        Range(known + rest**2 / 2, known + rest**2),
    )


def _list_sizes(system: str, level: str) -> list[Range]:
    """Return how much was learned for an input template, by yield / precision, by each bound."""
    names = [f"{system} {level} {bound}" for bound in BOUNDS]
    return [figures()[f"{name} yield"] / figures()[f"{name} precision"] for name in names]


def _lists() -> Iterator[Check]:
    """Yield checks of Table 4: yield / precision is how much was learned for an input."""
    for system in SYSTEMS:
        for level in LEVELS:
            upper, lower = _list_sizes(system, level)
            yield Check(
                f"{system}, yield / precision of {level}: the same by both bounds", upper, lower
            )
        rules, templates = (
            Range(max(size.low for size in sizes), min(size.high for size in sizes))
            for sizes in (_list_sizes(system, level) for level in LEVELS)
        )
        yield Check(
            f"{system}, yield / precision of rules: twice that of templates",
            rules,
            _times(templates, 2),
            "more than the two rules that a template has; a yield that is the mean over input "
            "templates of precision times list length need not have this ratio",
        )


def _paraphrases() -> Iterator[Check]:
    """Yield checks of the paraphrases in section 6 by Table 4.

    A correct template has one correct rule, or two if it is a paraphrase, so that the correct
    rules are 1 + paraphrase rate times the correct templates.
    """
    stated = Range(figures()["least paraphrases"].low, figures()["most paraphrases"].high)
    assessed = _value("evaluated rules") / _value("templates")
    for system in SYSTEMS:
        for bound in BOUNDS:
            rules, templates = (f"{system} {level} {bound}" for level in LEVELS)
            by_precision = figures()[f"{rules} precision"] / figures()[f"{templates} precision"]
            now = _times(by_precision, assessed, -1)
            yield Check(
                f"{system}, {bound} bound, paraphrases by yields of rules and templates",
                stated,
                _times(figures()[f"{rules} yield"] / figures()[f"{templates} yield"], 1, -1),
                "yields extrapolate to rules that were not evaluated; with the "
                f"{assessed:.1f} evaluated rules of a template, precisions imply {_written(now)}",
            )


def _written(given: Range) -> str:
    places = 0 if all(float(end).is_integer() for end in given) else 2
    low, high = f"{given.low:.{places}f}", f"{given.high:.{places}f}"
    return low if low == high else f"{low} to {high}"
