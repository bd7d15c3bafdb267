"""The part of a text that a hypothesis is compared with."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis, Analyzer
from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.analysis.english.sentence_boundaries import sentences_of
from rte_baselines.pairs import Pair

TextPart = Literal["whole", "nearest_sentence"]

LAYERS: dict[TextPart, tuple[str, ...]] = {
    "whole": (),
    "nearest_sentence": ("words", "word_offsets", "sentence_vectors", "snippet_vector"),
}
"""The layers that the part is found by."""


def compared(pairs: Sequence[Pair], part: TextPart, analyzer: Analyzer) -> Sequence[Pair]:
    """Return the pairs with the part of their texts that is compared with the hypothesis.

    "nearest_sentence" is the sentence whose vector has the highest cosine with that of the
    hypothesis; the whole text if its own vector is at least as near, as for a text that is
    compared with itself.
    """
    if part == "whole":
        return pairs
    texts = analyzer.analyze([pair.text for pair in pairs], LAYERS[part])
    hypotheses = analyzer.analyze([pair.hypothesis for pair in pairs], ["snippet_vector"])
    return [
        replace(pair, text=_nearest(text, hypothesis))
        for pair, text, hypothesis in zip(pairs, texts, hypotheses, strict=True)
    ]


def _nearest(text: Analysis, hypothesis: Analysis) -> str:
    sentences = sentences_of(text)
    if len(sentences) < 2:
        return text.text
    vectors = np.vstack([text.layer("snippet_vector"), text.layer("sentence_vectors")])
    nearness = cosines(hypothesis.layer("snippet_vector")[None], vectors)[0]
    # Of equally near parts, the first: the whole text.
    return (text.text, *sentences)[int(nearness.argmax())]
