"""Scores of the pipeline, on gold words and on raw text."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from spacy.language import Language
from spacy.scorer import Scorer
from spacy.tokens import Doc, Span
from spacy.training import Example

from english_pipeline.corpora import annotated_doc
from english_pipeline.entities import Entity, gum_entities, with_uner_entities
from english_pipeline.treebanks import Part, Sentence, read_sentences, treebank_file

Scores = dict[str, float]
"""Percentages by name."""


def gold_word_scores(nlp: Language, folder: Path, treebank: str, part: Part) -> Scores:
    """Score the parses of gold sentences with gold words.

    All scores are accuracies over words. UAS and LAS are computed on the words that are
    not punctuation in the treebank, and LAS compares relations with their subtypes; spaCy's
    scorer computes F scores instead, which also leave out words parsed as punctuation.
    ``UAS, all words`` and ``LAS, all words`` include punctuation, and ``LAS, main
    relations``, on all words, compares relations without subtypes, as in the CoNLL shared
    tasks.
    """
    golds = [
        sentence.doc(nlp.vocab)
        for sentence in read_sentences(treebank_file(folder, treebank, part))
    ]
    parses = list(nlp.pipe(_unparsed(gold) for gold in golds))
    words = [
        (gold_word, word)
        for gold, parse in zip(golds, parses, strict=True)
        for gold_word, word in zip(gold, parse, strict=True)
    ]
    content = [pair for pair in words if pair[0].dep_ != "punct"]
    headed = [_same_head(*pair) for pair in words]
    return {
        "UAS": _percent(_same_head(*pair) for pair in content),
        "LAS": _percent(_same_head(*pair) and _same(*pair, "dep_") for pair in content),
        "UAS, all words": _percent(headed),
        "LAS, all words": _percent(_same_head(*pair) and _same(*pair, "dep_") for pair in words),
        "LAS, main relations": _percent(
            _same_head(gold, word) and _main(gold.dep_) == _main(word.dep_) for gold, word in words
        ),
        "part of speech": _percent(_same(*pair, "pos_") for pair in words),
        "tag": _percent(_same(*pair, "tag_") for pair in words),
        "morphology": _percent(_same(*pair, "morph") for pair in words),
        "lemma": _percent(_same(*pair, "lemma_") for pair in words),
    }


def raw_text_scores(nlp: Language, folder: Path, treebank: str, part: Part) -> Scores:
    """Score the words, sentences and parses that the pipeline predicts from raw text.

    All scores are F scores by spaCy's scorer, on documents given as one paragraph. A
    dependency is right if it connects the same two words in the treebank; for LAS the
    relation must also be the same, including its subtype. Words that are punctuation in the
    treebank do not count in recall, words parsed as punctuation not in precision.
    """
    examples = []
    for _, sentences in groupby(
        read_sentences(treebank_file(folder, treebank, part)), key=lambda one: one.document
    ):
        gold = annotated_doc(nlp, list(sentences))
        examples.append(Example(nlp(gold.text), gold))
    tokens = Scorer.score_tokenization(examples)
    starts = Scorer.score_spans(examples, "sents", getter=lambda doc, _: doc.sents)
    parses = Scorer.score_deps(
        examples, "dep", getter=lambda token, _: token.dep_, ignore_labels=("punct",)
    )
    scores = {
        "words F": tokens["token_f"],
        "sentences F": starts["sents_f"],
        "UAS F": parses["dep_uas"],
        "LAS F": parses["dep_las"],
    }
    return {name: 100 * value for name, value in scores.items()}


def entity_scores(
    nlp: Language, annotated: Sequence[tuple[Sentence, list[Entity]]], labels: Sequence[str]
) -> dict[str, Scores]:
    """Return precision, recall and F of the entities with the labels, and of all together."""
    examples = []
    for sentence, entities in annotated:
        gold = sentence.doc(nlp.vocab)
        gold.set_ents([Span(gold, one.start, one.end, label=one.label) for one in entities])
        parse = nlp(_unparsed(gold))
        parse.set_ents([span for span in parse.ents if span.label_ in labels])
        examples.append(Example(parse, gold))
    scores = Scorer.score_spans(examples, "ents")
    named = scores["ents_per_type"] | {
        "all": {part: scores[f"ents_{part}"] for part in ("p", "r", "f")}
    }
    return {
        label: {
            "precision": 100 * named[label]["p"],
            "recall": 100 * named[label]["r"],
            "F": 100 * named[label]["f"],
        }
        for label in (*labels, "all")
        if label in named
    }


def gum_test_entities(folder: Path) -> list[tuple[Sentence, list[Entity]]]:
    """Return the sentences of GUM's test part with their entities."""
    sentences = read_sentences(treebank_file(folder, "en_gum_open", "test"))
    return [(sentence, gum_entities(sentence)) for sentence in sentences]


def uner_test_entities(folder: Path, uner: Path) -> list[tuple[Sentence, list[Entity]]]:
    """Return the sentences of EWT's test part with the entities of Universal NER."""
    return with_uner_entities(uner, read_sentences(treebank_file(folder, "en_ewt", "test")))


def _unparsed(gold: Doc) -> Doc:
    return Doc(
        gold.vocab,
        words=[token.text for token in gold],
        spaces=[bool(token.whitespace_) for token in gold],
        sent_starts=[token.is_sent_start for token in gold],
    )


def _same_head(gold, word) -> bool:
    return gold.head.i == word.head.i


def _same(gold, word, attribute: str) -> bool:
    return str(getattr(gold, attribute)) == str(getattr(word, attribute))


def _main(relation: str) -> str:
    return relation.partition(":")[0]


def _percent(truths: Iterator[bool] | list[bool]) -> float:
    values = list(truths)
    return 100 * sum(values) / len(values)
