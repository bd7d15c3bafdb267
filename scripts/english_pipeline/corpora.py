"""The corpora that the training config names."""

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

_LONGEST_GROUP = 5
_NAME_PARTS = {"PROPN", "NUM"}
_CASES: dict[str, Callable[[str], str]] = {"lower": str.lower, "upper": str.upper}


@spacy.registry.readers("english_pipeline.Treebanks.v1")
def treebanks(
    folder: str, part: Part, uner: str | None = None, grouped: float = 0.0, recased: float = 0.0
) -> Reader:
    """Return a reader of all treebanks.

    Gold words and sentence starts are given to the pipeline, as sentence boundaries are
    set by rule before it.

    Parameters
    ----------
    folder : str
        Holds the treebanks.
    part : {"train", "dev", "test"}
    uner : str, optional
        A Universal NER file of EWT's dev part, to learn entities from; nothing else of
        these sentences is shown.
    grouped : float
        How likely it is that a sentence stands in one document with the one before it,
        as it will in texts. At 0 each stands alone.
    recased : float
        The share of documents that are given in lower case instead of as they are
        written, and the share, just as large, given in capitals, as headlines may be.
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
    """Return the entities; None in a treebank that has none marked."""
    return gum_entities(sentence) if "gum" in treebank else None


def _uner_sentences(folder: Path, uner: Path) -> list[Annotated]:
    sentences = read_sentences(treebank_file(folder, "en_ewt", "dev"))
    return list(with_uner_entities(uner, sentences))


def _groups(
    sentences: Sequence[Annotated], grouped: float, chance: random.Random
) -> Iterator[list[Annotated]]:
    """Put some sentences that follow each other in a document together."""
    for _, document in groupby(sentences, key=lambda annotated: annotated[0].document):
        group: list[Annotated] = []
        for sentence in document:
            if group and (len(group) == _LONGEST_GROUP or chance.random() >= grouped):
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
    starts = [place == 0 for sentence, _ in group for place in range(len(sentence.rows))]
    given = Doc(nlp.vocab, words=words, spaces=spaces, sent_starts=starts)
    gold = (
        Doc(nlp.vocab, words=words, spaces=spaces)
        if only_entities
        else annotated_doc(nlp, [sentence for sentence, _ in group], words)
    )
    _set_entities(gold, group, partial=only_entities)
    return Example(given, gold)


def annotated_doc(
    nlp: Language, sentences: Sequence[Sentence], words: Sequence[str] | None = None
) -> Doc:
    """Return sentences as one document with their gold annotation, but for entities.

    Parameters
    ----------
    nlp : Language
    sentences : sequence of Sentence
    words : sequence of str, optional
        In place of their own, if their case was changed.
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
    """Mark the entities; without annotation, all words are left open."""
    spans, unknown, offset = [], [], 0
    for sentence, entities in group:
        if entities is None:
            return
        spans += [
            Span(doc, offset + entity.start, offset + entity.end, label=entity.label)
            for entity in entities
        ]
        if partial:
            # Names of kinds that were not marked, which are not to be learned as none.
            unknown += [
                Span(doc, offset + place, offset + place + 1)
                for place, part in enumerate(sentence.parts)
                if part in _NAME_PARTS
                and not any(entity.start <= place < entity.end for entity in entities)
            ]
        offset += len(sentence.rows)
    doc.set_ents(spans, missing=unknown, default="outside")
