"""How far the subject, verb and object of the hypothesis are from the text: feature spaces."""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Output
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.graph_matching.graph_feature import GraphFeature
from rte_baselines.features.graph_matching.matching import GraphMatching
from rte_baselines.features.overlap import WordOverlap
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.registry import registry

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
class DistanceSpace(GraphFeature):
    """The distance feature spaces: of words, of subject, verb and object, of dependencies.

    - L: the shares of the hypothesis's tokens, and of their lemmas, that the text has.
    - G: of the subject, the main verb and the object of the hypothesis, the semantic
      similarity sm and the syntactic similarity ss to the anchor in the text; of subject and
      object also that of the words other than the governor (Figure 2, "sims_sub").
    - A: the shares of the dependencies of hypothesis and text that are anchored. Those of
      a noun that is read as a verb count where they are anchored only: they are our guess.

    T, the task, is what a head adds with ``task = true``. The graphs, the anchors, sm and ss are
    those of ``graph_similarity.v1``. No number tells whether something is negated: Figure 2 has
    none for it, and section 3.5 only says that negation keeps two sentences from entailing
    each other. Where that is wanted, take ``graph_similarity.v1`` besides.

    What the paper leaves open:

    - The main verb is the verb or copula that is the root of a sentence, the first if there
      are several. Without an object, the attribute of a copula is one.
    - *The most similar constituent* of the text is the anchor, by sm, and among equals by ss.
      Section 4 says that it "is evaluated using ss", by which a subject that nothing depends
      on would be like anything.
    - *Over nothing*: without other words, theirs is the similarity of the governors, and
      without dependents, ss is sm, so that a text that is the hypothesis is maximal. A
      subject, verb or object that is missing, or has no anchor, has only zeros.
    - Tokens are compared in lower case, punctuation left out.

    Parameters
    ----------
    spaces : sequence of {"L", "G", "A"}
    alpha, beta, gamma : float
        See ``graph_similarity.v1``.
    """

    source = "pazienza2006 section 4 and Figure 2"
    delta = 0.5  # None of these numbers depends on it.

    def __init__(
        self,
        spaces: Sequence[Space] = ("L", "G", "A"),
        alpha: float = 0.5,
        beta: float = 0.8,
        gamma: float = 0.5,
    ) -> None:
        self.spaces = spaces
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma

    @property
    def layers(self) -> tuple[str, ...]:
        """What graphs are made of, and words and lemmas as numbers."""
        lexical = (layer for feature in _LEXICAL for layer in feature.layers)
        return tuple(dict.fromkeys((*super().layers, *lexical)))

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The numbers of the spaces, each from 0 to 1; 0 where a share is of nothing."""
        return tuple(Output(name) for space in self.spaces for name in _NAMES[space])

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compute the numbers of one space after the other."""
        matching = self.match(text, hypothesis)
        batch = PairBatch([text], [hypothesis])
        numbers: dict[Space, Callable[[], list[float]]] = {
            "L": lambda: [feature.compute(batch).item() for feature in _LEXICAL],
            "G": lambda: _of_main_verb(matching),
            "A": lambda: _of_dependencies(matching),
        }
        return [number for space in self.spaces for number in numbers[space]()]


def _of_main_verb(matching: GraphMatching) -> list[float]:
    """Return the similarities of subject, verb and object to their anchors."""
    graph = matching.hypothesis
    verb = graph.main_verb
    subject = graph.modifier_of(verb, "subject")
    object_ = graph.modifier_of(verb, "object", "attribute")
    verb_sm, _, verb_ss = _of_constituent(matching, verb)
    of_subject, of_object = (_of_constituent(matching, each) for each in (subject, object_))
    return [*of_subject, verb_sm, verb_ss, *of_object]


def _of_constituent(matching: GraphMatching, number: int | None) -> tuple[float, float, float]:
    """Return sm, the similarity of the other words, and ss of a constituent's anchor."""
    if number is None or (partner := int(matching.partners[number])) < 0:
        return 0.0, 0.0, 0.0
    matrices = (matching.sm, matching.others, matching.ss)
    sm, others, ss = (float(matrix[number, partner]) for matrix in matrices)
    return sm, others, ss


def _of_dependencies(matching: GraphMatching) -> list[float]:
    """Return the shares of dependencies that are anchored, of hypothesis and text."""
    is_anchored: BoolArray = np.any(matching.is_mapped, axis=1)
    is_anchored_in_text: BoolArray = np.any(matching.is_mapped, axis=0)
    text = matching.text
    is_parsed = [
        not text.constituents[dependency.head].is_nominalization for dependency in text.dependencies
    ]
    counted = is_anchored_in_text[is_anchored_in_text | np.array(is_parsed, np.bool_)]
    return [float(mark.mean()) if len(mark) else 0.0 for mark in (is_anchored, counted)]
