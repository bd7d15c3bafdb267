"""Base class of the graph-matching features."""

from collections.abc import Sequence

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.core.errors import ConfigError
from rte_baselines.features.base import Alignment, Illustration, PairFeature
from rte_baselines.features.batch import Side
from rte_baselines.features.graph_matching.dependency_graph import Constituent, DependencyGraph
from rte_baselines.features.graph_matching.graph_building import LAYERS, graph_of
from rte_baselines.features.graph_matching.matching import GraphMatching, Parameters
from rte_baselines.features.graph_matching.nominalizations import with_nominalizations
from rte_baselines.features.illustrating import clipped
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.lexicon.word_similarity import WordSimilarity
from rte_baselines.rendering.drawings.shapes import Edge, Link, Matching


class GraphFeature(PairFeature):
    """A feature of the anchors between the graphs of text and hypothesis.

    Parameters
    ----------
    alpha, beta, gamma, delta : float
        See `Parameters`.
    similarity : WordSimilarity, optional
        A further similarity of words; see ``graph_similarity.v1``.
    """

    alpha: float
    beta: float
    gamma: float
    delta: float
    similarity: WordSimilarity | None
    reads = ("wordnet",)

    def check_fields(self, path: str) -> None:
        """Check the fields, and that the parameters are from 0 to 1."""
        super().check_fields(path)
        for name in ("alpha", "beta", "gamma", "delta"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ConfigError(f"{path}.{name}: {value!r} is not between 0 and 1")

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
        parameters = Parameters(self.alpha, self.beta, self.gamma, self.delta)
        return GraphMatching(
            text_graph,
            graph_of(DependencyTree(hypothesis)),
            parameters,
            self._words(text, hypothesis),
        )

    def _words(self, text: Analysis, hypothesis: Analysis) -> FloatArray | None:
        """Return the further similarities in [0, 1], shape (hypothesis's words, text's)."""
        similarity = self.similarity
        if similarity is None:
            return None
        lemmas, text_lemmas = (
            Side([side]).lemmas("nothing", with_vectors=similarity.needs_vectors)[0]
            for side in (hypothesis, text)
        )
        return similarity.matrix(lemmas, text_lemmas) / similarity.maximum

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
        illustrations = (
            Illustration(
                "Anchors (sm, ss)", _anchor_lines(matching, *names), _shape(matching, *names)
            ),
            Illustration("Dependencies of the hypothesis", _dependency_lines(matching, names[0])),
        )
        return tuple(illustration for illustration in illustrations if illustration.lines)


def _shape(matching: GraphMatching, names: Sequence[str], text_names: Sequence[str]) -> Matching:
    """Return the anchors and the dependencies of the hypothesis, to be drawn."""
    is_mapped = np.any(matching.is_mapped, axis=1).tolist()
    return Matching(
        tuple(text_names),
        tuple(names),
        tuple(
            Link(anchor.hypothesis, anchor.text, f"sm {anchor.sm:.2f}, ss {anchor.ss:.2f}")
            for anchor in matching.anchors
        ),
        tuple(
            Edge(one.head, one.modifier, str(one.type), mapped)
            for one, mapped in zip(matching.hypothesis.dependencies, is_mapped, strict=True)
        ),
    )


def _anchor_lines(
    matching: GraphMatching, names: Sequence[str], text_names: Sequence[str]
) -> tuple[str, ...]:
    anchored = {anchor.hypothesis: anchor for anchor in matching.anchors}
    lines = []
    for number, name in enumerate(names):
        anchor = anchored.get(number)
        if anchor is None:
            lines.append(clipped(f"{'':12}{name}"))
        else:
            numbers = f"{anchor.sm:.2f}  {anchor.ss:.2f}  "
            lines.append(clipped(f"{numbers}{name} <- {text_names[anchor.text]}"))
    return tuple(lines)


def _dependency_lines(matching: GraphMatching, names: Sequence[str]) -> tuple[str, ...]:
    is_mapped: BoolArray = np.any(matching.is_mapped, axis=1)
    return tuple(
        clipped(
            f"{'*' if mapped else ' '} {names[dependency.head]} "
            f"-{dependency.type}-> {names[dependency.modifier]}"
        )
        for dependency, mapped in zip(
            matching.hypothesis.dependencies, is_mapped.tolist(), strict=True
        )
    )


def _names(graph: DependencyGraph, analysis: Analysis) -> list[str]:
    """Return the display name of each constituent: its words, or the verb it is read as."""

    def name(constituent: Constituent) -> str:
        words = " ".join(analysis.words[position] for position in constituent.words)
        read_as = f"{constituent.governor.lemma}: {analysis.words[constituent.position]}"
        return f"[{words or read_as}]"

    return list(map(name, graph.constituents))
