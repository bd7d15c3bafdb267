"""The JSON objects that an answer consists of or ends in."""

import re

from rte_baselines.errors import InputError
from rte_baselines.pairs.json_objects import decode_value

_FENCED = re.compile(
    r"```(?:json)?\s*(?P<json>(?:\[\s*)?\{(?:(?!```).)*[}\]])\s*```", re.DOTALL | re.IGNORECASE
)
# Where an object starts, or a list of objects.
_JSON_START = re.compile(r"^[ \t]*(?:\[\s*)?\{", re.MULTILINE)


def json_found(text: str) -> list[tuple[str, dict[str, object]]]:
    """Return the objects in fenced blocks or at the end, each with the JSON that contains it."""
    blocks = _FENCED.findall(text) or _last_json(text)
    return [(block, fields) for block in blocks for fields in _json_objects(block)]


def _last_json(text: str) -> list[str]:
    """Return the lines from the first that starts like JSON, if the last one ends so."""
    start = _JSON_START.search(text) if text.endswith(("}", "]")) else None
    return [text[start.start() :]] if start else []


def _json_objects(block: str) -> list[dict[str, object]]:
    """Return the object or the list of objects in a text; empty for any other content."""
    block = block.strip()
    try:
        value, end = decode_value(block, 0, 1)
    except InputError:
        return []
    values = value if isinstance(value, list) else [value]
    are_objects = end == len(block) and all(isinstance(each, dict) for each in values)
    return values if are_objects else []
