"""The sentences of a snippet as text, without a parse."""

from itertools import pairwise

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.sentence_boundaries import sentence_starts, word_spacing


def sentences_of(analysis: Analysis) -> list[str]:
    """Return the sentences of a snippet, without white space around them; empty without words.

    The analysis has the layers ``words`` and ``word_offsets``.
    """
    words, offsets = analysis.words, analysis.word_offsets.tolist()
    spaces, paragraph_starts = word_spacing(analysis.text, words, offsets)
    starts = np.flatnonzero(sentence_starts(words, spaces, paragraph_starts)).tolist()
    return [
        analysis.text[offsets[first] : offsets[end - 1] + len(words[end - 1])]
        for first, end in pairwise([*starts, len(words)])
    ]
