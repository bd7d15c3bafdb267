"""Run files as JSON Lines: a prediction a line, with all that a system knows of it.

Our own lines are ``{"id", "label", "confidence", "score", "probabilities"}``; the last
three may be left out. ``probabilities`` maps labels to numbers. Those of others have the
id and label under another name (see `FieldNames`), the same in each line, and may list
the probabilities in an order of labels that the user states.
"""

import json
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted
from rte_baselines.runs.fields import LabelDoubt, first_present
from rte_baselines.runs.format import RunFormat, RunRecord
from rte_baselines.runs.prediction import Prediction

_DECODER = json.JSONDecoder()
_PROBABILITIES_NAMES = ("probabilities", "probs", "label_probs")


class _Names(NamedTuple):
    """What a file calls the fields that others call otherwise."""

    id: str
    label: str
    probabilities: str


class JsonRuns(RunFormat):
    """JSON objects, one for each pair; further fields are skipped."""

    @abstractmethod
    def objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the line that each object starts on, from 1, and its fields.

        Raises
        ------
        InputError
            If the file is damaged; the message starts with the line.
        """

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Read a record from each object; see `RunFormat.read`."""
        names: _Names | None = None
        doubt: LabelDoubt | None = None
        for line, fields in self.objects(text):
            names = names or self._names_in(fields)
            doubt = doubt or LabelDoubt(self.names, names.label, fields)
            doubt.see(fields)
            try:
                record = self._record(line, fields, names)
            except InputError as error:
                raise InputError(f"line {line}: {error}") from None
            yield record
        if doubt is not None:
            doubt.settle()

    def _names_in(self, fields: Mapping[str, Any]) -> _Names:
        return _Names(
            *(
                first_present(wanted, fields) or wanted[0]
                for wanted in (self.names.ids, self.names.labels, _PROBABILITIES_NAMES)
            )
        )

    def _record(self, line: int, fields: Mapping[str, Any], names: _Names) -> RunRecord:
        task = fields.get("task")
        pair_id = _word(fields, names.id, self.names.ids)
        if not pair_id:
            raise InputError(f"field {quoted(names.id)} is empty; expected the pair's id")
        return RunRecord(
            line,
            pair_id,
            _word(fields, names.label, self.names.labels),
            _optional_number(fields, "confidence"),
            _optional_number(fields, "score"),
            _probabilities(fields, names.probabilities),
            task if isinstance(task, str) else None,
        )


class JsonLinesRuns(JsonRuns):
    """One JSON object a line; blank lines are skipped."""

    description = "JSON Lines with id and label"

    def recognizes(self, first_line: str) -> bool:
        """Whether an object starts there."""
        return first_line.startswith("{")

    def objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        """Read an object from each line; see `JsonRuns.objects`."""
        for line, content in enumerate(text, start=1):
            if content.strip():
                yield line, _json_object(content.strip(), line)


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
                f"pair {quoted(prediction.id)} has a confidence, score or probability that is not "
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


def _json_object(content: str, line: int) -> dict[str, Any]:
    fields, end = decode_object(content, 0, line)
    if end < len(content):
        raise InputError(
            f"line {line}: not JSON (Extra data at column {end + 1}); expected one object a line"
        )
    return fields


def decode_object(content: str, start: int, line: int) -> tuple[dict[str, Any], int]:
    """Return the JSON object that starts at a place of some text, and where it ends.

    Parameters
    ----------
    content : str
    start : int
        The object's place in it.
    line : int
        The object's line in the file, for messages.

    Raises
    ------
    InputError
        If no object starts there, or it is damaged.
    """
    try:
        # `json.loads` takes half as long again.
        fields, end = _DECODER.raw_decode(content, start)
    except json.JSONDecodeError as error:
        line += content.count("\n", start, error.pos)
        raise InputError(
            f"line {line}: not JSON ({error.msg} at column {error.colno}); "
            "expected one object a line"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"line {line}: not JSON that can be read ({error})") from None
    if not isinstance(fields, dict):
        found = quoted(content[start:end])
        raise InputError(f"line {line}: {found} is no JSON object; expected one object a line")
    return fields, end


def _word(fields: Mapping[str, Any], name: str, names: Sequence[str]) -> str:
    """Return an id or a label, which may be a whole number."""
    value = fields.get(name)
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    # A column of whole numbers with gaps is one of floats in many tools.
    if isinstance(value, float) and value.is_integer():
        return str(value)
    if name in fields:
        raise InputError(
            f"field {quoted(name)} is {quoted(value)}; expected a string or a whole number"
        )
    raise InputError(
        f"field {quoted(name)} is missing; expected one of {', '.join(names)}, the same in each "
        "line"
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
        f"{quoted(name)} is {quoted(given)}; expected an object of label: number, or an array "
        "of numbers"
    )


def _optional_number(fields: Mapping[str, Any], name: str) -> float | None:
    value = fields.get(name)
    return None if value is None else _number(name, value)


def _number(name: str, value: Any) -> float:
    if isinstance(value, float):
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"field {quoted(name)} is {quoted(value)}; expected a number")
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"field {quoted(name)} is too large for a number") from None
