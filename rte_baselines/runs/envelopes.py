"""Where the id and the answer stand in the output of services and harnesses.

=========  ========================================================================================
OpenAI     ``{"custom_id", "response": {"status_code", "body"}, "error"}``, of chat completions and
           of responses
Anthropic  ``{"custom_id", "result": {"type", "message"}}``
harness    ``{"doc_id", "filtered_resps", ...}`` of lm-evaluation-harness: the text of an answer, or
           the log-likelihoods of choices, of which the highest gives the number of the label
=========  ========================================================================================

The target of a harness is the gold label, and is never read.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.records.columns import value_at
from rte_baselines.runs.withheld import Withheld

Fields = Mapping[str, Any]
Envelope = Callable[[Fields], Fields]
"""Returns the fields of a row with its ``id``, and the ``response`` or ``label``."""

_REFUSED = ("content_filter", "refusal")
_CUT_OFF = ("length", "max_tokens", "max_output_tokens", "model_context_window_exceeded")


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
    likelihoods = [_log_likelihood(choice) for choice in answers]
    return {**fields, "id": fields["doc_id"], "label": likelihoods.index(max(likelihoods))}


def _log_likelihood(choice: Any) -> float:
    """Return that of a choice, which is beside whether it is the greedy one."""
    try:
        return float(choice[0] if isinstance(choice, Sequence) else choice)
    except (ValueError, TypeError, IndexError):
        raise InputError(
            f"filtered_resps has {quoted(choice)}; expected the log-likelihood of a choice"
        ) from None
