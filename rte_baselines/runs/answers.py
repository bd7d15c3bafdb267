"""Labels in the free text of chat models.

An answer is a label if its whole or its last line that is not empty is one: a known word, or a word
that the user states. Marks of Markdown, and one prefix such as ``Label:``, do not count. Where the
path of the answer leads into the text, the answer is JSON, by itself or in one fenced block. A
pattern of the user's own, whose matches have to agree, takes the place of these rules. Everything
else gives no label.

The id and the answer stand in the output of services and harnesses as follows. The target of a
harness is the gold label, and is never read.

=========  ========================================================================================
OpenAI     ``{"custom_id", "response": {"status_code", "body"}, "error"}``, of chat completions and
           of responses
Anthropic  ``{"custom_id", "result": {"type", "message"}}``
harness    ``{"doc_id", "filtered_resps", ...}`` of lm-evaluation-harness: the text of an answer, or
           the log-likelihoods of choices, of which the highest gives the number of the label
=========  ========================================================================================
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.pairs import Label, LabelReader
from rte_baselines.records.columns import value_at
from rte_baselines.runs.prediction import Withheld, withheld_called

_PREFIX = re.compile(r"(?:(?:final )?answer|label)\s*:\s*", re.IGNORECASE)
_MARKS = str.maketrans("", "", "*`")
_OUTER_MARKS = " \t#>_\"'.!"
_FENCED = re.compile(r"```[\w-]*\s*\n(.*?)```", re.DOTALL)
_MOST_EXAMPLES, _LONGEST = 3, 40

Fields = Mapping[str, Any]
Envelope = Callable[[Fields], Fields]
"""Returns the fields of a row with its ``id``, and the ``response`` or ``label``."""

_REFUSED = ("content_filter", "refusal")
_CUT_OFF = ("length", "max_tokens", "max_output_tokens", "model_context_window_exceeded")


class AnswerReader:
    """Reads answers, and keeps the first different `examples` of those that give no label."""

    def __init__(self, labels: LabelReader, pattern: str | None = None) -> None:
        self._labels = labels
        self._pattern: re.Pattern[str] | None = None
        self.examples: list[str] = []
        if pattern is not None:
            try:
                self._pattern = re.compile(pattern)
            except re.error as error:
                raise InputError(f"answer pattern {quoted(pattern)}: {error}") from None
            if self._pattern.groups != 1:
                groups = counted(self._pattern.groups, "group")
                raise InputError(f"answer pattern {quoted(pattern)} has {groups}; expected one")

    def read(self, answer: Any, path: Sequence[str] = ()) -> Label | Withheld:
        """Return what an answer means; `path` leads to the label in one that is a JSON object."""
        if isinstance(answer, Withheld):
            return answer
        words = self._words(answer, path) if isinstance(answer, str) else []
        found = {kind: word for word in words if (kind := self._meaning(word)) is not None}
        if len(found) == 1:
            ((kind, word),) = found.items()
            # What is read for a label has to be of the scheme of the labels before.
            if isinstance(kind, Label):
                self._labels.read(word)
            return kind
        if answer is not None and len(self.examples) < _MOST_EXAMPLES:
            # What a pattern or a path found, or else the end of the answer, where a label stands.
            parts = dict.fromkeys(words) if self._pattern is not None or path else ()
            shown = " ".join((", ".join(filter(None, parts)) or str(answer)).split())
            example = quoted(shown if len(shown) <= _LONGEST else f"...{shown[3 - _LONGEST :]}")
            self.examples += [example] if example not in self.examples else []
        return Withheld.UNPARSEABLE

    def _words(self, answer: str, path: Sequence[str]) -> list[str]:
        if withheld_called(answer):
            return [answer]
        if self._pattern is not None:
            return self._pattern.findall(answer)
        if path:
            value = json_value(answer, path)
            return [str(value)] if isinstance(value, (str, int, float)) else []
        lines = [line for line in answer.splitlines() if line.strip()]
        return [_bare(answer), _bare(lines[-1])] if lines else []

    def _meaning(self, word: str) -> Label | Withheld | None:
        if kind := withheld_called(word):
            return kind
        try:
            return self._labels.called(word)
        except InputError:
            return None


def json_value(answer: str, path: Sequence[str]) -> Any:
    """Return the value at a path of the JSON object in an answer, or in one fenced block."""
    blocks = _FENCED.findall(answer)
    try:
        found = json.loads(blocks[0] if len(blocks) == 1 else answer)
    except (ValueError, RecursionError):
        return None
    return value_at(found, ".".join(path)) if isinstance(found, dict) else None


def _bare(text: str) -> str:
    bare = text.translate(_MARKS).strip().strip(_OUTER_MARKS)
    return _PREFIX.sub("", bare, count=1).strip(_OUTER_MARKS) if _PREFIX.match(bare) else bare


def envelope_of(fields: Fields) -> Envelope | None:
    """Return the envelope that a row has, by the names of its fields."""
    if "custom_id" in fields:
        if isinstance(fields.get("response"), Mapping) or fields.get("error"):
            return _openai
        return _anthropic if "result" in fields else None
    return _harness if "filtered_resps" in fields and "doc_id" in fields else None


def _openai(fields: Fields) -> Fields:
    body = value_at(fields, "response.body") or {}
    if "output" in body:
        reason = value_at(body, "incomplete_details.reason")
        messages = [item for item in body["output"] if item.get("type") == "message"]
        content: Any = [part for message in messages for part in message.get("content") or []]
    else:
        reason = value_at(body, "choices.0.finish_reason")
        content = value_at(body, "choices.0.message.content")
        if value_at(body, "choices.0.message.refusal"):
            reason = _REFUSED[1]
    return {**fields, "id": fields["custom_id"], "response": _answer(content, reason)}


def _anthropic(fields: Fields) -> Fields:
    message = value_at(fields, "result.message") or {}
    answer = _answer(message.get("content"), message.get("stop_reason"))
    return {**fields, "id": fields["custom_id"], "response": answer}


def _answer(content: Any, reason: Any) -> str | Withheld | None:
    """Return the text of an answer, without thoughts; None if there is none, or it is cut off."""
    parts = content if isinstance(content, list) else []
    if reason in _REFUSED or any(part.get("type") == "refusal" for part in parts):
        return Withheld.ABSTAIN
    if reason in _CUT_OFF:
        return None
    if isinstance(content, str):
        return content
    texts = [part["text"] for part in parts if part.get("type") in ("text", "output_text")]
    return "\n".join(texts) or None


def _harness(fields: Fields) -> Fields:
    answers = fields["filtered_resps"]
    if not isinstance(answers, list) or not answers:
        raise InputError(f"filtered_resps is {quoted(answers)}; expected a list with the answer")
    if isinstance(answers[0], str):
        return {**fields, "id": fields["doc_id"], "response": answers[0]}
    likelihoods = []
    for choice in answers:
        try:
            # It is beside whether the choice is the greedy one.
            likelihoods.append(float(choice[0] if isinstance(choice, Sequence) else choice))
        except (ValueError, TypeError, IndexError):
            raise InputError(f"filtered_resps has {quoted(choice)}; expected a number") from None
    return {**fields, "id": fields["doc_id"], "label": likelihoods.index(max(likelihoods))}
