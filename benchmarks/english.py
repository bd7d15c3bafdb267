"""The speed of the shipped English pipeline, compared with spaCy's small template and the cache.

    python benchmarks/english.py --treebanks FOLDER [--data-dir FOLDER] [--repeats N]

The snippets are those of RTE-3, or of the sample if RTE-3 is not available. The template
is made by `spacy init config --optimize efficiency` for the same components, and trained
here for a minute on the English treebanks in FOLDER (en_ewt, en_gum_open), because an
untrained parser takes other steps. Both parse the same words on one core, in turn.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

# Use one core; NumPy reads these variables when it is imported.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

import spacy
from english_pipeline.corpora import treebanks
from measuring import NOTE, Spread, ratios, seconds
from spacy.cli.init_config import init_config
from spacy.tokens import Doc
from spacy.util import minibatch

from rte_baselines.analysis import Analysis, Analyzer
from rte_baselines.analysis.english import lemma_exceptions
from rte_baselines.analysis.english.cache import VARIABLE
from rte_baselines.analysis.english.pipeline import EnglishPipeline
from rte_baselines.core.errors import DatasetNotFoundError
from rte_baselines.core.resources.resources import files_of
from rte_baselines.pairs import Pair, load_pairs

COMPONENTS = ["tagger", "morphologizer", "trainable_lemmatizer", "parser", "ner"]
TRAINING_SENTENCES = 4_000
SENTENCES_AT_ONCE = 40


def main() -> None:
    """Measure and print."""
    options = read_options()
    os.environ[VARIABLE] = "off"
    name, pairs = pairs_at_hand(options.data_dir)
    snippets = list(dict.fromkeys(text for pair in pairs for text in (pair.text, pair.hypothesis)))
    analyses = Analyzer().analyze(snippets, ["words", "word_offsets"])
    words = sum(map(len, analyses))
    print(f"{words:,} words of {name}; {NOTE} of {options.repeats} repeats\n")
    print_size_and_loading(options.repeats)
    compare_with_template(analyses, words, options)
    compare_with_cache(snippets, words, options.repeats)


def read_options() -> Any:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--treebanks", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--data-dir", metavar="FOLDER", help="folder with the RTE data")
    parser.add_argument("--repeats", type=int, default=5, metavar="N")
    return parser.parse_args()


def pairs_at_hand(data_dir: str | None) -> tuple[str, Sequence[Pair]]:
    """Return the pairs to parse, after their name."""
    try:
        return "RTE-3", [
            *load_pairs("rte3:dev", data_dir=data_dir),
            *load_pairs("rte3:test", data_dir=data_dir),
        ]
    except DatasetNotFoundError:
        return "the sample", [*load_pairs("sample:train"), *load_pairs("sample:test")]


def print_size_and_loading(repeats: int) -> None:
    """Print the shipped pipeline's size on disk, and the time that spaCy takes to load it."""
    folder = files_of("english")
    lemma_exceptions.register_component()
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    spacy.load(folder)
    loading = Spread.of(seconds(lambda: spacy.load(folder)) for _ in range(repeats))
    print(f"size on disk           {size / 1e6:.1f} MB")
    print(f"loading, s             {loading:.2f}\n")


def compare_with_template(analyses: Sequence[Analysis], words: int, options: Any) -> None:
    """Print the speed of both pipelines."""
    template = trained_template(options.treebanks)
    shipped = EnglishPipeline()

    def parse_with_template() -> None:
        docs = (Doc(template.vocab, words=list(analysis.words)) for analysis in analyses)
        for _ in template.pipe(docs, batch_size=256):
            pass

    times = in_turn([parse_with_template, lambda: list(shipped.parse(analyses))], options.repeats)
    print("words per second")
    print(f"  spaCy's template     {speeds(words, times[0]):,.0f}")
    print(f"  shipped pipeline     {speeds(words, times[1]):,.0f}")
    print(f"shipped / template     {ratios(times[0], times[1]):.2f}\n")


def trained_template(folder: Path) -> Any:
    """Train spaCy's small template for a minute, without an evaluation."""
    nlp = spacy.util.load_model_from_config(
        init_config(lang="en", pipeline=COMPONENTS, optimize="efficiency"), auto_fill=True
    )
    examples = list(treebanks(str(folder), "train")(nlp))[-TRAINING_SENTENCES:]
    optimizer = nlp.initialize(lambda: examples)
    for batch in minibatch(examples, SENTENCES_AT_ONCE):
        nlp.update(batch, sgd=optimizer)
    return nlp


def compare_with_cache(snippets: Sequence[str], words: int, repeats: int) -> None:
    """Print the speed of layers that are parsed and cached, and of layers from the cache."""
    times: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as folder:
        for repeat in range(repeats):
            os.environ[VARIABLE] = str(Path(folder) / str(repeat))
            for durations in times:
                durations.append(seconds(lambda: Analyzer().analyze(snippets, ["heads"])))
    print("words per second, tokenized, with the cache")
    print(f"  parsed and cached    {speeds(words, times[0]):,.0f}")
    print(f"  from the cache       {speeds(words, times[1]):,.0f}")
    print(f"cached / parsed        {ratios(times[0], times[1]):.1f}")


def in_turn(actions: Sequence[Callable[[], object]], repeats: int) -> list[list[float]]:
    """Return the times of each action, after one round that does not count."""
    times: list[list[float]] = [[] for _ in actions]
    for repeat in range(repeats + 1):
        for durations, action in zip(times, actions, strict=True):
            duration = seconds(action)
            if repeat:
                durations.append(duration)
    return times


def speeds(words: int, times: Sequence[float]) -> Spread:
    """Return the number of words parsed per second."""
    return Spread.of(words / time for time in times)


if __name__ == "__main__":
    main()
