"""Similarity of the hypothesis's dependency graph to the text's, by anchors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.features.batch import Side
from rte_baselines.features.describing import clipped
from rte_baselines.features.graph_matching.dependency_graph import (
    LAYERS,
    Constituent,
    DependencyGraph,
    graph_of,
)
from rte_baselines.features.graph_matching.matching import GraphMatching
from rte_baselines.features.graph_matching.nominalizations import with_nominalizations
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.word_similarity import WordSimilarity
from rte_baselines.rendering.drawings.shapes import Edge, Matching


class GraphFeature(PairFeature):
    """A feature of the anchors between the graphs of text and hypothesis.

    Its parameters are those of ``graph_similarity.v1``.
    """

    alpha: float
    beta: float
    gamma: float
    delta: float
    similarity: WordSimilarity | None
    reads = ("wordnet",)
    field_ranges = tuple((name, 0, 1) for name in ("alpha", "beta", "gamma", "delta"))

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers that graphs are built from, and those of the similarity."""
        if self.similarity is None:
            return LAYERS
        further = ("lemmas", "lemmas.ids", "pos", *self.similarity.layers)
        return tuple(dict.fromkeys((*LAYERS, *further)))

    def match(self, text: Analysis, hypothesis: Analysis) -> GraphMatching:
        """Build the two graphs, the text's with nominalizations as verbs, and match them."""
        text_tree = DependencyTree(text)
        text_graph = with_nominalizations(graph_of(text_tree), text_tree)
        further: FloatArray | None = None
        if self.similarity is not None:
            lemmas, text_lemmas = (
                Side([side]).lemmas("nothing", with_vectors=self.similarity.needs_vectors)[0]
                for side in (hypothesis, text)
            )
            further = self.similarity.matrix(lemmas, text_lemmas) / self.similarity.maximum
        return GraphMatching(
            text_graph,
            graph_of(DependencyTree(hypothesis)),
            alpha=self.alpha,
            beta=self.beta,
            gamma=self.gamma,
            delta=self.delta,
            words=further,
        )

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the governors of the hypothesis's constituents with those of their anchors."""
        matching = self.match(text, hypothesis)
        anchored = {anchor.hypothesis: anchor for anchor in matching.anchors}
        alignments = []
        for number, constituent in enumerate(matching.hypothesis.constituents):
            anchor = anchored.get(number)
            if anchor is None:
                alignments.append(Alignment(constituent.position, None, "no anchor"))
            else:
                position = matching.text.constituents[anchor.text].position
                alignments.append(Alignment(constituent.position, position, f"sm {anchor.sm:.2f}"))
        return sorted(alignments, key=lambda alignment: alignment.hypothesis)

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """List the anchors and the matched dependencies."""
        matching = self.match(text, hypothesis)
        names = _names(matching.hypothesis, hypothesis), _names(matching.text, text)
        drawing = _shape(matching, *names)
        dependencies = tuple(
            clipped(
                f"{'*' if edge.is_matched else ' '} {names[0][edge.start]} "
                f"-{edge.label}-> {names[0][edge.end]}"
            )
            for edge in drawing.edges
        )
        illustrations = (
            Illustration("Anchors (sm, ss)", _anchor_lines(matching, *names), drawing),
            Illustration("Dependencies of the hypothesis", dependencies),
        )
        return tuple(illustration for illustration in illustrations if illustration.lines)


def _shape(matching: GraphMatching, names: Sequence[str], text_names: Sequence[str]) -> Matching:
    """Return the anchors and the dependencies of the hypothesis, to be drawn."""
    is_mapped = np.any(matching.is_mapped, axis=1).tolist()
    return Matching(
        tuple(text_names),
        tuple(names),
        tuple(
            Alignment(anchor.hypothesis, anchor.text, f"sm {anchor.sm:.2f}, ss {anchor.ss:.2f}")
            for anchor in matching.anchors
        ),
        tuple(
            Edge(dependency.head, dependency.modifier, str(dependency.type), mapped)
            for dependency, mapped in zip(matching.hypothesis.dependencies, is_mapped, strict=True)
        ),
    )


def _anchor_lines(
    matching: GraphMatching, names: Sequence[str], text_names: Sequence[str]
) -> tuple[str, ...]:
    anchored = {anchor.hypothesis: anchor for anchor in matching.anchors}
    lines = []
    for number, name in enumerate(names):
        anchor = anchored.get(number)
        line = f"{'':12}{name}"
        if anchor is not None:
            line = f"{anchor.sm:.2f}  {anchor.ss:.2f}  {name} <- {text_names[anchor.text]}"
        lines.append(clipped(line))
    return tuple(lines)


def _names(graph: DependencyGraph, analysis: Analysis) -> list[str]:
    """Return the display name of each constituent: its words, or the verb it is read as."""

    def name(constituent: Constituent) -> str:
        words = " ".join(analysis.words[position] for position in constituent.words)
        read_as = f"{constituent.governor.lemma}: {analysis.words[constituent.position]}"
        return f"[{words or read_as}]"

    return list(map(name, graph.constituents))


@registry.features("graph_similarity.v1")
@dataclass(eq=False, repr=False)
class GraphSimilarity(GraphFeature):
    """How much of the hypothesis's dependency graph the text's graph subsumes.

    - similarity: E, the mean of S over the constituents of the hypothesis. Each constituent is
      anchored in the most similar constituent of the text (by sm). S is delta sm +
      (1 - delta) ss, where ss is the sum of the sm of the dependents that both have by the same
      type, divided by the number of dependencies. E is 0 for a negative subsumption: a verb
      phrase of the hypothesis is anchored in one with a similar governor, and only one of the
      two is negated.
    - contradiction: the highest ss of such a verb phrase, 0 without one. The more of their
      arguments are the same, the more one verb phrase is the negative form of the other.

    In both graphs passives are actives and appositions are copulas. Nouns of the text that
    WordNet derives from verbs are also these verbs (section 3.5).

    What the paper leaves open:

    - *Constituents* are those of a dependency parse (see `graph_of`). Phrases of other types,
      such as adverbs, are compared like noun phrases; a noun phrase is never anchored in a
      verb phrase, and a verb phrase never in a noun phrase.
    - *Empty denominators*: the similarity of a noun phrase of one word is that of the
      governors; for a constituent without dependents, ss is sm. Otherwise even a text that
      equals the hypothesis would not have E = 1, the "best case".
    - *Ties*: if several constituents of the text are most similar, all are anchors by
      definition 9 and count for f_D. In E the one with the highest ss counts; among verb
      phrases with the same ss, one that agrees in negation with the hypothesis's, if any.
    - *Negation* of any verb phrase makes E 0, not only of the main verb, and regardless of its
      arguments. A noun that is read as a verb is negated if its copula or its "there is" is, or
      by "no"; it has the modality of the copula or the "there is".
    - *Modals*: d is 1 for modals of one class, 1/2 for a modal of possibility or obligation
      compared with another auxiliary or none, and 0 for possibility compared with obligation.
      The paper says that its d was "empirically derived".
    - *Words*: beta is one number for all relations, path lengths and senses.
    - *Plausibility* of dependencies: a parse has no alternatives, but a noun that is read as
      a verb may have: in "the arrival of the cat", the cat is subject and object.

    Parameters
    ----------
    alpha : float
        The weight of the governor of a noun phrase, in [0, 1]; its other words have the rest.
    beta : float
        The similarity, in [0, 1], of words that WordNet relates by synonymy, entailment or
        generalization; the same word has 1.
    gamma : float
        The weight of the governor of a verb phrase, in [0, 1]; its modality has the rest.
    delta : float
        The weight of sm, in [0, 1]; ss has the rest.
    similarity : WordSimilarity, optional
        A further similarity of words, divided by its maximum; the higher one counts. The paper
        has none. Give it a minimum: any similarity above 0 of two verbs makes them comparable by
        their negation.
    """

    source = "pazienza2006 sections 3.4 and 3.5"
    outputs = (Output("similarity", direction=1), Output("contradiction", direction=-1))
    """The similarity E, and the similarity of the arguments if one side is negated."""

    alpha: float = 0.5
    beta: float = 0.8
    gamma: float = 0.5
    delta: float = 0.5
    similarity: WordSimilarity | None = None

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Match the graphs."""
        matching = self.match(text, hypothesis)
        negated = [anchor.ss for anchor in matching.negated_anchors()]
        if negated:
            return [0.0, min(max(negated), 1.0)]
        return [matching.similarity(), 0.0]

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """List the anchors, the matched dependencies, and the verbs negated on one side only."""
        matching = self.match(text, hypothesis)
        lines = tuple(
            f"{hypothesis.words[matching.hypothesis.constituents[anchor.hypothesis].position]} and "
            f"{text.words[matching.text.constituents[anchor.text].position]}"
            for anchor in matching.negated_anchors()
        )
        negated = (Illustration("Negated in one only", lines),) if lines else ()
        return (*super().illustrate(text, hypothesis), *negated)
