"""Raw news, a paragraph a line, to pretrain the encoder on."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import srsly

from rte_baselines.lexicon.corpus.corpora import Corpus

# Reuters-21578 indents the first line of a paragraph.
_PARAGRAPH = re.compile(r"\n\s{2,}|\n\s*\n")
_SHORTEST = 5
# Tables of prices teach no language.
_MOST_DIGITS = 0.25


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
            if paragraph.count(" ") >= _SHORTEST and digits < _MOST_DIGITS * len(paragraph):
                yield paragraph
