"""Verbs in the longest common subsequence of text and hypothesis."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, MeasuringFeature, PairFeature
from rte_baselines.features.batch import Selection
from rte_baselines.features.verbs.adverbial_negation import ADVERBIAL_LAYERS, is_adverbial_negation
from rte_baselines.features.verbs.verb_relations import VERB_LAYERS, verb_positions
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.kernels.words.subsequences import align_common_subsequence
from rte_baselines.lexicon.verbs.verbocean import (
    VerbMeaning,
    WithoutVerbOcean,
    verb_meaning,
    verbocean_in_use,
)

LcsMeasure = Literal["relation", "synonym", "antonym", "relation_with_negation"]

_WORDS = Selection("norms", "punctuation")


@registry.features("lcs_verbs.v1")
@dataclass(eq=False, repr=False)
class LcsVerbs(MeasuringFeature, PairFeature):
    """Synonymy and antonymy of verbs in the same slot of the longest common subsequence.

    The subsequence has two kinds of slots: each of its words, and each gap between two
    consecutive words. A verb of the hypothesis is compared with the verbs of the text in the
    same slot: with itself if it is a word of the subsequence, otherwise with the verbs in the
    same gap, as "crashed" is compared with "flew" in Figure 1. Verbs before the first or after
    the last word of the subsequence are not compared. The measures, with the paper's names,
    are

    - synonym (lcs_pos): 1 if two compared verbs are synonyms, else 0;
    - antonym (lcs_neg): 1 if two compared verbs are antonyms, else 0;
    - relation (lcs): -1 if two are antonyms, else 1 if two are synonyms, else 0;
    - relation_with_negation (lcs+not): relation, with its sign changed if the number of
      adverbial negations from the first to the last word of the subsequence, in text and
      hypothesis together, is odd.

    `verb_meaning` defines synonyms and antonyms, `is_adverbial_negation` defines negations.

    The paper does not say which verbs are compared, or whether a verb that both sides contain
    counts as its own synonym. It does here: the paper's verbs are those "in the longest common
    subsequence", and a verb shares all synsets with itself. If both relations are present, the
    antonym decides, because the paper looks for contradictions. Table 1 calls these features
    boolean, but section 3.1 gives lcs three values; lcs+not has three values here too.

    Parameters
    ----------
    measures : sequence of {"relation", "synonym", "antonym", "relation_with_negation"}
    missing : {"neutral", "error"}
        What to do without VerbOcean: warn once and use WordNet alone, or raise an error.
    """

    source = "newman2006 section 3.1 and Figure 1"
    reads = ("wordnet", "verbocean")
    layers = (*_WORDS.layers, *VERB_LAYERS, *ADVERBIAL_LAYERS)

    measures: Sequence[LcsMeasure] = ("relation",)
    missing: WithoutVerbOcean = "neutral"

    def _range(self, measure: LcsMeasure) -> tuple[float, float]:
        return 0.0 if measure in ("synonym", "antonym") else -1.0, 1.0

    def _direction(self, measure: LcsMeasure) -> int:
        return -1 if measure == "antonym" else 1

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare the verbs."""
        subsequence = _common_subsequence(text, hypothesis)
        meanings = {meaning for *_, meaning in self._related_verbs(text, hypothesis, subsequence)}
        relation = -1 if "antonym" in meanings else int("synonym" in meanings)
        negations = sum(map(_negations, (text, hypothesis), subsequence.T))
        measured: dict[LcsMeasure, float] = {
            "relation": relation,
            "synonym": "synonym" in meanings,
            "antonym": "antonym" in meanings,
            "relation_with_negation": -relation if negations % 2 else relation,
        }
        return [measured[measure] for measure in self.measures]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the synonyms and antonyms in the same slot."""
        subsequence = _common_subsequence(text, hypothesis)
        return tuple(
            Alignment(verb, text_verb, f"{meaning} in the same slot")
            for verb, text_verb, meaning in self._related_verbs(text, hypothesis, subsequence)
        )

    def _related_verbs(
        self, text: Analysis, hypothesis: Analysis, subsequence: IntArray
    ) -> Iterator[tuple[int, int, VerbMeaning]]:
        """Yield the positions in hypothesis and text of synonyms and antonyms in the same slot."""
        verbocean = verbocean_in_use(self.missing)
        text_slots, slots = map(_verbs_by_slot, (text, hypothesis), subsequence.T)
        for slot in sorted(slots.keys() & text_slots.keys()):
            for verb, text_verb in product(slots[slot], text_slots[slot]):
                lemmas = text.lemmas[text_verb], hypothesis.lemmas[verb]
                meaning = verb_meaning(*lemmas, verbocean)
                if meaning is not None:
                    yield verb, text_verb, meaning


def _common_subsequence(text: Analysis, hypothesis: Analysis) -> IntArray:
    """Return the positions of its words in text and hypothesis, shape (length, 2)."""
    sides = text, hypothesis
    positions = [_WORDS.positions(side) for side in sides]
    words = [side.ids("norms")[kept] for side, kept in zip(sides, positions, strict=True)]
    matched = align_common_subsequence(*words).T
    return np.column_stack(
        [kept[indices] for kept, indices in zip(positions, matched, strict=True)]
    )


def _verbs_by_slot(analysis: Analysis, subsequence: IntArray) -> Mapping[int, list[int]]:
    """Return the verbs from the subsequence's first to its last word, by slot.

    The subsequence's words are slots 1, 3, 5 and so on; the gaps after them are slots 2, 4, 6.
    """
    verbs = verb_positions(analysis)
    slots = np.searchsorted(subsequence, verbs) + np.searchsorted(subsequence, verbs, "right")
    by_slot: defaultdict[int, list[int]] = defaultdict(list)
    for verb, slot in zip(verbs, slots.tolist(), strict=True):
        if 0 < slot < 2 * len(subsequence):
            by_slot[slot].append(verb)
    return by_slot


def _negations(analysis: Analysis, subsequence: IntArray) -> int:
    """Count the adverbial negations from the subsequence's first to its last word."""
    if not len(subsequence):
        return 0
    span = slice(subsequence[0], subsequence[-1] + 1)
    return int(is_adverbial_negation(analysis)[span].sum())
