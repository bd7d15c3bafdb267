"""Counts: words of a kind in each snippet, their lengths, and the counts of NLTK."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.tokens.quantifiers import QUANTIFIERS
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Feature, Output, PairFeature, share
from rte_baselines.features.batch import PairBatch, Selection, Side
from rte_baselines.kernels.ragged import BoolArray, FloatArray

Kind = Literal["negations", "numbers", "quantifiers", "names", "passives", "sentences"]

_QUANTIFIERS = QUANTIFIERS.keys() | set(
    "any much little either half everyone everybody everything someone somebody something "
    "anyone anybody anything nobody nothing".split()
)
_PASSIVE_RELATIONS = frozenset({"aux:pass", "nsubj:pass", "csubj:pass"})
_LAYERS: dict[Kind, tuple[str, ...]] = {
    "negations": ("is_negation",),
    "numbers": ("numbers",),
    "quantifiers": ("norms",),
    "names": ("entity_labels", "entity_starts"),
    "passives": ("relations", "heads"),
    "sentences": ("sentence_starts",),
}

_WORDS = Selection("norms", "punctuation")
# NLTK's extractor defines these inside its constructor, which builds a tokenizer for every
# pair; the tests compare them with NLTK's.
_WORD_PATTERN = r"[\w.@:/]+|\w+|\$[\d.]+"
_STOP_WORDS = frozenset("a the it they of in to is have are were and very . ,".split())
_NEGATIONS = frozenset("no not never failed rejected denied".split())


@registry.features("counts.v1")
@dataclass(eq=False, repr=False)
class Counts(Feature):
    """The number of negations, or of another kind of word, in text and in hypothesis.

    - negations: "not", "n't", "never", "nobody", "without", …;
    - numbers: in digits or words, "two million" being one;
    - quantifiers: "all", "some", "no", "nobody", …, of a list;
    - names: named entities, of any type but times;
    - passives: verbs with a passive auxiliary or subject;
    - sentences.

    The last three need a parse.

    Parameters
    ----------
    of : {"negations", "numbers", "quantifiers", "names", "passives", "sentences"}
    """

    source = "the toolkit's own"
    outputs = tuple(Output(name, 0.0, math.inf) for name in ("text", "hypothesis"))
    """Two counts."""

    of: Kind = "negations"

    @property
    def layers(self) -> tuple[str, ...]:
        """What marks the words that are counted."""
        return _LAYERS[self.of]

    def compute(self, batch: PairBatch) -> FloatArray:
        """Count the words of every pair, shape (pairs, 2)."""
        counts = [side.counts(self._marks(side)) for side in batch.sides]
        return np.column_stack(counts).astype(np.float64)

    def _marks(self, side: Side) -> BoolArray:
        """Mark the words that are counted, shape (words,)."""
        if self.of == "negations":
            return side.marks("is_negation")
        if self.of == "numbers":
            return ~np.isnan(side.numbers())
        if self.of == "quantifiers":
            return _where(word in _QUANTIFIERS for word in side.strings("norms"))
        if self.of == "names":
            labels = side.strings("entity_labels")
            return side.marks("entity_starts") & _where(label != "TIME" for label in labels)
        if self.of == "sentences":
            return side.marks("sentence_starts")
        return _passives(side)


def _where(truths: Iterable[bool]) -> BoolArray:
    return np.fromiter(truths, np.bool_)


def _passives(side: Side) -> BoolArray:
    """Mark the verbs that a passive auxiliary or subject depends on."""
    is_passive = _where(name in _PASSIVE_RELATIONS for name in side.strings("relations"))
    marks = np.zeros(len(is_passive), np.bool_)
    marks[side.heads()[is_passive]] = True
    return marks


@registry.features("lengths.v1")
class Lengths(Feature):
    """The number of words in text and hypothesis, and the ratio hypothesis to text.

    Punctuation does not count beside words. The ratio is 0 if the text is empty.
    """

    source = "bos2006 section 2.2"
    layers = _WORDS.layers
    outputs = tuple(Output(name, 0.0, math.inf) for name in ("text", "hypothesis", "ratio"))
    """Two lengths and their ratio."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return text length, hypothesis length and ratio, shape (pairs, 3)."""
        texts, hypotheses = batch.ids(_WORDS)
        text, hypothesis = texts.lengths.astype(float), hypotheses.lengths.astype(float)
        return np.column_stack([text, hypothesis, share(hypothesis, text)])


@registry.features("nltk_rte.v1")
class NltkRte(PairFeature):
    """Counts of common words, extra words and negations, equal to NLTK's output for each pair.

    All counts are over distinct words without a short list of stop words. They are the number
    of the hypothesis's words, and of its names (words with a capital), that are in the text;
    the number that are not; the number of negations on each side; and a constant 1. NLTK does
    not normalize case, so that "The" is not a stop word but a name.
    """

    source = "NLTK, nltk.classify.rte_classify"
    layers = ()  # NLTK has its own tokenizer.

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Outputs with NLTK's names."""
        return (
            Output("alwayson", 1.0, 1.0),
            Output("word_overlap", 0.0, math.inf, direction=1),
            Output("word_hyp_extra", 0.0, math.inf, direction=-1),
            Output("ne_overlap", 0.0, math.inf, direction=1),
            Output("ne_hyp_extra", 0.0, math.inf, direction=-1),
            Output("neg_txt", 0.0, len(_NEGATIONS)),
            Output("neg_hyp", 0.0, len(_NEGATIONS)),
        )

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Count the words."""
        text_words, words = _words(text), _words(hypothesis)
        names = {word for word in words if word.istitle() or word.isupper()}
        return (
            1,
            len((words & text_words) - names),
            len((words - text_words) - names),
            len(names & text_words),
            len(names - text_words),
            len(_NEGATIONS & text_words),
            len(_NEGATIONS & words),
        )


def _words(analysis: Analysis) -> set[str]:
    # As NLTK does: `re` differs from it on letters beyond ASCII.
    import regex

    return set(regex.findall(_WORD_PATTERN, analysis.text)) - _STOP_WORDS
