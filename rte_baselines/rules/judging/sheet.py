"""Judgment sheets: rules of one or more rule bases, each with the examples to be judged.

A file of a sheet is JSON Lines: a header, then a rule with its examples on each line.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import input_name, open_input, utf8_text
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.processes.workers import naming
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief

FORMAT = "rte-baselines judgment sheet 1"


class ListSize(NamedTuple):
    """How many templates and rules a rule base has learned for an input template."""

    templates: int
    rules: int


class Drawing(NamedTuple):
    """How a rule has come into a sheet.

    It was drawn from the rule base `source`, for the template `input` with the learned template
    `output` (None if rules were drawn and not input templates). `learned_by` are the rule bases
    that have this output for this input, or without an input this rule; `source` is one of them.
    """

    source: str
    score: float | None = None
    input: str | None = None
    output: str | None = None
    learned_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Example:
    """A sentence that matches the left template of a rule, and what fills X and Y.

    The phrases are the two templates with these fillers: "he seek bail". `withheld` is the id of
    the example if its sentence is not published; all other fields are then empty.
    """

    sentence: str = ""
    x: str = ""
    y: str = ""
    left_phrase: str = ""
    right_phrase: str = ""
    withheld: str = ""

    def id_for(self, left: str, right: str) -> str:
        """Return the id of this example of a rule, which depends on all that a judge sees.

        It starts with a letter, so that a spreadsheet does not take it for a number.
        """
        return self.withheld or f"e{_digest([left, right, *self.to_dict().values()], 6)}"

    def to_dict(self) -> dict[str, str]:
        """Return the texts of the example, by their names."""
        return {name: text for name, text in asdict(self).items() if name != "withheld"}


@brief
@dataclass(frozen=True)
class SheetRule:
    """A rule under judgment, with its examples, of which there may be none.

    `left` and `right` are the templates as a judge sees them ("X seek Y"); `written` is the rule
    as files of rules have it.
    """

    id: str
    left: str
    right: str
    drawings: tuple[Drawing, ...]
    examples: tuple[Example, ...] = ()
    written: str = ""

    @cached_property
    def example_ids(self) -> tuple[str, ...]:
        """The id of each example."""
        return tuple(example.id_for(self.left, self.right) for example in self.examples)


@brief
@dataclass(frozen=True)
class Sheet:
    """Rules with examples, in the order in which they are judged.

    Parameters
    ----------
    rules : tuple of SheetRule
    lists : mapping of str to mapping of str to ListSize
        By rule base and input template: how much was learned, of which the rules are a sample.
        Empty if rules were drawn and not input templates.
    """

    rules: tuple[SheetRule, ...]
    lists: Mapping[str, Mapping[str, ListSize]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.rules:
            raise InputError("the sheet has no rules; expected one or more")
        _refuse_repeated("rules", (rule.id for rule in self.rules))
        _refuse_repeated("examples", (id_ for rule in self.rules for id_ in rule.example_ids))
        for rule in self.rules:
            self._check_drawings(rule)

    def _check_drawings(self, rule: SheetRule) -> None:
        if not rule.drawings:
            raise InputError(f"rule {quoted(rule.id)} has no rule base; expected one or more")
        for drawing in rule.drawings:
            lists = self.lists.get(drawing.source, {})
            if drawing.input not in lists and not (drawing.input is None and not lists):
                raise InputError(
                    f"rule {quoted(rule.id)} was drawn for the input template "
                    f"{quoted(drawing.input)}, for which {quoted(drawing.source)} has no list; "
                    f"expected one of its {len(lists)} input templates"
                )

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The names of the rule bases, in the order in which they occur."""
        named = (drawing.source for rule in self.rules for drawing in rule.drawings)
        return tuple(dict.fromkeys(named))

    @cached_property
    def examples(self) -> Mapping[str, tuple[SheetRule, Example]]:
        """Each example with its rule, by its id, in the order in which they are judged."""
        return {
            id_: (rule, example)
            for rule in self.rules
            for id_, example in zip(rule.example_ids, rule.examples, strict=True)
        }

    @cached_property
    def digest(self) -> str:
        """The digest that identifies the sheet; files of judgments contain it.

        Texts enter it only through the ids of their examples, so a sheet without texts has the same
        digest.
        """
        rules = [rule_to_dict(rule) for rule in self.without_texts().rules]
        return _digest([self.to_lists(), rules], 8)

    def without_texts(self) -> "Sheet":
        """Return the sheet with the ids of its examples, and without their sentences."""
        rules = (
            replace(rule, examples=tuple(Example(withheld=id_) for id_ in rule.example_ids))
            for rule in self.rules
        )
        return Sheet(tuple(rules), self.lists)

    def check_texts(self) -> None:
        """Check that the sheet has its sentences."""
        if any(example.withheld for rule in self.rules for example in rule.examples):
            raise InputError(
                "the sheet was written without its sentences, and can be evaluated only; expected "
                "the one that `rules draw` has written"
            )

    def to_lists(self) -> dict[str, dict[str, dict[str, int]]]:
        """Return the sizes of the lists as JSON has them."""
        return {
            source: {name: size._asdict() for name, size in lists.items()}
            for source, lists in self.lists.items()
        }


def rule_to_dict(rule: SheetRule) -> dict[str, Any]:
    """Return a rule with its examples for JSON."""
    examples = zip(rule.example_ids, rule.examples, strict=True)
    return {
        "rule": rule.id,
        "written": rule.written,
        "left": rule.left,
        "right": rule.right,
        "drawings": [drawing._asdict() for drawing in rule.drawings],
        "examples": [
            {"example": id_, **({} if example.withheld else example.to_dict())}
            for id_, example in examples
        ],
    }


def _digest(value: Any, size: int) -> str:
    text = json.dumps(value, ensure_ascii=True, sort_keys=True)
    return blake2b(text.encode(), digest_size=size).hexdigest()


def _refuse_repeated(what: str, ids: Iterable[str]) -> None:
    id_, count = next(iter(Counter(ids).most_common(1)), ("", 0))
    if count > 1:
        raise InputError(f"{count} {what} have the id {quoted(id_)}; expected one of each")


def write_sheet(sheet: Sheet, path: str | Path) -> None:
    """Write a sheet to a file atomically."""
    header = {"format": FORMAT, "sheet": sheet.digest, "lists": sheet.to_lists()}
    with atomic_output(path) as stream:
        for line in (header, *map(rule_to_dict, sheet.rules)):
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def read_sheet(path: str | Path) -> Sheet:
    """Read a sheet, and check that it is as it was written."""
    name = input_name(path)
    with open_input(path) as stream, utf8_text(stream, name) as text:
        lines = list(_objects(text, name))
    if not lines or lines[0].get("format") != FORMAT:
        raise InputError(
            f"{name}: is no judgment sheet; expected a file that `rules draw` has written"
        )
    header, *records = lines
    lists = _lists(header, f"{name}: line 1")
    rules = [_rule(record, f"{name}: line {line}") for line, record in enumerate(records, start=2)]
    with naming(name):
        sheet = Sheet(tuple(rules), lists)
    if sheet.digest != header.get("sheet"):
        raise InputError(
            f"{name}: the content is not what was drawn (digest {sheet.digest}, expected "
            f"{header.get('sheet')}); draw the sheet again or restore the file"
        )
    return sheet


def _objects(text: Iterator[str], name: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text, start=1):
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise InputError(f"{name}: line {number} is no JSON object; expected one on each line")
        yield record


def _lists(header: Mapping[str, Any], where: str) -> dict[str, dict[str, ListSize]]:
    try:
        return {
            source: {name: ListSize(**size) for name, size in lists.items()}
            for source, lists in header["lists"].items()
        }
    except (KeyError, TypeError, AttributeError):
        raise InputError(
            f"{where}: the sizes of lists cannot be read; expected what `rules draw` has written"
        ) from None


def _rule(record: Mapping[str, Any], where: str) -> SheetRule:
    try:
        ids = tuple(example["example"] for example in record["examples"])
        rule = SheetRule(
            id=record["rule"],
            left=record["left"],
            right=record["right"],
            drawings=tuple(
                Drawing(**{**drawing, "learned_by": tuple(drawing["learned_by"])})
                for drawing in record["drawings"]
            ),
            examples=tuple(map(_example, record["examples"])),
            written=record["written"],
        )
    except (KeyError, TypeError):
        raise InputError(
            f"{where}: is no rule with examples; expected what `rules draw` has written"
        ) from None
    for given, expected in zip(ids, rule.example_ids, strict=True):
        if given != expected:
            raise InputError(
                f"{where}: example {quoted(given)} was edited (its content has the id "
                f"{expected}); draw the sheet again or restore the file"
            )
    return rule


def _example(record: Mapping[str, Any]) -> Example:
    texts = {name: value for name, value in record.items() if name != "example"}
    return Example(**texts) if texts else Example(withheld=record["example"])
