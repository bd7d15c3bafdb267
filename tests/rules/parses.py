"""Snippets with layers given by hand instead of by a parser."""

import numpy as np
from hypothesis import strategies as st

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.resources.arrays import ArrayFolder
from rte_baselines.rules.corpus.shard import Shard, shard_arrays

RELATIONS = ("nmod:poss", "compound", "amod", "nummod", "nmod:unmarked")
LEMMAS = ("bank", "sale", "head", "firm")


def parsed(words, heads, relations, parts=None):
    """A snippet of one sentence; it has no verbs."""
    analysis = Analysis(" ".join(words), default_analyzer())
    lengths = [len(word) + 1 for word in words]
    analysis.layers.update(
        words=tuple(words),
        norms=tuple(words),
        lemmas=tuple(words),
        pos=tuple(parts or ["NOUN"] * len(words)),
        tags=("NN",) * len(words),
        heads=np.array(heads, np.int64),
        relations=tuple(relations),
        predications=(),
        noun_phrases=(),
        word_offsets=np.cumsum([0, *lengths[:-1]]),
        sentence_starts=np.arange(len(words)) == 0,
    )
    return analysis


@st.composite
def parses(draw):
    """Random trees of nouns with few lemmas and relations, so that templates match often."""
    words = draw(st.lists(st.sampled_from(LEMMAS), min_size=2, max_size=8))
    heads = [-1, *(draw(st.integers(0, word - 1)) for word in range(1, len(words)))]
    relations = [draw(st.sampled_from(RELATIONS[:2])) for _ in words]
    return parsed(words, heads, ["root", *relations[1:]])


def shard_of(analyses):
    """A shard in memory."""
    return Shard(ArrayFolder(None, {"digest": ""}, shard_arrays(analyses)))
