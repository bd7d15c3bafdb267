"""Train the English pipeline that is shipped with the package.

    python scripts/train_english.py --data FOLDER [--output models/en_ud_sm]

FOLDER holds treebanks/en_ewt, treebanks/en_gum_open, uner_en_ewt, corpora/reuters21578 and
corpora/ag_news. The encoder is pretrained on the raw news, then all components are trained
together on the treebanks; the best checkpoint on their dev parts is scored once on their
test parts. Runs on the CPU with fixed seeds. Intermediate results are written to --work.
"""

import argparse
import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from english_pipeline import corpora as _registered  # noqa: F401 - the config names its reader
from english_pipeline.lemma_exceptions import Lemmas
from english_pipeline.lemma_exceptions import lemma_exceptions as find_lemma_exceptions
from english_pipeline.raw_text import write_paragraphs
from english_pipeline.scores import (
    entity_scores,
    gold_word_scores,
    gum_test_entities,
    raw_text_scores,
    uner_test_entities,
)
from english_pipeline.treebanks import TREEBANKS
from spacy import load
from spacy.language import Language
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.training.pretrain import pretrain
from spacy.util import load_config, load_model_from_config
from thinc.api import Config, NumpyOps, set_current_ops

from rte_baselines.analysis.english import lemma_exceptions
from rte_baselines.analysis.english.sentence_boundaries import FACTORY, register_component
from rte_baselines.core.files.writing import atomic_folder
from rte_baselines.core.resources.resources import resource_folder
from rte_baselines.lexicon.corpus.corpora import Corpus
from rte_baselines.lexicon.wordnet import WordNet

CONFIG = Path(__file__).parent / "english_pipeline" / "config.cfg"
# Written by hand, and kept when a new pipeline replaces the old one.
_KEPT = {"README.md", "LICENSE"}
META = {
    "name": "ud_sm",
    "version": "1.0.0",
    "description": "English with Universal Dependencies, small enough to travel with a package",
    "author": "The rte_baselines developers",
    "license": "CC BY-SA 4.0",
    "sources": [
        {
            "name": "UD English EWT",
            "url": "https://universaldependencies.org/treebanks/en_ewt",
            "license": "CC BY-SA 4.0",
        },
        {
            "name": "UD English GUM (academic, bio, court, interview, news, voyage)",
            "url": "https://gucorpling.org/gum",
            "license": "CC BY 4.0 (annotation), CC BY and CC BY-SA (texts)",
        },
        {
            "name": "Universal NER, English EWT (dev)",
            "url": "https://www.universalner.org",
            "license": "CC BY-SA 4.0",
        },
        {
            "name": "Reuters-21578 (pretraining of the encoder)",
            "url": "https://archive.ics.uci.edu/dataset/137",
            "license": "research use",
        },
        {
            "name": "AG News, test part (pretraining of the encoder)",
            "url": "http://groups.di.unipi.it/~gulli/AG_corpus_of_news_articles.html",
            "license": "research use",
        },
    ],
}


def main() -> None:
    """Train, score and write the pipeline."""
    options = _options()
    # OpenBLAS, which uses AVX-512, is three times as fast as the BLAS that comes with spaCy.
    set_current_ops(NumpyOps(use_blis=False))
    options.work.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    pretrained = options.pretrained or _pretrain(options.data, options.work)
    best = _train(options.data, options.work, pretrained)
    minutes = (time.monotonic() - started) / 60
    _write(best, options.data, options.output, minutes)


def _options() -> Any:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shipped = resource_folder("models") / "en_ud_sm"
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--output", type=Path, default=shipped, metavar="FOLDER")
    parser.add_argument("--work", type=Path, default=Path("work/en_ud_sm"), metavar="FOLDER")
    parser.add_argument(
        "--pretrained", type=Path, metavar="FILE", help="an encoder pretrained before"
    )
    return parser.parse_args()


def _config(data: Path, **paths: Path | None) -> Config:
    settings: dict[str, Any] = {
        "paths.treebanks": str(data / "treebanks"),
        "paths.uner": str(data / "uner_en_ewt" / "en_ewt-ud-dev.iob2"),
    }
    settings |= {f"paths.{name}": str(path) for name, path in paths.items() if path}
    return load_config(CONFIG, overrides=settings)


def _pretrain(data: Path, work: Path) -> Path:
    """Pretrain the encoder to predict the spelling of masked words; return its weights."""
    raw_text = work / "news.jsonl"
    write_paragraphs(
        raw_text,
        Corpus([data / "corpora" / "reuters21578"]),
        Corpus([data / "corpora" / "ag_news"], text_column="3", title_column="2"),
    )
    config = _config(data, raw_text=raw_text)
    # spaCy requires every setting, including those at their default.
    complete = load_model_from_config(config, auto_fill=True).config
    output = work / "pretrained"
    output.mkdir(exist_ok=True)
    pretrain(complete.interpolate(), output, silent=False)
    return output / "model-last.bin"


def _train(data: Path, work: Path, pretrained: Path) -> Path:
    """Train all components together; return the best checkpoint on the dev parts."""
    nlp = init_nlp(_config(data, pretrained=pretrained))
    output = work / "trained"
    output.mkdir(exist_ok=True)
    train(nlp, output, stdout=sys.stdout, stderr=sys.stderr)
    return output / "model-best"


def _write(best: Path, data: Path, output: Path, minutes: float) -> None:
    """Score the best checkpoint on the test parts and write it to `output`."""
    lemma_exceptions.register_component()
    known = find_lemma_exceptions(load(best), data / "treebanks", WordNet.open())
    # Score and save separate pipelines, because a pipeline keeps every string it has seen.
    scores = _test_scores(_complete(best, known), data)
    nlp = _complete(best, known)
    nlp.meta.update(META, performance=scores)
    # Remove the paths of the machine it was trained on.
    for name in nlp.config["paths"]:
        nlp.config["paths"][name] = None
    with atomic_folder(output, may_replace=_is_pipeline) as folder:
        nlp.to_disk(folder)
        for name in _KEPT:
            if (output / name).exists():
                shutil.copy(output / name, folder / name)
    print(json.dumps({"minutes": round(minutes, 1), **scores}, indent=2))


def _complete(best: Path, known: Lemmas) -> Language:
    """Load the best checkpoint and add the exceptions of its lemmatizer."""
    nlp = load(best)
    nlp.add_pipe(lemma_exceptions.FACTORY).exceptions = known
    return nlp


def _is_pipeline(folder: Path) -> bool:
    names = {path.name for path in folder.iterdir()}
    return "meta.json" in names or names <= _KEPT


def _test_scores(nlp: Language, data: Path) -> dict[str, Any]:
    """Return the scores, by treebank and kind of score."""
    folder = data / "treebanks"
    uner = data / "uner_en_ewt" / "en_ewt-ud-test.iob2"
    labels = nlp.get_pipe("ner").labels
    scores: dict[str, Any] = {
        f"{treebank}, gold words": gold_word_scores(nlp, folder, treebank, "test")
        for treebank in TREEBANKS
    }
    scores["en_gum_open, entities"] = entity_scores(nlp, gum_test_entities(folder), labels)
    scores["en_ewt, entities"] = entity_scores(
        nlp, uner_test_entities(folder, uner), ("PERSON", "ORG", "PLACE")
    )
    # Sentence boundaries are set by the package, for any pipeline.
    register_component()
    nlp.add_pipe(FACTORY, first=True)
    for treebank in TREEBANKS:
        scores[f"{treebank}, raw text"] = raw_text_scores(nlp, folder, treebank, "test")
    nlp.remove_pipe(FACTORY)
    return scores


if __name__ == "__main__":
    main()
