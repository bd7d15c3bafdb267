"""Run files as JSON Lines: a prediction a line, with all that a system knows of it.

Our own lines are ``{"id", "label", "confidence", "score", "probabilities"}``; the last
three may be left out. ``probabilities`` maps labels to numbers. Those of others have the
id and label under another name (see `ID_NAMES` and `PREDICTION_FIRST`), the same in each
line, and may list the probabilities in an order of labels that the user states.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

from rte_baselines.errors import InputError
from rte_baselines.runs.format import ID_NAMES, RunFormat, RunRecord, first_present
from rte_baselines.runs.prediction import Prediction

_DECODER = json.JSONDecoder()
_PROBABILITIES_NAMES = ("probabilities", "probs", "label_probs")


class _Names(NamedTuple):
    """What a file calls the fields that others call otherwise."""

    id: str
    label: str
    probabilities: str


class JsonLinesRuns(RunFormat):
    """One JSON object a line; blank lines and further fields are skipped."""

    description = "JSON Lines with id and label"

    @staticmethod
    def recognizes(first_line: str) -> bool:
        """Whether an object starts there."""
        return first_line.startswith("{")

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Read a record from each line; see `RunFormat.read`."""
        names: _Names | None = None
        for line, content in enumerate(text, start=1):
            if not content.strip():
                continue
            try:
                fields = _json_object(content.strip())
                names = names or self._names_in(fields)
                record = self._record(line, fields, names)
            except InputError as error:
                raise InputError(f"line {line}: {error}") from None
            yield record

    def _names_in(self, fields: Mapping[str, Any]) -> _Names:
        return _Names(
            *(
                first_present(wanted, fields) or wanted[0]
                for wanted in (ID_NAMES, self.label_names, _PROBABILITIES_NAMES)
            )
        )

    def _record(self, line: int, fields: Mapping[str, Any], names: _Names) -> RunRecord:
        task = fields.get("task")
        return RunRecord(
            line,
            _word(fields, names.id, ID_NAMES),
            _word(fields, names.label, self.label_names),
            _optional_number(fields, "confidence"),
            _optional_number(fields, "score"),
            _probabilities(fields, names.probabilities),
            task if isinstance(task, str) else None,
        )


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
        # `json.loads` takes half as long again.
        fields, end = _DECODER.raw_decode(line)
        if end < len(line):
            raise json.JSONDecodeError("Extra data", line, end)
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON ({error.msg} at column {error.colno}); expected one object a line"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON that can be read ({error})") from None
    if not isinstance(fields, dict):
        raise InputError(f"{line[:40]!r} is no JSON object; expected one object a line")
    return fields


def _word(fields: Mapping[str, Any], name: str, names: Sequence[str]) -> str:
    """Return an id or a label, which may be a whole number."""
    value = fields.get(name)
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if name in fields:
        raise InputError(f"field {name!r} is {value!r}; expected a string or a whole number")
    raise InputError(
        f"field {name!r} is missing; expected one of {', '.join(names)}, the same in each line"
    )


def _probabilities(
    fields: Mapping[str, Any], name: str
) -> Mapping[str, float] | Sequence[float] | None:
    given = fields.get(name)
    if given is None:
        return None
    if isinstance(given, dict) and given:
        return {label: _number(label, value) for label, value in given.items()}
    if isinstance(given, list) and given:
        return [_number(name, value) for value in given]
    raise InputError(
        f"{name!r} is {given!r}; expected an object of label: number, or an array of numbers"
    )


def _optional_number(fields: Mapping[str, Any], name: str) -> float | None:
    value = fields.get(name)
    return None if value is None else _number(name, value)


def _number(name: str, value: Any) -> float:
    if isinstance(value, float):
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"field {name!r} is {value!r}; expected a number")
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"field {name!r} is too large for a number") from None
