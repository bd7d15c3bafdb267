"""Run files as JSON Lines: a prediction a line, with all that a system knows of it.

Each line is ``{"id", "label", "confidence", "score", "probabilities"}``; the last three
may be left out. ``probabilities`` maps labels to numbers.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs.judgments import JudgmentParser
from rte_baselines.runs.run import Prediction


class JsonlParser:
    """Read the lines of one file."""

    def __init__(self) -> None:
        self._judgments = JudgmentParser()

    def parse(self, line: str) -> Prediction:
        """Return the prediction of a line.

        Raises
        ------
        InputError
            If the line is no JSON object, or a field is missing or of the wrong type.
        """
        fields = _json_object(line)
        return Prediction(
            id=_id(fields),
            label=self._judgments.parse(_text(fields, "label")),
            confidence=_optional_number(fields, "confidence"),
            score=_optional_number(fields, "score"),
            probabilities=self._probabilities(fields),
        )

    def finish(self, predictions: Iterable[Prediction]) -> tuple[list[Prediction], bool]:
        """Return the predictions as the whole file means them, and False: scores rank."""
        return self._judgments.settle_predictions(predictions), False

    def _probabilities(self, fields: Mapping[str, Any]) -> Mapping[Label, float] | None:
        given = fields.get("probabilities")
        if given is None:
            return None
        if not isinstance(given, dict) or not given:
            raise InputError(f"'probabilities' is {given!r}; expected an object of label: number")
        return {self._judgments.parse(name): _number(name, value) for name, value in given.items()}


def jsonl_lines(predictions: Iterable[Prediction]) -> Iterator[str]:
    """Yield the lines of a JSON Lines run file, one as each prediction comes.

    Raises
    ------
    InputError
        If a number is not finite, which JSON cannot represent.
    """
    for prediction in predictions:
        try:
            yield json.dumps(_fields(prediction), allow_nan=False, default=float) + "\n"
        except ValueError:
            raise InputError(
                f"pair {prediction.id!r} has a confidence, score or probability that is not "
                "a finite number"
            ) from None


def _fields(prediction: Prediction) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "id": prediction.id,
        "label": str(prediction.label),
        "confidence": prediction.confidence,
        "score": prediction.score,
    }
    if prediction.probabilities is not None:
        fields["probabilities"] = {str(label): p for label, p in prediction.probabilities.items()}
    return {name: value for name, value in fields.items() if value is not None}


def _json_object(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON ({error.msg} at column {error.colno}); expected one object a line"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON that can be read ({error})") from None
    if not isinstance(fields, dict):
        raise InputError(f"{line[:40]!r} is no JSON object; expected one object a line")
    return fields


def _id(fields: Mapping[str, Any]) -> str:
    if isinstance(fields.get("id"), int) and not isinstance(fields["id"], bool):
        return str(fields["id"])
    return _text(fields, "id")


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        found = f"is {value!r}" if name in fields else "is missing"
        raise InputError(f"field {name!r} {found}; expected a string")
    return value


def _optional_number(fields: Mapping[str, Any], name: str) -> float | None:
    return None if fields.get(name) is None else _number(name, fields[name])


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"field {name!r} is {value!r}; expected a number")
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"field {name!r} is too large for a number") from None
