"""Similarity of text and hypothesis by the vectors of a sentence encoder."""

from collections.abc import Sequence
from typing import Literal

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Output, PairFeature

SentenceMeasure = Literal["snippet", "best_sentence"]


@registry.features("sentence_similarity.v1")
class SentenceSimilarity(PairFeature):
    """The cosines of vectors of the hypothesis and of the text or its sentences.

    The measures are

    - snippet: the cosine of the vectors of the text and of the hypothesis;
    - best_sentence: the highest cosine of the vector of the hypothesis with that of one
      sentence of the text. Sentence boundaries are found by rule; no parser is needed.

    The cosine with a snippet without word pieces is 0.

    Parameters
    ----------
    measures : sequence of {"snippet", "best_sentence"}
    """

    source = "reimers2019 section 3, cosine of mean-pooled vectors"

    def __init__(self, measures: Sequence[SentenceMeasure] = ("snippet", "best_sentence")) -> None:
        self.measures = measures

    @property
    def layers(self) -> tuple[str, ...]:
        """The vectors of snippets and, if asked for, of sentences."""
        sentences = ("sentence_vectors",) if "best_sentence" in self.measures else ()
        return ("snippet_vector", *sentences)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """A cosine for each measure, from -1 to 1; a single one has no name."""
        names = self.measures if len(self.measures) > 1 else ("",)
        return tuple(Output(name, -1.0, 1.0) for name in names)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare the vectors of a pair."""
        return [self._cosine(measure, text, hypothesis) for measure in self.measures]

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say the first of the cosines."""
        measure = self.measures[0]
        compared = "text" if measure == "snippet" else "nearest sentence of the text"
        cosine = self._cosine(measure, text, hypothesis)
        return f"the cosine of the hypothesis and the {compared} is {cosine:.2f}"

    def _cosine(self, measure: SentenceMeasure, text: Analysis, hypothesis: Analysis) -> float:
        whole = hypothesis.layer("snippet_vector")[None]
        if measure == "snippet":
            return float(cosines(whole, text.layer("snippet_vector")[None])[0, 0])
        found = cosines(whole, text.layer("sentence_vectors"))
        return float(found.max()) if found.size else 0.0
