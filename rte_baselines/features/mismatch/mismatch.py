"""Mismatches between hypothesis and text: negation, numbers, dates and capitalized words."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Feature, Output, share
from rte_baselines.features.batch import PairBatch, Selection, Side
from rte_baselines.kernels.ragged import BoolArray, FloatArray, Ragged
from rte_baselines.kernels.words import overlap

_ALL_NORMS = Selection("norms", "nothing")


@registry.features("negation_mismatch.v1")
class NegationMismatch(Feature):
    """Whether exactly one of text and hypothesis contains a negation: the not-rule.

    Parameters
    ----------
    words : {"particles", "all"}
        What counts as negation: "not" and "n't" only, as in the paper, or the negative
        pronouns, determiners and adverbs as well.
    """

    source = "jijkoun2006 section 3"
    outputs = (Output(""),)
    """1 for a mismatch, else 0."""

    def __init__(self, words: Literal["particles", "all"] = "particles") -> None:
        self.words = words

    @property
    def layers(self) -> tuple[str, ...]:
        """The marks of what counts as negation."""
        return (self._layer,)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Compare the two sides of every pair, shape (pairs, 1)."""
        text, hypothesis = (_any(side.marks(self._layer), side) for side in batch.sides)
        return _as_column(text != hypothesis)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Mark the hypothesis's negations if the text has none."""
        if text.layer(self._layer).any():
            return ()
        positions = np.flatnonzero(hypothesis.layer(self._layer)).tolist()
        return tuple(Alignment(position, None, "negation") for position in positions)

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say which of the two is negated, if only one is."""
        is_text, is_hypothesis = (side.layer(self._layer).any() for side in (text, hypothesis))
        if is_text == is_hypothesis:
            return ""
        return f"only the {'text' if is_text else 'hypothesis'} is negated"

    @property
    def _layer(self) -> str:
        return "is_negation" if self.words == "all" else "is_negation_particle"


@registry.features("number_mismatch.v1")
class NumberMismatch(Feature):
    """The share of the hypothesis's numbers whose value does not occur in the text.

    "1,000", "1000" and "one thousand" have the same value.
    """

    source = "the toolkit's own"
    layers = ("numbers",)
    """The values of the numbers."""
    outputs = (Output(""),)
    """One share; 0 for a hypothesis without numbers."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look up each number, shape (pairs, 1)."""
        return _missing_share(*(_numbers(side) for side in batch.sides))

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each number of the hypothesis with its first equal in the text."""
        first_positions = {
            value: position
            for position, value in reversed(list(enumerate(text.numbers.tolist())))
            if value == value
        }
        return tuple(
            Alignment(position, first_positions[value], "same number")
            if value in first_positions
            else Alignment(position, None, "number missing")
            for position, value in enumerate(hypothesis.numbers.tolist())
            if value == value
        )


@registry.features("date_mismatch.v1")
class DateMismatch(Feature):
    """The share of the hypothesis's date words that do not occur in the text.

    Date words are months, days of the week and years ("Mon." equals "Monday"), and all other
    words of entities labelled TIME, except closed-class words.
    """

    source = "the toolkit's own"
    layers = ("dates.ids", "is_date", "entity_labels", "is_closed_class", "is_punctuation")
    """Dates, entities, closed classes and punctuation."""
    outputs = (Output(""),)
    """One share; 0 for a hypothesis without dates."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look up each date word, shape (pairs, 1)."""
        texts, hypotheses = batch.sides
        dates = hypotheses.all_ids("dates").keep(_is_in_date(hypotheses))
        return _missing_share(texts.all_ids("dates"), dates)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each date word with its first equal in the text."""
        text_dates, dates = text.layer("dates"), hypothesis.layer("dates")
        return tuple(
            Alignment(position, text_dates.index(dates[position]), "same date")
            if dates[position] in text_dates
            else Alignment(position, None, "date missing")
            for position in np.flatnonzero(_is_in_date(Side([hypothesis]))).tolist()
        )


@registry.features("capitalized_mismatch.v1")
class CapitalizedMismatch(Feature):
    """The share of the hypothesis's capitalized words that do not occur in the text.

    Words are compared in lower case. Closed-class words are excluded: they are capitalized
    only at the start of a sentence.
    """

    source = "the toolkit's own"
    layers = (*_ALL_NORMS.layers, "is_capitalized", "is_closed_class")
    """Norms, capitals and closed classes."""
    outputs = (Output(""),)
    """One share; 0 for a hypothesis without capitalized words."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Look up each capitalized word, shape (pairs, 1)."""
        texts, hypotheses = batch.ids(_ALL_NORMS)
        side = batch.sides[1]
        is_name = side.marks("is_capitalized") & ~side.marks("is_closed_class")
        return _missing_share(texts, hypotheses.keep(is_name))

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Mark the capitalized words that the text lacks."""
        norms = set(text.norms)
        return tuple(
            Alignment(position, None, "name missing")
            for position in np.flatnonzero(_is_name(hypothesis)).tolist()
            if hypothesis.norms[position] not in norms
        )


def _is_name(analysis: Analysis) -> BoolArray:
    return analysis.is_capitalized & ~analysis.is_closed_class


def _is_in_date(side: Side) -> BoolArray:
    """Mark the date words, shape (words,)."""
    is_time = np.array([label == "TIME" for label in side.strings("entity_labels")], np.bool_)
    return side.marks("is_date") | (is_time & side.kept("closed_class"))


def _any(marks: BoolArray, side: Side) -> BoolArray:
    """Return which snippets have a marked word, shape (snippets,)."""
    marked = Ragged(marks.astype(np.int64), side.offsets).keep(marks)
    return marked.lengths > 0


def _numbers(side: Side) -> Ragged:
    """Return the numbers of each snippet as ids; equal values have equal ids."""
    values = side.numbers()
    return Ragged(values.view(np.int64), side.offsets).keep(~np.isnan(values))


def _missing_share(texts: Ragged, hypotheses: Ragged) -> FloatArray:
    """Return the share of each hypothesis's ids that its text lacks, shape (pairs, 1)."""
    ones = [np.ones(len(side.values)) for side in (texts, hypotheses)]
    sums = overlap.overlap_sums(texts, hypotheses, *ones, types=False)
    total = sums[:, overlap.HYPOTHESIS]
    return _as_column(share(total - sums[:, overlap.COVERED], total))


def _as_column(values: FloatArray | BoolArray) -> FloatArray:
    return values.astype(np.float64).reshape(-1, 1)
