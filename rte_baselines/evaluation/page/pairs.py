"""The pairs on the page: as JSON for its script, and some with the words that runs aligned."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.inputs.gold import ScoredRun
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Pair
from rte_baselines.rendering.drawings.alignments import draw_aligned_words
from rte_baselines.rendering.drawings.shapes import AlignedWords
from rte_baselines.runs.columns import Column

Alignments = Mapping[str, Mapping[str, AlignedWords]]
"""Word alignments by the name of a run, then by the id of a pair."""

_DIGITS = 4
_NOT_ANSWERED = "."
_MOST_PAIRS = 6
# In CSS pixels: two wide drawings, or three narrow ones, fit beside each other into a window of
# 1,280, and a narrow one into that of a phone.
_WIDE, _NARROW = 560, 320

Span = tuple[int, int]
"""The start and the end of a word in its snippet, as character offsets; the end is exclusive."""


def located_links(pair: Pair, alignment: AlignedWords) -> Iterator[tuple[Span, Span | None, str]]:
    """Yield the links of the words that are found in the pair's snippets.

    A link has the spans of a word of the hypothesis and of one of the text, if it has one, and
    their relation. It is an error if it refers to a word that the alignment does not have.
    """
    hypothesis = _spans(alignment.hypothesis, pair.hypothesis)
    text = _spans(alignment.text, pair.text)
    for link in alignment.links:
        word, aligned = link.hypothesis, link.text
        if not (0 <= word < len(hypothesis) and (aligned is None or 0 <= aligned < len(text))):
            raise InputError(
                f"pair {pair.id!r}: an alignment links word {word} of the hypothesis to word "
                f"{aligned} of the text; expected less than {len(hypothesis)} and {len(text)}"
            )
        span, aligned_span = hypothesis[word], None if aligned is None else text[aligned]
        if span is not None and (aligned is None or aligned_span is not None):
            yield span, aligned_span, link.relation


def _spans(words: Sequence[str], snippet: str) -> list[Span | None]:
    """Return the span of each word, searched for after the word before it, None if not found."""
    spans: list[Span | None] = []
    # The words may be those of one sentence of the snippet, and some of them stand before it, too.
    sentence = re.search(r"(?<!\w)" + r"\s*".join(map(re.escape, words)), snippet)
    end = sentence.start() if sentence else 0
    for word in words:
        start = snippet.find(word, end) if word else -1
        spans.append((start, start + len(word)) if start >= 0 else None)
        end = end if start < 0 else start + len(word)
    return spans


def pairs_json(
    pairs: Sequence[Pair],
    runs: Sequence[ScoredRun],
    alignments: Alignments,
    parts: Parts,
) -> str:
    """Return the pairs as JSON that is safe in an HTML script element.

    It is an object with the arrays ``ids``, ``texts`` and ``hypotheses``, which have an element for
    each pair; ``gold``, a string with a digit for each pair, which is the place of its label in
    ``labels``; ``task``, the place of each pair's task in ``tasks``, or null; ``phenomena``, those
    of each pair, by its place; and ``runs``, as `_run_columns` returns them, with the ``links`` of
    aligned words, by the place of the pair.
    """
    task: list[int | None] = [None] * len(pairs)
    for place, positions in enumerate(parts.tasks.values()):
        for position in positions.tolist():
            task[position] = place
    phenomena: dict[int, list[str]] = {}
    for phenomenon, positions in parts.phenomena.items():
        for position in positions.tolist():
            phenomena.setdefault(position, []).append(str(phenomenon))

    def links(aligned: Mapping[str, AlignedWords]) -> dict[int, list[Any]]:
        return {
            place: list(located_links(pair, aligned[pair.id]))
            for place, pair in enumerate(pairs)
            if pair.id in aligned
        }

    content = {
        "labels": list(map(str, LABELS)),
        "gold": "".join(str(LABELS.index(pair.label)) for pair in pairs if pair.label is not None),
        "ids": [pair.id for pair in pairs],
        "texts": [pair.text for pair in pairs],
        "hypotheses": [pair.hypothesis for pair in pairs],
        "tasks": list(parts.tasks),
        "task": task,
        "phenomena": phenomena,
        "runs": [
            _run_columns(run, len(pairs)) | {"links": links(alignments.get(run.name, {}))}
            for run in runs
        ],
    }
    # Without "<", no text can close the script element.
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )


def _run_columns(scored: ScoredRun, pairs: int) -> dict[str, Any]:
    """Return a run's predictions as columns.

    ``labels`` is a string like ``gold``, with a dot for pairs that are not answered; ``right``
    has 1 for correct labels and 0 for others. Both are null for a run without labels.
    ``confidence`` and ``score`` are arrays with null where there is no number, or null if there is
    none at all.
    """
    run, answered = scored.run, scored.answered
    return {
        "name": scored.name,
        "labels": _digits(run.columns.codes, answered, pairs) if run.has_labels else None,
        "right": _digits(scored.judgments.right, answered, pairs) if run.has_labels else None,
        "confidence": _numbers(run.confidences, run.columns.confidences, answered, pairs),
        "score": _numbers(run.scores, run.columns.scores, answered, pairs),
    }


def _digits(values: Any, answered: IntArray, pairs: int) -> str:
    digits = np.full(pairs, _NOT_ANSWERED)
    digits[answered] = np.asarray(values, np.int64).astype(np.str_)
    return "".join(digits.tolist())


def _numbers(
    of_all: FloatArray | None, own: Column, answered: IntArray, pairs: int
) -> list[float | None] | None:
    """Return the number of each pair, None for a pair without one; None if there are no numbers.

    `of_all` has the numbers of all predictions, perhaps from their probabilities. If it is None,
    the numbers that only some predictions have are used.
    """
    values = own.values if of_all is None else of_all
    given = own.has_number if of_all is None else np.ones(len(values), np.bool_)
    if not given.any():
        return None
    numbers: list[float | None] = [None] * pairs
    rounded = np.round(values[given], _DIGITS).tolist()
    for place, value in zip(answered[given].tolist(), rounded, strict=True):
        # Whole numbers are shorter without a decimal point.
        numbers[place] = int(value) if value.is_integer() else value
    return numbers


class ExplainedAnswer(NamedTuple):
    """What a run says of a pair, and the words that its model aligned."""

    run: str
    label: str
    is_right: bool
    confidence: float
    words: AlignedWords

    @property
    def wide(self) -> Markup:
        """The words as an ``<svg>`` element, of which two fit beside each other."""
        return draw_aligned_words(self.words, _WIDE)

    @property
    def narrow(self) -> Markup:
        """The same for narrow windows, and for more answers."""
        return draw_aligned_words(self.words, _NARROW)


class ExplainedPair(NamedTuple):
    """A pair with the answers of the runs whose models are known."""

    pair: Pair
    answers: Sequence[ExplainedAnswer]


def explained_pairs(
    pairs: Sequence[Pair], runs: Sequence[ScoredRun], alignments: Alignments
) -> list[ExplainedPair]:
    """Return the pairs on which runs with aligned words are most confident of a wrong label.

    If there are several such runs, at least one of them must be right on the pair, so that the
    words that they aligned can be compared. `alignments` are by the name of a run and the id of a
    pair, as `located_links` has checked them.
    """
    answers = [
        _answers(run, alignments[run.name], pairs) for run in runs if alignments.get(run.name)
    ]
    wrong: dict[int, float] = {}
    for place in range(len(pairs)):
        found = [of_run[place] for of_run in answers if place in of_run]
        sure = [answer.confidence for answer in found if not answer.is_right]
        is_right_for_any = len(sure) < len(found) or len(found) == 1
        if sure and len(found) == len(answers) and is_right_for_any:
            wrong[place] = max(sure)
    # Equally sure ones stay in their order.
    chosen = sorted(wrong, key=lambda place: -wrong[place])[:_MOST_PAIRS]
    return [ExplainedPair(pairs[place], [of_run[place] for of_run in answers]) for place in chosen]


def _answers(
    scored: ScoredRun, words: Mapping[str, AlignedWords], pairs: Sequence[Pair]
) -> dict[int, ExplainedAnswer]:
    """Return the answers on the pairs whose aligned words are known, by the place of the pair."""
    confidences = scored.judgments.confidences
    sure = np.zeros(len(scored.answered)) if confidences is None else confidences
    columns = (scored.answered, scored.run.labels, scored.judgments.right, sure)
    return {
        place: ExplainedAnswer(scored.name, str(label), is_right, sure, words[pairs[place].id])
        for place, label, is_right, sure in zip(*(of.tolist() for of in columns), strict=True)
        if pairs[place].id in words
    }
