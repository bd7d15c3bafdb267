r"""The labels in the answers of chat models, read by rules that do not guess.

An answer gives a label in one of these ways, which are tried in this order:

1. It is, or ends in, a JSON object with one field ``label``, ``answer``, ``verdict``,
   ``prediction``, ``judgment`` or ``classification`` or, if it has none of these, ``judgement``,
   ``final_answer``, ``final_label``, ``predicted_label``, ``relation``, ``relationship`` or
   ``decision`` whose value is a label, or a list of one such object. So is one in a fenced block.
   An object without any of these fields may have fields with the names of labels, such as
   ``entailed`` or ``is_neutral``, that are true or false; by `fields`, the one that is true is the
   label, and entailment that is false alone is NO_ENTAILMENT. No other field may deny the label,
   such as ``"correct"`` with false, ``"wrong"`` with true, or one with the name of a label:
   ``"entailed"`` with false, or ``"is_neutral"`` with true, beside ``"entailment"``. ``"faithful"``
   with false and ``"is_hallucination"`` with true deny it in the same way. Nor may one have another
   label, such as ``"final_label"``.
2. A label stands alone in ``\boxed{}`` of LaTeX or between ``<answer>`` and ``</answer>`` or the
   like, in a sentence without a word of doubt, and is not struck through. All such labels must be
   the same, and so must those of lines before them as in 3.
3. A line is nothing but a label, or has one after ``Answer:``, ``Label is``, ``Verdict -`` or the
   like. All such lines must have the same label.
4. The answer begins with a label, before a punctuation mark. No later line begins with another
   label in this way, and no option with another meaning is named ("Option A: ... Option B: ...").
5. The last sentence ends in a label that is said of the pair, the relation, the answer or the like,
   or follows a word such as "so" or "therefore" or a colon, and has no negation and no word of
   doubt.

The letter of an option may stand before the label, as in "(A) entailment", unless the user has
given the letter another meaning. This holds in the ways 2 and 4. In the way 3, it holds only after
``Answer:`` and the like, since other lines may list the options. The first of two initials, as in
"C. S. Lewis", is not the letter of an option. If the user has given A a meaning, "Option A" and
"choice A" have it, too. Two names of one label count as one, as in "Neutral/Unknown". A digit is no
label in "0.95", "-1" and "0, 1 or 2", nor before the text of a list item: "1. The ferry is named."

The text after the label (in the way 5, the whole answer) must not mention another label, take the
label back ("Wait, no"; "I was wrong", but not "The hypothesis is wrong"), doubt it ("maybe"), make
it a question or a condition ("Yes, if"), or say something of it ("Entailment: low"). Nor may it
choose another stated letter ("Therefore B"), deny entailment after ENTAILMENT ("Yes. However, it
does not follow", "Yes. The text contradicts it"), or state it after another label ("No. It
follows"). A label does not count after "it seems" or the like, in the case of another text ("Had
the text said 12, the answer is"), or if it is a draft or not the answer ("Previous answer:",
"Runner-up:", "Label to avoid:", "Example output:", "In the example, the label is"), even if these
words are a heading, and the label is in a box, in JSON or on the next line. Yes and no do not count
as answers to a step or to a question on a part of the pair, if more text follows; nor does a
verdict beside one of the same name that cannot be read ("Verdict: supported ... Verdict: not
mentioned"). If stated words are not English, they count only with no text after them, and before
them only up to "Answer:", as conditions in other languages are not recognized. Labels are the words
that files use, except yes, no, true, false and others that the user has to give a meaning first.
"Entailed: no" says the same as "Answer: no" if yes is ENTAILMENT and no NO_ENTAILMENT. Such words
do not count if a refusal or an offer follows ("No, I can't help with that"). "Not entailment" is
the label NO_ENTAILMENT; any other negated label does not count. Sentences such as "The text does
not entail the hypothesis" give no label.

Thoughts between ``<think>``, ``<thinking>``, ``<reasoning>``, ``<thought>``, ``<analysis>``,
``<reflection>``, ``<scratchpad>``, ``<draft>``, ``<example>`` or the like and its end, all that is
before an end without a beginning, comments of code and unchecked boxes ("[ ] neutral", "( )
neutral") are left out.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple

from rte_baselines.pairs.labels import Label, label_called
from rte_baselines.quoting import listed
from rte_baselines.runs.answers.digits import begins_list, is_in_number, is_signed, item_start
from rte_baselines.runs.answers.doubts import (
    is_declined,
    is_doubted,
    is_doubted_after,
    is_of_another,
    is_qualified,
    is_refusal,
    is_said_of,
    is_taken_back,
    is_under_another,
)
from rte_baselines.runs.answers.fields import denying_field, label_field_names, label_of_truths
from rte_baselines.runs.answers.json_objects import json_found
from rte_baselines.runs.answers.languages import ends_in, words_of_another_language
from rte_baselines.runs.answers.letters import choices_of, chosen, is_initial
from rte_baselines.runs.answers.parts import has_open_verdict, is_on_a_part
from rte_baselines.runs.answers.reversals import is_reversed
from rte_baselines.runs.answers.thoughts import without_thoughts, without_unread_lines
from rte_baselines.runs.answers.words import (
    ANNOUNCED,
    DECORATION,
    ENGLISH,
    NAMES,
    SENTENCE_END,
    SIGNS,
    spellings,
    whole_words,
)

REFUSED, UNPARSEABLE, FAILED = "refusal", "unparseable", "failed"
"""Why an answer has no label; "failed" if there is no answer."""

UNSTATED = frozenset({"yes", "no", "true", "false"})
"""Words that mean nothing in an answer until the user says what."""

WITHOUT_MEANING = "without a stated meaning"
"""What is said of such a word, or of a letter or digit, in place of a label."""

_OPTIONS = ("option", "choice")
_OF_ENTAILED = {
    **dict.fromkeys(("yes", "true"), Label.ENTAILMENT),
    **dict.fromkeys(("no", "false"), Label.NO_ENTAILMENT),
}
"""What these words say after "Entailed:"."""

_NOT_THE_ANSWER = "a label that is not given as the answer"
_IN_ANOTHER_LANGUAGE = "a word of another language with more text"
_SENTENCE = "a sentence on the pair in place of a label"
_MARK = re.compile(
    rf"\b(?:{ANNOUNCED})\b[\s*_`\"']*(?::|=|→|->|\bis\b|[–—]|(?<=\s)-(?=\s))",  # noqa: RUF001
    re.IGNORECASE,
)
_DELIMITED = re.compile(
    rf"\\f?box(?:ed)?\s*\{{(?P<box>[^{{}}]*)\}}|<(?P<tag>(?:final_)?(?:{ANNOUNCED}))>(?P<inside>[^<>]*)</(?P=tag)>",
    re.IGNORECASE,
)
# "\boxed{\text{neutral}}" and "\textbf{neutral}".
_FONT = re.compile(r"\\(?:text|math)[a-z]*\s*\{([^{}]*)\}")
# "(A) entailment", "A. entailment", "b) entailment"; the first bracket is taken off before.
_OPTION = re.compile(r"(?:([A-E])[).:]|([a-e])\))[\s*_`\"']*")
_AROUND = re.escape(DECORATION + "-")
_AFTER_LABEL = DECORATION + ").\n"
# "!entailment" is a negation.
_BEFORE_LABEL = DECORATION.replace("!", "") + "-\n"
_ENDS = re.compile(
    rf"""[*_`"'“”’)\]}}>$]*\s*(?:$|[.,;:!(\n{SIGNS}]|[-–—]\s|\b(?:because|since)\b)"""  # noqa: RUF001
)
# A word at the beginning, after "Answer:" and the like, in a box, between tags, or alone on a line.
_UNSTATED_WORD = re.compile(
    rf"(?:\A|{_MARK.pattern}|\\f?box(?:ed)?\s*\{{|<(?:{ANNOUNCED})>)[{_AROUND}\n]*"
    rf"(?P<first>{'|'.join(UNSTATED)})(?:{_ENDS.pattern}|<)"
    rf"|^[{_AROUND}]*(?P<alone>{'|'.join(UNSTATED)})[{_AROUND}]*$",
    re.IGNORECASE | re.MULTILINE,
)
# A letter or a digit that is all of an answer, or all after "Answer:" and the like.
_UNSTATED_SYMBOL = re.compile(
    rf"(?:\A|{_MARK.pattern}|\\f?box(?:ed)?\s*\{{|<(?:{ANNOUNCED})>)[{_AROUND}\n]*"
    rf"(?<!-)(?P<symbol>[A-E0-9])[{_AROUND}\n]*(?:\Z|</)",
    re.IGNORECASE,
)
# "❌ No": the sign says what the word says.
_CROSSED_NO = re.compile(
    r"^[ \t>*_-]{0,20}[❌✗✘✖]\ufe0f?[ \t]{0,3}(?=[*_]{0,3}(?:no|false)\b)",
    re.IGNORECASE | re.MULTILINE,
)
# "The text does not entail the hypothesis" and "It is entailed by the text".
_ON_THE_PAIR = re.compile(
    r"\b(?:entail(?:s|ing)?|contradict(?:s|ing|ory)?|supports?|supporting|refutes?|refuting"
    r"|impl(?:y|ies|ying)|follows?\s+from|inferred\s+from"
    r"|(?:entailed|contradicted|supported|refuted|implied)\s+(?:by|in))\b",
    re.IGNORECASE,
)
# "Neutral/Unknown" and "Neutral (Not Enough Info)".
_JOINT = re.compile(r"[*_]*\s?[/(]\s?")
# What the label of a pair may be said of: "Switzerland is neutral" is no answer.
_SUBJECT = (
    rf"(?:\b(?:{ANNOUNCED}|pair|hypothesis|result|output|category|class)"
    r"(?:\s+(?:between|of|for)\b[^.,;:!?\n]{0,200}?)?"
    # "A country that is neutral."
    r"|\b(?:it|this|this\s+(?:case|example))|^that)"
)
_LEADS = re.compile(
    # "The relation is thus best described as", "It's a case of", "This counts as".
    rf"(?:{_SUBJECT}(?:\s+(?:is|(?:must|has\s+to|will|can\s+only)\s+be)|['’]s)"  # noqa: RUF001
    r"(?:[\s,]+(?:\w+ly|therefore|thus|hence|so|then|best|an?\s+(?:case|example|instance)\s+of"
    r"|(?:classified|labell?ed|described|categorized|judged)(?:\s+as)?))*"
    rf"|{_SUBJECT}\s+(?:counts|qualifies)\s+as"
    # "I classify the pair as", "I conclude", "Final class:".
    rf"|\b(?:classify|label|describe|categorize|judge|mark)\s+(?:(?:the|this)\s+)?{_SUBJECT}\s+as"
    r"|\b(?:so|therefore|thus|hence|conclude)"
    rf"|(?:{_SUBJECT}[\s*_`\"]*)?(?:=>|[:=→]))"
    r"[\s,*_`\"'“]*(?:(?:a|an|the)\s+)?[*_`\"'“(\[]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Answer:
    """What an answer of a chat model says.

    Parameters
    ----------
    label : Label or None
    problem : str
        Why there is no label: one of `REFUSED`, `UNPARSEABLE` and `FAILED`, or empty.
    detail : str
        The problem in a few words.
    confidence : float or None
        The number in a field ``confidence`` of JSON, if it is in [0, 1].
    unread_confidence : str
        The JSON of that field if it is anything else, such as a percentage; empty if there is none.
    """

    label: Label | None
    problem: str = ""
    detail: str = ""
    confidence: float | None = None
    unread_confidence: str = ""

    @classmethod
    def none(cls, detail: str, problem: str = UNPARSEABLE) -> "Answer":
        """Return an answer without a label."""
        return cls(None, problem, detail)


class _Marked(NamedTuple):
    """A label that a line has, and where it starts and ends.

    Parameters
    ----------
    label : Label
    start : int
        Where its line starts.
    end : int
    is_announced : bool, optional
        Whether it follows "Answer:" or the like.
    is_on_a_part : bool, optional
        Whether it answers a question on a part of the pair.
    """

    label: Label
    start: int
    end: int
    is_announced: bool = False
    is_on_a_part: bool = False


class AnswerParser:
    """Reads labels from answers; see the rules above.

    Parameters
    ----------
    words : mapping of str to Label, optional
        Further words, and the labels that they mean, such as those of yes and no.
    """

    def __init__(self, words: Mapping[str, Label] | None = None) -> None:
        given = {normalized_word(word): label for word, label in (words or {}).items()}
        self._has_symbols = any(len(word) == 1 for word in given)
        # "Option A" means what A does.
        given |= {
            f"{option} {word}": label
            for option, (word, label) in product(_OPTIONS, given.items())
            if len(word) == 1 and f"{option} {word}" not in given
        }
        self._words = {name: _label_of(name) for name in NAMES} | given
        self._label = whole_words(self._words)
        stated = [word for word in given if word in _OF_ENTAILED]
        agreeing = [word for word in stated if given[word] is _OF_ENTAILED[word]]
        self._whether = _entailed_with(agreeing)
        self._otherwise = _entailed_with([word for word in stated if word not in agreeing])
        named = [name for name in NAMES if name not in given]
        self._names = whole_words([*named, *(word for word in given if label_called(word))])
        self._own = whole_words(spellings(given), ignore_case=False) if given else None
        options = [word for word in given if word.startswith(_OPTIONS)]
        self._named_options = whole_words(options) if options else None
        self._choices = choices_of(sorted(given.keys() - options))
        own = given.keys() - {*options, *NAMES}
        self._only_alone = words_of_another_language(sorted(own))

    def parse(self, text: str) -> Answer:
        """Return the label of an answer, or why it has none."""
        outside = without_thoughts(text.translate(ENGLISH))
        if outside is None:
            return Answer.none("cut off")
        if not outside.strip():
            return Answer.none("empty")
        text = without_unread_lines(outside.strip()).strip()
        plain = _FONT.sub(r"\1", text.replace(r"\_", "_"))
        if self._otherwise and self._otherwise.search(plain):
            return Answer.none("two labels")
        if self._whether:
            plain = self._whether.sub(r"\g<before>Answer: ", _CROSSED_NO.sub("", plain))
        answer = self._from_json(text) or self._from_delimited(plain) or self._from_text(plain)
        if answer.label is None and is_refusal(text):
            return Answer.none("a refusal in words", REFUSED)
        return answer

    def _from_json(self, text: str) -> Answer | None:
        found = json_found(text)
        if not found:
            return None
        if len(found) > 1:
            return Answer.none("several JSON objects")
        ((block, fields),) = found
        found_label = self._label_in(fields)
        if isinstance(found_label, str):
            return Answer.none(found_label)
        label, name = found_label
        if denial := denying_field(label, fields, self._label_in_text):
            return Answer.none(f"label {name}, which the field {denial} denies")
        before, _, rest = text.partition(block)
        if is_under_another(before, len(before)):
            return Answer.none(_NOT_THE_ANSWER)
        if any(_conflict(label, other.label) for other in self._marked(before)):
            return Answer.none("two labels")
        return _with_confidence(self._unless_another(label, rest), fields.get("confidence"))

    def _label_in(self, fields: Mapping[str, object]) -> tuple[Label, str] | str:
        """Return the label in the fields of JSON with its name there, or why there is none."""
        names = label_field_names(fields)
        if not names:
            return label_of_truths(fields)
        if len(names) > 1:
            return f"JSON with {len(names)} fields for a label: {listed(names)}"
        word = _as_word(fields[names[0]])
        label = self._label_in_text(word, True)
        return self._why_no_label(word) if label is None else (label, word)

    def _label_in_text(self, text: str, by_stated_words: bool) -> Label | None:
        """Return the label that a text is alone; without stated words, only names count."""
        if not by_stated_words and normalized_word(text.strip(DECORATION)) not in NAMES:
            return None
        label = None if is_signed(text) else self._words.get(normalized_word(text))
        return label or self._only_label(text)

    def _from_delimited(self, text: str) -> Answer | None:
        """Return the label in boxes or between tags, None if these hold anything else."""
        found = [
            (each, self._alone(each["box"] or each["inside"] or ""))
            for each in _DELIMITED.finditer(text)
        ]
        if not found or any(label is None for _, label in found):
            return None
        own = [
            (each, label)
            for each, label in found
            if label and not is_under_another(text, each.start())
        ]
        if not own or any(is_doubted(text[: each.start()], is_line=False) for each, _ in own):
            return Answer.none(_NOT_THE_ANSWER)
        last, label = own[-1]
        before, rest = text[: last.start()], text[last.end() :]
        others = [other for _, other in own]
        others += [marked.label for marked in self._marked(_DELIMITED.sub("", before))]
        if any(other is not label for other in others):
            return Answer.none("two labels")
        return self._unless_another(label, rest)

    def _alone(self, text: str) -> Label | None:
        """Return the label that a text is, perhaps after the letter of an option."""
        found = self._leading(text)
        is_alone = found is not None and not text[found[1] :].strip(DECORATION + "\n")
        return found[0] if found and is_alone else None

    def _from_text(self, text: str) -> Answer:
        marked = list(self._marked(text))
        if marked:
            return self._of_lines(marked, text)
        leading = self._leading(text)
        if leading:
            label, end = leading
            if any(_conflict(label, other) for other in self._options_in(text[end:])):
                return Answer.none("two labels")
            if self._is_cut_word(text, _Marked(label, 0, end)):
                return Answer.none(_IN_ANOTHER_LANGUAGE)
            return self._unless_another(label, text[end:])
        return self._final_word(text)

    def _of_lines(self, marked: Sequence[_Marked], text: str) -> Answer:
        """Return the label that lines of an answer have."""
        if len({each.label for each in marked}) > 1:
            return Answer.none("two labels")
        last = next((each for each in reversed(marked) if not each.is_on_a_part), None)
        if last is None:
            return Answer.none("an answer to a question on a part")
        if self._is_cut_word(text, last):
            return Answer.none(_IN_ANOTHER_LANGUAGE)
        rest = text[last.end :]
        if begins_list(text, last.end):
            return Answer.none(_NOT_THE_ANSWER)
        if has_open_verdict(text, rest, lambda value: self._leading(value) is not None):
            return Answer.none("a verdict that is no label beside one that is")
        return self._unless_another(last.label, rest)

    def _is_cut_word(self, text: str, marked: _Marked) -> bool:
        """Whether a word of another language, which counts only alone, has text around it."""
        if not self._only_alone or not ends_in(text, marked.end, self._only_alone):
            return False
        before = "" if marked.is_announced else text[: marked.start]
        return bool((before + text[marked.end :]).strip(DECORATION + "-\n"))

    def _options_in(self, rest: str) -> Iterator[Label | None]:
        """Yield the labels that later lines begin with, and those of options that are named."""
        for line in rest.splitlines()[1:]:
            if found := self._leading(line):
                yield found[0]
        if self._named_options:
            yield from map(self._meant, self._named_options.findall(rest))

    def _marked(self, text: str) -> Iterator[_Marked]:
        """Yield the label of each line that has nothing else, or has it after a mark."""
        start, has_parts, line_before = 0, False, ""
        for line in text.splitlines(keepends=True):
            if found := self._announced(line):
                mark, label, end = found
                before = line[:mark]
                is_other = is_under_another(text, start + mark)
                is_said = not is_other and not is_doubted(before, is_line=False)
                is_own = is_said and not is_qualified(before, line[end:])
                question = before if before.strip(_AFTER_LABEL) else line_before
            # Answers may begin with a list of the options.
            elif whole := self._own_leading(line.rstrip("\n")):
                mark, (label, end), question = None, whole, line_before
                is_whole = not line[end:].strip(DECORATION + "\n")
                is_own = is_whole and not is_doubted(text[:start], is_line=True)
            else:
                is_own = False
            if is_own:
                is_part = is_on_a_part(question, text, start + end, has_parts=has_parts)
                yield _Marked(label, start, start + end, mark is not None, is_part)
                has_parts |= is_part
            if line.strip():
                line_before = line.rstrip()
            start += len(line)

    def _announced(self, line: str) -> tuple[int, Label, int] | None:
        """Return where the first mark with a label starts, the label, and where the label ends."""
        for mark in _MARK.finditer(line):
            if found := self._leading(line[mark.end() :].rstrip("\n"), is_announced=True):
                return mark.start(), found[0], mark.end() + found[1]
        return None

    def _leading(self, segment: str, *, is_announced: bool = False) -> tuple[Label, int] | None:
        """Return the label that a segment begins with, and where the label ends.

        The letter of an option may stand before the label. What is announced, as by "Answer:", is
        not the number of a list item.
        """
        start = len(segment) - len(segment.lstrip(_BEFORE_LABEL))
        option = _OPTION.match(segment, start)
        if option and not is_initial(segment, option.end(1)):
            meant = self._meant(option[1] or option[2])
            found = self._own_leading(segment[option.end() :])
            if found and meant in (None, found[0]):
                return found[0], option.end() + found[1]
        return self._own_leading(segment, is_announced=is_announced)

    def _only_label(self, text: str) -> Label | None:
        """Return the label that a text has alone, as in "(A)" and "A. entailment"."""
        found = self._leading(text)
        return found[0] if found and not text[found[1] :].strip(_AFTER_LABEL) else None

    def _own_leading(self, segment: str, *, is_announced: bool = False) -> tuple[Label, int] | None:
        """Return the label that a segment begins with, and where it ends."""
        stripped = segment.lstrip(_BEFORE_LABEL)
        found = self._label.match(stripped)
        if not found:
            return None
        label, end = self._meant(found[0]), self._end_of_names(stripped, found)
        if label is None or not _ENDS.match(stripped, end):
            return None
        if is_said_of(stripped, end, label) or is_initial(stripped, end):
            return None
        start = len(segment) - len(stripped)
        if is_in_number(segment, start, start + end):
            return None
        if not is_announced and self._is_item(label, segment, start, start + end):
            return None
        # Refusals may begin with yes or no, but not with the name of a label.
        if normalized_word(found[0]) not in NAMES and is_declined(stripped, end):
            return None
        line = stripped[end:].partition("\n")[0]
        others = set(map(self._meant, self._own_words(line)))
        if any(_conflict(label, other) for other in others):
            return None
        return label, start + end

    def _is_item(self, label: Label, text: str, start: int, end: int) -> bool:
        """Whether a digit is the number of a list item, other than in "1. Entailment"."""
        item = item_start(text, start, end)
        named = self._label.match(text, item) if item is not None else None
        return item is not None and (named is None or self._meant(named[0]) is not label)

    def _end_of_names(self, text: str, found: re.Match[str]) -> int:
        """Return where a label ends that may have several names: "Neutral/Unknown"."""
        end = found.end()
        while joint := _JOINT.match(text, end):
            other = self._label.match(text, joint.end())
            if other is None or self._meant(other[0]) is not self._meant(found[0]):
                break
            end = other.end()
        return end

    def _meant(self, word: str) -> Label | None:
        """Return the label that a word means, None if it means none.

        A pattern that ignores case also matches a dotless i for an i; such a match means none.
        """
        return self._words.get(normalized_word(word))

    def _own_words(self, line: str) -> list[str]:
        return self._own.findall(line) if self._own else []

    def _final_word(self, text: str) -> Answer:
        mentions = list(self._names.finditer(text))
        labels = {self._meant(mention[0]) for mention in mentions}
        if not mentions or None in labels:
            return Answer.none(self._why_no_label(text))
        if len(labels) > 1:
            return Answer.none("two labels")
        last = mentions[-1]
        sentence = SENTENCE_END.split(text[: last.start()])[-1]
        is_last = not text[last.end() :].strip(DECORATION + "\n")
        lead = _LEADS.search(sentence)
        is_own = lead is not None and not (
            is_of_another(sentence[: lead.start()])
            or is_under_another(text, last.start() - len(sentence) + lead.start())
        )
        if not (is_last and is_own) or is_doubted(text[: last.start()], is_line=False):
            is_on_the_pair = _ON_THE_PAIR.search(text) is not None
            return Answer.none(_SENTENCE if is_on_the_pair else _NOT_THE_ANSWER)
        return Answer(labels.pop())

    def _why_no_label(self, text: str) -> str:
        if word := self._unstated_word(text):
            return f"{word} {WITHOUT_MEANING}"
        letters = self._own.finditer(text) if self._own else ()
        initial = next((each[0] for each in letters if is_initial(text, each.end())), None)
        if initial is not None:
            return f"{initial} may be an initial"
        if symbol := self._unstated_symbol(text):
            return f"{symbol} {WITHOUT_MEANING}"
        start = self._label.match(text.lstrip(_BEFORE_LABEL))
        if start and start[0].isdecimal():
            return f"{start[0]} may be part of another number, or that of a list item"
        return _SENTENCE if _ON_THE_PAIR.search(text) else "no label"

    def _unstated_word(self, text: str) -> str | None:
        """Return the word that would be the label if the user had said what it means."""
        found = (each["first"] or each["alone"] for each in _UNSTATED_WORD.finditer(text))
        words = (word.casefold() for word in found)
        return next((word for word in words if word in UNSTATED - self._words.keys()), None)

    def _unstated_symbol(self, text: str) -> str | None:
        """Return the letter or digit that would be the label if the user had said so.

        None if others have a meaning: then a new one may be missing on purpose.
        """
        if self._has_symbols:
            return None
        found = _UNSTATED_SYMBOL.search(text)
        symbol = found["symbol"].upper() if found else ""
        return symbol if symbol and _with_meaning(symbol).parse(text).label else None

    def _unless_another(self, label: Label, rest: str) -> Answer:
        if is_said_of(rest, 0, label):
            return Answer.none(_NOT_THE_ANSWER)
        others = {self._meant(mention[0]) for mention in self._names.finditer(rest)}
        others |= {self._meant(word) for word in chosen(self._choices, rest)}
        if any(_conflict(label, other) for other in others):
            return Answer.none("two labels")
        if is_taken_back(rest) or is_reversed(label, rest):
            return Answer.none("a label that is taken back")
        if is_doubted_after(rest):
            return Answer.none(_NOT_THE_ANSWER)
        return Answer(label)


@cache
def _with_meaning(symbol: str) -> AnswerParser:
    """Return a parser for which a letter or digit has a meaning, whichever."""
    return AnswerParser({symbol: Label.ENTAILMENT})


def _conflict(label: Label, other: Label | None) -> bool:
    """Whether two labels contradict each other; CONTRADICTION and UNKNOWN refine NO_ENTAILMENT."""
    may_be_both = label is Label.NO_ENTAILMENT and other is not Label.ENTAILMENT
    return other is not label and not may_be_both


def _entailed_with(words: Sequence[str]) -> re.Pattern[str] | None:
    """Return what finds a line such as "Entailed: no" with one of some words, None if of none.

    Such a line says what the user states unless no is CONTRADICTION, or yes says that the
    hypothesis is hallucinated.
    """
    if not words:
        return None
    entailed = [name for name in NAMES if _label_of(name) is Label.ENTAILMENT]
    # Few marks, so that none of many is tried in several parts of the pattern.
    marks = r"[*_`\"' \t]{0,6}"
    return re.compile(
        rf"^(?P<before>[ \t#>*_-]{{0,20}})(?:{'|'.join(entailed)}){marks}[:?]{marks}"
        rf"(?=(?:{'|'.join(words)}){marks}[.!]?{marks}$)",
        re.IGNORECASE | re.MULTILINE,
    )


def _label_of(name: str) -> Label:
    label = label_called(name)
    assert label is not None
    return label


def normalized_word(word: str) -> str:
    """Return a word as answers and stated meanings are compared: without case, _ and -."""
    return (
        " ".join(re.sub(r"[_-]", " ", word).casefold().split())
        .replace("nonentailment", "non entailment")
        .replace("notentailment", "not entailment")
    )


def _as_word(value: object) -> str:
    return value.strip() if isinstance(value, str) else json.dumps(value)


def _with_confidence(answer: Answer, value: object) -> Answer:
    """Return a label with its confidence, which is kept as JSON if it cannot be read."""
    if answer.label is None or value is None:
        return answer
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1:
        return replace(answer, confidence=float(value))
    return replace(answer, unread_confidence=json.dumps(value))
