"""How many words of a kind are in each snippet."""

import math
from collections.abc import Iterable
from typing import Literal

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.features.base import Feature, Output
from rte_baselines.features.batch import PairBatch, Side
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged

Kind = Literal["negations", "numbers", "quantifiers", "names", "passives", "sentences"]

QUANTIFIERS = frozenset(
    "all every each both most many much several some any few little no none neither either "
    "half everyone everybody everything someone somebody something anyone anybody anything "
    "nobody nothing".split()
)
"""The words that count as quantifiers, in lower case."""

_PASSIVE_RELATIONS = frozenset({"aux:pass", "nsubj:pass", "csubj:pass"})
_LAYERS: dict[Kind, tuple[str, ...]] = {
    "negations": ("is_negation",),
    "numbers": ("numbers",),
    "quantifiers": ("norms",),
    "names": ("entity_labels", "entity_starts"),
    "passives": ("relations", "heads"),
    "sentences": ("sentence_starts",),
}


@registry.features("counts.v1")
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

    def __init__(self, of: Kind = "negations") -> None:
        self.of = of

    @property
    def layers(self) -> tuple[str, ...]:
        """What marks the words that are counted."""
        return _LAYERS[self.of]

    def compute(self, batch: PairBatch) -> FloatArray:
        """Count the words of every pair, shape (pairs, 2)."""
        counts = [_count(self._marks(side), side) for side in batch.sides]
        return np.column_stack(counts).astype(np.float64)

    def _marks(self, side: Side) -> BoolArray:
        """Mark the words that are counted, shape (words,)."""
        if self.of == "negations":
            return side.marks("is_negation")
        if self.of == "numbers":
            return ~np.isnan(side.numbers())
        if self.of == "quantifiers":
            return _where(word in QUANTIFIERS for word in side.strings("norms"))
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
    marks[(side.heads() + np.repeat(side.offsets[:-1], np.diff(side.offsets)))[is_passive]] = True
    return marks


def _count(marks: BoolArray, side: Side) -> IntArray:
    return Ragged(marks.astype(np.int64), side.offsets).keep(marks).lengths
