"""Run files as JSON Lines: one prediction per line, with confidence, score and probabilities.

Lines written by this package have the fields ``{"id", "label", "confidence", "score",
"probabilities", "pair_digest", "trained_model", "in_training"}``; all but the first two are
optional. ``probabilities`` maps labels to numbers. Files of other systems may have other names for
the id and the label (see `FieldNames`), the same in each line, or probabilities of all labels and
no label. These may also be an array in an order of labels that the user states, ``logits``, or, as
in the output of Hugging Face's pipelines for all labels, ``scores``: a list of
``{"label", "score"}``.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TextIO

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.pairs.digest import beginnings_digest, digest_text, parse_digest
from rte_baselines.pairs.json_objects import decode_value
from rte_baselines.pairs.labels import number_of_boolean
from rte_baselines.quoting import quoted
from rte_baselines.runs.fields import (
    DIGEST_NAME,
    SCORE_NAMES,
    FieldNames,
    LabelCheck,
    first_present,
    how_to_name_label,
    how_to_state_in_order,
    is_probability,
    listed_names,
    names_instead,
    text_fields,
    unread_scores,
)
from rte_baselines.runs.format import RunFormat, RunRecord
from rte_baselines.runs.logits import LabelNumbers, check_all_have_logits, softmax
from rte_baselines.runs.prediction import Prediction, exact_float
from rte_baselines.runs.probability_fields import ProbabilityFields, refuse_missing_label
from rte_baselines.runs.rivals import RivalCheck
from rte_baselines.runs.training import IN_TRAINING_NAME, MODEL_NAME, read_training
from rte_baselines.runs.withheld import WithheldAnswers
from rte_baselines.suggestions import did_you_mean

_PROBABILITIES_NAMES = ("probabilities", "probs", "label_probs")
_LOGITS_NAMES = ("logits", "logit")
TOP_K_NAME = "scores"


class _Names(NamedTuple):
    """The names of the fields of a file that have several possible names.

    The id and the label are None if the file does not have them. `probabilities` is the field
    with the probabilities of all labels, which `read_probabilities` reads, unless each label has
    one of the `separate` fields. `texts` are the fields with the text and the hypothesis, if the
    file has them.
    """

    id: str | None
    label: str | None
    probabilities: str
    read_probabilities: Callable[[str, Any], LabelNumbers]
    separate: ProbabilityFields
    confidence: str
    score: str
    texts: tuple[str, str] | None

    @classmethod
    def of(cls, fields: Mapping[str, Any], names: FieldNames) -> "_Names":
        """Find the fields in the first object of a file."""
        order = names.label_order
        probabilities, read_probabilities = _find_probabilities(fields, order)
        separate = ProbabilityFields({}) if probabilities else _find_separate(fields, order)
        others = [name for name in fields if name not in separate.names.values()]
        pair_id, label = (first_present(wanted, others) for wanted in (names.ids, names.labels))
        score = first_present(SCORE_NAMES, others)
        needs_label = names.needs_label or not (
            probabilities or separate.names or is_probability(score)
        )
        if not names.needs_label:
            numbers = {name: fields[name] for name in others if _is_number(fields[name])}
            refuse_missing_label(label, numbers)
        if score is not None and not (label or needs_label or probabilities or separate.names):
            separate, score = ProbabilityFields({Label.ENTAILMENT.value: score}), None
        return cls(
            pair_id or (None if names.in_order else names.ids[0]),
            label or (names.labels[0] if needs_label else None),
            probabilities or _PROBABILITIES_NAMES[0],
            read_probabilities,
            separate,
            first_present(["confidence"], fields) or "confidence",
            score or SCORE_NAMES[0],
            text_fields(fields),
        )

    def label_check(self, names: FieldNames, fields: Mapping[str, Any]) -> LabelCheck | None:
        """Return the check of the label, None if the objects have none."""
        if self.label is None:
            return None
        has_probabilities = self.have_probabilities(fields)
        others = self._without_probabilities(fields)
        return LabelCheck(names, self.label, others, has_probabilities=has_probabilities)

    def rival_check(self, names: FieldNames, fields: Iterable[str]) -> RivalCheck:
        """Return the check that no other field may be the label or the id."""
        return RivalCheck(names, self.label, self.id, self._without_probabilities(fields))

    def _without_probabilities(self, fields: Iterable[str]) -> list[str]:
        """Return the fields that have no probabilities; some of 0 and 1 look like labels."""
        probabilities = {self.probabilities, *self.separate.names.values()}
        return [name for name in fields if name not in probabilities]

    def have_probabilities(self, fields: Collection[str]) -> bool:
        """Whether a record with these fields has probabilities."""
        return bool(self.separate.names) or self.probabilities in fields

    @property
    def read(self) -> set[str | None]:
        """The fields whose values are used."""
        separate = self.separate.names.values()
        probabilities = () if separate else (self.probabilities,)
        return {self.id, self.label, self.confidence, self.score, *separate, *probabilities}


class JsonRuns(RunFormat):
    """JSON objects, one for each pair; other fields are ignored."""

    @abstractmethod
    def objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the first line of each object, from 1, and its fields.

        Raises
        ------
        InputError
            If the file is damaged; the message starts with the line.
        """

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Yield a record for each object; see `RunFormat.read`."""
        return self.records(self.objects(text))

    def records(self, objects: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[RunRecord]:
        """Yield a record for each object and its line; errors are those of `read`."""
        names: _Names | None = None
        label_check: LabelCheck | None = None
        rival_check: RivalCheck | None = None
        for line, fields in objects:
            if names is None:
                try:
                    names = _Names.of(fields, self.names)
                except InputError as error:
                    raise InputError(f"line {line}: {error}") from None
                label_check = names.label_check(self.names, fields)
                rival_check = names.rival_check(self.names, fields)
                self.unread = unread_scores(
                    fields, names.read, has_probabilities=names.have_probabilities(fields)
                )
            if label_check is not None:
                label_check.add(fields)
            if rival_check is not None:
                rival_check.add(line, fields)
            try:
                record = self._record(line, fields, names)
            except InputError as error:
                raise InputError(f"line {line}: {error}") from None
            self.has_confidences |= names.confidence in fields
            self.scores_are_probabilities = is_probability(names.score)
            yield record
        if rival_check is not None:
            rival_check.finish()
        if label_check is not None:
            label_check.finish()
            self.ambiguous_label = label_check.ambiguous_name

    def _record(self, line: int, fields: Mapping[str, Any], names: _Names) -> RunRecord:
        task = fields.get("task")
        pair_id = "" if names.id is None else _id(fields, names.id, self.names)
        unexpected_label = None if names.label else self._find_label(fields, names.separate)
        if unexpected_label is not None:
            raise InputError(
                f"field {quoted(unexpected_label)} is missing in earlier lines; expected a label "
                "in each line, or in none"
            )
        return RunRecord(
            line,
            pair_id,
            None if names.label is None else _label(fields, names.label, self.names),
            _optional_number(fields, names.confidence),
            _optional_number(fields, names.score),
            _read_probabilities(fields, names),
            task if isinstance(task, str) else None,
            _digest(fields.get(DIGEST_NAME)),
            None if names.texts is None else _beginnings(fields, names.texts),
            *_training(fields),
        )

    def _find_label(
        self, fields: Mapping[str, Any], probabilities: ProbabilityFields
    ) -> str | None:
        """Return the field with a name of labels, except for fields with probabilities."""
        excluded = set(probabilities.names.values())
        return first_present(self.names.labels, [name for name in fields if name not in excluded])


class JsonLinesRuns(JsonRuns):
    """One JSON object per line; blank lines are skipped."""

    description = "JSON Lines with id and label"

    def recognizes(self, first_line: str) -> bool:
        """Whether the line starts an object."""
        return first_line.startswith("{")

    def objects(self, text: TextIO) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the object of each line; see `JsonRuns.objects`."""
        for line, content in enumerate(text, start=1):
            if content.strip():
                yield line, _json_object(content.strip(), line)


def jsonl_lines(predictions: Iterable[Prediction]) -> Iterator[str]:
    """Yield the lines of a JSON Lines run file, one for each prediction.

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


def withheld_lines(withheld: WithheldAnswers) -> Iterator[str]:
    """Yield the lines of answers that are no labels."""
    for pair_id, kind in withheld.items():
        yield json.dumps({"id": pair_id, "label": str(kind)}) + "\n"


def _fields(prediction: Prediction) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "id": prediction.id,
        "label": str(prediction.label),
        "confidence": prediction.confidence,
        "score": prediction.score,
    }
    if prediction.probabilities is not None:
        fields["probabilities"] = {str(label): p for label, p in prediction.probabilities.items()}
    if prediction.pair_digest is not None:
        fields[DIGEST_NAME] = digest_text(prediction.pair_digest)
    fields[MODEL_NAME], fields[IN_TRAINING_NAME] = prediction.trained_model, prediction.in_training
    # A confidence, even null, marks the score as an entailment score and the label as a prediction.
    has_more = prediction.score is not None or prediction.probabilities is not None
    nullable = {"confidence"} if has_more else set()
    return {name: value for name, value in fields.items() if value is not None or name in nullable}


def _json_object(content: str, line: int) -> dict[str, Any]:
    fields, end = decode_value(content, 0, line)
    if not isinstance(fields, dict):
        raise InputError(
            f"line {line}: {quoted(content)} is not a JSON object; expected one object per line"
        )
    if end < len(content):
        raise InputError(
            f"line {line}: more than one JSON value, from column {end + 1}; expected one object "
            "per line"
        )
    return fields


def _id(fields: Mapping[str, Any], name: str, names: FieldNames) -> str:
    if name not in fields:
        raise _missing(name, fields, names.ids, how_to_state_in_order())
    pair_id = _word(fields, name)
    if not pair_id:
        raise InputError(f"field {quoted(name)} is empty; expected the pair's id")
    return pair_id


def _label(fields: Mapping[str, Any], name: str, names: FieldNames) -> str:
    if name not in fields:
        raise _missing(name, fields, names.labels, how_to_name_label())
    value = fields[name]
    if isinstance(value, bool):
        return number_of_boolean(value, names.label_order)
    return _word(fields, name)


def _missing(name: str, fields: Iterable[str], expected: Sequence[str], advice: str) -> InputError:
    if len(expected) == 1:
        return InputError(f"field {quoted(name)} is missing; {names_instead(name, fields)}")
    return InputError(
        f"field {quoted(name)} is missing; {did_you_mean(name, fields)}expected one of "
        f"{listed_names(expected)}, the same in each line; {advice}"
    )


def _word(fields: Mapping[str, Any], name: str) -> str:
    """Return an id or a label, which may be an integer."""
    value = fields[name]
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    # Many tools convert a column of integers with missing values to floats.
    if isinstance(value, float) and value.is_integer():
        return str(value)
    raise InputError(
        f"field {quoted(name)} is {quoted(value)}; expected a string or a whole number"
    )


def _find_probabilities(
    fields: Mapping[str, Any], order: Sequence[Label]
) -> tuple[str | None, Callable[[str, Any], LabelNumbers]]:
    """Return the field with the probabilities of all labels, if any, and its parser."""
    if name := first_present(_PROBABILITIES_NAMES, fields):
        return name, _probabilities
    if name := first_present(_LOGITS_NAMES, fields):
        return name, partial(_from_logits, order)
    is_top_k = _are_labelled(fields.get(TOP_K_NAME))
    return TOP_K_NAME if is_top_k else None, _probabilities


def _find_separate(fields: Mapping[str, Any], order: Sequence[Label]) -> ProbabilityFields:
    """Return the fields with the probability of one label each."""
    return ProbabilityFields.among([name for name in fields if _is_number(fields[name])], order)


def _read_probabilities(fields: Mapping[str, Any], names: _Names) -> LabelNumbers | None:
    if names.separate.names:
        return names.separate.read(partial(_optional_number, fields))
    given = fields.get(names.probabilities)
    if given is None and names.label is not None:
        return None
    return names.read_probabilities(names.probabilities, given)


def _from_logits(order: Sequence[Label], name: str, given: Any) -> LabelNumbers:
    logits = _probabilities(name, given)
    probabilities = softmax(logits)
    if isinstance(logits, Mapping):
        check_all_have_logits(tuple(logits), tuple(order))
    return probabilities


def _probabilities(name: str, given: Any) -> LabelNumbers:
    if isinstance(given, dict) and given:
        return {label: _number(label, value) for label, value in given.items()}
    if _are_labelled(given):
        probabilities = {str(one["label"]): _number("score", one["score"]) for one in given}
        if len(probabilities) < len(given):
            raise InputError(f"field {quoted(name)} repeats a label; expected each once")
        return probabilities
    if isinstance(given, list) and given:
        return [_number(name, value) for value in given]
    raise InputError(
        f"{quoted(name)} is {quoted(given)}; expected an object of label: number, or an array "
        "of numbers"
    )


def _are_labelled(given: Any) -> bool:
    """Whether this is a list of labels with scores, as Hugging Face's pipelines return it."""
    return (
        isinstance(given, list)
        and bool(given)
        and all(isinstance(one, dict) and {"label", "score"} <= one.keys() for one in given)
    )


def _digest(given: Any) -> int | None:
    return None if given is None else parse_digest(str(given))


def _training(fields: Mapping[str, Any]) -> tuple[str | None, bool | None]:
    if MODEL_NAME not in fields:
        return None, None
    model, in_training = read_training(fields[MODEL_NAME], fields.get(IN_TRAINING_NAME))
    if not (in_training is None or isinstance(in_training, bool)):
        raise InputError(
            f"field {quoted(IN_TRAINING_NAME)} is {quoted(in_training)}; expected true or false"
        )
    return model, in_training


def _beginnings(fields: Mapping[str, Any], names: tuple[str, str]) -> int | None:
    text, hypothesis = (fields.get(name) for name in names)
    if not (isinstance(text, str) and isinstance(hypothesis, str)):
        return None
    return beginnings_digest(text, hypothesis)


def _optional_number(fields: Mapping[str, Any], name: str) -> float | None:
    value = fields.get(name)
    return None if value is None else _number(name, value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _number(name: str, value: Any) -> float:
    if isinstance(value, float):
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"field {quoted(name)} is {quoted(value)}; expected a number")
    return exact_float(f"field {quoted(name)}", value)
