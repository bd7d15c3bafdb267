"""Templates looked up in indexes, compared with a scan of their sentences.

    python benchmarks/rules.py INDEX...

INDEX is a folder that `rte-baselines rules index` has written. Templates are looked up in a
quarter, in half and in all of the shards, which shows how the time grows.
"""

import argparse
from functools import partial

import numpy as np
from measuring import NOTE, Spread, ratios, seconds
from sentences import of_index, words_of

from rte_baselines.rules.corpus.index import CorpusIndex, matches_in
from rte_baselines.rules.corpus.shard import Shard
from rte_baselines.rules.dependencies import Dependencies, Dependency, MatchedSnippet
from rte_baselines.rules.template import Template

_ROUNDS = 5
_SCANNED_STEP = 8
_TEMPLATES = (
    "X <nsubj- acquire -obj-> Y",
    "X <nsubj- take[-obj-> part] -obl:in-> Y",
    "X <nsubj:cop- owner -nmod:of-> Y",
    "X <nsubj- agree -xcomp:to-> buy -obj-> Y",
    "X <nsubj- say -ccomp-> rise -nsubj-> Y",
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", nargs="+")
    indexes = [CorpusIndex.open(folder) for folder in parser.parse_args().index]
    shards = [shard for index in indexes for shard in index.shards]
    parts = {"quarter": shards[::4], "half": shards[::2], "all": shards}
    scanned = shards[::_SCANNED_STEP]
    snippets = [snippet for shard in scanned for snippet in snippets_of(shard)]
    share = size(shards) / size(scanned)
    different = len({words_of(text) for index in indexes for text in of_index(index)})
    print(f"{size(shards):,} sentences in {len(shards)} shards, {different:,} of them different")
    print(f"the scan is of {size(scanned):,} in memory, its time multiplied by {share:.1f}")
    print(f"{NOTE} of {_ROUNDS} repeats")
    for template in map(Template, _TEMPLATES):
        times: dict[str, list[float]] = {name: [] for name in (*parts, "scan")}
        for _ in range(_ROUNDS):
            for name, part in parts.items():
                times[name].append(seconds(partial(look_up, part, template)))
            times["scan"].append(share * seconds(partial(scan, snippets, template)))
        print(f"{template}: {sum(len(matches_in(shard, template)) for shard in shards)} matches")
        for name, part in parts.items():
            milliseconds = Spread.of(1000 * time for time in times[name])
            print(f"    in {size(part):,} sentences, milliseconds: {milliseconds:.1f}")
        print(f"    scan / lookup in all: {ratios(times['scan'], times['all']):.0f}")


def size(shards: list[Shard]) -> int:
    """Return the number of sentences in some shards."""
    return sum(shard.sentences for shard in shards)


def look_up(shards: list[Shard], template: Template) -> None:
    """Look a template up in all shards."""
    for shard in shards:
        matches_in(shard, template)


def scan(snippets: list[MatchedSnippet], template: Template) -> None:
    """Match a template with all sentences."""
    for snippet in snippets:
        snippet.matches(template)


def snippets_of(shard: Shard) -> list[MatchedSnippet]:
    """Return the sentences of a shard as they are matched without an index."""
    edges: list[list[Dependency]] = [[] for _ in range(shard.sentences)]
    every = np.arange(len(shard.lemmas))
    ends = np.searchsorted(shard.sentence_of(every), np.arange(1, shard.sentences))
    words = np.split(every, ends)
    sentences = shard.sentence_of(shard.heads).tolist()
    for place, number in enumerate(sentences):
        first = int(words[number][0])
        edges[number].append(
            Dependency(
                int(shard.heads[place]) - first,
                shard.relations.string(int(shard.edge_relations[place])),
                int(shard.dependents[place]) - first,
            )
        )
    return [
        MatchedSnippet(Dependencies([shard.lemma(word) for word in words[number]], of_one))
        for number, of_one in enumerate(edges)
    ]


if __name__ == "__main__":
    main()
