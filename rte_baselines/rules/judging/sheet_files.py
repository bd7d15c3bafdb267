"""Files of sheets: JSON Lines with a header, then a rule with its examples on each line."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import input_name, open_input, utf8_text
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.quoting import quoted
from rte_baselines.rules.judging.sheet import (
    Drawing,
    Example,
    ListSize,
    Sheet,
    SheetRule,
    rule_to_dict,
)

FORMAT = "rte-baselines judgment sheet 1"


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
    try:
        sheet = Sheet(tuple(rules), lists)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
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
