"""The part of a text that a hypothesis is compared with."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Literal

import numpy as np

from rte_baselines.analysis import Analysis, Analyzer
from rte_baselines.analysis.encoder.cosines import cosines
from rte_baselines.analysis.english.sentence_boundaries import sentences_of
from rte_baselines.core.limits import LONGEST_TEXT
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs import Pair

_WORD = re.compile(r"\w+|[^\w\s]")

TextPart = Literal["whole", "nearest_sentence"]

LAYERS: dict[TextPart, tuple[str, ...]] = {
    "whole": (),
    "nearest_sentence": ("words", "word_offsets", "snippet_vector"),
}
"""The layers that the part is found by."""


def compared(
    pairs: Sequence[Pair],
    part: TextPart,
    analyzer: Analyzer,
    known: dict[str, Analysis] | None = None,
) -> Sequence[Pair]:
    """Return the pairs with the part of their texts that is compared with the hypothesis.

    "nearest_sentence" is the sentence whose vector has the highest cosine with that of the
    hypothesis; the whole text if its own vector is at least as near, as for a text that is
    compared with itself. `known` gets the analyses, which need not be made again.

    Raises
    ------
    InputError
        If a text or hypothesis has more words than `LONGEST_TEXT`.
    """
    most = LONGEST_TEXT.most
    for pair in pairs:
        for name, snippet in (("text", pair.text), ("hypothesis", pair.hypothesis)):
            if len(snippet) > most and _has_more_words(snippet, most):
                raise LONGEST_TEXT.exceeded(f"pair {quoted(pair.id)}: the {name} has")
    if part == "whole":
        return pairs
    vector = ["snippet_vector"]
    hypotheses = analyzer.analyze([pair.hypothesis for pair in pairs], vector, known)
    texts = analyzer.analyze([pair.text for pair in pairs], LAYERS[part], known)
    parts = list(map(_parts, texts))
    analyzed = iter(analyzer.analyze(chain.from_iterable(parts), vector, known))
    return [
        replace(pair, text=_nearest(list(islice(analyzed, len(each))), hypothesis))
        for pair, each, hypothesis in zip(pairs, parts, hypotheses, strict=True)
    ]


def _has_more_words(snippet: str, most: int) -> bool:
    """Whether a text has more words and marks than so many; the rest is not read."""
    return next(islice(_WORD.finditer(snippet), most, None), None) is not None


def _parts(text: Analysis) -> list[str]:
    """Return the text, and its sentences if it has several."""
    sentences = sentences_of(text)
    return [text.text, *sentences] if len(sentences) > 1 else [text.text]


def _nearest(parts: Sequence[Analysis], hypothesis: Analysis) -> str:
    vectors = np.array([part.layer("snippet_vector") for part in parts])
    nearness = cosines(hypothesis.layer("snippet_vector")[None], vectors)[0]
    # Of equally near parts, the first: the whole text.
    return parts[int(nearness.argmax())].text
