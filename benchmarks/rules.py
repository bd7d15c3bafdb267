"""Templates looked up in an index, compared with a scan of its sentences.

    python benchmarks/rules.py INDEX [--sentences N]

INDEX is a folder that `rte-baselines rules index` has written. With --sentences, its shards are
taken as often as that number of sentences needs, as if there were so many.
"""

import argparse
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from measuring import NOTE, Spread, ratios, seconds

from rte_baselines.rules.corpus.index import CorpusIndex
from rte_baselines.rules.corpus.joining import matches_in
from rte_baselines.rules.corpus.shard import Shard
from rte_baselines.rules.dependencies import Dependencies, Dependency
from rte_baselines.rules.matching import MatchedSnippet
from rte_baselines.rules.template import Template

_ROUNDS = 5
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
    parser.add_argument("index", type=Path)
    parser.add_argument("--sentences", type=int)
    arguments = parser.parse_args()
    own = CorpusIndex.open(arguments.index).shards
    sentences = sum(shard.sentences for shard in own)
    wanted = arguments.sentences or sentences
    shards = list(islice(cycle(own), round(len(own) * wanted / sentences)))
    searched = sum(shard.sentences for shard in shards)
    snippets = [snippet for shard in own[:1] for snippet in snippets_of(shard)]
    share = searched / own[0].sentences
    print(f"{searched} sentences in {len(shards)} shards; {NOTE} of {_ROUNDS} repeats")
    print(f"the scan is of {own[0].sentences} sentences in memory, its time multiplied")
    for text in _TEMPLATES:
        template = Template(text)
        found = sum(len(matches_in(shard, template)) for shard in shards)
        lookups, scans = [], []
        for _ in range(_ROUNDS):
            lookups.append(seconds(partial(look_up, shards, template)))
            scans.append(share * seconds(partial(scan, snippets, template)))
        print(f"{text}: {found} matches")
        milliseconds = Spread.of(1000 * time for time in lookups)
        print(f"    lookup {milliseconds:.1f} milliseconds")
        print(f"    scan / lookup {ratios(scans, lookups):.0f}")


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
    starts = np.array([shard.words_of(number).start for number in range(shard.sentences)])
    sentences = shard.sentence_of(shard.heads).tolist()
    for place, number in enumerate(sentences):
        first = int(starts[number])
        edges[number].append(
            Dependency(
                int(shard.heads[place]) - first,
                shard.relations.string(int(shard.edge_relations[place])),
                int(shard.dependents[place]) - first,
            )
        )
    return [
        MatchedSnippet(Dependencies([shard.lemma(word) for word in shard.words_of(number)], of_one))
        for number, of_one in enumerate(edges)
    ]


if __name__ == "__main__":
    main()
