"""The time of the parse, compared with `nlp.pipe` of the same spaCy pipeline on the same words.

    python benchmarks/parsing.py [--dataset NAME] [--repeats N]

Both have one thread and no cache of parses. `by length` is `nlp.pipe` with the snippets sorted
by their numbers of words. The parse includes making spaCy's documents and converting them to the
layers of an analysis; tokenizing is not measured, as both are given words.
"""

import argparse
import os

# NumPy reads these variables when it is imported.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "RTE_BASELINES_CACHE": "off"}

from collections.abc import Sequence
from functools import partial

from english import in_turn
from measuring import NOTE, Spread, ratios
from spacy.tokens import Doc

from rte_baselines import load_pairs
from rte_baselines.analysis import Analysis, Analyzer
from rte_baselines.analysis.english.pipeline import EnglishPipeline

BATCH = 256


def pipe(pipeline: EnglishPipeline, analyses: Sequence[Analysis]) -> None:
    """Parse with spaCy alone."""
    nlp = pipeline._nlp
    with nlp.memory_zone():
        docs = [Doc(nlp.vocab, words=list(analysis.words)) for analysis in analyses]
        for _ in nlp.pipe(docs, batch_size=BATCH):
            pass


def parse(pipeline: EnglishPipeline, analyses: Sequence[Analysis]) -> None:
    """Parse as an analyzer does."""
    for _ in pipeline.parse(analyses):
        pass


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--dataset", default="rte3:dev", help="by default rte3:dev")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    pairs = load_pairs(arguments.dataset)
    snippets = dict.fromkeys(text for pair in pairs for text in (pair.text, pair.hypothesis))
    analyses = Analyzer().analyze(snippets, ["words", "word_offsets"])
    pipeline = EnglishPipeline()
    bare, by_length, ours = in_turn(
        [
            partial(pipe, pipeline, analyses),
            partial(pipe, pipeline, sorted(analyses, key=len)),
            partial(parse, pipeline, analyses),
        ],
        arguments.repeats,
    )
    words = sum(map(len, analyses))
    print(f"{words:,} words of {arguments.dataset}; {NOTE} of {arguments.repeats} repeats\n")
    print(f"nlp.pipe, s             {Spread.of(bare):.2f}")
    print(f"nlp.pipe by length, s   {Spread.of(by_length):.2f}")
    print(f"parse, s                {Spread.of(ours):.2f}")
    print(f"parse / nlp.pipe        {ratios(ours, bare):.2f}")


if __name__ == "__main__":
    main()
