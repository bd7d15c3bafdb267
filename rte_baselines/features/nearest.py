"""The part of a text that a hypothesis is compared with."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis, Analyzer
from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.analysis.english.sentence_boundaries import sentences_of
from rte_baselines.pairs import Pair

TextPart = Literal["whole", "nearest_sentence"]

LAYERS: dict[TextPart, tuple[str, ...]] = {
    "whole": (),
    "nearest_sentence": ("words", "word_offsets", "snippet_vector"),
}
"""The layers that the part is found by."""


def compared(pairs: Sequence[Pair], part: TextPart, analyzer: Analyzer) -> Sequence[Pair]:
    """Return the pairs with the part of their texts that is compared with the hypothesis.

    "nearest_sentence" is the sentence whose vector has the highest cosine with that of the
    hypothesis, or as many in a row as the hypothesis has; the whole text if its own vector is at
    least as near, as for a text that is compared with itself.
    """
    if part == "whole":
        return pairs
    hypotheses = analyzer.analyze([pair.hypothesis for pair in pairs], LAYERS[part])
    texts = analyzer.analyze([pair.text for pair in pairs], LAYERS[part])
    parts = list(map(_parts, texts, hypotheses))
    analyzed = iter(analyzer.analyze(chain.from_iterable(parts), ["snippet_vector"]))
    return [
        replace(pair, text=_nearest(list(islice(analyzed, len(snippets))), hypothesis))
        for pair, snippets, hypothesis in zip(pairs, parts, hypotheses, strict=True)
    ]


def _parts(text: Analysis, hypothesis: Analysis) -> list[str]:
    """Return the text, and its runs of as many sentences as the hypothesis has, if it has more."""
    sentences = sentences_of(text, in_a_row=max(len(sentences_of(hypothesis)), 1))
    return [text.text, *sentences] if len(sentences) > 1 else [text.text]


def _nearest(parts: Sequence[Analysis], hypothesis: Analysis) -> str:
    vectors = np.array([part.layer("snippet_vector") for part in parts])
    nearness = cosines(hypothesis.layer("snippet_vector")[None], vectors)[0]
    # Of equally near parts, the first: the whole text.
    return parts[int(nearness.argmax())].text
