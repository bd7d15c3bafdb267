"""Raw news, one paragraph a line, for pretraining the encoder."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import srsly

from rte_baselines.lexicon.corpus.corpora import Corpus

# Reuters-21578 indents the first line of a paragraph.
_PARAGRAPH = re.compile(r"\n\s{2,}|\n\s*\n")
_MIN_SPACES = 5
# Leaves out tables of prices.
_MAX_DIGIT_SHARE = 0.25


def write_paragraphs(output: Path, *corpora: Corpus) -> None:
    """Write the paragraphs of the corpora, in random order, as JSON Lines."""
    paragraphs = [{"text": text} for corpus in corpora for text in _paragraphs(corpus)]
    random.Random(0).shuffle(paragraphs)
    srsly.write_jsonl(output, paragraphs)


def _paragraphs(corpus: Corpus) -> Iterator[str]:
    for document in corpus:
        if document.title:
            yield " ".join(document.title.split())
        for part in _PARAGRAPH.split(document.text):
            paragraph = " ".join(part.split())
            digits = sum(map(str.isdigit, paragraph))
            if paragraph.count(" ") >= _MIN_SPACES and digits < _MAX_DIGIT_SHARE * len(paragraph):
                yield paragraph
