"""Recompute the exceptions of the shipped pipeline's lemmatizer, without training.

    python scripts/lemma_exceptions.py --data FOLDER

FOLDER holds treebanks/en_ewt and treebanks/en_gum_open. The lemma accuracies on their dev parts
are printed before and after the change. Takes some minutes.
"""

import argparse
import json
from pathlib import Path

from english_pipeline.lemma_exceptions import lemma_exceptions as find_lemma_exceptions
from english_pipeline.scores import gold_word_scores
from english_pipeline.treebanks import TREEBANKS
from spacy import load
from spacy.language import Language

from rte_baselines.analysis.english import lemma_exceptions
from rte_baselines.core.files.writing import atomic_folder
from rte_baselines.core.resources.resources import resource_folder
from rte_baselines.lexicon.wordnet import WordNet


def main() -> None:
    """Find the exceptions, write them into the shipped pipeline and print the scores."""
    options = _options()
    folder = resource_folder("models") / "en_ud_sm"
    lemma_exceptions.register_component()
    nlp = load(folder)
    before = _lemma_scores(nlp, options.data)
    component = nlp.get_pipe(lemma_exceptions.FACTORY)
    nlp.disable_pipe(lemma_exceptions.FACTORY)
    component.exceptions = find_lemma_exceptions(nlp, options.data / "treebanks", WordNet.open())
    nlp.enable_pipe(lemma_exceptions.FACTORY)
    after = _lemma_scores(nlp, options.data)
    with atomic_folder(folder / lemma_exceptions.FACTORY, may_replace=Path.is_dir) as new:
        component.to_disk(new)
    known = sum(map(len, component.exceptions.values()))
    print(json.dumps({"exceptions": known, "before": before, "after": after}, indent=2))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    return parser.parse_args()


def _lemma_scores(nlp: Language, data: Path) -> dict[str, float]:
    folder = data / "treebanks"
    return {
        treebank: gold_word_scores(nlp, folder, treebank, "dev")["lemma"] for treebank in TREEBANKS
    }


if __name__ == "__main__":
    main()
