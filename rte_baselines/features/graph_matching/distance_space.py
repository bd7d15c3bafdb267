"""Distance feature spaces: similarities of subject, verb and object to their anchors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Output
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.graph_matching.graph_similarity import GraphFeature
from rte_baselines.features.graph_matching.matching import GraphMatching
from rte_baselines.features.surface.overlap import WordOverlap
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.lexicon.word_similarity import WordSimilarity

Space = Literal["L", "G", "A"]

_LEXICAL = (WordOverlap("norms", unit="tokens"), WordOverlap("lemmas", unit="tokens"))
_NAMES: dict[Space, tuple[str, ...]] = {
    "L": ("tokens", "lemmas"),
    "G": (
        *("subject_sm", "subject_others", "subject_ss", "verb_sm", "verb_ss"),
        *("object_sm", "object_others", "object_ss"),
    ),
    "A": ("dependencies", "text_dependencies"),
}


@registry.features("distance_space.v1")
@dataclass(eq=False, repr=False)
class DistanceSpace(GraphFeature):
    """The distance feature spaces: words; subject, verb and object; dependencies.

    - L: the shares of the hypothesis's tokens, and of their lemmas, that the text contains.
    - G: for the subject, the main verb and the object of the hypothesis, the semantic
      similarity sm and the syntactic similarity ss to the anchor in the text; for subject and
      object also the similarity of the words other than the governor (Figure 2, "sims_sub").
    - A: the shares of the dependencies of hypothesis and text that are anchored. Dependencies
      of a noun that is read as a verb count only if they are anchored, because the reading is
      a guess.

    T, the task, is added by a head with ``task = true``. The graphs, the anchors, sm and ss are
    those of ``graph_similarity.v1``. No output represents negation: Figure 2 has none, and
    section 3.5 only says that negation prevents two sentences from entailing each other. If
    negation matters, add ``graph_similarity.v1``.

    What the paper leaves open:

    - The main verb is the first verb or copula that is the root of a sentence. If it has no
      object, the attribute of a copula is used.
    - *The most similar constituent* of the text is the anchor: the highest sm and, among ties,
      the highest ss. Section 4 says that it "is evaluated using ss", by which a subject without
      dependents would be similar to any constituent.
    - *Empty denominators*: without other words, their similarity is that of the governors;
      without dependents, ss is sm. A text that equals the hypothesis is therefore maximal. A
      missing subject, verb or object, or one without an anchor, has only zeros.
    - Tokens are compared in lower case, without punctuation.

    Parameters
    ----------
    spaces : sequence of {"L", "G", "A"}
    alpha, beta, gamma : float
        See ``graph_similarity.v1``.
    similarity : WordSimilarity, optional
        See ``graph_similarity.v1``.
    """

    source = "pazienza2006 section 4 and Figure 2"
    delta = 0.5  # None of these numbers depends on it.

    spaces: Sequence[Space] = ("L", "G", "A")
    alpha: float = 0.5
    beta: float = 0.8
    gamma: float = 0.5
    similarity: WordSimilarity | None = None

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers that graphs are built from, and ids of words and lemmas."""
        lexical = (layer for feature in _LEXICAL for layer in feature.layers)
        return tuple(dict.fromkeys((*super().layers, *lexical)))

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The numbers of the spaces, each from 0 to 1; 0 if the denominator is 0.

        Those of G have no direction: a text without a subject, a verb or an object has 0 with
        itself.
        """
        return tuple(
            Output(name, direction=0 if space == "G" else 1)
            for space in self.spaces
            for name in _NAMES[space]
        )

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compute the numbers of each space, in order."""
        matching = self.match(text, hypothesis)
        batch = PairBatch([text], [hypothesis])
        numbers: dict[Space, Callable[[], list[float]]] = {
            "L": lambda: [feature.compute(batch).item() for feature in _LEXICAL],
            "G": lambda: _verb_similarities(matching),
            "A": lambda: _anchored_shares(matching),
        }
        return [number for space in self.spaces for number in numbers[space]()]


def _verb_similarities(matching: GraphMatching) -> list[float]:
    """Return the similarities of subject, verb and object to their anchors."""
    graph = matching.hypothesis
    verb = graph.main_verb
    subject = graph.modifier_of(verb, "subject")
    object_ = graph.modifier_of(verb, "object", "attribute")
    verb_sm, _, verb_ss = _similarities(matching, verb)
    subject_values, object_values = (_similarities(matching, node) for node in (subject, object_))
    return [*subject_values, verb_sm, verb_ss, *object_values]


def _similarities(matching: GraphMatching, number: int | None) -> tuple[float, float, float]:
    """Return sm, the similarity of the other words, and ss of a constituent and its anchor."""
    if number is None or (partner := int(matching.partners[number])) < 0:
        return 0.0, 0.0, 0.0
    matrices = (matching.sm, matching.others, matching.ss)
    sm, others, ss = (float(matrix[number, partner]) for matrix in matrices)
    return sm, others, ss


def _anchored_shares(matching: GraphMatching) -> list[float]:
    """Return the shares of dependencies that are anchored, of hypothesis and text."""
    is_anchored: BoolArray = np.any(matching.is_mapped, axis=1)
    is_anchored_in_text: BoolArray = np.any(matching.is_mapped, axis=0)
    text = matching.text
    is_parsed = [
        not text.constituents[dependency.head].is_nominalization for dependency in text.dependencies
    ]
    counted = is_anchored_in_text[is_anchored_in_text | np.array(is_parsed, np.bool_)]
    return [float(mark.mean()) if len(mark) else 0.0 for mark in (is_anchored, counted)]
