"""Write the different sentences of corpora as JSON Lines, to be indexed for benchmarks/rules.py.

    python benchmarks/sentences.py FILE... --wordnet FOLDER --without INDEX --output sentences.jsonl

FILE is a treebank (.conllu) or a file of pairs. With --wordnet, the definitions and examples of
WordNet are taken as well, each as a sentence. With --without, sentences of an index are left out.
"""

import argparse
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from rte_baselines.core.files.writing import atomic_output
from rte_baselines.pairs import read_pairs
from rte_baselines.rules.corpus.index import CorpusIndex


def main() -> None:
    """Gather, count and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--wordnet", type=Path)
    parser.add_argument("--without", type=Path, action="append", default=[])
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    indexes = map(CorpusIndex.open, arguments.without)
    seen = {words_of(text) for index in indexes for text in of_index(index)}
    print(f"{len(seen)} different sentences are in the indexes")
    sources = [(file.name, of_file(file)) for file in arguments.files]
    if arguments.wordnet:
        sources.append(("WordNet", of_wordnet(arguments.wordnet)))
    with atomic_output(arguments.output) as stream:
        for name, sentences in sources:
            before, count = len(seen), 0
            for text in sentences:
                count += 1
                words = words_of(text)
                if words and words not in seen:
                    seen.add(words)
                    stream.write(json.dumps({"text": " ".join(text.split())}) + "\n")
            print(f"{name}: {count} sentences, {len(seen) - before} of them new")
    print(f"{len(seen)} different sentences in all")


def words_of(text: str) -> str:
    """Return what two sentences have in common that differ in spaces, case and punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def of_index(index: CorpusIndex) -> Iterator[str]:
    """Yield the sentences of an index."""
    for shard in index.shards:
        yield from map(shard.sentence, range(shard.sentences))


def of_file(file: Path) -> Iterator[str]:
    """Yield the sentences of a treebank, or the texts and hypotheses of pairs."""
    if file.suffix == ".conllu":
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("# text = "):
                yield line.removeprefix("# text = ")
        return
    yield from chain.from_iterable((pair.text, pair.hypothesis) for pair in read_pairs(file))


def of_wordnet(folder: Path) -> Iterator[str]:
    """Yield the definitions and examples of WordNet's database files."""
    for file in sorted(folder.glob("data.*")):
        for line in file.read_text("utf-8").splitlines():
            if not line.startswith("  "):
                gloss = line.partition(" | ")[2]
                yield from re.findall(r'"([^"]+)"', gloss)
                yield from re.sub(r'"[^"]*"?', "", gloss).split(";")


if __name__ == "__main__":
    main()
