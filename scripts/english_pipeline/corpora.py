"""The readers of corpora that the training config names."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Literal

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example

from english_pipeline.entities import Entity, gum_entities, with_uner_entities
from english_pipeline.treebanks import TREEBANKS, Part, Sentence, read_sentences, treebank_file

Reader = Callable[[Language], Iterator[Example]]

_MAX_GROUP_SIZE = 5
_NAME_PARTS = {"PROPN", "NUM"}
_CASES: dict[str, Callable[[str], str]] = {"lower": str.lower, "upper": str.upper}


@spacy.registry.readers("english_pipeline.Treebanks.v1")
def treebanks(
    folder: str, part: Part, uner: str | None = None, grouped: float = 0.0, recased: float = 0.0
) -> Reader:
    """Return a reader of all treebanks.

    The pipeline gets gold words and sentence starts, because sentence boundaries are set
    by rule before it runs.

    Parameters
    ----------
    folder : str
        The folder of the treebanks.
    part : {"train", "dev", "test"}
    uner : str, optional
        A Universal NER file of EWT's dev part, to learn entities from; no other annotation
        of these sentences is used.
    grouped : float
        The probability that a sentence is put into one document with the one before it, as
        in real texts. At 0 each sentence is a document.
    recased : float
        The share of documents that are converted to lower case, and also the share that is
        converted to capitals, as headlines may be.
    """
    sentences = [
        (sentence, _annotated_entities(sentence, treebank))
        for treebank in TREEBANKS
        for sentence in read_sentences(treebank_file(Path(folder), treebank, part))
    ]
    extra = _uner_sentences(Path(folder), Path(uner)) if uner else []

    def read(nlp: Language) -> Iterator[Example]:
        chance = random.Random(0)
        groups = list(_groups(sentences, grouped, chance))
        examples = [(group, False) for group in groups] + [([one], True) for one in extra]
        if part == "train":
            chance.shuffle(examples)
        for group, only_entities in examples:
            yield _example(nlp, group, _chosen_case(recased, chance), only_entities)

    return read


Annotated = tuple[Sentence, list[Entity] | None]


def _annotated_entities(sentence: Sentence, treebank: str) -> list[Entity] | None:
    """Return the entities; None for a treebank without entity annotation."""
    return gum_entities(sentence) if "gum" in treebank else None


def _uner_sentences(folder: Path, uner: Path) -> list[Annotated]:
    sentences = read_sentences(treebank_file(folder, "en_ewt", "dev"))
    return list(with_uner_entities(uner, sentences))


def _groups(
    sentences: Sequence[Annotated], grouped: float, chance: random.Random
) -> Iterator[list[Annotated]]:
    """Group some consecutive sentences of a document."""
    for _, document in groupby(sentences, key=lambda annotated: annotated[0].document):
        group: list[Annotated] = []
        for sentence in document:
            if group and (len(group) == _MAX_GROUP_SIZE or chance.random() >= grouped):
                yield group
                group = []
            group.append(sentence)
        yield group


def _chosen_case(recased: float, chance: random.Random) -> Literal["lower", "upper"] | None:
    draw = chance.random()
    if draw < recased:
        return "lower"
    return "upper" if draw < 2 * recased else None


def _example(
    nlp: Language, group: Sequence[Annotated], case: str | None, only_entities: bool
) -> Example:
    change = _CASES[case] if case else str
    words = [change(word) for sentence, _ in group for word in sentence.words]
    spaces = [space for sentence, _ in group for space in sentence.spaces]
    starts = [position == 0 for sentence, _ in group for position in range(len(sentence.rows))]
    predicted = Doc(nlp.vocab, words=words, spaces=spaces, sent_starts=starts)
    gold = (
        Doc(nlp.vocab, words=words, spaces=spaces)
        if only_entities
        else annotated_doc(nlp, [sentence for sentence, _ in group], words)
    )
    _set_entities(gold, group, partial=only_entities)
    return Example(predicted, gold)


def annotated_doc(
    nlp: Language, sentences: Sequence[Sentence], words: Sequence[str] | None = None
) -> Doc:
    """Return sentences as one document with their gold annotation, except entities.

    Parameters
    ----------
    nlp : Language
    sentences : sequence of Sentence
    words : sequence of str, optional
        Used instead of their own words, if the case was changed.
    """
    parts = [sentence.doc(nlp.vocab) for sentence in sentences]
    offsets = [0]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return Doc(
        nlp.vocab,
        words=list(words) if words else [token.text for part in parts for token in part],
        spaces=[bool(token.whitespace_) for part in parts for token in part],
        tags=[token.tag_ for part in parts for token in part],
        pos=[token.pos_ for part in parts for token in part],
        morphs=[str(token.morph) for part in parts for token in part],
        lemmas=[token.lemma_ for part in parts for token in part],
        heads=[
            offset + token.head.i
            for offset, part in zip(offsets, parts, strict=False)
            for token in part
        ],
        deps=[token.dep_ for part in parts for token in part],
        sent_starts=[token.i == 0 for part in parts for token in part],
    )


def _set_entities(doc: Doc, group: Sequence[Annotated], *, partial: bool) -> None:
    """Set the entities; without annotation, those of all words remain unknown."""
    spans, unknown, offset = [], [], 0
    for sentence, entities in group:
        if entities is None:
            return
        spans += [
            Span(doc, offset + entity.start, offset + entity.end, label=entity.label)
            for entity in entities
        ]
        if partial:
            # Names of types that are not annotated must not be learned as no entity.
            unknown += [
                Span(doc, offset + position, offset + position + 1)
                for position, part in enumerate(sentence.parts)
                if part in _NAME_PARTS
                and not any(entity.start <= position < entity.end for entity in entities)
            ]
        offset += len(sentence.rows)
    doc.set_ents(spans, missing=unknown, default="outside")
