"""Labels in the free text of chat models.

An answer is a label if its whole or its last line that is not empty is one: a known word, or a word
that the user states. Marks of Markdown, and one prefix such as ``Label:``, do not count. Where the
path of the answer leads into the text, the answer is JSON, by itself or in one fenced block. A
pattern of the user's own, whose matches have to agree, takes the place of these rules. Everything
else gives no label; so do labels of another scheme than those that the user states.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs import Label, LabelReader, scheme_of
from rte_baselines.records.columns import value_at
from rte_baselines.runs.withheld import Withheld, withheld_called

_PREFIX = re.compile(r"(?:(?:final )?answer|label)\s*:\s*", re.IGNORECASE)
_MARKS = str.maketrans("", "", "*`")
_OUTER_MARKS = " \t#>_\"'.!"
_FENCED = re.compile(r"```[\w-]*\s*\n(.*?)```", re.DOTALL)
_MOST_EXAMPLES = 3


class AnswerReader:
    """Reads answers by a pattern with one group, and keeps the first ones that give no label."""

    def __init__(self, labels: LabelReader, pattern: str | None = None) -> None:
        self._labels = labels
        self._scheme = scheme_of(labels.order)
        self._pattern: re.Pattern[str] | None = None
        self.examples: list[str] = []
        if pattern is not None:
            try:
                self._pattern = re.compile(pattern)
            except re.error as error:
                raise InputError(f"answer pattern {quoted(pattern)}: {error}") from None
            if self._pattern.groups != 1:
                raise InputError(
                    f"answer pattern {quoted(pattern)} has {self._pattern.groups} groups; expected "
                    "one, as in 'verdict: (\\w+)'"
                )

    def read(self, answer: Any, path: Sequence[str] = ()) -> Label | Withheld:
        """Return the label of an answer, or what stands in its place; what is no text gives none.

        `path` says where the label stands in the JSON object of the answer. It is an error if it
        is of another scheme than an earlier one, and none is stated.
        """
        if isinstance(answer, Withheld):
            return answer
        words = self._words(answer, path) if isinstance(answer, str) else []
        found = {meaning for word in words if (meaning := self._meaning(word)) is not None}
        if len(found) == 1:
            return found.pop()
        if answer is not None and len(self.examples) < _MOST_EXAMPLES:
            self.examples.append(quoted(" ".join(str(answer).split())))
        return Withheld.UNPARSEABLE

    def _words(self, answer: str, path: Sequence[str]) -> list[str]:
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
            label = self._labels.called(word)
        except InputError:
            return None
        is_other = label and self._scheme and label not in self._scheme.labels
        return None if is_other else self._labels.read(word)


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
