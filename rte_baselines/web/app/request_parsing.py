"""Parsing of requests: JSON, checked field by field."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs import Pair
from rte_baselines.rendering.drawings.decisions import WIDTH
from rte_baselines.web.app.limits import LONGEST_NAME, LONGEST_TEXT, MOST_PAIRS
from rte_baselines.web.app.served import Served

WIDTHS = (240, 1_200)
"""The smallest and the largest width of drawings, in CSS pixels."""

_MISSING = object()


@dataclass(frozen=True)
class PredictionRequest:
    """What `read_prediction_request` returns.

    Parameters
    ----------
    pairs : tuple of Pair
    recognizer : Served
    """

    pairs: tuple[Pair, ...]
    recognizer: Served


@dataclass(frozen=True)
class ExplanationRequest:
    """What `read_explanation_request` returns.

    Parameters
    ----------
    pair : Pair
    recognizers : tuple of Served
    width : int
        The width of drawings, in CSS pixels.
    """

    pair: Pair
    recognizers: tuple[Served, ...]
    width: int


def read_prediction_request(body: bytes, known: Mapping[str, Served]) -> PredictionRequest:
    """Return what the body of a request for predictions asks for.

    Parameters
    ----------
    body : bytes
    known : mapping of str to Served
        The recognizers by name; the first is asked if none is named.

    Raises
    ------
    InputError
        If a field is wrong; the message names the field and states what is expected.
    """
    fields = _object(_json(body), "the request", {"pairs", "recognizer"})
    given = fields.get("pairs", _MISSING)
    if not isinstance(given, list) or not 0 < len(given) <= MOST_PAIRS:
        raise InputError(f"pairs: expected an array of 1 to {MOST_PAIRS} objects")
    pairs = tuple(_pair(item, f"pairs[{index}]", index) for index, item in enumerate(given))
    seen: set[str] = set()
    for index, pair in enumerate(pairs):
        if pair.id in seen:
            raise InputError(f"pairs[{index}].id: {quoted(pair.id)} occurs twice")
        seen.add(pair.id)
    name = fields.get("recognizer", next(iter(known)))
    return PredictionRequest(pairs, _recognizer(name, "recognizer", known))


def read_explanation_request(body: bytes, known: Mapping[str, Served]) -> ExplanationRequest:
    """Return what the body of a request for explanations asks for.

    Parameters and errors are those of `read_prediction_request`.
    """
    fields = _object(_json(body), "the request", {"pair", "recognizers", "width"})
    pair = _pair(fields.get("pair", _MISSING), "pair", 0)
    names = fields.get("recognizers", [next(iter(known))])
    if not isinstance(names, list) or not 0 < len(names) <= len(known):
        raise InputError(f"recognizers: expected an array of 1 to {len(known)} names")
    recognizers = tuple(
        _recognizer(name, f"recognizers[{index}]", known) for index, name in enumerate(names)
    )
    if len(set(names)) < len(names):
        raise InputError("recognizers: a name occurs twice; once is enough")
    width, (low, high) = fields.get("width", WIDTH), WIDTHS
    if type(width) is not int or not low <= width <= high:
        raise InputError(f"width: expected a whole number from {low} to {high}")
    return ExplanationRequest(pair, recognizers, width)


def _json(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        raise InputError("the request is not JSON in UTF-8") from None


def _object(value: object, where: str, names: set[str]) -> Mapping[str, Any]:
    """Return a JSON object that has no other fields."""
    if not isinstance(value, dict):
        raise InputError(f"{where}: expected an object with {' and '.join(sorted(names))}")
    unknown = sorted(value.keys() - names)
    if unknown:
        raise InputError(
            f"{where}: unknown field {quoted(unknown[0])}; expected {', '.join(sorted(names))}"
        )
    return value


def _pair(value: object, where: str, index: int) -> Pair:
    fields = _object(value, where, {"id", "text", "hypothesis", "task"})
    text, hypothesis = (
        _string(fields.get(name, _MISSING), f"{where}.{name}", LONGEST_TEXT).strip()
        for name in ("text", "hypothesis")
    )
    task = fields.get("task")
    if task is not None:
        task = _string(task, f"{where}.task", LONGEST_NAME) or None
    return Pair(
        _string(fields.get("id", str(index + 1)), f"{where}.id", LONGEST_NAME),
        text,
        hypothesis,
        task,
    )


def _string(value: object, where: str, longest: int) -> str:
    if not isinstance(value, str):
        raise InputError(f"{where}: expected a string of at most {longest:,} characters")
    if len(value) > longest:
        raise InputError(f"{where}: {len(value):,} characters; expected at most {longest:,}")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise InputError(f"{where}: half of a surrogate pair; expected Unicode text")
    return value


def _recognizer(name: object, where: str, known: Mapping[str, Served]) -> Served:
    if not isinstance(name, str) or name not in known:
        raise InputError(f"{where}: expected one of {_listed(list(known))}")
    return known[name]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
