"""Runs in the answers of chat models: batches of OpenAI and Anthropic, and plain JSON Lines.

=========  ======================================================================================
OpenAI     ``{"custom_id", "response": {"status_code", "body"}, "error"}``, of chat completions
           and of responses
Anthropic  ``{"custom_id", "result": {"type", "message"}}``
plain      ``{"id", "response"}``, where the response is the text of the answer, and null if there
           is none
=========  ======================================================================================

The rules by which an answer gives a label are those of `answers`. In the place of the label,
refusals have ABSTAIN; answers that give no label, and failed requests, have UNPARSEABLE. A warning
counts them by their reasons, and confidences that are no numbers in [0, 1], which are not read.

If the user states a word for NO_ENTAILMENT, the run is two-way, and CONTRADICTION and UNKNOWN are
NO_ENTAILMENT in it; a warning counts these. Otherwise, a run with answers that are CONTRADICTION or
UNKNOWN is three-way, and NO_ENTAILMENT is no label in it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TextIO

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.pairs.json_objects import decode_object
from rte_baselines.quoting import counted, quoted, shortened
from rte_baselines.runs.answers.notes import how_to_state_meanings, summary
from rte_baselines.runs.answers.parser import FAILED, REFUSED, Answer, AnswerParser
from rte_baselines.runs.fields import FieldNames, first_present
from rte_baselines.runs.format import RunFormat, RunRecord
from rte_baselines.runs.jsonl import JsonLinesRuns
from rte_baselines.runs.withheld import Withheld

_ID = "custom_id"
_TEXT = "response"
_CUT_OFF = {"length", "max_tokens", "max_output_tokens", "model_context_window_exceeded"}
_THREE_WAY = (Label.CONTRADICTION, Label.UNKNOWN)
_NO_LABEL_OF_THREE_WAY = Answer.none("no entailment in a three-way run")
_EXPECTED = (
    "expected a line of OpenAI's batch output (response.body with choices or output), of "
    "Anthropic's message batches (result.type), or an id and the text of the answer as response"
)


class ChatRuns(RunFormat):
    """A line for each answer of a chat model."""

    description = "the answers of a chat model as JSON Lines"
    is_of_chat_model = True

    def __init__(self, names: FieldNames) -> None:
        super().__init__(names)
        self.has_confidences = True
        self._parser = AnswerParser(names.answers)
        self._reasons: dict[str, Answer] = {}
        self._unread_confidences: dict[str, str] = {}

    def recognizes(self, first_line: str) -> bool:
        """Whether the line has the fields of a batch, or an id and a response but no label."""
        if self.names.is_gold or not first_line.startswith("{"):
            return False
        try:
            fields, _ = decode_object(first_line, 0, 1)
        except InputError:
            return False
        if self.names.needs_label and first_present(self.names.labels, fields):
            return False
        if _ID in fields:
            return isinstance(fields.get("response"), dict | None) or "result" in fields
        has_others = first_present([*FieldNames.labels, "probabilities", "scores"], fields)
        return _is_text(fields) and not has_others and bool(first_present(self.names.ids, fields))

    def read(self, text: TextIO) -> Iterator[RunRecord]:
        """Yield a record for each answer, withheld ones included; see `RunFormat.read`."""
        if self.names.in_order:
            raise InputError("answers of chat models are matched by their ids, not by their order")
        if self.names.needs_label:
            raise InputError(
                f"has no field {quoted(self.names.labels[0])}, but answers of a chat model, in "
                "which labels are found without "
                f"{how_to_state('label_column', '--label-column')}, also in fields of JSON"
            )
        answers = self._answers(text)
        three_way = sum(answer.label in _THREE_WAY for _, answer in answers.values())
        for pair_id, (line, answer) in answers.items():
            found = self._in_scheme(answer, is_three_way=three_way > 0)
            if found.unread_confidence:
                self._unread_confidences[pair_id] = found.unread_confidence
            if found.label is None:
                self._reasons[pair_id] = found
                kind = Withheld.ABSTAIN if found.problem == REFUSED else Withheld.UNPARSEABLE
                yield RunRecord(line, pair_id, str(kind))
            else:
                yield RunRecord(line, pair_id, found.label.value, found.confidence)
        self.warning = "; ".join(self._warnings(len(answers), three_way)) or None
        if len(self._reasons) == len(answers):
            raise InputError(self.warning or "holds no answers")

    @property
    def _is_stated_two_way(self) -> bool:
        return Label.NO_ENTAILMENT in self.names.answers.values()

    def _in_scheme(self, answer: Answer, *, is_three_way: bool) -> Answer:
        """Return an answer in the scheme of the stated meanings, or else of all answers."""
        if self._is_stated_two_way and answer.label in _THREE_WAY:
            return replace(answer, label=Label.NO_ENTAILMENT)
        if self._is_stated_two_way or not is_three_way:
            return answer
        return _NO_LABEL_OF_THREE_WAY if answer.label is Label.NO_ENTAILMENT else answer

    def _answers(self, text: TextIO) -> dict[str, tuple[int, Answer]]:
        answers: dict[str, tuple[int, Answer]] = {}
        for line, fields in JsonLinesRuns(self.names).objects(text):
            pair_id, answer = self._answer(fields, line)
            if pair_id in answers:
                raise InputError(f"line {line}: a second answer on pair {quoted(pair_id)}")
            answers[pair_id] = line, answer
        return answers

    def _answer(self, fields: Mapping[str, Any], line: int) -> tuple[str, Answer]:
        name = _ID if _ID in fields else first_present(self.names.ids, fields)
        pair_id = fields.get(name or _ID)
        if isinstance(pair_id, int) and not isinstance(pair_id, bool):
            pair_id = str(pair_id)
        if not isinstance(pair_id, str) or not pair_id.strip():
            raise InputError(f"line {line}: has no id of a pair; {_EXPECTED}")
        try:
            text = _text_of(fields)
        except (KeyError, TypeError, IndexError, AttributeError):
            raise InputError(f"line {line}: is no answer of a chat model; {_EXPECTED}") from None
        answer = self._parser.parse(text) if isinstance(text, str) else text
        return pair_id.strip(), answer

    def _warnings(self, total: int, three_way: int) -> Iterator[str]:
        if self._reasons:
            yield summary(self._reasons, total)
        if self._unread_confidences:
            (pair_id, value), *_ = self._unread_confidences.items()
            yield (
                f"{len(self._unread_confidences)} of {counted(total, 'answer')} with a confidence "
                f"that is no number in [0, 1] (such as {quoted(pair_id)}: {shortened(value)}), "
                "which is not read"
            )
        three_way_answers = f"{three_way} of {counted(total, 'answer')} CONTRADICTION or UNKNOWN"
        if self._is_stated_two_way and three_way:
            yield f"{three_way_answers}, read as NO ENTAILMENT: the stated meanings are two-way"
        if _NO_LABEL_OF_THREE_WAY in self._reasons.values():
            hint = (
                ""
                if self._is_stated_three_way
                else f"; if it is two-way, state {how_to_state_meanings()}"
            )
            yield (
                f"{three_way_answers}, so that the run is three-way, and NO ENTAILMENT no label "
                f"in it{hint}"
            )

    @property
    def _is_stated_three_way(self) -> bool:
        return any(label in _THREE_WAY for label in self.names.answers.values())


def _is_text(fields: Mapping[str, Any]) -> bool:
    return _TEXT in fields and isinstance(fields[_TEXT], str | None)


def _text_of(fields: Mapping[str, Any]) -> str | Answer:
    """Return the text of an answer, or why there is none; other structures raise any error."""
    if "result" in fields:
        return _of_anthropic(fields["result"])
    if _ID not in fields and _is_text(fields):
        text = fields[_TEXT]
        return Answer.none("no answer", FAILED) if text is None else str(text)
    return _of_openai(fields)


def _of_anthropic(result: Mapping[str, Any]) -> str | Answer:
    kind = result["type"]
    if kind in ("errored", "canceled", "expired"):
        return Answer.none(kind, FAILED)
    message = result["message"]
    reason = message.get("stop_reason")
    if reason == "refusal":
        return Answer.none("stopped by the provider", REFUSED)
    if reason in _CUT_OFF:
        return Answer.none("cut off")
    return _joined(message["content"])


def _of_openai(fields: Mapping[str, Any]) -> str | Answer:
    if fields.get("error"):
        return Answer.none(str(fields["error"].get("code") or "error"), FAILED)
    response = fields["response"]
    status = response.get("status_code", 200)
    if status != 200:
        return Answer.none(f"status {status}", FAILED)
    body = response["body"]
    if "output" in body:
        return _of_response(body)
    if len(body["choices"]) != 1:
        return Answer.none(f"{len(body['choices'])} choices")
    (choice,) = body["choices"]
    message, reason = choice["message"], choice.get("finish_reason")
    if message.get("refusal") or reason == "content_filter":
        return Answer.none("stopped by the provider", REFUSED)
    if reason in _CUT_OFF:
        return Answer.none("cut off")
    content = message["content"]
    return content if isinstance(content, str) else _joined(content or [])


def _of_response(body: Mapping[str, Any]) -> str | Answer:
    details = body.get("incomplete_details") or {}
    if details.get("reason") == "content_filter":
        return Answer.none("stopped by the provider", REFUSED)
    if body.get("status", "completed") != "completed":
        return Answer.none("cut off" if details.get("reason") in _CUT_OFF else body["status"])
    messages = [item for item in body["output"] if item["type"] == "message"]
    return _joined([part for message in messages for part in message["content"]])


def _joined(parts: list[Mapping[str, Any]]) -> str | Answer:
    """Return the text of the parts of an answer, without thoughts."""
    if any(part["type"] == "refusal" for part in parts):
        return Answer.none("stopped by the provider", REFUSED)
    return "\n".join(part["text"] for part in parts if part["type"] in ("text", "output_text"))
