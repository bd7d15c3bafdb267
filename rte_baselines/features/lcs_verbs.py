"""Verbs in the longest common subsequence of text and hypothesis."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.adverbial_negation import ADVERBIAL_LAYERS, is_adverbial_negation
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.features.batch import Selection
from rte_baselines.features.verb_relations import VERB_LAYERS, verb_places
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.kernels.subsequences import align_common_subsequence
from rte_baselines.lexicon.verb_meanings import VerbMeaning, verb_meaning
from rte_baselines.lexicon.verbocean import WithoutVerbOcean, verbocean_in_use
from rte_baselines.registry import registry

LcsMeasure = Literal["relation", "synonym", "antonym", "relation_with_negation"]

_WORDS = Selection("norms", "punctuation")
_LOWEST: Mapping[LcsMeasure, float] = {
    "relation": -1.0,
    "synonym": 0.0,
    "antonym": 0.0,
    "relation_with_negation": -1.0,
}


@registry.features("lcs_verbs.v1")
class LcsVerbs(PairFeature):
    """Whether verbs that fill the same slot of the longest common subsequence agree.

    The subsequence has two kinds of slots: each of its words, and the gap between two of
    them. A verb of the hypothesis meets the verbs of the text in the same slot: itself if it
    is a word of the subsequence, else what stands in the gap, as "crashed" meets "flew" in
    Figure 1. Verbs before the first or after the last word of the subsequence meet none. The
    measures, with the paper's names, are

    - synonym (lcs_pos): 1 if two verbs that meet are synonyms, else 0;
    - antonym (lcs_neg): 1 if two are antonyms, else 0;
    - relation (lcs): -1 if two are antonyms, else 1 if two are synonyms, else 0;
    - relation_with_negation (lcs+not): relation, with its sign turned if the number of
      adverbial negations from the first to the last word of the subsequence, in text and
      hypothesis together, is odd.

    `verb_meaning` says what synonyms and antonyms are, `is_adverbial_negation` what negates.
    The paper leaves open which verbs meet, and whether a verb counts that both sides have.
    Its verbs are those "in the longest common subsequence", and a verb shares all synsets
    with itself: it counts. Where both relations are found the antonym does, as it is
    contradictions that the paper looks for. Table 1 calls these features boolean, but
    section 3.1 gives lcs three values; so has lcs+not here.

    Parameters
    ----------
    measures : sequence of {"relation", "synonym", "antonym", "relation_with_negation"}
    missing : {"neutral", "error"}
        What to do without VerbOcean: say so once and go by WordNet alone, or stop.
    """

    source = "newman2006 section 3.1 and Figure 1"
    reads = ("wordnet", "verbocean")

    def __init__(
        self,
        measures: Sequence[LcsMeasure] = ("relation",),
        missing: WithoutVerbOcean = "neutral",
    ) -> None:
        self.measures = measures
        self.missing = missing

    @property
    def layers(self) -> tuple[str, ...]:
        """The words of the subsequence, verbs and negation."""
        return (*_WORDS.layers, *VERB_LAYERS, *ADVERBIAL_LAYERS)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure, without a name if there is one only."""
        names = self.measures if len(self.measures) > 1 else ("",)
        return tuple(
            Output(name, _LOWEST[measure])
            for name, measure in zip(names, self.measures, strict=True)
        )

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare the verbs."""
        subsequence = _common_subsequence(text, hypothesis)
        meanings = {met.meaning for met in self._met(text, hypothesis, subsequence)}
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
        """Align the synonyms and antonyms that fill the same slot."""
        subsequence = _common_subsequence(text, hypothesis)
        return tuple(
            Alignment(met.verb, met.text_verb, f"{met.meaning} in the same slot")
            for met in self._met(text, hypothesis, subsequence)
        )

    def _met(self, text: Analysis, hypothesis: Analysis, subsequence: IntArray) -> Iterator["_Met"]:
        """Yield the synonyms and antonyms that fill the same slot."""
        verbocean = verbocean_in_use(self.missing)
        text_slots, slots = map(_verbs_by_slot, (text, hypothesis), subsequence.T)
        for slot in sorted(slots.keys() & text_slots.keys()):
            for verb, text_verb in product(slots[slot], text_slots[slot]):
                lemmas = text.lemmas[text_verb], hypothesis.lemmas[verb]
                meaning = verb_meaning(*lemmas, verbocean)
                if meaning is not None:
                    yield _Met(verb, text_verb, meaning)


class _Met(NamedTuple):
    """A verb of the hypothesis and one of the text, by position, and what they have in common."""

    verb: int
    text_verb: int
    meaning: VerbMeaning


def _common_subsequence(text: Analysis, hypothesis: Analysis) -> IntArray:
    """Return where its words stand in the text and in the hypothesis, shape (length, 2)."""
    sides = text, hypothesis
    positions = [_WORDS.positions(side) for side in sides]
    words = [side.ids("norms")[kept] for side, kept in zip(sides, positions, strict=True)]
    matched = align_common_subsequence(*words).T
    return np.column_stack([kept[places] for kept, places in zip(positions, matched, strict=True)])


def _verbs_by_slot(analysis: Analysis, subsequence: IntArray) -> Mapping[int, list[int]]:
    """Return the verbs from the subsequence's first to its last word, by slot.

    The subsequence's words are slots 1, 3, 5 and so on, the gaps after each 2, 4, 6.
    """
    verbs = verb_places(analysis)
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
    stretch = slice(subsequence[0], subsequence[-1] + 1)
    return int(is_adverbial_negation(analysis)[stretch].sum())
