"""Rows as records of a run: the columns of labels, numbers and answers.

Numbers of labels are probabilities, or logits, of which softmax gives them.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from math import exp, fsum, isfinite
from typing import TYPE_CHECKING, Any

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, naming
from rte_baselines.core.quoting import counted, listed, quoted
from rte_baselines.pairs import Label, LabelReader, Scheme
from rte_baselines.pairs.labels import label_called, normalized
from rte_baselines.pairs.pair import beginnings_digest, parse_digest
from rte_baselines.records.columns import (
    PAIR_NAMES,
    RUN_NAMES,
    ColumnFinder,
    Columns,
    row_id,
    value_at,
    walk,
)
from rte_baselines.records.rows import Row
from rte_baselines.runs.prediction import (
    MODEL_NAME,
    RunRecord,
    Withheld,
    exact_float,
    number_called,
    read_training,
    withheld_called,
)

if TYPE_CHECKING:
    from rte_baselines.runs.answers import AnswerReader, Envelope

DIGEST_NAME = "pair_digest"
"""Name of columns with `Prediction.pair_digest`."""

_INSTEAD_OF = {
    **{"answer": "label", "label": "answer"},
    **{"logits": "probabilities", "probabilities": "logits"},
}
_SOURCES_OF_LABELS = ("label", "answer", "probabilities", "logits", "score")

_IN_ENVELOPES = {"custom_id", "filtered_resps"}
_PREFIXES = ("probability ", "p ")


class RunRows:
    """Makes a record of each row; in order, ids may be missing."""

    def __init__(
        self,
        given: Columns,
        labels: LabelReader,
        answer_pattern: str | None = None,
        *,
        in_order: bool = False,
    ) -> None:
        self._given, self._labels, self._answer_pattern = given, labels, answer_pattern
        if answer_pattern is not None:
            # A wrong pattern is an error at once.
            self.answers  # noqa: B018
        self._in_order = in_order
        self.labels_may_be_gold: str | None = None
        """The column of labels, if neither the user has named it nor this package written it."""
        self.other_columns: dict[str, list[str]] = {}
        """In order: the values of columns that are not read, and may be ids."""
        self.start()

    def start(self) -> None:
        """Begin a new file."""
        given = dict(self._given)
        # A column that the user names takes the place of others with the same content.
        for part, replaced in _INSTEAD_OF.items():
            if given.get(part):
                given = {replaced: "", **given}
        self._columns_given = given
        self._envelope: Envelope | None = None
        self._finder = ColumnFinder(RUN_NAMES, given)
        self.probabilities: Mapping[Label, str] = {}
        """The columns with the probability of one label each."""
        self._texts: tuple[str, str] | None = None
        self._is_first = True
        self.is_readable = False
        """Whether the columns are those of a run."""

    @cached_property
    def answers(self) -> "AnswerReader":
        """The reader of answers in free text, which most runs do not have."""
        from rte_baselines.runs.answers import AnswerReader

        return AnswerReader(self._labels, self._answer_pattern)

    @property
    def columns(self) -> Columns:
        """The path of each part; known after the first row."""
        return self._finder.columns

    def record(self, row: Row) -> RunRecord:
        """Return the record of a row; an error if it is damaged, or is none of a run."""
        if row.problem:
            raise InputError(row.problem)
        if self._is_first:
            self._is_first = False
            self._open_envelope(row.fields)
        try:
            fields = self._envelope(row.fields) if self._envelope else row.fields
        except (AttributeError, KeyError, TypeError):
            raise InputError("is no answer as the service of the first one writes it") from None
        if self._finder.look_at(fields):
            self._check_columns()
        if self._in_order:
            used = set(self.columns.values()) - {self.columns.get("id")}
            for name, value in fields.items():
                if name not in used and isinstance(value, str | int):
                    self.other_columns.setdefault(name, []).append(str(value).strip())
        digest = str(fields.get(DIGEST_NAME) or "").strip()
        return RunRecord(
            row.line,
            self._id(fields),
            self._label(fields),
            self._number(fields, "confidence"),
            self._number(fields, "score"),
            self._probabilities(fields),
            parse_digest(digest) if digest else None,
            self._beginnings(fields),
            read_training(fields),
        )

    def _open_envelope(self, fields: Mapping[str, Any]) -> None:
        if not _IN_ENVELOPES & fields.keys():
            return
        from rte_baselines.runs.answers import envelope_of

        self._envelope = envelope_of(fields)
        if self._envelope is None:
            return
        path = self._columns_given.get("answer", "")
        if path and path.partition(".")[0] not in fields:
            # The path leads into the text of the answer.
            given = {**self._columns_given, "answer": f"response.{path}"}
            self._finder = ColumnFinder(RUN_NAMES, given)

    def _check_columns(self) -> None:
        """Refuse columns of which it is not clear what they hold."""
        columns, present = self.columns, self._finder.present
        if "probabilities" not in {**columns, **self._columns_given}:
            self.probabilities = probability_columns(present)
        texts = {part: PAIR_NAMES.called(part, present) for part in ("text", "hypothesis")}
        if all(len(names) == 1 for names in texts.values()):
            self._texts = texts["text"][0], texts["hypothesis"][0]
        if not (self.probabilities or any(part in columns for part in _SOURCES_OF_LABELS)):
            raise InputError(
                f"no column for the {', '.join(_SOURCES_OF_LABELS)} among {listed(present)}; name "
                f"one: {self._how_to_name(label='COLUMN')}, or of free text: "
                f"{self._how_to_name(answer='COLUMN')}"
            )
        in_order = how_to_state("in_order=True", "--in-order")
        if "id" in columns and self._in_order:
            raise InputError(
                f"ids are in {quoted(columns['id'])}; leave out {in_order}, or state that they "
                f"are none: {self._how_to_name(id='')}"
            )
        if "id" not in columns and not self._in_order:
            named = self._how_to_name(id="COLUMN")
            raise InputError(
                f"no column for the id among {listed(present)}; name it: {named}, or state that "
                f"they are in the order of the pairs: {in_order}"
            )
        if "label" in columns:
            self._check_label(columns["label"], texts["text"] + texts["hypothesis"])
        if "label" in columns or "answer" in columns:
            self._check_score()
        self.is_readable = True

    def _check_label(self, label: str, texts: list[str]) -> None:
        columns = self.columns
        is_named = "label" in self._given
        answer = columns.get("answer")
        if answer and not is_named:
            raise InputError(
                f"{quoted(label)} may hold the labels, or {quoted(answer)}; state which: "
                f"{self._how_to_name(label=label)} or {self._how_to_name(answer=answer)}"
            )
        if is_named or self._is_own() or self._envelope is not None:
            return
        if texts and label.strip().casefold() == "label":
            raise InputError(
                f"{quoted(label)} is beside the texts {listed(texts)}, and may hold the gold "
                "labels; if these are the pairs, name them before the runs; if it holds "
                f"predictions, say so: {self._how_to_name(label=label)}"
            )
        self.labels_may_be_gold = label

    def _check_score(self) -> None:
        score = self.columns.get("score")
        is_stated = "score" in self._given or "confidence" in self.columns
        if score and not (is_stated or self._is_own()):
            raise InputError(
                f"{quoted(score)} may be the score of entailment, or of the label; state which: "
                f"{self._how_to_name(score=score)} or {self._how_to_name(confidence=score)}"
            )

    def _is_own(self) -> bool:
        """Whether this package has written the columns."""
        return bool({DIGEST_NAME, MODEL_NAME} & {*self._finder.present})

    def _how_to_name(self, **columns: str) -> str:
        return RUN_NAMES.how_to_give({**self._given, **columns})

    def _id(self, fields: Mapping[str, Any]) -> str:
        path = self.columns.get("id")
        if path is None:
            return ""
        pair_id = row_id(value_at(fields, path), path)
        if not pair_id:
            raise InputError(f"{quoted(path)} is empty; expected the pair's id")
        return pair_id

    def _label(self, fields: Mapping[str, Any]) -> Label | Withheld | None:
        if "label" in self.columns:
            value = value_at(fields, self.columns["label"])
            kind = withheld_called(value) if isinstance(value, str) else None
            label = kind or self._labels.read(value)
            if label is None:
                column = quoted(self.columns["label"])
                raise InputError(f"{column} has no label; expected one, ABSTAIN or UNPARSEABLE")
            return label
        if "answer" in self.columns:
            return self.answers.read(*walk(fields, self.columns["answer"]))
        return None

    def _number(self, fields: Mapping[str, Any], part: str) -> float | None:
        path = self.columns.get(part)
        if path is None:
            return None
        value, rest = walk(fields, path)
        if rest:
            from rte_baselines.runs.answers import json_value

            value = json_value(value, rest) if isinstance(value, str) else None
        return number_of(value, path)

    def _probabilities(self, fields: Mapping[str, Any]) -> Mapping[Label, float] | None:
        if self.probabilities:
            named = self.probabilities.items()
            numbers = {label: number_of(fields.get(name), name) for label, name in named}
            return {label: n for label, n in numbers.items() if n is not None} or None
        for part in ("probabilities", "logits"):
            if path := self.columns.get(part):
                value = value_at(fields, path)
                # A column of single numbers may also be of the label, unless the user names it.
                if part == "probabilities" and part in self._given and _is_number(value):
                    return {Label.ENTAILMENT: float(value)}
                found = numbers_by_label(value, path, self._labels)
                return softmax(found) if found and part == "logits" else found
        return None

    def _beginnings(self, fields: Mapping[str, Any]) -> int | None:
        if self._texts is None:
            return None
        text, hypothesis = (fields.get(name) for name in self._texts)
        if not (isinstance(text, str) and isinstance(hypothesis, str)):
            return None
        return beginnings_digest(text, hypothesis)


def probability_columns(names: Iterable[str]) -> dict[Label, str]:
    """Return the columns of one label each, such as ``probability_neutral``; refuse two of one."""
    found: dict[Label, str] = {}
    for name in names:
        whole = normalized(name)
        for prefix in _PREFIXES:
            label = label_called(whole.removeprefix(prefix)) if whole.startswith(prefix) else None
            if label in found:
                stated = f"{quoted(found[label])} and {quoted(name)}"
                raise InputError(f"{stated} are probabilities of {label}; expected one of them")
            if label is not None:
                found[label] = name
    return found


def numbers_by_label(value: Any, name: str, labels: LabelReader) -> dict[Label, float] | None:
    """Return the number of each label in a value of the column `name`; None if there are none.

    The value is an object of labels and numbers, a list of ``{"label", "score"}``, or a list of the
    numbers of labels 0, 1, 2; or their text as JSON, as in cells of tables.
    """
    if isinstance(value, str):
        # What is no JSON is refused below.
        with suppress(ValueError, RecursionError):
            value = json.loads(value) if value.strip() else None
    if value is None or (isinstance(value, list) and all(item in (None, "") for item in value)):
        return None
    if isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
        words = [str(item.get("label")) for item in value]
        value = [item.get("score") for item in value]
    elif isinstance(value, Mapping):
        words = list(map(str, value))
        value = list(value.values())
    elif isinstance(value, list):
        words = list(map(str, range(max(len(value), len(labels.order)))))
    else:
        named = RUN_NAMES.how_to_give({"probabilities": name})
        raise InputError(
            f"{quoted(name)} is {quoted(value)}; expected numbers by label, or a list, or the "
            f"statement that it is of ENTAILMENT: {named}"
        )
    if len(value) != len(words):
        raise InputError(
            f"{quoted(name)} has {counted(len(value), 'number')}, and "
            f"{counted(len(words), 'label')} are stated; expected one number for each"
        )
    with naming(quoted(name)):
        meant = [labels.called(word) for word in words]
    numbers = [number_of(number, name) for number in value]
    by_label = zip(meant, numbers, strict=True)
    found = {label: n for label, n in by_label if label is not None and n is not None}
    if len(found) < len(value):
        raise InputError(f"{quoted(name)} does not have one number for each label")
    return found


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        return number_called(value.strip()) is not None
    return isinstance(value, int | float) and not isinstance(value, bool)


def number_of(value: Any, name: str) -> float | None:
    """Return a number, None if a cell is empty; an integer that no float equals is an error."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number = number_called(value.strip()) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise InputError(f"{quoted(name)} is {quoted(value)}; expected a number")
    return number if isinstance(number, float) else exact_float(quoted(name), number)


def softmax(logits: Mapping[Label, float]) -> dict[Label, float]:
    """Return the probabilities of logits, which have to be finite, one for each of a scheme."""
    if set(logits) not in [set(scheme.labels) for scheme in Scheme]:
        raise InputError(f"logits of {', '.join(logits)}; expected one of each label of a scheme")
    wrong = next((value for value in logits.values() if not isfinite(value)), None)
    if wrong is not None:
        raise InputError(f"a logit is {quoted(wrong)}; expected finite numbers")
    highest = max(logits.values())
    powers = {label: exp(value - highest) for label, value in logits.items()}
    total = fsum(powers.values())
    return {label: power / total for label, power in powers.items()}
