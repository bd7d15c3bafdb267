"""Snippets whose vectors are given by hand."""

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer


def with_vectors(words, vectors, **layers):
    """The analysis of words, each of them one piece, with given vectors.

    Further layers are the sentences' vectors and the snippet's, by default those of the first
    word.
    """
    analysis = Analysis(words, default_analyzer())
    names = tuple(words.split())
    vectors = np.array(vectors, np.float16)
    analysis.layers |= {
        "words": names,
        "norms": tuple(word.lower() for word in names),
        "piece_words": np.arange(len(names)),
        "piece_vectors": vectors,
        "input_vectors": vectors[::-1],
        "sentence_vectors": vectors[:1],
        "snippet_vector": vectors[0] if len(vectors) else np.zeros(2, np.float16),
        **{name: np.array(layer, np.float16) for name, layer in layers.items()},
    }
    return analysis
