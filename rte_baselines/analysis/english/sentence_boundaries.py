"""Sentence boundary detection, by rules for news and for hypotheses.

A snippet is one sentence unless these rules find a boundary:

- A stop (``.``, ``!`` or ``?``) ends a sentence if the next word can start one, by a capital,
  a digit or a symbol. Closing quotes and brackets after the stop belong to the sentence.
- An abbreviation that may end a sentence ("Inc.", "U.S.", an initial) does so only before a
  frequent first word such as "The", and never in a headline, where all words are
  capitalized. Some abbreviations never end a sentence ("Gen.", "No. 5").
- An ellipsis ends a sentence only before a frequent first word.
- "?" and "!" in quotes do not end a sentence before the speaker: "Why?" Smith asked.
- A dateline ("PARIS (AP) --") is a sentence of its own, as in the treebanks of Universal
  Dependencies. The number of a list item belongs to the item.
- An empty line always ends a sentence, a line break never.
"""

import re
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.tokens.numbers import MONTHS
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.kernels.ragged import BoolArray, IntArray

FACTORY = "rte_baselines_sentence_boundaries"
"""The name of the component in spaCy's configs."""

PARAGRAPH_STARTS = "rte_baselines.paragraph_starts"
"""The key of a Doc's ``user_data`` for the positions of words after an empty line."""

_WORDS = word_lists("english/sentence_words.txt")
_NEVER_LAST = _WORDS["never_last"]
_BEFORE_NUMBERS = _WORDS["before_numbers"]
_MAYBE_LAST = _WORDS["maybe_last"]
_CLOCK = _WORDS["clock"]
_AFTER_CLOCK = _WORDS["after_clock"]
_AFTER_CLOCK_STOPPED = _WORDS["after_clock_stopped"]
_NAMES_WITH_MARKS = _WORDS["names_with_marks"]
_FIRST_WORDS = _WORDS["first_words"]
_REPORTING_VERBS = _WORDS["reporting_verbs"]

# "Hong Kong time", "British Summer Time".
_ZONE_LENGTH = 2
# Words up to the reporting verb: "Ann Smith's deputy spokesman Bo Jones said".
_SPEAKER_LENGTH = 10
_POSSESSIVES = frozenset({"'s", "\u2019s", "'", "\u2019"})
_LONGEST_OFFICE = 3

# The most words in a dateline such as "New York, Aug. 12 (Reuters) --".
_DATELINE_LENGTH = 14
# Words in capitals are places ("OSLO", "LA PAZ"), unless they are as short as "IBM".
_LONGEST_SHORT_NAME = 3

_EMPTY_LINE = re.compile(r"\n\s*\n")
_STOPS = re.compile(r"[.!?…]+$")
_ACRONYM = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]|[A-Z]")
_LIST_NUMBER = re.compile(r"\d{1,3}|[A-Za-z]|[ivx]{1,4}")
_CLOSING = frozenset({*"\"')]}»\u201d\u2019", "''"})
# These are closing marks even after a space.
_ONLY_CLOSING = frozenset({*")]}»\u201d", "''"})
_OPENING = frozenset({*"\"'([{«`\u201c\u2018", "``"})
_DASHES = frozenset({*"-_*•\u2013\u2014", "--", "---"})
_CLOSING_QUOTES = _CLOSING - frozenset(")]}")

# spaCy's values for a word that starts a sentence, and for one that does not.
_START, _INSIDE = 1, -1


def register_component() -> None:
    """Register the component with spaCy as `FACTORY`, so that configs can use it.

    It sets the sentence starts of a Doc, which spaCy's parsers respect. A Doc without white
    space tokens must have the paragraph starts of `word_spacing` in its ``user_data`` under
    `PARAGRAPH_STARTS`.
    """
    from spacy.language import Language

    Language.component(FACTORY, assigns=["token.is_sent_start"], func=_set_sentence_starts)


def _set_sentence_starts(doc: Any) -> Any:
    from spacy.attrs import SENT_START

    words = [token for token in doc if not token.is_space]
    strings = [word.text for word in words]
    spaces, paragraph_starts = word_spacing(doc.text, strings, [word.idx for word in words])
    given_starts = doc.user_data.get(PARAGRAPH_STARTS, ())
    starts = sentence_starts(strings, spaces, [*paragraph_starts, *given_starts])
    marks = np.full(len(doc), _INSIDE, np.int64)
    marks[[word.i for word in words]] = np.where(starts, _START, _INSIDE)
    # White space before the first word belongs to the first sentence.
    marks[[word.i for word in words[:1]]] = _INSIDE
    marks[:1] = _START
    # All at once, because spaCy scans the whole Doc when a single value is set.
    return doc.from_array([SENT_START], marks.astype(np.uint64))


def word_spacing(
    text: str, words: Sequence[str], offsets: Sequence[int] | IntArray
) -> tuple[list[bool], list[int]]:
    """Return the white space of a text as `sentence_starts` needs it.

    It is given by whether white space follows each word, and by the positions of the words after an
    empty line, the first word excluded. `offsets` are those of the words in the text.
    """
    if not words:
        return [], []
    ends = (offset + len(word) for offset, word in zip(offsets, words, strict=True))
    gaps = [text[end:start] for end, start in zip(ends, (*offsets[1:], len(text)), strict=True)]
    paragraph_starts = [
        position for position, gap in enumerate(gaps[:-1], start=1) if _EMPTY_LINE.search(gap)
    ]
    return [bool(gap) for gap in gaps], paragraph_starts


def sentence_starts(
    words: Sequence[str], spaces: Sequence[bool], paragraph_starts: Sequence[int] = ()
) -> BoolArray:
    """Return whether each word starts a sentence; the first does.

    Parameters
    ----------
    words : sequence of str
        The tokens of spaCy's English tokenizer, without white space.
    spaces, paragraph_starts : sequence
        See `word_spacing`.
    """
    paragraphs = {0, *paragraph_starts}
    snippet = _Snippet(words, spaces, paragraphs)
    starts = np.zeros(len(words), dtype=np.bool_)
    first = position = 0
    while position < len(words):
        if position in paragraphs:
            starts[position] = True
            end = snippet.end_of_dateline(position)
            starts[end : end + 1] = True
        if starts[position]:
            first = position
        end = position + 1
        if _STOPS.search(words[position]):
            end = snippet.end_of_marks(position)
            if end < len(words) and snippet.is_boundary(first, position, end):
                starts[end] = True
        position = end
    return starts


class _Snippet:
    """The words of a snippet, with checks of boundaries in their context.

    A *position* is that of a word that ends in a stop. An *end* is the position of the first
    word after the stops and closing marks that start there.
    """

    def __init__(
        self, words: Sequence[str], spaces: Sequence[bool], paragraphs: Collection[int]
    ) -> None:
        self._words = words
        self._spaces = spaces
        self._paragraphs = paragraphs

    def end_of_dateline(self, first: int) -> int:
        """Return the end of the dateline that starts at `first`; `first` if there is none."""
        for dash in range(first + 1, min(first + _DATELINE_LENGTH, len(self._words))):
            # Hyphens ("Stratford-upon-Avon") have no space after them.
            if self._words[dash] in _DASHES and self._spaces[dash]:
                follows = self._can_start(self._skip(dash + 1, _OPENING))
                return dash + 1 if follows and _is_dateline(self._words[first:dash]) else first
        return first

    def end_of_marks(self, position: int) -> int:
        end = position + 1
        while end < len(self._words) and end not in self._paragraphs:
            if not (_STOPS.fullmatch(self._words[end]) or self._closes(end)):
                break
            end += 1
        return end

    def is_boundary(self, first: int, position: int, end: int) -> bool:
        """Whether the sentence that starts at `first` ends before `end`."""
        stops = map(_STOPS.search, self._words[position:end])
        marks = "".join(stop[0] for stop in stops if stop)
        word = self._stopped_word(position)
        if not self._spaces[end - 1]:
            # The space after the stop may be missing: "... went home.The ship ...".
            return word.isalpha() and word.islower() and _is_title_case(self._words[end])
        if position - first <= 1 and _LIST_NUMBER.fullmatch(word) and self._words[first] == word:
            return False
        start = self._skip(end, _OPENING)
        if "!" in marks or "?" in marks:
            return self._ends_exclamation(first, word, start, end)
        if marks.count(".") == 3 or "…" in marks:
            return self._is_first_word(start)
        if marks == "." and _is_abbreviation(word):
            return self._ends_abbreviation(first, word, start)
        return self._can_start(self._skip(start, _DASHES | _OPENING))

    def _ends_exclamation(self, first: int, word: str, start: int, end: int) -> bool:
        if word in _NAMES_WITH_MARKS:
            return self._is_first_word(start)
        is_quoted = self._words[end - 1] in _CLOSING_QUOTES
        if is_quoted and not self._is_first_word(start) and self._is_speaker(start):
            return False
        return self._can_start(self._skip(start, _DASHES | _OPENING))

    def _ends_abbreviation(self, first: int, word: str, start: int) -> bool:
        if start == len(self._words) or word in _NEVER_LAST:
            return False
        following = self._words[start]
        if word in _BEFORE_NUMBERS:
            return not following[0].isdigit() and self._can_start(start)
        if word in _CLOCK:
            return _is_title_case(following) and not self._continues_clock(start)
        return self._is_first_word(start) and not self._is_headline(first, start)

    def _continues_clock(self, position: int) -> bool:
        """Whether the word at a position is a day or begins a time zone."""
        following = self._words[position]
        if following in _AFTER_CLOCK:
            return True
        if following.rstrip(".") in _AFTER_CLOCK_STOPPED:
            return following.endswith(".") or "." in self._words[position + 1 : position + 2]
        if self._is_first_word(position):
            return False
        zone = self._words[position + 1 : position + 1 + _ZONE_LENGTH]
        return any(word.lower() == "time" for word in zone)

    def _is_first_word(self, position: int) -> bool:
        """Whether the word at a position is a capitalized frequent first word."""
        if position == len(self._words):
            return False
        return self._words[position].lower() in _FIRST_WORDS and _is_title_case(
            self._words[position]
        )

    def _is_headline(self, first: int, end: int) -> bool:
        """Whether all words are capitalized, except words such as "of" and "the"."""
        return not any(
            word.isalpha() and word.islower() and word not in _FIRST_WORDS
            for word in self._words[first:end]
        )

    def _is_speaker(self, position: int) -> bool:
        """Whether a name and a reporting verb start at a position."""
        office = 0
        for word in self._words[position : position + _SPEAKER_LENGTH]:
            if word in _REPORTING_VERBS:
                return True
            if word in _POSSESSIVES:
                office = _LONGEST_OFFICE
            elif not word[0].isupper():
                if not office:
                    return False
                office -= 1
        return False

    def _can_start(self, position: int) -> bool:
        """Whether the word at a position can start a sentence."""
        if position == len(self._words):
            return False
        word = self._words[position]
        # It is neither punctuation nor in lower case; "iPod" is in mixed case.
        return not word.islower() and (word[0].isalnum() or word[0] in "$£€¥#")

    def _closes(self, position: int) -> bool:
        word = self._words[position]
        if word in _ONLY_CLOSING:
            return True
        if word not in _CLOSING:
            return False
        if not self._spaces[position - 1]:
            return True
        # A quotation mark with spaces around it may close an earlier equal mark.
        return self._spaces[position] and self._words[:position].count(word) % 2 == 1

    def _stopped_word(self, position: int) -> str:
        """Return the word before the stop, whether or not the stop is a separate word."""
        word = _STOPS.sub("", self._words[position])
        if not word and position and not self._spaces[position - 1]:
            return self._words[position - 1]
        return word

    def _skip(self, position: int, marks: frozenset[str]) -> int:
        while position < len(self._words) and self._words[position] in marks:
            position += 1
        return position


def _is_dateline(words: Sequence[str]) -> bool:
    """Whether the words before a dash are at least two of place, date and agency."""
    if len(words) < 2 or any(word.islower() for word in words):
        return False
    if words[-1] == ")" and "(" in words:
        return True
    if "," not in words:
        return False
    if any(word.lower().rstrip(".") in MONTHS for word in words):
        return True
    comma = words.index(",")
    name = "".join(words[:comma])
    # "IRAQ, IRAN" are the topics of a headline; "D.C." is a region.
    has_region = not any(word.isupper() and "." not in word for word in words[comma + 1 :])
    return has_region and name.isupper() and len(name) > _LONGEST_SHORT_NAME


def _is_abbreviation(word: str) -> bool:
    """Whether a word, without its last stop, may be an abbreviation."""
    # In headlines in capitals, abbreviations are in capitals too.
    return (
        any(
            form in _NEVER_LAST | _BEFORE_NUMBERS | _MAYBE_LAST
            for form in (word, word.title() if word.isupper() else word)
        )
        or _ACRONYM.fullmatch(word) is not None
    )


def _is_title_case(word: str) -> bool:
    return word[0].isupper() and (len(word) == 1 or not word.isupper())


def sentences_of(analysis: Analysis, in_a_row: int = 1) -> list[str]:
    """Return the sentences of a snippet, or each run of so many, as they stand in it.

    They are without white space around them; there are none without words. The analysis has the
    layers ``words`` and ``word_offsets``.
    """
    words, offsets = analysis.words, analysis.word_offsets.tolist()
    spaces, paragraph_starts = word_spacing(analysis.text, words, offsets)
    starts = np.flatnonzero(sentence_starts(words, spaces, paragraph_starts)).tolist()
    ends = [*starts[1:], len(words)]
    return [
        analysis.text[offsets[first] : offsets[end - 1] + len(words[end - 1])]
        for first, end in zip(starts, ends[in_a_row - 1 :], strict=False)
    ]
