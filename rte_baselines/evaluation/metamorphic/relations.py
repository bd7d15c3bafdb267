"""Metamorphic relations: what a rewriting of a pair should do to its label and score.

A metamorphic relation says how the outputs of a program for two inputs depend on each other, so
that it is tested without knowing any right output (chen1998). Those here are of CheckList's kinds
(ribeiro2020): minimum functionality tests, whose label is known to be ENTAILMENT; invariance tests;
and directional expectation tests. Which rewritings there are is the toolkit's own choice. Each is
by a plain rule; a rule that does not apply gives no pair. Words from outside come from other pairs,
drawn by a fixed seed and the pair's id.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import chain, compress
from typing import Any, TypeVar

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.labels import CONTENT_PARTS, ORG, PERSON, PLACE
from rte_baselines.analysis.english.sentence_boundaries import sentences_of
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.resampling.bootstrap import SEED
from rte_baselines.lexicon.wordnet import wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import PARTS_OF_TAGS
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import antonym_pointers
from rte_baselines.pairs import Label, Pair
from rte_baselines.pairs.pair import id_digest
from rte_baselines.runs import Prediction

Item = TypeVar("Item")

_WORDS = ("words", "word_offsets", "norms", "is_stop_word", "is_punctuation")
_OF_HYPOTHESIS = (
    *(*_WORDS, "numbers", "is_negation", "lemmas", "pos", "tags"),
    *("heads", "relations", "entity_labels", "entity_starts"),
)
_NAMES = frozenset({PERSON, ORG, PLACE})
# What may be so may as well not be so.
_POSSIBLE = frozenset({"may", "might"})
_FORMS_OF_DO = {"VBD": "did", "VBZ": "does", "VBP": "do"}
# At most 15 digits, without separators, and not part of a word.
_NUMBER = re.compile(r"(?<![\w.,-])[0-9]{1,15}(?![\w-]|[.,][0-9])")
# More than 100 are also more than 99.
_BOUNDS = frozenset("than least most over under above below about around nearly almost to".split())
_ENDS = ".!?\"'\u201d\u2019"
_VOWELS = "aeiou"
# Of many sentences or names; most pairs find what they need among the first few.
_DRAWS = 50


@dataclass(frozen=True)
class Subject:
    """A pair to be rewritten, and what the texts and hypotheses of all pairs can lend to it.

    These are the `sentences` of the texts, and the `names` in hypotheses, by their type.
    """

    pair: Pair
    text: Analysis
    hypothesis: Analysis
    sentences: Sequence[Analysis]
    names: Mapping[str, Sequence[str]]

    @cached_property
    def words(self) -> frozenset[str]:
        """The norms of all words of the pair."""
        return frozenset((*self.text.norms, *self.hypothesis.norms))

    def other_sentences(self) -> Iterator[str]:
        """Yield sentences whose content words are not in the pair, in random order."""
        for analysis in self._drawn(self.sentences):
            is_content = ~(analysis.is_stop_word | analysis.is_punctuation)
            if self.words.isdisjoint(compress(analysis.norms, is_content)):
                yield _closed(analysis.text)

    def other_names(self, label: str) -> Iterator[str]:
        """Yield names of a type whose words are not in the pair, in random order."""
        for name in self._drawn(self.names.get(label, ())):
            if self.words.isdisjoint(re.findall(r"\w+", name.lower())):
                yield name

    def _drawn(self, known: Sequence[Item]) -> Iterator[Item]:
        """Yield some of many, each once, in an order that is the same for every pair of this id."""
        random = np.random.default_rng([SEED, id_digest(self.pair.id)])
        for place in random.choice(len(known), min(_DRAWS, len(known)), replace=False).tolist():
            yield known[place]

    def with_text(self, text: str) -> list[Pair]:
        """Return the pair with another text, without its gold label; none if it is empty."""
        return [replace(self.pair, text=text, label=None)] if text.strip() else []

    def with_hypothesis(self, *hypotheses: str) -> list[Pair]:
        """Return the pair with each hypothesis that is not empty, without its gold label."""
        found = filter(str.strip, hypotheses)
        return [replace(self.pair, hypothesis=hypothesis, label=None) for hypothesis in found]


def subjects(pairs: Sequence[Pair]) -> list[Subject]:
    """Return pairs with what rewritings need; the hypotheses are parsed."""
    analyzer = default_analyzer()
    texts = analyzer.analyze((pair.text for pair in pairs), (*_WORDS, "numbers"))
    hypotheses = analyzer.analyze((pair.hypothesis for pair in pairs), _OF_HYPOTHESIS)
    sentences = analyzer.analyze(dict.fromkeys(chain(*map(sentences_of, texts))), _WORDS)
    names: defaultdict[str, list[str]] = defaultdict(list)
    for label, name in dict.fromkeys(chain(*map(_names_in, hypotheses))):
        names[label].append(name)
    return [
        Subject(*parts, sentences, names) for parts in zip(pairs, texts, hypotheses, strict=True)
    ]


def text_as_hypothesis(subject: Subject) -> list[Pair]:
    """Put the text in the place of the hypothesis."""
    return subject.with_hypothesis(subject.pair.text)


def hypothesis_as_text(subject: Subject) -> list[Pair]:
    """Put the hypothesis in the place of the text."""
    return subject.with_text(subject.pair.hypothesis)


def each_sentence(subject: Subject) -> list[Pair]:
    """Put each of the text's sentences, two or more, in the place of the hypothesis."""
    sentences = sentences_of(subject.text)
    return subject.with_hypothesis(*sentences) if len(sentences) > 1 else []


def verbatim(subject: Subject) -> list[Pair]:
    """Replace the text by the hypothesis between two sentences of other pairs."""
    return _between_others(subject, subject.pair.hypothesis)


def distracted(subject: Subject) -> list[Pair]:
    """Put a sentence of another pair before the text, and one after it."""
    return _between_others(subject, subject.pair.text)


def reordered(subject: Subject) -> list[Pair]:
    """Put the text's sentences, two or more, in reverse order."""
    sentences = sentences_of(subject.text)
    in_reverse = " ".join(map(_closed, reversed(sentences)))
    return subject.with_text(in_reverse) if len(sentences) > 1 else []


def spaced(subject: Subject) -> list[Pair]:
    """Double each space of text and hypothesis."""
    return _with_both(subject, lambda part: part.replace(" ", "  "))


def recased(subject: Subject) -> list[Pair]:
    """Change the case of the first letter of text and hypothesis."""
    return _with_both(subject, lambda part: part[:1].swapcase() + part[1:])


def negated(subject: Subject) -> list[Pair]:
    """Negate the main clause of a hypothesis of one sentence without negations.

    "Not" follows its first auxiliary, unless that is of possibility; a verb without an auxiliary
    and without a coordinated verb gets one: "sang" becomes "did not sing".
    """
    hypothesis = subject.hypothesis
    roots = np.flatnonzero(hypothesis.heads == -1).tolist()
    if len(roots) != 1 or hypothesis.is_negation.any():
        return []
    (root,) = roots
    below = [place for place in range(len(hypothesis)) if hypothesis.heads[place] == root]
    auxiliaries = [
        at
        for at in sorted([root, *below])
        # Tagged as a verb in "there is", where "not" follows it, too.
        if hypothesis.pos[at] == "AUX" or hypothesis.lemmas[at] == "be"
    ]
    if auxiliaries:
        place, *_ = auxiliaries
        if hypothesis.norms[place] in _POSSIBLE:
            return []
        return _with_word(subject, place, f"{hypothesis.words[place]} not")
    form = _FORMS_OF_DO.get(hypothesis.tags[root])
    is_coordinated = any(hypothesis.relations[place] == "conj" for place in below)
    if form is None or hypothesis.pos[root] != "VERB" or is_coordinated:
        return []
    return _with_word(subject, root, f"{form} not {hypothesis.lemmas[root]}")


def another_number(subject: Subject) -> list[Pair]:
    """Raise the hypothesis's first number of digits, which no bound is before.

    It is raised to the next one that is in neither text nor hypothesis.
    """
    hypothesis = subject.pair.hypothesis
    known = {*subject.text.numbers.tolist(), *subject.hypothesis.numbers.tolist()}
    for found in _NUMBER.finditer(hypothesis):
        before = hypothesis[: found.start()].lower().split()[-1:]
        if _BOUNDS.isdisjoint(before):
            number = int(found[0]) + 1
            while number in known:
                number += 1
            changed = f"{hypothesis[: found.start()]}{number}{hypothesis[found.end() :]}"
            return subject.with_hypothesis(changed)
    return []


def another_name(subject: Subject) -> list[Pair]:
    """Replace the hypothesis's first name by one of the same type of another hypothesis.

    The names are capitalized, and of persons, organizations or places. The new one has no word in
    common with text and hypothesis.
    """
    hypothesis = subject.pair.hypothesis
    for label, name in _names_in(subject.hypothesis):
        for other in subject.other_names(label):
            between = re.split(rf"(?<!\w){re.escape(name)}(?!\w)", hypothesis)
            if len(between) > 1:
                return subject.with_hypothesis(other.join(between))
    return []


def antonym(subject: Subject) -> list[Pair]:
    """Replace the hypothesis's first word that is a lemma of WordNet and has an antonym.

    The antonym is that of the word's most frequent sense with one, has the same article, and is in
    neither text nor hypothesis.
    """
    hypothesis = subject.hypothesis
    for place, (norm, lemma) in enumerate(zip(hypothesis.norms, hypothesis.lemmas, strict=True)):
        if norm != lemma or hypothesis.words[place] != norm:
            continue
        opposite = _antonym(norm, hypothesis.pos[place])
        if opposite is None or opposite in subject.words:
            continue
        has_article = place > 0 and hypothesis.norms[place - 1] in ("a", "an")
        if not has_article or (norm[0] in _VOWELS) is (opposite[0] in _VOWELS):
            return _with_word(subject, place, opposite)
    return []


def _antonym(lemma: str, tag: str) -> str | None:
    """Return the antonym of the most frequent sense that has one."""
    if tag not in CONTENT_PARTS or tag not in PARTS_OF_TAGS:
        return None
    wordnet = wordnet_in_use()
    pointers = antonym_pointers(wordnet, wordnet.senses(lemma, PARTS_OF_TAGS[tag]))
    return wordnet.word_of_sense(pointers[0][1]).replace("_", " ") if pointers else None


def _between_others(subject: Subject, snippet: str) -> list[Pair]:
    unrelated = subject.other_sentences()
    before, after = next(unrelated, None), next(unrelated, None)
    if not snippet.strip() or before is None or after is None:
        return []
    return subject.with_text(f"{before} {_closed(snippet)} {after}")


def _with_both(subject: Subject, change: Callable[[str], str]) -> list[Pair]:
    """Return the pair with both parts changed; none if that changes neither."""
    text, hypothesis = map(change, (subject.pair.text, subject.pair.hypothesis))
    changed = replace(subject.pair, text=text, hypothesis=hypothesis, label=None)
    return [] if changed == replace(subject.pair, label=None) else [changed]


def _with_word(subject: Subject, place: int, word: str) -> list[Pair]:
    """Return the pair with another word at a place of its hypothesis."""
    hypothesis = subject.hypothesis
    start = int(hypothesis.word_offsets[place])
    end = start + len(hypothesis.words[place])
    return subject.with_hypothesis(f"{hypothesis.text[:start]}{word}{hypothesis.text[end:]}")


def _names_in(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Yield the type and the spelling of each capitalized name, without a possessive ending."""
    starts = np.flatnonzero(analysis.entity_starts).tolist()
    labels, tags, offsets = analysis.entity_labels, analysis.tags, analysis.word_offsets
    for first in starts:
        end = first + 1
        while end < len(labels) and labels[end] and not analysis.entity_starts[end]:
            end += 1
        last = end - 1 if tags[end - 1] != "POS" else end - 2
        if labels[first] in _NAMES and last >= first and analysis.words[first][0].isupper():
            stop = offsets[last] + len(analysis.words[last])
            yield labels[first], analysis.text[offsets[first] : stop]


def _closed(sentence: str) -> str:
    """Return a sentence with a mark at its end."""
    sentence = sentence.strip()
    return sentence if sentence[-1:] in _ENDS else f"{sentence}."


@brief
@dataclass(frozen=True)
class Trial:
    """A rewritten pair, and the predictions on the pair as it was and as it is rewritten."""

    pair: Pair
    before: Prediction
    after: Prediction

    @property
    def change(self) -> float | None:
        """By how much the entailment score rises; None without scores."""
        if self.before.score is None or self.after.score is None:
            return None
        return self.after.score - self.before.score

    def to_dict(self) -> dict[str, Any]:
        """Return the pair and both labels and scores as a JSON object."""
        return {
            "id": self.pair.id,
            "text": self.pair.text,
            "hypothesis": self.pair.hypothesis,
            "label_before": str(self.before.label),
            "label": str(self.after.label),
            "score_before": self.before.score,
            "score": self.after.score,
        }


class Expectation(str, Enum):
    """What must hold of the predictions before and after a rewriting."""

    ENTAILED = "entailed"
    """The label is ENTAILMENT."""
    SAME = "same label"
    """The label is that of the pair as it was."""
    LESS = "less"
    """The label is no longer ENTAILMENT, or the entailment score falls."""

    def applies(self, before: Prediction) -> bool:
        """Whether a pair is tried: all, but only what was entailed can be entailed less."""
        return self is not Expectation.LESS or before.label is Label.ENTAILMENT

    def holds(self, trial: Trial) -> bool:
        """Whether the predictions are as expected."""
        if self is Expectation.SAME:
            return trial.after.label is trial.before.label
        is_entailed = trial.after.label is Label.ENTAILMENT
        if self is Expectation.ENTAILED:
            return is_entailed
        return not is_entailed or (trial.change or 0.0) < 0

    def badness(self, trial: Trial) -> float:
        """How bad it is that the expectation is not met, by the scores; 0 without scores."""
        if self is Expectation.ENTAILED:
            return -(trial.after.score or 0.0)
        change = trial.change or 0.0
        return abs(change) if self is Expectation.SAME else change


@brief
@dataclass(frozen=True)
class Relation:
    """A metamorphic relation, in a sentence.

    `rewrite` returns the rewritten pairs, all with the pair's id, or none if the rule does not
    apply; `expected` is what must hold of each.
    """

    name: str
    sentence: str
    rewrite: Callable[[Subject], Sequence[Pair]]
    expected: Expectation


_ENTAILED, _SAME, _LESS = Expectation

RELATIONS = (
    Relation("text", "A text entails itself.", text_as_hypothesis, _ENTAILED),
    Relation("hypothesis", "A hypothesis entails itself.", hypothesis_as_text, _ENTAILED),
    Relation("sentence", "A text entails its sentences.", each_sentence, _ENTAILED),
    Relation("verbatim", "A text entails what it says verbatim.", verbatim, _ENTAILED),
    Relation("distraction", "Unrelated sentences change no label.", distracted, _SAME),
    Relation("order", "The order of sentences changes no label.", reordered, _SAME),
    Relation("spaces", "Double spaces change no label.", spaced, _SAME),
    Relation("case", "The case of the first letters changes no label.", recased, _SAME),
    Relation("negation", "A negated hypothesis is entailed less.", negated, _LESS),
    Relation("number", "Another number is entailed less.", another_number, _LESS),
    Relation("name", "Another name is entailed less.", another_name, _LESS),
    Relation("antonym", "An antonym is entailed less.", antonym, _LESS),
)
"""All relations, in the order in which they are shown."""
