"""The lexical sub-module: every word of the hypothesis has its like in one sentence."""

from collections.abc import Iterable, Iterator, Sequence

from rte_baselines.features.linguistic_rules.likeness import GRADES, Likeness, Word, likeness
from rte_baselines.features.linguistic_rules.matching import (
    SIMILAR,
    Match,
    Pairing,
    focus,
    likeness_of_predicates,
    pairings,
    same_head,
)
from rte_baselines.features.linguistic_rules.structures import (
    Clause,
    Snippet,
    Structure,
    words_below,
)
from rte_baselines.lexicon.wordnet.database import WordNet

RULE = "lexical"


def lexical(text: Snippet, hypothesis: Snippet) -> Iterator[Match]:
    """Yield the clauses of the text whose sentence has a like for all words of the hypothesis.

    "Lexical Inference follows in snippets where the linguistic elements checked should be
    identical, synonymous, morphologically derivable or sharing a congruent number of semantic
    features" (section 4.1). The elements are all heads and dependents. As "each rule operates
    at propositional level within each clause to find matches", the arguments of the
    hypothesis's predicate have to be in the clause of the text's, and all three to be more than
    of shared features; which relations they are in is not looked at.
    """
    wanted = focus(hypothesis)
    if wanted is None:
        return
    elements = _elements(hypothesis)
    for clause in text.clauses:
        kind = likeness_of_predicates(text, clause, hypothesis, wanted)
        arguments = pairings(text, hypothesis, clause.structures, wanted.core, fit=_in_any_relation)
        if kind not in SIMILAR or len(arguments) < len(wanted.core):
            continue
        sentence = _sentence(text, clause.predication.word)
        kinds = [_best(sentence, word, text.wordnet) for word in elements]
        found = [kind for kind in kinds if kind is not None]
        if len(found) == len(kinds):
            yield _match(text, clause, hypothesis, wanted, arguments, found)


def _match(
    text: Snippet,
    clause: Clause,
    hypothesis: Snippet,
    wanted: Clause,
    arguments: tuple[Pairing, ...],
    kinds: Sequence[Likeness],
) -> Match:
    rest = [one for one in hypothesis.structures if one not in wanted.core]
    return Match(
        rule=RULE,
        text=clause,
        hypothesis=wanted,
        text_predicate=clause.predication.word,
        pairings=(
            *arguments,
            *pairings(text, hypothesis, text.structures, rest, fit=same_head),
        ),
        weight=sum(GRADES[kind] for kind in kinds) / len(kinds),
    )


def _elements(hypothesis: Snippet) -> list[Word]:
    """Return the heads and dependents of a hypothesis, each once."""
    structures = [one for one in hypothesis.structures if one.relation != "neg"]
    places = {place for one in structures for place in (one.governor, one.dependent)}
    places |= {clause.predication.word for clause in hypothesis.clauses}
    return [hypothesis.words[place] for place in sorted(places)]


def _sentence(text: Snippet, word: int) -> frozenset[Word]:
    """Return the words of the sentence that a word is in."""
    root = [word, *text.tree.ancestors(word)][-1]
    return frozenset(text.words[place] for place in words_below(text.tree, root))


def _best(sentence: Iterable[Word], word: Word, wordnet: WordNet) -> Likeness | None:
    kinds = (likeness(one, word, wordnet) for one in sentence)
    known = (kind for kind in kinds if kind is not None)
    return max(known, key=lambda kind: GRADES[kind], default=None)


def _in_any_relation(text: Structure, hypothesis: Structure) -> bool:
    return True
