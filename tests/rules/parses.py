"""Random parses, and parses in memory as a shard of a corpus."""

from pathlib import Path
from types import SimpleNamespace

from hypothesis import strategies as st

from rte_baselines.core.resources.arrays import ArrayFolder
from rte_baselines.rules.corpus.shard import Shard, shard_arrays
from tests.analysis.parses import parse

RELATIONS = ("nmod:poss", "compound", "amod", "nummod", "nmod:unmarked")
LEMMAS = ("bank", "sale", "head", "firm")


@st.composite
def parses(draw):
    """Random trees of nouns with few lemmas and relations, so that templates match often."""
    words = draw(st.lists(st.sampled_from(LEMMAS), min_size=2, max_size=8))
    relations = ["root", *(draw(st.sampled_from(RELATIONS[:2])) for _ in words[1:])]
    heads = [0, *(draw(st.integers(1, word)) for word in range(1, len(words)))]
    rows = zip(words, heads, relations, strict=True)
    return parse(*(f"{word}/NOUN/{head}/{relation}" for word, head, relation in rows))


def shard_of(analyses):
    """A shard in memory."""
    return Shard(ArrayFolder(None, {"digest": ""}, shard_arrays(analyses)))


def index_in_memory(patch, analyses, per_shard=1000):
    """An index whose shards are not on disk, as opening them takes most of the time."""
    starts = range(0, len(analyses), per_shard)
    shards = {str(start): shard_of(analyses[start : start + per_shard]) for start in starts}
    patch.setattr(Shard, "open", lambda folder: shards[folder.name])
    return SimpleNamespace(shard_folders=list(map(Path, shards)), folder=Path("index"))
